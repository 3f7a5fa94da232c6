"""The review of a game: where it was won and lost, and what would have been better."""

import asyncio
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taflheim.engine.insight.judgement import KINDS
from taflheim.server.caller import Caller
from taflheim.server.channels.story import story
from taflheim.server.event_stream import event_stream
from taflheim.server.identity import TheActor, TheClient, TheHall, visible_table
from taflheim.server.insight import review_of
from taflheim.server.pages.boards import drawn, piece_names, script_json
from taflheim.server.pages.cards import sides
from taflheim.server.pages.render import page
from taflheim.server.pages.table import is_flipped, turned_ground
from taflheim.server.rules_loader import TheRules
from taflheim.table.actor import Actor, Person
from taflheim.table.assistance import check_review
from taflheim.table.table import Table

_PREFIX = "piece-"
_SHARES: dict[str, float] = {"won": 1, "drawn": 0.5, "lost": 0}
"""Where the chance to win has come to at the end."""

router = APIRouter()


@router.get("/tables/{table_id}/review", response_class=HTMLResponse)
async def review(table_id: str, hall: TheHall, actor: TheActor, rules: TheRules) -> Response:
    """The page of a review."""
    table = await visible_table(hall, table_id, actor)
    check_review(table)
    await rules.ready(table.game.name)
    known = await hall.reviews.known(table)
    if isinstance(actor, Person) and not known["complete"]:
        hall.reviews.expect(table)
    turned = (await hall.preferences.of(actor))["flip"].get(table.game.name, False)
    return page("review", **await asyncio.to_thread(page_data, table, actor, known, turned))


@router.get("/tables/{table_id}/review/progress")
async def progress(table_id: str, request: Request, hall: TheHall, actor: TheActor, client: TheClient) -> Response:
    """The review as it is made, as server-sent events: everything that is known, then what changes."""
    table = await visible_table(hall, table_id, actor)
    return event_stream(request, Caller(actor, client), review_of(hall, actor, table))


def page_data(table: Table, actor: Actor, known: dict[str, Any], turned: bool) -> dict[str, Any]:
    """Everything the page shows before a script has run, and what the script needs. The board lies as at the table."""
    game, record = table.game, table.record
    shown, flipped = drawn(game, _PREFIX), is_flipped(table, actor, turned)
    data = {
        "prefix": _PREFIX,
        "pieceNames": piece_names(game),
        "story": story(record),
        "review": known,
        "own": list(table.seats_of(actor)),
        "zeroSum": len(game.sides) == 2,
        "ends": {side: _SHARES[how] for side in game.seats if (how := table.outcome(side))},
        "flipped": flipped,
        "table": table.id,
    }
    return {
        "table": table,
        "game": game,
        "drawn": shown,
        "ground": turned_ground(shown) if flipped else shown.ground,
        "sides": [card for card in sides(table, actor, {}, _PREFIX) if card.name in game.seats],
        "kinds": tuple(reversed(KINDS)),
        "result": str(table.result),
        "bot": next((seat.level for seat in table.seats.values() if seat.is_bot), None),
        "may_play": isinstance(actor, Person),
        "data": script_json(data),
    }
