"""A hall that is served in this process: what tests of the server over real connections share."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from taflheim.hall.hall import Hall
from taflheim.server.network import Network
from taflheim.server.serve import serving

_SECONDS = 300


class Served(NamedTuple):
    """A hall, and those who talk to it."""

    hall: Hall
    address: str
    page_opened: asyncio.Event
    owner: httpx.AsyncClient
    """Has a session."""
    stranger: httpx.AsyncClient
    """Has none."""
    network: Network

    def cookie(self) -> str:
        """The owner's session, as a header."""
        return "; ".join(f"{name}={value}" for name, value in self.owner.cookies.items())

    async def new_table(self, game: str, **asked: object) -> str:
        """The id of a new table of the owner's."""
        answer = await self.owner.post("/tables", json={"game": game, **asked})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    @asynccontextmanager
    async def silent(
        self, table: str, *, session: bool = True, headers: Mapping[str, str] | None = None
    ) -> AsyncIterator["Page"]:
        """A connection to a table that has said nothing yet."""
        sent = {"Origin": self.address, **(headers or {}), **({"Cookie": self.cookie()} if session else {})}
        async with self._connected(table, sent) as page:
            yield page

    @asynccontextmanager
    async def program(self, table: str, token: str) -> AsyncIterator["Page"]:
        """A connection of a program with an access token, that has said nothing yet."""
        async with self._connected(table, {"Authorization": f"Bearer {token}"}) as page:
            yield page

    @asynccontextmanager
    async def _connected(self, table: str, headers: Mapping[str, str]) -> AsyncIterator["Page"]:
        where = f"{self.address.replace('http', 'ws', 1)}/tables/{table}/ws"
        async with connect(where, additional_headers=headers, compression=None) as socket:
            yield Page(socket)

    @asynccontextmanager
    async def page(self, table: str, *, session: bool = True) -> AsyncIterator["Page"]:
        """A connection to a table that has said hello and was told the state."""
        async with self.silent(table, session=session) as page:
            await page.hello()
            yield page


class Page(NamedTuple):
    """What a table's page says and hears."""

    socket: ClientConnection

    async def say(self, kind: str, **message: object) -> None:
        """Send a message."""
        await self.socket.send(json.dumps({"type": kind, **message}))

    async def hear(self) -> dict[str, Any]:
        """The next message, but for the news who is there: those come when they come."""
        while (heard := await self.hear_any())["type"] == "here":
            pass
        return heard

    async def hear_any(self) -> dict[str, Any]:
        """The next message."""
        heard: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
        return heard

    async def hello(self, have: int = 0) -> dict[str, Any]:
        """Say hello, and hear how it stands."""
        await self.say("hello", version=1, have=have)
        return await self.hear()

    async def closed_with(self) -> int | None:
        """The code with which the connection is closed, whatever is said before."""
        with suppress(ConnectionClosed):
            while True:
                await self.hear_any()
        return self.socket.close_code

    async def hear_two(self) -> dict[str, dict[str, Any]]:
        """The next two messages by their types: an acknowledgement may come before or after its event."""
        return {message["type"]: message for message in (await self.hear(), await self.hear())}


async def events(
    client: httpx.AsyncClient,
    path: str,
    most: int = 1000,
    found: list[tuple[str, Any]] | None = None,
    **asked: object,
) -> list[tuple[str, Any]]:
    """The events of a stream by their names, until its end or so many; put into a list that somebody looks at."""
    found = [] if found is None else found
    name = "message"
    async with client.stream("GET", path, params={k: str(v) for k, v in asked.items()} or None) as stream:
        assert stream.status_code == 200 and stream.headers["content-type"].startswith("text/event-stream")
        async for line in stream.aiter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                found.append((name, json.loads(line.removeprefix("data: "))))
                name = "message"
            if len(found) == most:
                break
    return found


def visitor(address: str, **headers: str) -> httpx.AsyncClient:
    """A browser that has seen nothing yet: it says where its requests come from, as browsers do."""
    return httpx.AsyncClient(base_url=address, timeout=120, headers={"Origin": address, **headers})


def served_evening(folder: Path, work: Callable[[Served], Awaitable[None]], network: str | None = "127.0.0.2") -> None:
    """Serve a hall and do something there; `network` is its address in a network that only this machine is in."""

    async def run() -> None:
        hall = await Hall.open(folder)
        try:
            async with (
                serving(hall, find=lambda: network) as served,
                visitor(served.address) as owner,
                visitor(served.address) as stranger,
            ):
                answer = await owner.post("/enter", data={"token": hall.accounts.login_token()})
                assert answer.status_code == 303
                those = Served(hall, served.address, served.page_opened, owner, stranger, served.network)
                await asyncio.wait_for(work(those), _SECONDS)
        finally:
            await hall.close()

    asyncio.run(run())
