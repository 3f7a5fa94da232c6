"""nginx before a real server, as the example for hosts has it: only files and ports are those of this machine."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TextIO

import parts
from serving_process import ServerProcess, serve, wait_until_ready

NAME = "games.example.org"
PUBLIC = f"https://{NAME}"
_EXAMPLE = Path(__file__).parents[1] / "deploy" / "nginx.conf"
_SECONDS = 30


class Proxied(NamedTuple):
    """A server behind nginx."""

    server: ServerProcess
    port: int
    """Where nginx listens for HTTPS, on 127.0.0.1."""
    plain_port: int
    """Where it listens for plain HTTP."""
    certificate: Path
    log: Path
    """What nginx has to say."""


@contextmanager
def proxied(folder: Path) -> Iterator[Proxied]:
    """Serve the hall of a folder behind nginx."""
    port, plain_port = _free_ports(2)
    with serve(folder / "home", "--public-url", PUBLIC, "--proxy", "127.0.0.1") as server:
        own_port = int((folder / "home" / "port").read_text())
        wait_until_ready(f"http://127.0.0.1:{own_port}")
        certificate = _certificate(folder)
        here = folder / "nginx"
        here.mkdir()
        (here / "nginx.conf").write_text(_configuration(here, certificate, own_port, port, plain_port))
        with (here / "log").open("w") as log, _running(here, log) as process:
            _wait_for(port, process, here / "log")
            at = server._replace(address=f"http://127.0.0.1:{own_port}")
            yield Proxied(at, port, plain_port, certificate, here / "log")


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    try:
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def _certificate(folder: Path) -> Path:
    """A certificate for the name, signed by itself; the key stands beside it."""
    made = folder / "certificate.pem"
    words = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME} -addext subjectAltName=DNS:{NAME}".split()
    files = ["-out", str(made), "-keyout", str(made.with_suffix(".key"))]
    subprocess.run(["openssl", *words, *files], check=True, capture_output=True)
    return made


def _configuration(here: Path, certificate: Path, own_port: int, port: int, plain_port: int) -> str:
    text = _EXAMPLE.read_text()
    for old, new in (
        ("    listen [::]:80;\n", ""),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("listen 80;", f"listen 127.0.0.1:{plain_port};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(certificate.with_suffix(".key"))),
        ("http://127.0.0.1:8000", f"http://127.0.0.1:{own_port}"),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    folders = "".join(
        f"{kind}_temp_path {here / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # As root it would make its files as somebody who may not write here.
    user = "user root;" if os.geteuid() == 0 else ""
    return (
        f"daemon off; worker_processes 1; pid {here / 'pid'}; {user}\nevents {{}}\n"
        f"http {{\naccess_log off;\n{folders}{text}}}\n"
    )


@contextmanager
def _running(here: Path, log: TextIO) -> Iterator["subprocess.Popen[bytes]"]:
    program = parts.find("nginx")
    assert program, "nginx is not installed: run tools/system"
    command = [program, "-p", str(here), "-c", str(here / "nginx.conf"), "-e", "stderr"]
    with subprocess.Popen(command, stderr=log) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(_SECONDS)


def _wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise AssertionError(f"nginx does not listen: {log.read_text()}")
