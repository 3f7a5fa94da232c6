"""Hints at a table, and analyses of any position."""

from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from taflheim.games.errors import InvalidPosition
from taflheim.games.registry import game
from taflheim.server.caller import Caller
from taflheim.server.event_stream import Gone, event_stream
from taflheim.server.identity import TheClient, TheHall, ThePerson, visible_table
from taflheim.server.insight import analysis_of, hint_at
from taflheim.server.rules_loader import TheRules

_OWN_NAMES = ("game", "position", "moves", "best")
_MAX_POSITION = 1000

router = APIRouter()


@router.get("/tables/{table_id}/hint")
async def hint(table_id: str, request: Request, hall: TheHall, person: ThePerson, position_number: int) -> Response:
    """A hint for the side to move: the move, what to click for it, and the reasons."""
    table = await visible_table(hall, table_id, person)
    try:
        return JSONResponse(await hint_at(request, hall, person, table, position_number))
    except Gone:
        return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get("/insight/analysis")
async def analysis(
    request: Request,
    hall: TheHall,
    person: ThePerson,
    client: TheClient,
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
    start = chosen.start() if position is None else chosen.position(position)
    return event_stream(request, Caller(person, client), await analysis_of(hall, person, start, moves, best))
