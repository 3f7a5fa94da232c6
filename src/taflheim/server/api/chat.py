"""What is said at a table."""

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import ConfigDict, Field

from taflheim.server.api.caller import TheCaller, ThePlayer, TheReader
from taflheim.server.api.models import TEXT, Answer, Body, RequestId, TableId, refusals
from taflheim.server.api.tables import seen
from taflheim.server.identity import TheHall
from taflheim.store.chat import Line
from taflheim.table.chat import LONGEST_LINE

router = APIRouter(tags=["chat"])


class NewLine(Body):
    """Something to say."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "Have fun!", "request": "c1"}]})

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_LINE, pattern=TEXT)]
    request: RequestId | None = None


class LineView(Answer):
    """A line that was said."""

    number: int
    room: Literal["players", "spectators"]
    name: str
    text: str = Field(description="Nothing of a line that a host has hidden.")
    at_ms: int
    hidden: bool


class Lines(Answer):
    """What was said."""

    lines: list[LineView]


@router.post("/tables/{table_id}/chat", status_code=HTTPStatus.CREATED, responses=refusals(403, 404, 409))
async def say(table_id: TableId, sent: NewLine, hall: TheHall, person: ThePlayer, caller: TheCaller) -> LineView:
    """Say something: in the players' room if one sits there, else in the spectators'."""
    await seen(hall, table_id, caller)
    return _told(await hall.chat.say(table_id, person, sent.text, sent.request))


@router.get("/tables/{table_id}/chat", responses=refusals(403, 404))
async def lines(
    table_id: TableId,
    hall: TheHall,
    caller: TheReader,
    after: Annotated[int, Query(ge=0, le=1_000_000, description="The number of the last line one has.")] = 0,
) -> Lines:
    """The last lines that one may read. Who plays does not hear the spectators before the end."""
    await seen(hall, table_id, caller)
    listener = await hall.chat.listener(table_id, caller.actor)
    return Lines(lines=[_told(line) for line in await hall.chat.lines(table_id, listener, after)])


def _told(line: Line) -> LineView:
    return LineView(
        number=line.number,
        room=line.room,
        name=line.name,
        text="" if line.hidden else line.text,
        at_ms=line.at_ms,
        hidden=line.hidden,
    )
