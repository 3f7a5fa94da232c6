"""Positions and games as pictures."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from taflheim.draw.png import DEFAULT_WIDTH, MAX_WIDTH
from taflheim.games.position import Position
from taflheim.server import drawing
from taflheim.server.api.caller import TheReader
from taflheim.server.api.models import TableId, refusals
from taflheim.server.api.positions import GameName, PositionText, chosen_game, position_in
from taflheim.server.api.tables import seen
from taflheim.server.identity import TheHall
from taflheim.server.limits import TheLimiter
from taflheim.server.pictures import ThePictures
from taflheim.server.rules_loader import TheRules

router = APIRouter(tags=["pictures"])


async def _position(
    name: GameName,
    request: Request,
    caller: TheReader,
    limiter: TheLimiter,
    rules: TheRules,
    position: PositionText = None,
) -> Position:
    """The position that an address names, with its game's options."""
    await limiter.picture(caller.actor, caller.client.address)
    return await position_in(chosen_game(name, request, ("position", "width")), position, rules)


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
    await limiter.picture(caller.actor, caller.client.address)
    return await drawing.gif_of(pictures, table.record)
