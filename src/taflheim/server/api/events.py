"""What has happened at a table: its log from some number on, at once or as soon as there is news; story and record."""

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from taflheim import wire
from taflheim.hall.broadcast import Lagged
from taflheim.hall.hall import Hall
from taflheim.hall.records import text_of
from taflheim.server.api.caller import TheReader
from taflheim.server.api.models import Answer, TableId, refusals
from taflheim.server.api.table_view import State
from taflheim.server.api.tables import seen
from taflheim.server.channels.messages import encode
from taflheim.server.channels.story import table_story
from taflheim.server.identity import TheHall
from taflheim.server.limits import TheLimiter
from taflheim.server.rules_loader import TheRules
from taflheim.table.table import Table

LONGEST_WAIT_S = 8
"""Less than what clients and proxies wait for an answer."""

router = APIRouter(tags=["tables"])


class EventView(Answer):
    """Something that has happened."""

    number: int
    kind: str
    side: str
    text: str = Field(description="The rest: the move, who sat down, what was offered … (docs/tables.md)")
    at_ms: int
    lag_ms: int = Field(description="What was not charged to the clock.")


class Events(Answer):
    """What has happened since."""

    number: int = Field(description="Of the last event at the table.")
    state: State
    events: list[EventView]


@router.get("/tables/{table_id}/events", responses=refusals(403, 404))
async def events(
    table_id: TableId,
    request: Request,
    hall: TheHall,
    caller: TheReader,
    limiter: TheLimiter,
    after: Annotated[int, Query(ge=0, le=100_000, description="The number of the last event one has.")] = 0,
    wait: Annotated[int, Query(ge=0, le=LONGEST_WAIT_S, description="How many seconds to wait for news.")] = 0,
) -> Events:
    """The events after a number; with `wait`, the answer comes when there is one, or the time is over."""
    table = await seen(hall, table_id, caller)
    if wait and table.number <= after:
        with limiter.waiting(caller.actor, caller.client.address):
            table = await _news(hall, table, after, wait, request.app.state.closing)
    told = [
        EventView(number=one.number, kind=one.kind, side=one.side, text=one.text, at_ms=one.at_ms, lag_ms=one.lag_ms)
        for one in table.events[after:]
    ]
    return Events(number=table.number, state=table.state, events=told)


async def _news(hall: Hall, table: Table, after: int, wait_s: int, closing: asyncio.Event) -> Table:
    """The table once it has an event after this number; as it is if none comes in time, or the server is closed."""
    with hall.tables.watch(table.id) as changes:
        table = await hall.tables.get(table.id)
        closed = asyncio.ensure_future(closing.wait())
        try:
            async with asyncio.timeout(wait_s):
                while table.number <= after and not closed.done():
                    coming = asyncio.ensure_future(changes.get())
                    try:
                        await asyncio.wait([coming, closed], return_when=asyncio.FIRST_COMPLETED)
                        with suppress(Lagged):
                            if coming.done():
                                coming.result()
                    finally:
                        coming.cancel()
                    table = await hall.tables.get(table.id)
        except TimeoutError:
            pass
        finally:
            closed.cancel()
    return table


@router.get("/tables/{table_id}/story", response_model=wire.TableStory, responses=refusals(403, 404))
async def story(table_id: TableId, hall: TheHall, caller: TheReader, rules: TheRules) -> Response:
    """The game so far: its start, and every ply as changes of the position before."""
    table = await seen(hall, table_id, caller)
    await rules.ready(table.game.name)
    # A long game takes some milliseconds to be told; other tables need not wait for it.
    told = await asyncio.to_thread(lambda: encode(table_story(table)))
    return Response(told, media_type="application/json")


@router.get(
    "/tables/{table_id}/record",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **refusals(403, 404)},
)
async def record(table_id: TableId, hall: TheHall, caller: TheReader) -> PlainTextResponse:
    """The record of a game."""
    table = await seen(hall, table_id, caller)
    return PlainTextResponse(await text_of(table, hall.ratings))
