"""What runs on the machines of a Ray cluster. Each actor has a core of its own and dies with its starter."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple

from taflheim.engine.compile_ahead import compile_game
from taflheim.engine.places.place import Work
from taflheim.engine.places.version import made_with
from taflheim.games.game import Game


class Whereabouts(NamedTuple):
    """Where an actor runs, and which version of the program it has."""

    machine: str
    version: str


class Player:
    """Does the jobs of a batch, one after the other."""

    def __init__(self, work: Work[Any, Any]):
        self._work = work
        self._stack = ExitStack()
        self._do: Callable[[Any], Any] | None = None

    def where(self) -> Whereabouts:
        """Where it runs."""
        return Whereabouts(socket.gethostname(), made_with())

    def play(self, job: Any) -> Any:
        """What comes of a job."""
        if self._do is None:
            self._do = self._stack.enter_context(self._work())
        return self._do(job)


class Engine:
    """An engine that is talked to line by line, as `taflheim engine` is."""

    def __init__(self, game: Game):
        self._game = game
        self._said: asyncio.Queue[str] = asyncio.Queue()
        self._talk: Any = None

    async def begin(self) -> Whereabouts:
        """Get ready, which takes long on a machine that has not compiled the game yet."""
        from taflheim.engine.protocol.conversation import Conversation

        loop = asyncio.get_running_loop()

        def say(line: str) -> None:
            loop.call_soon_threadsafe(self._said.put_nowait, line)

        def begun() -> Any:
            for _ in compile_game(self._game.name):
                pass
            return Conversation(self._game, say)

        self._talk = await asyncio.to_thread(begun)
        return Whereabouts(socket.gethostname(), made_with())

    async def hear(self, lines: list[str]) -> None:
        """Do what lines say. Thinking happens in a thread, so `stop` is heard."""
        for line in lines:
            # Reading a long game takes a while, in which what was said is passed on.
            await asyncio.to_thread(self._talk.hear, line)

    async def said(self) -> list[str]:
        """What the engine says next: all lines that are there, at least one."""
        lines = [await self._said.get()]
        while not self._said.empty():
            lines.append(self._said.get_nowait())
        return lines
