"""A table: a game, who sits at it, and the events that have happened. A value: events give new tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.position import Position, Result
from taflheim.games.record import ABORTED, AGREED, Record
from taflheim.games.rulebook import either
from taflheim.table.actor import Actor, House, Person
from taflheim.table.errors import GameOver, NothingToUndo, NotSeated, NotYourTurn, RequestReused, SeatTaken, Stale
from taflheim.table.event import Action, Event, Kind, Move, Resign, Sit, Undo, digest
from taflheim.table.seat import Seat

Outcome = Literal["won", "lost", "drawn"]

_ENTRIES: Mapping[Kind, str] = {
    "resign": "{side}:resigns",
    "time": "{side}:time",
    "left": "{side}:left",
    "agreed": AGREED,
    "aborted": ABORTED,
}
"""What the record says of events that are no moves."""


class _Asked(NamedTuple):
    """Who wants what, and when."""

    action: Action
    actor: Actor
    now_ms: int


class Decision(NamedTuple):
    """What an action brings about, and the table after it."""

    events: tuple[Event, ...]
    table: "Table"


@dataclass(frozen=True)
class Table:
    """A game being played.

    >>> import taflheim
    >>> anna = Seat.person("7f", "Anna")
    >>> table = Table.new("t1", taflheim.game("quoridor").start(), {"a": anna, "b": Seat.bot(1, "Bo")})
    >>> (event,), table = table.decide(Move(0, "e8"), Person("7f"), now_ms=0)
    >>> event.number, table.ply, table.record.turn, table.may_move(Person("7f"))
    (1, 1, 'b', False)
    """

    id: str
    seats: Mapping[str, Seat]
    record: Record
    events: tuple[Event, ...] = ()
    watchable: bool = False
    """Whether people who do not play here may look."""

    @classmethod
    def new(cls, table_id: str, start: Position, seats: Mapping[str, Seat], *, watchable: bool = False) -> "Table":
        """A table at which nothing has happened yet."""
        if set(seats) != set(start.game.seats):
            raise NotSeated(
                f"{start.game.title} has the seats {', '.join(start.game.seats)}: say of each who sits there"
            )
        return cls(table_id, dict(seats), Record(start, _names(seats)), watchable=watchable)

    @classmethod
    def replay(
        cls,
        table_id: str,
        start: Position,
        seats: Mapping[str, Seat],
        events: Iterable[Event],
        *,
        watchable: bool = False,
    ) -> "Table":
        """The table at which these events have happened. They were legal when they were stored: nothing is checked.

        `seats` says who sits there now.
        """
        happened = tuple(events)
        record = Record(start, _names(seats))
        for event in happened:
            record = _recorded(record, event)
        return cls(table_id, dict(seats), record, happened, watchable)

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
        return next((event.number for event in reversed(self.events) if event.kind != "sit"), 0)

    @property
    def ply(self) -> int:
        """How many entries the record has."""
        return len(self.record.entries)

    @property
    def result(self) -> Result | None:
        """How the game has ended, or None."""
        return self.record.result

    @property
    def is_open(self) -> bool:
        """Whether a seat is still free: the game has not begun."""
        return any(seat.is_free for seat in self.seats.values())

    @property
    def bot_to_move(self) -> Seat | None:
        """The bot that has to move now, if one has."""
        seat = self.seats[self.record.turn]
        return seat if seat.is_bot and self.result is None and not self.is_open else None

    def outcome(self, side: str) -> Outcome | None:
        """How the game has ended for a side; None while it lasts, and if it was aborted."""
        if self.result is None or self.record.aborted:
            return None
        if self.result.winner is None:
            # Who has left has lost, even if the rest agree to a draw.
            return "lost" if side in self.record.gone else "drawn"
        return "won" if self.result.winner == side else "lost"

    # ---- who may do what ------------------------------------------------------------------------------------------

    def seats_of(self, actor: Actor) -> tuple[str, ...]:
        """The sides that somebody plays."""
        if not isinstance(actor, Person):
            return ()
        return tuple(side for side, seat in self.seats.items() if seat.account == actor.account)

    def may_see(self, actor: Actor) -> bool:
        """Whether somebody may look at this table."""
        return self.watchable or isinstance(actor, House) or bool(self.seats_of(actor))

    def may_move(self, actor: Actor) -> bool:
        """Whether somebody plays the side to move."""
        return self.result is None and not self.is_open and self.record.turn in self.seats_of(actor)

    def can_undo(self, actor: Actor) -> bool:
        """Whether somebody could take a move back."""
        return self.result is None and self._undoable(actor) > 0

    def resigns(self, actor: Actor) -> str | None:
        """The side that gives up if this person resigns: the one to move, or the next of theirs; None if none can."""
        mine = [side for side in self.seats_of(actor) if side not in self.record.gone]
        if self.result is not None or self.is_open:
            return None
        return self.record.turn if self.record.turn in mine else next(iter(mine), None)

    # ---- what can be done -----------------------------------------------------------------------------------------

    def decide(self, action: Action, actor: Actor, now_ms: int) -> Decision:
        """The events that an action brings about and the table after them, or the error that says why it may not be.

        A request that was done already gets its event again, with the table as it is.
        """
        if done := self._done_before(action, actor):
            return Decision((done,), self)
        if self.result:
            raise GameOver("the game is over")
        asked = _Asked(action, actor, now_ms)
        match action:
            case Sit():
                return self._decide_sit(action, asked)
            case _ if self.is_open:
                raise NotYourTurn("the game begins when every seat is taken")
            case Move():
                return self._decide_move(action, asked)
            case Undo():
                return self._decide_undo(action, asked)
            case Resign():
                side = self._resigning(action.side, actor)
                return self._happen(asked, "resign", side, "", self.record.resign(side))

    def _done_before(self, action: Action, actor: Actor) -> Event | None:
        if action.request is None:
            return None
        known = (event for event in self.events if event.request == action.request)
        done = next((event for event in known if event.account == _account(actor)), None)
        if done and done.digest not in (None, digest(action)):
            raise RequestReused("another action was done under this request id: send a new one")
        return done

    def _decide_move(self, move: Move, asked: _Asked) -> Decision:
        turn = self.record.turn
        seat = self.seats[turn]
        self._check_seated(asked.actor)
        self._check_position(move.position_number)
        if not (seat.is_bot if isinstance(asked.actor, House) else turn in self.seats_of(asked.actor)):
            raise NotYourTurn(f"it is the turn of {seat.name} ({turn})")
        played = self.record.play(move.text)
        return self._happen(asked, "move", turn, played.entries[-1], played)

    def _decide_undo(self, undo: Undo, asked: _Asked) -> Decision:
        self._check_seated(asked.actor)
        self._check_position(undo.position_number)
        count = self._undoable(asked.actor)
        if not count:
            raise NothingToUndo("there is no move that you could take back")
        return self._happen(asked, "undo", self.record.turn, str(count), self.record.undo(count))

    def _decide_sit(self, sit: Sit, asked: _Asked) -> Decision:
        if not isinstance(asked.actor, Person):
            raise NotSeated("to sit down one needs an account")
        if sit.side not in self.seats:
            raise NotSeated(f"{self.game.title} has no seat {quoted(sit.side)}: expected {either(list(self.seats))}")
        if not self.seats[sit.side].is_free:
            raise SeatTaken(f"somebody sits there already: {self.seats[sit.side].name}")
        seats = {**self.seats, sit.side: Seat.person(asked.actor.account, sit.name)}
        seated = replace(self, seats=seats)
        return seated._happen(asked, "sit", sit.side, sit.name, self.record.with_headers(_names(seats)))

    def _happen(self, asked: _Asked, kind: Kind, side: str, text: str, record: Record) -> Decision:
        request = asked.action.request
        event = Event(
            self.number + 1,
            kind,
            side,
            text,
            # Time never runs backwards at a table, whatever the clock of the machine does.
            max(asked.now_ms, self.events[-1].at_ms) if self.events else asked.now_ms,
            account=_account(asked.actor),
            request=request,
            digest=request and digest(asked.action),
        )
        return Decision((event,), replace(self, record=record, events=(*self.events, event)))

    def _check_seated(self, actor: Actor) -> None:
        if not isinstance(actor, House) and not self.seats_of(actor):
            raise NotSeated("you do not play here")

    def _check_position(self, number: int) -> None:
        if number != self.position_number:
            raise Stale("the position has changed meanwhile: look at the board and try again")

    def _resigning(self, side: str | None, actor: Actor) -> str:
        side = self.resigns(actor) if side is None else side
        if side is None or side not in self.seats_of(actor) or side in self.record.gone:
            raise NotSeated("you do not play here")
        return side

    def _undoable(self, actor: Actor) -> int:
        """How many entries to take back so that this person is to move again; 0 if that cannot be.

        Only where nobody else would have to agree: all people at the table are this one.
        """
        mine = self.seats_of(actor)
        if not mine or any(not seat.is_bot and side not in mine for side, seat in self.seats.items()):
            return 0
        turns = (self.record.positions[-1 - count].turn for count in range(1, self.ply + 1))
        return next((count for count, turn in enumerate(turns, 1) if turn in mine), 0)


def _account(actor: Actor) -> str | None:
    return actor.account if isinstance(actor, Person) else None


def _names(seats: Mapping[str, Seat]) -> dict[str, str]:
    return {side: seat.name for side, seat in seats.items() if not seat.is_free}


def _recorded(record: Record, event: Event) -> Record:
    """The record after an event that was legal when it was stored."""
    if event.kind == "sit":
        return record
    if event.kind == "undo":
        return record.undo(int(event.text))
    return record.add_legal(event.text if event.kind == "move" else _ENTRIES[event.kind].format(side=event.side))
