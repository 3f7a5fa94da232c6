"""Hosts on one machine: network namespaces of their own, joined by cables that can be pulled.

A namespace lives as long as the process that holds it, so nothing is left behind. Needs the right to make them.
"""

import ctypes
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from parts import in_ci

_NETWORK = 0x40000000  # CLONE_NEWNET
_NET = "10.213.7"
_libc = ctypes.CDLL(None, use_errno=True)


class Host(NamedTuple):
    """A network namespace with an address of its own."""

    pid: int
    """Of the process that holds it."""
    address: str

    def command(self, *words: str) -> list[str]:
        """A command as it is run at this host."""
        return ["nsenter", "-t", str(self.pid), "-n", *words]

    def run(self, *words: str) -> None:
        """Run a command at this host to its end."""
        subprocess.run(self.command(*words), check=True, capture_output=True)

    def enter(self) -> None:
        """Let all connections that this thread makes from now on be made from this host."""
        with Path(f"/proc/{self.pid}/ns/net").open("rb") as namespace:
            if _libc.setns(namespace.fileno(), _NETWORK):
                raise OSError(ctypes.get_errno(), "the namespace cannot be entered")


class Network(NamedTuple):
    """A host in the middle, and others that are joined to it."""

    middle: Host
    others: list[Host]

    def pull(self, number: int) -> None:
        """Pull the cable of a host, at its other end: nothing comes through, and it is not told."""
        self.middle.run("ip", "link", "set", f"to{number}", "down")

    def plug(self, number: int) -> None:
        """Put the cable back."""
        self.middle.run("ip", "link", "set", f"to{number}", "up")


@contextmanager
def network(others: int) -> Iterator[Network]:
    """Hosts of which each has a cable to one in the middle. Skips, with the reason, where that is not allowed."""
    missing = [program for program in ("ip", "unshare", "nsenter", "setpriv") if shutil.which(program) is None]
    if missing and not in_ci():
        pytest.skip(f"not installed: {', '.join(missing)}")
    holding: list[subprocess.Popen[bytes]] = []
    try:
        try:
            hosts = [_host(holding, f"{_NET}.{number + 1}") for number in range(others + 1)]
            made = Network(hosts[0], hosts[1:])
            _join(made)
        except (subprocess.CalledProcessError, PermissionError) as error:
            said = getattr(error, "stderr", b"") or b""
            pytest.skip(f"network namespaces are not allowed here: {said.decode().strip() or error}")
        yield made
    finally:
        for process in holding:
            process.kill()
            process.communicate()  # closes its pipes, too


def _host(holding: "list[subprocess.Popen[bytes]]", address: str) -> Host:
    # It says something once it is in its namespace.
    command = ["unshare", "-n", "sh", "-c", "echo ready; exec sleep infinity"]
    process: subprocess.Popen[bytes] = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    holding.append(process)
    assert process.stdout and process.stderr
    if process.stdout.readline() != b"ready\n":
        raise subprocess.CalledProcessError(process.wait(), command, stderr=process.stderr.read())
    return Host(process.pid, address)


def _join(made: Network) -> None:
    """A bridge in the middle, and a cable from each host to it."""
    middle = made.middle
    middle.run("ip", "link", "set", "lo", "up")
    middle.run("ip", "link", "add", "bridge", "type", "bridge")
    middle.run("ip", "address", "add", f"{middle.address}/24", "dev", "bridge")
    middle.run("ip", "link", "set", "bridge", "up")
    for number, host in enumerate(made.others):
        end = f"to{number}"
        middle.run("ip", "link", "add", end, "type", "veth", "peer", "name", "cable", "netns", str(host.pid))
        middle.run("ip", "link", "set", end, "master", "bridge")
        middle.run("ip", "link", "set", end, "up")
        host.run("ip", "link", "set", "lo", "up")
        host.run("ip", "address", "add", f"{host.address}/24", "dev", "cable")
        host.run("ip", "link", "set", "cable", "up")


def as_user(user: str, command: list[str]) -> list[str]:
    """A command as another user runs it, who could not enter a namespace."""
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command]
