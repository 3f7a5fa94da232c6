"""The socket that the hall listens on. Its port is kept for each data folder, so that addresses survive a restart."""

import socket
from contextlib import suppress
from pathlib import Path

HOST = "127.0.0.1"

_FILE = "port"


def listen(folder: Path, port: int = 0, host: str = HOST) -> socket.socket:
    """Listen on this port; without one, on the port of last time, or on a free one if another program has that.

    Raises OSError if a port that was asked for is taken.
    """
    if port:
        return _listen(host, port)
    listening = _listen_again(folder, host) or _listen(host, 0)
    with suppress(OSError):  # a folder that cannot be written to: the next start gets another port
        (folder / _FILE).write_text(f"{listening.getsockname()[1]}\n", encoding="ascii")
    return listening


def _listen_again(folder: Path, host: str) -> socket.socket | None:
    try:
        port = int((folder / _FILE).read_text(encoding="ascii"))
        return _listen(host, port) if 1024 <= port <= 65535 else None
    except (OSError, ValueError):
        return None


def listen_on(host: str, port: int) -> socket.socket:
    """Listen at another address of this machine, on this port or, if another program has it there, on a free one."""
    try:
        return _listen(host, port)
    except OSError:
        return _listen(host, 0)


def local_address(listening: socket.socket) -> str:
    """Where programs on this machine reach what listens."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": HOST, "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family)
    # Inherited by every connection. Without it a short answer waits 40 ms for the client's acknowledgement.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening
