"""The hall as arbiter of boards without a table: what can be done in a position, and how it stands then."""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from taflheim import wire
from taflheim.client.remote import Remote
from taflheim.games.game import Game


class Arbiter(NamedTuple):
    """Knows the rules of a game. Everything raises Refusal and Unreachable, as the hall's Remote does."""

    remote: Remote
    game: Game

    async def standing(self, position: str | None = None) -> wire.Standing:
        """How a position stands, or the start."""
        return cast(wire.Standing, await self._ask(position=position))

    async def played(self, position: str, move: str) -> wire.Played:
        """How it stands after a move. What is drawn by lot falls in the hall."""
        return cast(wire.Played, await self._ask("play", position=position, move=move))

    async def choices(self, position: str, clicked: Sequence[str]) -> wire.Tree:
        """What can be clicked after some clicks."""
        answer = await self._ask("choices", position=position, clicked=",".join(clicked))
        return cast(wire.Tree, answer["tree"])

    async def reason(self, position: str, clicked: Sequence[str]) -> str:
        """Why some clicks make no move; nothing if nobody meant one."""
        return str((await self._ask("explain", position=position, clicked=",".join(clicked)))["text"] or "")

    async def keys(self, position: str) -> tuple[wire.Key, ...]:
        """What can be typed instead of a move."""
        return tuple((await self._ask("keys", position=position))["keys"])

    async def meant(self, position: str, line: str) -> str:
        """The move that a typed line means."""
        return str((await self._ask("typed", position=position, line=line))["move"])

    async def _ask(self, *what: str, **asked: object) -> Any:
        return await self.remote.get("boards", self.game.name, *what, **self.game.options, **asked)
