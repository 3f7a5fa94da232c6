"""What one can take along: the record of a game as text, positions and games as pictures."""

import asyncio
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from taflheim.draw.png import DEFAULT_WIDTH
from taflheim.games.errors import InvalidPosition, InvalidRecord
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.games.record_text import read
from taflheim.games.registry import rulebooks
from taflheim.hall.records import text_of
from taflheim.server import drawing
from taflheim.server.body import body
from taflheim.server.identity import TheActor, TheClient, TheHall, ThePerson, visible_table
from taflheim.server.limits import TheLimiter
from taflheim.server.pages.free import ThePosition
from taflheim.server.pictures import ThePictures
from taflheim.server.rules_loader import TheRules
from taflheim.server.trees import MAX_BYTES, MAX_PLIES, check_length

router = APIRouter()


async def _may_draw(person: ThePerson, client: TheClient, limiter: TheLimiter) -> None:
    await limiter.picture(person, client.address)


MayDraw = Annotated[None, Depends(_may_draw)]
"""Drawing takes a while: not too often."""


# ---- of a table ---------------------------------------------------------------------------------------------------


@router.get("/tables/{table_id}/record.txt")
async def record(table_id: str, hall: TheHall, actor: TheActor) -> Response:
    """The record of a game."""
    found = await visible_table(hall, table_id, actor)
    return _file(PlainTextResponse(await text_of(found, hall.ratings)), f"{found.game.name}-{table_id[:8]}.txt")


@router.get("/tables/{table_id}.svg")
async def table_svg(table_id: str, hall: TheHall, actor: TheActor, ply: int | None = None) -> Response:
    """A position of a game as SVG: the one after `ply` plies, or the last."""
    found = await visible_table(hall, table_id, actor)
    return await drawing.svg_of(_at(found.record, ply))


@router.get("/tables/{table_id}.png")
async def table_png(
    table_id: str,
    hall: TheHall,
    person: ThePerson,
    pictures: ThePictures,
    allowed: MayDraw,
    ply: int | None = None,
    width: int = DEFAULT_WIDTH,
) -> Response:
    """The same as PNG."""
    found = await visible_table(hall, table_id, person)
    return await drawing.png_of(pictures, _at(found.record, ply), width)


@router.get("/tables/{table_id}.gif")
async def table_gif(
    table_id: str, hall: TheHall, person: ThePerson, pictures: ThePictures, allowed: MayDraw, ply: int | None = None
) -> Response:
    """A whole game as an animated GIF, or its first plies."""
    found = await visible_table(hall, table_id, person)
    shown = found.record
    return await drawing.gif_of(
        pictures, shown if ply is None else shown.undo(len(shown.entries) - _checked(ply, shown))
    )


def _at(played: Record, ply: int | None) -> Position:
    return played.position if ply is None else played.positions[_checked(ply, played)]


def _checked(ply: int, played: Record) -> int:
    if not 0 <= ply <= len(played.entries):
        raise InvalidPosition(f"ply {ply}: this game has {len(played.entries)} of them")
    return ply


# ---- of any position ----------------------------------------------------------------------------------------------


@router.get("/positions/{name}.svg")
async def svg_of(position: ThePosition) -> Response:
    """Any position as SVG."""
    return await drawing.svg_of(position)


@router.get("/positions/{name}.png")
async def png_of(
    position: ThePosition, pictures: ThePictures, allowed: MayDraw, width: int = DEFAULT_WIDTH
) -> Response:
    """Any position as PNG."""
    return await drawing.png_of(pictures, position, width)


@router.get("/positions/{name}.gif")
async def gif_of(position: ThePosition, pictures: ThePictures, allowed: MayDraw, moves: str = "") -> Response:
    """Moves from a position, with spaces between, as an animated GIF."""
    if len(made := moves.split()) > MAX_PLIES:
        raise InvalidRecord(f"at most {MAX_PLIES} moves can be drawn")
    return await drawing.gif_of(pictures, await asyncio.to_thread(Record, position, {}, tuple(made)))


def _file(response: Response, name: str) -> Response:
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


# ---- and back -----------------------------------------------------------------------------------------------------


@router.post("/records")
async def imported(
    request: Request, hall: TheHall, person: ThePerson, client: TheClient, rules: TheRules, limiter: TheLimiter
) -> Response:
    """Keep a game that was played elsewhere; it counts nowhere."""
    await limiter.import_(person, client.address)
    text = (await body(request, MAX_BYTES)).decode("utf-8", "replace")
    for name in rulebooks():
        if f'[Game "{name}"]' in text:
            await rules.ready(name)
    played = await asyncio.to_thread(_read, text)
    return JSONResponse({"id": await hall.keep_record(person, played)}, HTTPStatus.CREATED)


def _read(text: str) -> Record:
    check_length(read(text).tokens)  # before it is played: that takes longer than reading it
    return Record.parse(text)
