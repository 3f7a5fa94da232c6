"""Tables: opened, listed, looked at, and sat down at."""

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import ConfigDict, Field, StrictInt
from starlette.requests import Request

from taflheim.games.registry import game
from taflheim.hall.hall import Hall
from taflheim.server.api.caller import TheCaller, ThePlayer, TheReader
from taflheim.server.api.models import TEXT, Answer, Body, Clock, Option, RequestId, Side, TableId, Word, refusals
from taflheim.server.api.table_view import SeatView, State, TableView, TermsView, told, told_seats, told_terms
from taflheim.server.caller import Caller
from taflheim.server.identity import TheHall, visible_table
from taflheim.server.limits import TheLimiter
from taflheim.server.links import reach
from taflheim.server.new_table import ME, at_source, checked, open_table
from taflheim.server.rating_words import changes_at
from taflheim.server.rules_loader import TheRules
from taflheim.server.seat_names import name_at
from taflheim.server.table_request import TableRequest
from taflheim.store.listing import Listed
from taflheim.table.actor import Person
from taflheim.table.event import Sit
from taflheim.table.seat import Seat
from taflheim.table.table import Table

MOST_LISTED = 100

router = APIRouter(tags=["tables"])

_Occupant = Annotated[StrictInt, Field(ge=1, le=1000)] | Word
TypedName = Annotated[str, Field(min_length=1, max_length=24, pattern=TEXT)]


class NewTable(Body):
    """What is wanted of a new table."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"game": "quoridor", "seats": {"a": "me", "b": "open"}, "clock": "5+3", "public": True},
                {"game": "hnefatafl", "seats": {"attackers": 3, "defenders": "me"}},
            ]
        }
    )

    game: Word | None = Field(None, description="Its name; not needed with `from` or `record`.")
    options: dict[Word, Option] = Field({}, max_length=20, description='Those of the game, as `{"players": 3}`.')
    seats: dict[Side, _Occupant] = Field(
        {},
        max_length=10,
        description="By side: `me`, `open` (free), `here` (another person beside me), or a bot by its level or name."
        " Seats that are not named are free if one is named `me`, else mine.",
    )
    side: Word | None = Field(
        None, description="The side I play, or `lot`. All seats that are not named are free then."
    )
    clock: Clock = "none"
    rated: bool = False
    public: bool = Field(False, description="Whether it stands in the lobby.")
    watchable: bool = Field(False, description="Whether people who do not play here may look.")
    policy: Literal["out", "bot"] = Field("out", description="With three or four: what becomes of who leaves.")
    programs: bool = Field(False, description="Whether programs may sit here though it is rated.")
    board: Literal["new", "wild"] = Field("new", description="Of a puzzle: proven winnable, or any.")
    start: Annotated[str, Field(max_length=1000, pattern=TEXT)] | None = Field(None, description="A position.")
    record: Annotated[str, Field(max_length=60_000)] | None = Field(
        None,
        description="The text of a game to go on with, its moves included; game and options need not be said then.",
    )
    seed: Annotated[str, Field(min_length=1, max_length=100, pattern=TEXT)] | None = Field(
        None,
        description="What the board, the choices of bots up to level 9 and luck follow from: the same moves give the"
        " same game. Not at rated tables.",
    )
    from_: Word | None = Field(None, alias="from", description="The id of a table to begin from.")
    ply: Annotated[int, Field(ge=0, le=5000)] | None = Field(None, description="Which of its positions; the last.")
    names: dict[Side, TypedName] = Field(
        {}, max_length=10, description="By side: what people beside me are called, at this table only."
    )
    request: RequestId | None = None


class Opened(Answer):
    """A table that was opened."""

    id: str
    link: str = Field(description="For those who are to sit down, or to watch.")


class TableLine(Answer):
    """A table in a list."""

    id: str
    link: str
    game: str
    options: dict[str, int | str]
    state: State
    terms: TermsView
    seats: dict[str, SeatView]
    turn: str | None
    winner: str | None
    reason: str | None = Field(description="Why the game has ended.")
    changed_ms: int = Field(description="When something happened there last: milliseconds since 1970, UTC.")


class TableList(Answer):
    """Some tables."""

    tables: list[TableLine]


class SitDown(Body):
    """How one sits down."""

    name: TypedName | None = Field(None, description="Of somebody beside me, for whom I take another seat.")
    request: RequestId | None = None


@router.post("/tables", status_code=HTTPStatus.CREATED, responses=refusals(403, 404, 409))
async def open_a_table(
    sent: NewTable,
    request: Request,
    hall: TheHall,
    person: ThePlayer,
    caller: TheCaller,
    rules: TheRules,
    limiter: TheLimiter,
) -> Opened:
    """Open a table."""
    await limiter.table(person, caller.client.address)
    account = await hall.accounts.get(person)
    asked = checked(await at_source(hall, person, _request(sent)), account.kind)
    await rules.ready(asked.game.name)
    table = await open_table(hall, Seat.person(account.id, account.name), asked)
    return Opened(id=table.id, link=link_to(hall, request, table.id))


def _request(sent: NewTable) -> TableRequest:
    seats = {side: str(who) for side, who in sent.seats.items()}
    mine = next((side for side, who in seats.items() if who == ME), None)
    fields = sent.model_dump(exclude={"from_", "seats", "side"})
    return TableRequest(**fields, seats=seats, side=sent.side or mine, source=sent.from_)


@router.get("/tables", responses=refusals(403))
async def list_tables(
    request: Request,
    hall: TheHall,
    caller: TheReader,
    state: State = "open",
    game_: Annotated[str | None, Query(alias="game", max_length=100, pattern=TEXT)] = None,
    mine: bool = False,
) -> TableList:
    """Public tables, or (`mine`) those at which one sits or that one has opened; the last changed first."""
    account = caller.actor.account if isinstance(caller.actor, Person) else None
    if mine:
        found = await hall.listing.of_account(account, state, game_, MOST_LISTED) if account else []
    else:
        waiting = {table.id for table in hall.lobby.open_tables()}
        found = [
            one
            for one in await hall.listing.public(state, game_, MOST_LISTED)
            # As in the lobby: a live table only while its opener is here, and no game that may not be watched.
            if (one.id in waiting if state == "open" else one.terms.watchable)
        ]
    return TableList(tables=[await _line(hall, one, caller, request) for one in found])


async def _line(hall: Hall, one: Listed, caller: Caller, request: Request) -> TableLine:
    sides = game(one.game, **one.options).seats
    return TableLine(
        id=one.id,
        link=link_to(hall, request, one.id),
        game=one.game,
        options={name: value for name, value in one.options.items() if isinstance(value, int | str)},
        state=one.state,
        terms=told_terms(one.terms),
        seats=await told_seats(hall, ((side, one.seats[side]) for side in sides), caller.actor),
        turn=one.turn if one.state in ("open", "playing") else None,
        winner=one.winner,
        reason=one.reason,
        changed_ms=one.changed_ms,
    )


@router.get("/tables/{table_id}", responses=refusals(403, 404))
async def a_table(table_id: TableId, request: Request, hall: TheHall, caller: TheReader) -> TableView:
    """How a table stands."""
    table = await seen(hall, table_id, caller)
    return await told(hall, table, caller.actor, link_to(hall, request, table_id))


class RatingChange(Answer):
    """How the rating of somebody has changed with a game."""

    side: str
    title: str = Field(description="Who it is.")
    change: str = Field(examples=["1500? → 1530?"])
    now: str


class RatingChanges(Answer):
    """What a rated game has changed."""

    ratings: list[RatingChange] = Field(description="Nothing of a game that does not count.")


@router.get("/tables/{table_id}/ratings", responses=refusals(403, 404))
async def rating_changes(table_id: TableId, hall: TheHall, caller: TheReader) -> RatingChanges:
    """What a rated game has changed."""
    found = await changes_at(hall, await seen(hall, table_id, caller))
    return RatingChanges(ratings=[RatingChange(**one) for one in found])


@router.post("/tables/{table_id}/seats/{side}", responses=refusals(403, 404, 409))
async def sit_down(
    table_id: TableId,
    side: Side,
    request: Request,
    hall: TheHall,
    person: ThePlayer,
    caller: TheCaller,
    sent: SitDown | None = None,
) -> TableView:
    """Sit down on a free seat. Play begins when every seat is taken."""
    table = await seen(hall, table_id, caller)
    name = name_at(table, person, (await hall.accounts.get(person)).name, (sent and sent.name) or "")
    decision = await hall.tables.act(table_id, person, Sit(side, name, sent.request if sent else None))
    return await told(hall, decision.table, person, link_to(hall, request, table_id))


async def seen(hall: Hall, table_id: str, caller: Caller) -> Table:
    """A table that somebody may see. A program that asks for it is there, like somebody whose page is open."""
    table = await visible_table(hall, table_id, caller.actor)
    if caller.is_program and isinstance(caller.actor, Person):
        hall.presence.touch(table_id, caller.actor.account)
    return table


def link_to(hall: Hall, request: Request, table_id: str) -> str:
    """The address of a table: the public one, that in the local network, or the one by which the hall was asked."""
    base = hall.settings.public_url or reach(request).base
    return f"{base.rstrip('/')}/tables/{table_id}"
