"""A table: a game, who sits at it, and the events that have happened. A value: events give new tables.

What may be done stands in permission.py, what an action brings about in decision.py, what is due in deadline.py, and
what an event makes of a table in history.py.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from taflheim.games.game import Game
from taflheim.games.position import Position, Result
from taflheim.games.record import Record
from taflheim.table import history, seating
from taflheim.table.actor import Actor, House, account_of
from taflheim.table.circumstances import NOTHING_KNOWN, Circumstances
from taflheim.table.clock import Clock
from taflheim.table.decision import Decision, decide
from taflheim.table.errors import refused
from taflheim.table.event import RECORDED, Action, Event
from taflheim.table.offer import Offers
from taflheim.table.outage import Outage
from taflheim.table.rematch import Rematch
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

Outcome = Literal["won", "lost", "drawn"]
State = Literal["open", "playing", "over", "aborted"]


@dataclass(frozen=True)
class Table:
    """A game being played.

    >>> import taflheim
    >>> from taflheim.table.actor import Person
    >>> from taflheim.table.event import Move
    >>> anna = Seat.person("7f", "Anna")
    >>> table = Table.new("t1", taflheim.game("quoridor").start(), {"a": anna, "b": Seat.bot(1, "Bo")})
    >>> (event,), table = table.decide(Move(0, "e8"), Person("7f"), now_ms=0)
    >>> event.number, table.ply, table.record.turn, table.may_move(Person("7f"))
    (1, 1, 'b', False)
    """

    id: str
    seats: Mapping[str, Seat]
    record: Record
    events: tuple[Event, ...]
    terms: Terms
    # What else follows from the log and is kept, so that a decision need not read all of it.
    clock: Clock
    offers: Offers
    quotas_ms: Mapping[str, int]
    """What each side may still be forgiven of its lag, if that is not what it was at first."""
    barred: int
    """How many entries of the record no takeback can reach: somebody has left then, or other people sat down."""
    rematch: Rematch | None

    @classmethod
    def new(
        cls,
        table_id: str,
        start: Position,
        seats: Mapping[str, Seat],
        terms: Terms | None = None,
        outages: Iterable[Outage] = (),
    ) -> "Table":
        """A table at which nothing has happened yet."""
        game, terms = start.game, terms or Terms()
        if set(seats) != set(game.seats):
            raise refused("seats_unnamed", game=game.title, seats=", ".join(game.seats))
        record = Record(start, seating.names(seats))
        clock = Clock.waiting(terms.clock, game.seats, terms.created_ms, outages)
        table = cls(table_id, dict(seats), record, (), terms, clock, Offers({}), {}, 0, None)
        return table if table.is_open else history.begun(table, terms.created_ms)

    @classmethod
    def replay(
        cls,
        table_id: str,
        start: Position,
        seats: Mapping[str, Seat],
        events: Iterable[Event],
        terms: Terms | None = None,
        outages: Iterable[Outage] = (),
    ) -> "Table":
        """The table at which these events have happened. They were legal when they were stored: nothing is checked.

        `seats` says who sits there now, `outages` when the hall did not run since the table was opened.
        """
        happened = tuple(events)
        table = cls.new(table_id, start, seating.opening(seats, happened), terms, outages)
        last = max((event.number for event in happened if event.kind in RECORDED), default=0)
        for event in happened:
            # Whether the game is over takes long to find out, and only what came last can have ended it.
            table = history.after(table, event, ending=event.number == last)
        return table._seated(seats)

    def then(self, events: Iterable[Event], seats: Mapping[str, Seat]) -> "Table":
        """The table after these events, too, which were stored by somebody else; `seats` says who sits there then."""
        table = self
        for event in events:
            table = history.after(table, event)
        return table._seated(seats)

    def _seated(self, seats: Mapping[str, Seat]) -> "Table":
        if self.seats == seats:
            return self
        # Somebody has another name today.
        return replace(self, seats=dict(seats), record=self.record.with_headers(seating.names(seats)))

    def with_outage(self, outage: Outage) -> "Table":
        """With one more time for which no clock is charged, and after which timers begin anew."""
        return replace(self, clock=self.clock.without(outage))

    # ---- how it stands --------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    @property
    def number(self) -> int:
        """The number of the last event; 0 before the first."""
        return len(self.events)

    @property
    def position_number(self) -> int:
        """The number of the event that made the position on the board; 0 for the start. A move answers it.

        A ply would not do: after an undo another position has the same one.
        """
        return next((event.number for event in reversed(self.events) if event.kind in RECORDED), 0)

    @property
    def ply(self) -> int:
        """How many entries the record has."""
        return len(self.record.entries)

    @property
    def result(self) -> Result | None:
        """How the game has ended, or None."""
        return self.record.result

    @property
    def watchable(self) -> bool:
        """Whether people who do not play here may look."""
        return self.terms.watchable

    @property
    def is_open(self) -> bool:
        """Whether a seat is still free: the game has not begun."""
        return self.state == "open"

    @cached_property
    def state(self) -> State:
        """Where the table is in its life."""
        if self.result is not None:
            return "aborted" if self.record.aborted else "over"
        return "open" if any(seat.is_free for seat in self.seats.values()) else "playing"

    @property
    def bot_to_move(self) -> Seat | None:
        """The bot that has to move now, if one has. Bots stop when no people are left."""
        seat = self.seats[self.record.turn]
        return seat if seat.is_bot and self.state == "playing" and not self.deserted else None

    @property
    def in_game(self) -> tuple[str, ...]:
        """The sides that have not left."""
        return tuple(side for side in self.seats if side not in self.clock.out)

    @property
    def people(self) -> frozenset[str]:
        """The accounts that play: not those that have left, nor those for whom a bot plays on."""
        players = (self.seats[side].player for side in self.in_game)
        return frozenset(account for account in players if account is not None)

    @cached_property
    def deserted(self) -> bool:
        """Whether nobody plays any more who could, and bots hold the seats of people who may come back.

        Where all people have resigned nobody comes back: the bots play on to the end.
        """
        here = [seat for side, seat in self.seats.items() if side not in self.clock.out]
        return any(seat.is_held for seat in here) and not any(seat.player for seat in here)

    @property
    def next_table(self) -> str | None:
        """The table of the rematch that has begun."""
        return next((event.text for event in reversed(self.events) if event.kind == "rematch"), None)

    def outcome(self, side: str) -> Outcome | None:
        """How the game has ended for a side; None while it lasts, and if it was aborted."""
        if self.result is None or self.record.aborted:
            return None
        if self.result.winner is None:
            # Who has left has lost, even if the rest agree to a draw.
            return "lost" if side in self.record.gone else "drawn"
        return "won" if self.result.winner == side else "lost"

    def outcome_for_player(self, side: str) -> Outcome | None:
        """How the game has ended for who sat on a side: who has left it to a bot has lost, whatever the bot did."""
        outcome = self.outcome(side)
        return "lost" if outcome and self.seats[side].is_held else outcome

    # ---- who may do what: see also permission.py ------------------------------------------------------------------

    def seats_of(self, actor: Actor) -> tuple[str, ...]:
        """The sides that somebody plays."""
        account = account_of(actor)
        if account is None:
            return ()
        return tuple(side for side, seat in self.seats.items() if seat.player == account)

    def may_see(self, actor: Actor) -> bool:
        """Whether somebody may look at this table. Who has opened it may, and who could still sit down."""
        if self.watchable or isinstance(actor, House) or self.is_open:
            return True
        account = account_of(actor)
        accounts = (self.terms.opener, *(seat.account for seat in self.seats.values()))
        return account is not None and account in accounts

    def may_move(self, actor: Actor) -> bool:
        """Whether somebody plays the side to move."""
        return self.state == "playing" and self.record.turn in self.seats_of(actor)

    def can_undo(self, actor: Actor) -> bool:
        """Whether somebody could take a move back."""
        return self.undoable(actor) > 0

    def undoable(self, actor: Actor) -> int:
        """How many entries to take back so that this person is to move again; 0 if that cannot be.

        Only where nobody else would have to agree: all people at the table are this one.
        """
        mine = self.seats_of(actor)
        others = any(seat.account or seat.is_free for side, seat in self.seats.items() if side not in mine)
        if not mine or others or self.terms.serious or self.state != "playing":
            return 0
        turns = (self.record.positions[-1 - count].turn for count in range(1, self.ply + 1))
        return next((count for count, turn in enumerate(turns, 1) if turn in mine), 0)

    def resigns(self, actor: Actor) -> str | None:
        """The side that gives up if this person resigns: the one to move, or the next of theirs; None if none can."""
        mine = [side for side in self.seats_of(actor) if side not in self.record.gone]
        if self.state != "playing":
            return None
        return self.record.turn if self.record.turn in mine else next(iter(mine), None)

    # ---- what happens ---------------------------------------------------------------------------------------------

    def decide(self, action: Action, actor: Actor, now_ms: int, around: Circumstances = NOTHING_KNOWN) -> Decision:
        """The events that an action brings about and the table after them, or the error that says why it may not be.

        A request that was done already gets its event again, with the table as it is. What is due comes first: if
        that leaves nothing of the action, `Overtaken` says what has happened instead.
        """
        return decide(self, action, actor, now_ms, around)
