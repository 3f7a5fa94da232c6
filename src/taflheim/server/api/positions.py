"""The game and the position that an address names, with the game's options beside them."""

import asyncio
from collections.abc import Collection
from typing import Annotated

from fastapi import Path, Query
from starlette.requests import Request

from taflheim.games.errors import InvalidOption, TaflheimError
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.registry import game, rulebooks
from taflheim.server.api.models import TEXT
from taflheim.server.rules_loader import RulesLoader

_MOST_OPTIONS = 20

GameName = Annotated[str, Path(max_length=60, pattern=r"^[a-z0-9_]+$", description="The name of a game.")]
PositionText = Annotated[
    str | None,
    Query(
        max_length=1000, pattern=TEXT, description="Its text; the start without it. Options of the game stand beside"
    ),
]


class NoSuchGame(TaflheimError):
    """There is no game of this name."""


def checked_name(name: str) -> str:
    """The name of a game in an address; raises NoSuchGame."""
    if name not in rulebooks():
        raise NoSuchGame("there is no game of this name here")
    return name


def chosen_game(name: str, request: Request, own_names: Collection[str]) -> Game:
    """A game with the options that an address names beside what is a route's own; raises NoSuchGame."""
    options = {key: value for key, value in request.query_params.items() if key not in own_names}
    if len(options) > _MOST_OPTIONS:
        raise InvalidOption("no game has so many options")
    return game(checked_name(name), **options)


async def position_in(chosen: Game, position: str | None, rules: RulesLoader) -> Position:
    """The position that an address names, or the start."""
    await rules.ready(chosen.name)
    return await asyncio.to_thread(lambda: chosen.start() if position is None else chosen.position(position))
