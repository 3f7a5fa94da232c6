"""The server as hosts run it: a process of its own, told what to do by commands and signals."""

import asyncio
import gc
import socket
import urllib.error
import urllib.request
from pathlib import Path

import httpx
from websockets.sync.client import connect

from serving_process import PASSWORD, close_code, command, logged_in, serve, wait_until_ready
from taflheim.hall import tokens
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.server.serve import serving


def test_a_life_of_a_server(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serve(home, TAFLHEIM_METRICS_TOKEN="hushhush", TAFLHEIM_LOG_FORMAT="json") as server:
        wait_until_ready(server.address)

        # People are made, and what a running server remembers of them changes with the database.
        made = command(home, "admin", "users", "create", "Anna", given=f"{PASSWORD}\n")
        assert (made.returncode, made.stdout) == (0, "Anna can log in now.\n"), made.stderr
        made_up = command(home, "admin", "users", "create", "Bert")
        assert "Password: " in made_up.stdout
        assert command(home, "admin", "users", "give-host", "Anna").returncode == 0
        assert "Anna registered host\n" in command(home, "admin", "users", "list").stdout
        twice = command(home, "admin", "users", "create", "anna", given=f"{PASSWORD}\n")
        assert (twice.returncode, twice.stdout) == (2, "")
        assert twice.stderr == "taflheim: that name is taken: choose another\n"

        anna = logged_in(server.address, "Anna")
        answer = anna.post("/tables", json={"game": "quoridor"})
        assert answer.status_code == 201, answer.text
        table = answer.json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in anna.cookies.items())
        where = f"{server.address.replace('http', 'ws', 1)}/tables/{table}/ws"
        with connect(where, additional_headers={"Cookie": cookie, "Origin": server.address}) as page:
            page.send('{"type": "hello", "version": 1, "have": 0}')
            page.recv(timeout=20)
            banned = command(home, "admin", "users", "ban", "Anna")
            assert banned.returncode == 0, banned.stderr
            assert close_code(page) == 4401
        assert anna.get("/account").status_code != 200
        anna.close()
        assert command(home, "admin", "users", "unban", "Anna").returncode == 0
        anna = logged_in(server.address, "Anna")

        # A backup while it runs; no other server may take its place.
        file = tmp_path / "backup.zip"
        backed_up = command(home, "backup", str(file), "--check")
        assert backed_up.returncode == 0 and "can be restored" in backed_up.stdout, backed_up.stderr
        refused = command(home, "serve")
        assert refused.returncode == 1
        assert refused.stderr.splitlines()[-1].startswith("taflheim: another Taflheim holds ")

        # Figures are for who has the token.
        figures = httpx.get(f"{server.address}/metrics", headers={"Authorization": "Bearer hushhush"}).text
        assert 'taflheim_requests_total{method="POST",route="/tables",status="201"} 1.0' in figures
        assert httpx.get(f"{server.address}/metrics").status_code == 401
        assert httpx.get(f"{server.address}/metrics", headers={"Authorization": "Bearer hush"}).status_code == 401

        # It ends well, and tells pages to come back.
        cookie = "; ".join(f"{name}={value}" for name, value in anna.cookies.items())
        with connect(where, additional_headers={"Cookie": cookie, "Origin": server.address}) as page:
            page.send('{"type": "hello", "version": 1, "have": 0}')
            page.recv(timeout=20)
            server.process.terminate()
            assert close_code(page) == 1012
        assert server.process.wait(60) == 0
        log = server.log.read_text()
        for secret in ("hushhush", PASSWORD, *anna.cookies.values()):
            assert secret not in log
        anna.close()
        assert "Traceback" not in log

    # Without a server the same commands work.
    assert command(home, "admin", "users", "rename", "Anna", "Berta").stdout == "Anna is Berta now.\n"
    restored = command(home, "restore", str(file))
    assert restored.returncode == 0, restored.stderr
    assert "Anna registered host\n" in command(home, "admin", "users", "list").stdout


def test_who_cannot_read_the_folder_commands_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serve(home) as server:
        wait_until_ready(server.address)
        asked = {"command": "users list", "given": {}}
        for token in ("", "x", tokens.mint(b"another secret", now_ms())):
            assert httpx.post(f"{server.address}/control", json={**asked, "token": token}).status_code == 403
        good = tokens.mint(tokens.secret(home), now_ms())
        assert httpx.post(f"{server.address}/control", json={**asked, "token": good}).status_code == 200
        assert httpx.post(f"{server.address}/control", json={**asked, "token": good}).status_code == 403
        new = tokens.mint(tokens.secret(home), now_ms())
        unknown = httpx.post(f"{server.address}/control", json={"command": "rm", "given": {}, "token": new})
        assert unknown.status_code == 409


def test_behind_https_the_cookie_is_the_hosts_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    public = "https://games.example"
    flags = ("--public-url", public, "--proxy", "127.0.0.1", "--metrics-port", str(_free_port()))
    with serve(home, *flags) as server:
        assert server.address == public
        local = (home / "hall.json").read_text().split('"local": "')[1].split('"')[0]
        wait_until_ready(local)
        headers = {"Host": "games.example", "Origin": public, "X-Forwarded-For": "203.0.113.7"}
        command(home, "admin", "users", "create", "Anna", given=f"{PASSWORD}\n")
        form = {"name": "Anna", "password": PASSWORD, "next": "/"}
        answer = httpx.post(f"{local}/login", data=form, headers=headers)
        assert answer.status_code == 303, answer.text
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-taflheim-") and "Secure" in cookie and "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower() and "domain" not in cookie.lower()
        assert httpx.get(f"{local}/", headers={"Host": "games.example"}).status_code == 200
        assert httpx.get(f"{local}/").status_code == 403
        assert httpx.get(f"{local}/metrics").status_code == 404  # there is no token: only the port of its own
        with urllib.request.urlopen(f"http://127.0.0.1:{flags[-1]}/metrics") as figures:
            assert b"taflheim_sockets" in figures.read()
        assert "for 203.0.113.7" in server.log.read_text()
        assert server.stop() == 0


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def test_others_are_not_served_by_accident(tmp_path: Path) -> None:
    refused = command(tmp_path, "serve", "--host", "0.0.0.0")
    assert refused.returncode == 2
    assert "--public-url" in refused.stderr


def test_connections_from_one_address_are_bounded(tmp_path: Path) -> None:
    with serve(tmp_path / "home", "--connections-per-address", "3") as server:
        host, _, port = server.address.removeprefix("http://").rpartition(":")
        open_ones = [socket.create_connection((host, int(port)), timeout=30) for _ in range(3)]
        for one in open_ones:
            one.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert one.recv(100).startswith(b"HTTP/1.1 200")
        with socket.create_connection((host, int(port)), timeout=30) as one_more:
            assert one_more.recv(100) == b""  # hung up on
        open_ones.pop().close()
        while True:  # the server notices that one has gone
            with socket.create_connection((host, int(port)), timeout=30) as next_one:
                try:
                    next_one.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                    if next_one.recv(100).startswith(b"HTTP/1.1 200"):
                        break
                except ConnectionError:
                    continue
        for one in open_ones:
            one.close()


def test_garbage_is_looked_for_again_once_people_can_play(tmp_path: Path) -> None:
    async def work() -> None:
        hall = await Hall.open(tmp_path)
        try:
            async with serving(hall) as served:
                await served.ready.wait()
                assert gc.isenabled()
        finally:
            await hall.close()

    gc.disable()  # as `taflheim serve` does
    try:
        asyncio.run(work())
    finally:
        gc.enable()
