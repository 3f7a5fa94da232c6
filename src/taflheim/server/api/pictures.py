"""Positions and games as pictures."""

import asyncio
from collections.abc import Collection
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from taflheim.draw.png import DEFAULT_WIDTH, MAX_WIDTH
from taflheim.games.errors import InvalidOption, TaflheimError
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.registry import game, rulebooks
from taflheim.server import drawing
from taflheim.server.api.caller import TheReader
from taflheim.server.api.models import TEXT, TableId, refusals
from taflheim.server.api.tables import seen
from taflheim.server.identity import TheHall
from taflheim.server.limits import TheLimiter
from taflheim.server.pictures import ThePictures
from taflheim.server.rules_loader import TheRules

_MOST_OPTIONS = 20

router = APIRouter(tags=["pictures"])

GameName = Annotated[str, Path(max_length=60, pattern=r"^[a-z0-9_]+$", description="The name of a game.")]
PositionText = Annotated[
    str | None,
    Query(
        max_length=1000, pattern=TEXT, description="Its text; the start without it. Options of the game stand beside"
    ),
]


class NoSuchGame(TaflheimError):
    """There is no game of this name."""


async def _position(
    name: GameName,
    request: Request,
    caller: TheReader,
    limiter: TheLimiter,
    rules: TheRules,
    position: PositionText = None,
) -> Position:
    """The position that an address names, with its game's options."""
    limiter.picture(caller.actor, caller.client.address)
    chosen = chosen_game(checked_name(name), request, ("position", "width"))
    await rules.ready(name)
    return await asyncio.to_thread(lambda: chosen.start() if position is None else chosen.position(position))


def checked_name(name: str) -> str:
    """The name of a game in an address; raises NoSuchGame."""
    if name not in rulebooks():
        raise NoSuchGame("there is no game of this name here")
    return name


def chosen_game(name: str, request: Request, own_names: Collection[str]) -> Game:
    """A game with the options that an address names beside what is a route's own."""
    options = {key: value for key, value in request.query_params.items() if key not in own_names}
    if len(options) > _MOST_OPTIONS:
        raise InvalidOption("no game has so many options")
    return game(name, **options)


ThePosition = Annotated[Position, Depends(_position)]


def _answers(kind: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {kind: {"schema": {"type": "string", "format": "binary"}}}}, **refusals(403, 404)}


@router.get("/positions/{name}.svg", response_class=Response, responses=_answers(drawing.SVG))
async def position_as_svg(position: ThePosition) -> Response:
    """Any position as SVG. What else is in the address are options of the game, as `players=3`."""
    return await drawing.svg_of(position)


@router.get("/positions/{name}.png", response_class=Response, responses=_answers(drawing.PNG))
async def position_as_png(
    position: ThePosition, pictures: ThePictures, width: Annotated[int, Query(ge=1, le=MAX_WIDTH)] = DEFAULT_WIDTH
) -> Response:
    """Any position as PNG."""
    return await drawing.png_of(pictures, position, width)


@router.get("/tables/{table_id}.gif", response_class=Response, responses=_answers(drawing.GIF))
async def game_as_gif(
    table_id: TableId, hall: TheHall, caller: TheReader, pictures: ThePictures, limiter: TheLimiter
) -> Response:
    """A game as an animated GIF, of at most 300 frames."""
    table = await seen(hall, table_id, caller)
    limiter.picture(caller.actor, caller.client.address)
    return await drawing.gif_of(pictures, table.record)
