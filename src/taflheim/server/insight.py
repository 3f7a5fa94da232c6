"""Hints, analyses and reviews, as pages and programs ask for them."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from starlette.requests import Request

from taflheim.games.errors import TaflheimError
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.hall.hall import Hall
from taflheim.server.event_stream import while_connected
from taflheim.table.actor import Actor, Person
from taflheim.table.assistance import check_hint, check_review
from taflheim.table.errors import refused
from taflheim.table.table import Table

MOST_BEST = 10
_MAX_MOVES = 2000


async def hint_at(request: Request, hall: Hall, person: Person, table: Table, position_number: int) -> dict[str, Any]:
    """A hint for the side to move: the move, what to click for it, and the reasons. Raises Gone if nobody waits."""
    check_hint(table, person)
    if position_number != table.position_number:
        raise refused("stale")
    if not table.may_move(person):
        raise refused("not_your_turn")
    return await while_connected(request, hall.insight.hint(person.account, table.record))


async def analysis_of(
    hall: Hall, person: Person, start: Position, moves: str, best: int
) -> AsyncGenerator[dict[str, Any]]:
    """What is found about a position after moves, with spaces between, depth by depth; raises what is wrong with it."""
    if len(made := moves.split()) > _MAX_MOVES:
        raise TaflheimError(f"an analysis can follow at most {_MAX_MOVES} moves")
    # Long games take a while to be played again; others need not wait for it.
    record = await asyncio.to_thread(Record, start, {}, tuple(made))
    if record.result:
        return _over(str(record.result))
    return hall.insight.analysis(person.account, record, min(max(best, 1), MOST_BEST))


async def _over(result: str) -> AsyncGenerator[dict[str, Any]]:
    yield {"depth": 0, "nodes": 0, "lines": [], "notes": [result], "paths": []}


def review_of(hall: Hall, actor: Actor, table: Table) -> AsyncGenerator[dict[str, Any]]:
    """The review as it is made: everything that is known, then what changes. Raises NoAssistance before the end."""
    check_review(table)
    # For who has no account, no engine thinks: they see what others have had reviewed.
    return hall.reviews.watch(actor.account, table) if isinstance(actor, Person) else _known(hall, table)


async def _known(hall: Hall, table: Table) -> AsyncGenerator[dict[str, Any]]:
    yield await hall.reviews.known(table)
