"""Links to tables, with all that they were told: what tests of the client share."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from taflheim.client.remote import Remote
from taflheim.client.table_link import TableLink

_SECONDS = 120


async def wait_for(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(_SECONDS):
        while not is_so():
            await asyncio.sleep(0.005)


class Linked(NamedTuple):
    """A link that runs, and what it was told."""

    link: TableLink
    told: list[dict[str, Any]]
    connected: list[tuple[bool, str]]
    running: "asyncio.Task[None]"

    def of(self, *kinds: str) -> list[dict[str, Any]]:
        """All messages of some types."""
        return [message for message in self.told if message["type"] in kinds]

    @property
    def now(self) -> dict[str, Any]:
        """How the table stands, as it was told last."""
        return self.of("state", "event")[-1]

    @property
    def numbers(self) -> list[int]:
        """Of the events, in the order in which they were told."""
        return [message["number"] for message in self.of("event")]

    async def until_number(self, number: int) -> None:
        """Wait until an event was told."""
        await wait_for(lambda: self.running.done() or self.link.number >= number)
        assert self.link.number >= number

    async def move(self, move: str) -> int:
        """Move in answer to what was told last."""
        return await self.link.act({"type": "move", "position_number": self.now["position_number"], "move": move})


@asynccontextmanager
async def linked(remote: Remote, table_id: str, *, whole: bool = True) -> AsyncIterator[Linked]:
    """A link to a table that was told how it stands; it is closed in the end, and must not have failed."""
    told: list[Any] = []
    connected: list[tuple[bool, str]] = []
    link = TableLink(remote, table_id, told.append, lambda stands, why: connected.append((stands, why)))
    running = asyncio.create_task(link.run())
    found = Linked(link, told, connected, running)
    try:
        if whole:
            await wait_for(lambda: running.done() or told)
        yield found
        if whole:
            link.close()
            await running
    finally:
        running.cancel()
        await asyncio.wait([running])
