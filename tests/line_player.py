"""Somebody who plays line by line, in the process of a test: what they type, and what they are told."""

import asyncio
import io
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from taflheim.client.remote import Remote
from taflheim.terminal.plain.console import Console
from taflheim.terminal.plain.play import play
from taflheim.terminal.wish import Wish

_SECONDS = 60


class LinePlayer:
    """A person at a terminal (`person`), or a script. Made by `line_player`."""

    def __init__(self, *, person: bool):
        ours, theirs = os.openpty() if person else reversed(os.pipe())
        self._typing = ours
        self._source = os.fdopen(theirs, encoding="utf-8")
        self.out = io.StringIO()
        self.console = Console(self._source, self.out)
        self.playing: asyncio.Task[None] | None = None
        self._read = 0

    @property
    def said(self) -> str:
        """All that was told."""
        return self.out.getvalue()

    def type(self, *lines: str) -> None:
        """Type lines."""
        for line in lines:
            os.write(self._typing, f"{line}\n".encode())

    def end(self) -> None:
        """Type nothing more."""
        if self._typing >= 0:
            os.close(self._typing)
            self._typing = -1

    async def reads(self, *texts: str) -> None:
        """Wait until these were told, one after the other, since what was read last."""
        assert self.playing
        for text in texts:
            end = monotonic() + _SECONDS
            while (at := self.said.find(text, self._read)) < 0:
                if self.playing.done():
                    self.playing.result()
                waits = monotonic() < end and not self.playing.done()
                assert waits, f"not {text!r}, but {self.said[self._read :]}"
                await asyncio.sleep(0.01)
            self._read = at + len(text)

    async def left(self) -> None:
        """Wait until the conversation is over."""
        assert self.playing
        async with asyncio.timeout(_SECONDS):
            await self.playing

    def close(self) -> None:
        """Let go of the terminal."""
        self.end()
        self._source.close()


@asynccontextmanager
async def line_player(remote: Remote, wish: Wish, *typed: str, person: bool = True) -> AsyncIterator[LinePlayer]:
    """Somebody who plays until the block ends, or they leave."""
    player = LinePlayer(person=person)
    player.type(*typed)
    player.playing = asyncio.create_task(play(remote, wish, player.console, "taflheim play --continue"))
    try:
        yield player
    finally:
        player.playing.cancel()
        await asyncio.wait([player.playing])
        player.close()
