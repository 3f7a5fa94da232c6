"""What one can take along: the record of a game as text, positions and games as pictures."""

import asyncio
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from taflheim.draw import svg
from taflheim.draw.gif import reel
from taflheim.draw.png import DEFAULT_WIDTH, MAX_WIDTH
from taflheim.games.errors import InvalidPosition, InvalidRecord
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.games.registry import rulebooks
from taflheim.server.body import body
from taflheim.server.identity import TheActor, TheHall, ThePerson, visible_table
from taflheim.server.pages.free import ThePosition
from taflheim.server.pictures import Pictures
from taflheim.server.rules_loader import TheRules
from taflheim.server.trees import MAX_BYTES, MAX_PLIES
from taflheim.table.table import Table

router = APIRouter()


def _the_pictures(connection: HTTPConnection) -> Pictures:
    pictures: Pictures = connection.app.state.pictures
    return pictures


ThePictures = Annotated[Pictures, Depends(_the_pictures)]


# ---- of a table ---------------------------------------------------------------------------------------------------


@router.get("/tables/{table_id}/record.txt")
async def record(table_id: str, hall: TheHall, actor: TheActor) -> Response:
    """The record of a game."""
    found = await visible_table(hall, table_id, actor)
    text = await asyncio.to_thread(lambda: str(record_of(found)))
    return _file(PlainTextResponse(text), f"{found.game.name}-{table_id[:8]}.txt")


@router.get("/tables/{table_id}.svg")
async def table_svg(table_id: str, hall: TheHall, actor: TheActor, ply: int | None = None) -> Response:
    """A position of a game as SVG: the one after `ply` plies, or the last."""
    found = await visible_table(hall, table_id, actor)
    return _svg(_at(found.record, ply))


@router.get("/tables/{table_id}.png")
async def table_png(
    table_id: str,
    hall: TheHall,
    person: ThePerson,
    pictures: ThePictures,
    ply: int | None = None,
    width: int = DEFAULT_WIDTH,
) -> Response:
    """The same as PNG."""
    found = await visible_table(hall, table_id, person)
    return await _png(pictures, _at(found.record, ply), width)


@router.get("/tables/{table_id}.gif")
async def table_gif(
    table_id: str, hall: TheHall, person: ThePerson, pictures: ThePictures, ply: int | None = None
) -> Response:
    """A whole game as an animated GIF, or its first plies."""
    found = await visible_table(hall, table_id, person)
    shown = found.record
    return await _gif(pictures, shown if ply is None else shown.undo(len(shown.entries) - _checked(ply, shown)))


def record_of(table: Table) -> Record:
    """The record of a table, with its date: when its last event happened, of which the record tells nothing else."""
    names = dict(table.record.headers)
    if table.events:
        names["Date"] = datetime.fromtimestamp(table.events[0].at_ms / 1000, UTC).date().isoformat()
    return table.record.with_headers(names)


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
    return _svg(position)


@router.get("/positions/{name}.png")
async def png_of(position: ThePosition, pictures: ThePictures, width: int = DEFAULT_WIDTH) -> Response:
    """Any position as PNG."""
    return await _png(pictures, position, width)


@router.get("/positions/{name}.gif")
async def gif_of(position: ThePosition, pictures: ThePictures, moves: str = "") -> Response:
    """Moves from a position, with spaces between, as an animated GIF."""
    if len(made := moves.split()) > MAX_PLIES:
        raise InvalidRecord(f"at most {MAX_PLIES} moves can be drawn")
    return await _gif(pictures, await asyncio.to_thread(Record, position, {}, tuple(made)))


def _svg(position: Position) -> Response:
    return Response(svg.picture(position), media_type="image/svg+xml")


async def _png(pictures: Pictures, position: Position, width: int) -> Response:
    if not 1 <= width <= MAX_WIDTH:
        raise InvalidPosition(f"width {width}: expected a number from 1 to {MAX_WIDTH}")
    return Response(await pictures.png(svg.picture(position), width), media_type="image/png")


async def _gif(pictures: Pictures, played: Record) -> Response:
    return Response(await pictures.gif(await asyncio.to_thread(reel, played)), media_type="image/gif")


def _file(response: Response, name: str) -> Response:
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


# ---- and back -----------------------------------------------------------------------------------------------------


@router.post("/records")
async def imported(request: Request, hall: TheHall, person: ThePerson, rules: TheRules) -> Response:
    """Keep a game that was played elsewhere; it counts nowhere."""
    text = (await body(request, MAX_BYTES)).decode("utf-8", "replace")
    for name in rulebooks():
        if f'[Game "{name}"]' in text:
            await rules.ready(name)
    played = await asyncio.to_thread(Record.parse, text)
    return JSONResponse({"id": await hall.keep_record(played)}, HTTPStatus.CREATED)
