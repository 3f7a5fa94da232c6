"""The local network: the hall of one's own machine listens there, too, while its owner lets friends join.

A second server with the same application, on the machine's own address in that network. Only that address is added to
the names that the guard believes. Whether it is on is kept in the data folder.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from taflheim.games.errors import TaflheimError
from taflheim.server.listening import listen_on

_FILE = "network"
# Of the range for documentation: nothing is ever sent there. It is asked which way a packet would take.
_ELSEWHERE = ("192.0.2.1", 9)


class NoNetwork(TaflheimError):
    """The hall cannot listen on the local network."""


class Server(uvicorn.Server):
    """A server that leaves signals to the program."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        """Signals are the program's business: it ends all its servers together."""
        return nullcontext()


def own_address() -> str | None:
    """The address that this machine has in its local network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(_ELSEWHERE)
        found = str(probe.getsockname()[0])
        return None if ip_address(found).is_loopback or ip_address(found).is_unspecified else found
    return None


class Network:
    """Listens on the local network, or not."""

    def __init__(
        self,
        folder: Path,
        hosts: set[str],
        config: Callable[[], uvicorn.Config],
        port: int,
        find: Callable[[], str | None] = own_address,
    ):
        self.address: str | None = None
        """Under which others reach the hall, if they do."""
        self._folder = folder
        self._hosts = hosts
        self._config = config
        self._port = port
        self._find = find
        self._server: Server | None = None
        self._ended: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """Listen if the hall did when it was last closed; without a network now, not."""
        if (self._folder / _FILE).exists():
            with suppress(NoNetwork):
                await self.share()

    async def share(self) -> str:
        """Listen from now on, and after the next start; gives the address. Raises NoNetwork."""
        if self.address is not None:
            return self.address
        host = self._find()
        if host is None:
            raise NoNetwork("this machine is in no network: connect it to one and try again")
        try:
            listening = listen_on(host, self._port)
        except OSError:
            raise NoNetwork(f"nothing can listen at {host}: look whether something forbids it, and try again") from None
        self._server = Server(self._config())
        self._ended = asyncio.create_task(self._server.serve(sockets=[listening]))
        self._hosts.add(host)
        self.address = f"http://{host}:{listening.getsockname()[1]}"
        self._remember(True)
        return self.address

    async def stop(self) -> None:
        """Listen no more; whoever came by the network is disconnected."""
        self._remember(False)
        await self.close()

    async def close(self) -> None:
        """End with the program; the next start listens again."""
        if self._server is None or self._ended is None or self.address is None:
            return
        self._hosts.discard(self.address.removeprefix("http://").rpartition(":")[0])
        self._server.should_exit = True
        self.address, server_ended = None, self._ended
        self._server = self._ended = None
        await server_ended

    @property
    def connections(self) -> int:
        """How many connections there are from the network."""
        return len(self._server.server_state.connections) if self._server else 0

    def _remember(self, shared: bool) -> None:
        file = self._folder / _FILE
        with suppress(OSError):  # a folder that cannot be written to: the next start does not listen
            file.touch(0o600) if shared else file.unlink(missing_ok=True)
