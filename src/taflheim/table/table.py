"""A table: a game, who sits at it, and the events that have happened. A value: events give new tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from taflheim.games.game import Game
from taflheim.games.position import Position, Result
from taflheim.games.record import Record
from taflheim.table.errors import GameOver, NothingToUndo, NotYourTurn, Stale
from taflheim.table.event import Action, Event, Move, Resign, Undo
from taflheim.table.seat import Seat

Outcome = Literal["won", "lost", "drawn"]


@dataclass(frozen=True)
class Table:
    """A game being played.

    >>> import taflheim
    >>> anna = Seat.person("7f", "Anna")
    >>> table = Table.new("t1", taflheim.game("quoridor").start(), {"a": anna, "b": Seat.bot(1, "Bo")})
    >>> event = table.decide(Move(0, "e8"), "7f")
    >>> table = table.after(event)
    >>> table.number, table.ply, table.record.turn, table.may_move("7f")
    (1, 1, 'b', False)
    """

    id: str
    seats: Mapping[str, Seat]
    record: Record
    events: tuple[Event, ...] = ()
    _requests: Mapping[str, Event] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def new(cls, table_id: str, start: Position, seats: Mapping[str, Seat]) -> "Table":
        """A table at which nothing has happened yet."""
        if set(seats) != set(start.game.seats):
            raise NotYourTurn(f"{start.game.title} has the seats {', '.join(start.game.seats)}: fill each of them")
        return cls(table_id, dict(seats), Record(start, {side: seat.name for side, seat in seats.items()}))

    @classmethod
    def replayed(cls, table_id: str, start: Position, seats: Mapping[str, Seat], events: Iterable[Event]) -> "Table":
        """The table at which these events have happened."""
        table = cls.new(table_id, start, seats)
        for event in events:
            table = table.after(event)
        return table

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
    def ply(self) -> int:
        """How many entries the record has: what a move answers."""
        return len(self.record.entries)

    @property
    def result(self) -> Result | None:
        """How the game has ended, or None."""
        return self.record.result

    def may_move(self, account: str | None) -> bool:
        """Whether this person plays the side to move."""
        return self.result is None and account is not None and self.seats[self.record.turn].account == account

    @property
    def bot_to_move(self) -> Seat | None:
        """The bot that has to move now, if one has."""
        seat = self.seats[self.record.turn]
        return seat if seat.is_bot and self.result is None else None

    def outcome(self, side: str) -> Outcome | None:
        """How the game has ended for a side."""
        if self.result is None:
            return None
        if self.result.winner is None:
            return "drawn"
        return "won" if self.result.winner == side else "lost"

    def asked_before(self, request: str | None) -> Event | None:
        """The event that a request has brought about already."""
        return self._requests.get(request) if request else None

    # ---- what can be done -----------------------------------------------------------------------------------------

    def decide(self, action: Action, account: str | None) -> Event:
        """The event that an action brings about, or the error that says why it may not be.

        An account of None is the hall itself, which moves for the bots.
        """
        if self.result:
            raise GameOver("the game is over")
        match action:
            case Move():
                return self._decide_move(action, account)
            case Resign():
                return self._event("resign", self._resigning(action.side, account), "", action.request)
            case Undo():
                self._check_ply(action.ply)
                count = self._can_take_back(account)
                if not count:
                    raise NothingToUndo("there is no move that you could take back")
                return self._event("undo", self.record.turn, str(count), action.request)

    def _decide_move(self, move: Move, account: str | None) -> Event:
        self._check_ply(move.ply)
        seat = self.seats[self.record.turn]
        if seat.account != account:
            raise NotYourTurn(f"it is the turn of {seat.name} ({self.record.turn})")
        played = self.record.play(move.text)
        return self._event("move", self.record.turn, played.entries[-1], move.request)

    def _event(self, kind: Literal["move", "resign", "undo"], side: str, text: str, request: str | None) -> Event:
        return Event(self.number + 1, kind, side, text, self.ply, request)

    def _check_ply(self, ply: int) -> None:
        if ply != self.ply:
            raise Stale("the position has changed meanwhile: look at the board and try again")

    def _resigning(self, side: str | None, account: str | None) -> str:
        gone = {event.side for event in self.events if event.kind == "resign"}
        mine = [name for name, seat in self.seats.items() if seat.account == account and name not in gone]
        if side is None:
            side = self.record.turn if self.record.turn in mine else next(iter(mine), None)
        if side not in mine:
            raise NotYourTurn("you do not play here")
        return side

    def _can_take_back(self, account: str | None) -> int:
        """How many entries to take back so that this person is to move again; 0 if that cannot be.

        Only where nobody else would have to agree: all people at the table are this one.
        """
        if self.result or any(seat.account != account for seat in self.seats.values() if not seat.is_bot):
            return 0
        for count in range(1, self.ply + 1):
            if not self.seats[self.record.positions[-1 - count].turn].is_bot:
                return count
        return 0

    def can_undo(self, account: str | None) -> bool:
        """Whether this person could take a move back."""
        return self._can_take_back(account) > 0

    def after(self, event: Event) -> "Table":
        """The table after an event."""
        if event.kind == "move":
            record = self.record.play(event.text)
        elif event.kind == "resign":
            record = self.record.resign(event.side)
        else:
            record = self.record.undo(int(event.text))
        requests = {**self._requests, event.request: event} if event.request else self._requests
        return replace(self, record=record, events=(*self.events, event), _requests=requests)
