"""Hints at a table, and analyses of any position."""

import asyncio
from collections.abc import AsyncGenerator
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from taflheim.games.errors import InvalidPosition, TaflheimError
from taflheim.games.record import Record
from taflheim.games.registry import game
from taflheim.server.event_stream import Gone, event_stream, while_connected
from taflheim.server.identity import TheHall, ThePerson, visible_table
from taflheim.server.rules_loader import TheRules
from taflheim.table.assistance import check_hint
from taflheim.table.errors import refused

_OWN_NAMES = ("game", "position", "moves", "best")
_MAX_POSITION = 1000
_MAX_MOVES = 2000
_MAX_BEST = 10

router = APIRouter()


@router.get("/tables/{table_id}/hint")
async def hint(table_id: str, request: Request, hall: TheHall, person: ThePerson, position_number: int) -> Response:
    """A hint for the side to move: the move, what to click for it, and the reasons."""
    table = await visible_table(hall, table_id, person)
    check_hint(table, person)
    if position_number != table.position_number:
        raise refused("stale")
    if not table.may_move(person):
        raise refused("not_your_turn")
    try:
        return JSONResponse(await while_connected(request, hall.insight.hint(person.account, table.record)))
    except Gone:
        return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/insight/analysis")
async def analysis(
    request: Request,
    hall: TheHall,
    person: ThePerson,
    rules: TheRules,
    position: str | None = None,
    moves: str = "",
    best: int = 3,
) -> Response:
    """What is found about a position, depth by depth, as server-sent events.

    The address names the game, its options, the position, and moves made from there, with spaces between.
    """
    options = {key: value for key, value in request.query_params.items() if key not in _OWN_NAMES}
    chosen = game(request.query_params.get("game", ""), **options)
    await rules.ready(chosen.name)
    if len(position or "") > _MAX_POSITION:
        raise InvalidPosition(f"a position is a text of at most {_MAX_POSITION} characters")
    if len(made := moves.split()) > _MAX_MOVES:
        raise TaflheimError(f"an analysis can follow at most {_MAX_MOVES} moves")
    start = chosen.start() if position is None else chosen.position(position)
    # Long games take a while to be played again; others need not wait for it.
    record = await asyncio.to_thread(Record, start, {}, tuple(made))
    if record.result:
        return event_stream(request, _over(str(record.result)))
    return event_stream(request, hall.insight.analysis(person.account, record, min(max(best, 1), _MAX_BEST)))


async def _over(result: str) -> AsyncGenerator[dict[str, Any]]:
    yield {"depth": 0, "nodes": 0, "lines": [], "notes": [result], "paths": []}
