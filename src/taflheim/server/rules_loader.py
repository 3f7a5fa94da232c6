"""Rules are loaded outside the event loop: the compiler alone takes half a second, in which everybody would wait."""

import asyncio
import logging
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from taflheim.games.registry import game, rulebooks
from taflheim.hall.compiler import Compiler

log = logging.getLogger(__name__)


class RulesLoader:
    """Loads the rules of each game once, in a thread, as soon as they are compiled."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler
        self._loading: dict[str, asyncio.Task[None]] = {}

    @property
    def loaded(self) -> bool:
        """Whether the rules of all games are loaded."""
        return all(name in self._loading and self._loading[name].done() for name in rulebooks())

    async def ready(self, name: str) -> None:
        """Wait until the rules of a game are loaded."""
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(self._load(name), name=f"rules of {name}")
        # Whoever waits may go away; the next one finds the rules loaded.
        await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> None:
        await self._compiler.rules(name)
        await asyncio.to_thread(_load, name)

    async def load_all(self) -> None:
        """Load the rules of all games, one after the other."""
        for name in rulebooks():
            try:
                await self.ready(name)
            except Exception:
                log.exception("the rules of %s could not be loaded", name)


def _load(name: str) -> None:
    start = game(name).start()
    start.effects(start.draw_lot(start.moves()[0]))
    start.choices()


def _the_rules(connection: HTTPConnection) -> RulesLoader:
    rules: RulesLoader = connection.app.state.rules
    return rules


TheRules = Annotated[RulesLoader, Depends(_the_rules)]
