"""How a table stands, as programs are told it."""

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import Field

from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.server.api.models import Answer
from taflheim.server.seated import known_at, rating_at
from taflheim.table.actor import Actor, Person, account_of
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

State = Literal["open", "playing", "over", "aborted"]
Who = Literal["free", "person", "guest", "program", "bot"]
_WHO: Mapping[str, Who] = {"guest": "guest", "bot": "program"}


class SeatView(Answer):
    """Who sits on a seat."""

    name: str = Field(description="Empty where nobody sits.")
    who: Who = Field(description="A program has an account of its own; a bot belongs to the house.")
    level: int | None = Field(description="Of a bot of the house, also one that plays on for somebody who has left.")
    yours: bool
    here: bool | None = Field(description="Whether a person or program is connected to the table; in lists not said.")
    rating: str | None = Field(
        description="As people read it: `1500`, or `1500?` while it is not certain; in lists not said."
    )


class TermsView(Answer):
    """What was chosen when a table was opened."""

    clock: str = Field(examples=["5+3"], description="none, `5+3`, `move 30` or `days 3`.")
    rated: bool
    public: bool
    watchable: bool
    policy: Literal["out", "bot"]
    programs: bool = Field(description="Whether programs may sit here though it is rated.")


class OfferView(Answer):
    """An open offer."""

    number: int = Field(description="An answer names it.")
    kind: Literal["draw", "takeback", "rematch"]
    side: str
    waiting: list[str] = Field(description="The sides that have not answered yet.")


class ResultView(Answer):
    """How a game has ended."""

    winner: str | None
    reason: str
    text: str


class TableView(Answer):
    """A table, whole."""

    id: str
    link: str
    game: str
    options: dict[str, int | str]
    state: State
    terms: TermsView
    seats: dict[str, SeatView] = Field(description="By side, in the order of their turns.")
    number: int = Field(description="Of the last event; 0 before the first.")
    start: str
    moves: list[str] = Field(description="The entries of the record: moves, and ends as `a:resigns`.")
    position: str
    position_number: int = Field(description="Of the event that made the position; 0 for the start. A move names it.")
    turn: str | None = Field(description="The side to move; none when the game is over.")
    clocks: dict[str, int] | None = Field(
        description="What each clock shows now, in milliseconds; none without clocks."
    )
    offers: list[OfferView]
    result: ResultView | None
    next_table: str | None = Field(description="The table of the rematch that has begun.")


async def told(hall: Hall, table: Table, actor: Actor, link: str) -> TableView:
    """A table as somebody is told it."""
    now, record, over = now_ms(), table.record, table.result
    clocks = {side: table.clock.shown_ms(side, now) for side in table.seats}
    return TableView(
        id=table.id,
        link=link,
        game=table.game.name,
        options=dict(table.game.options),
        state=table.state,
        terms=told_terms(table.terms),
        seats=await told_seats(hall, table.seats.items(), actor, table),
        number=table.number,
        start=str(record.start),
        moves=list(record.entries),
        position=str(record.position),
        position_number=table.position_number,
        turn=None if over else record.turn,
        clocks={side: ms for side, ms in clocks.items() if ms is not None} or None,
        offers=_offers(table, now),
        result=ResultView(winner=over.winner, reason=over.reason, text=str(over)) if over else None,
        next_table=table.next_table,
    )


def told_terms(terms: Terms) -> TermsView:
    """What was chosen at the opening."""
    return TermsView(
        clock=str(terms.clock),
        rated=terms.rated,
        public=terms.public,
        watchable=terms.watchable,
        policy=terms.policy,
        programs=terms.programs,
    )


async def told_seats(
    hall: Hall, seats: Iterable[tuple[str, Seat]], actor: Actor, table: Table | None = None
) -> dict[str, SeatView]:
    """Who sits where; of a whole table also who of them is there, and how strong they are.

    Accounts themselves are nobody's business.
    """
    me = account_of(actor)
    here = _here(hall, table) if table else []
    known = await known_at(hall, table) if table else {}
    return {
        side: SeatView(
            name=seat.name,
            who=await _who(hall, seat),
            level=seat.level,
            yours=me is not None and seat.account == me,
            here=None if table is None or seat.account is None else seat.account in here,
            rating=(table and rating_at(table, side, known)) or None,
        )
        for side, seat in seats
    }


async def _who(hall: Hall, seat: Seat) -> Who:
    if seat.account is None:
        return "free" if seat.is_free else "bot"
    return _WHO.get((await hall.accounts.get(Person(seat.account))).kind, "person")


def _here(hall: Hall, table: Table) -> list[str]:
    return [account for account, presence in hall.presence.of(table).items() if presence.connected]


def _offers(table: Table, now: int) -> list[OfferView]:
    found = [
        OfferView(
            number=offer.number, kind=offer.kind, side=offer.side, waiting=_in_turn(table, table.offers.waiting(offer))
        )
        for offer in table.offers.open
    ]
    rematch = table.rematch
    if rematch and rematch.by and rematch.stands(now, table.clock.outages):
        waiting = _in_turn(table, rematch.waiting)
        found.append(OfferView(number=rematch.number, kind="rematch", side=rematch.by, waiting=waiting))
    return found


def _in_turn(table: Table, sides: frozenset[str]) -> list[str]:
    return [side for side in table.seats if side in sides]
