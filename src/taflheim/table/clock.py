"""Clocks. A clock is a value that is given the time: it follows from a table's log and the list of outages alone."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, Protocol

from taflheim.table.errors import refused
from taflheim.table.outage import Outage, charged_ms, last_instant_ms, merged
from taflheim.table.time_control import TimeControl

TAKEBACK_FLOOR_MS = 10_000
"""Increments that are taken back leave a clock this much, or what it showed if that was less."""


class Entry(NamedTuple):
    """An entry of the record, as far as clocks care: who was to move before it, and whose it is."""

    turn: str
    side: str
    out: bool
    """Whether the side has left the game by it."""


@lru_cache(256)
def _shared(turn: str, side: str, out: bool) -> Entry:
    # There are few different ones, and a hall keeps one for each move of many long games.
    return Entry(turn, side, out)


class Happened(Protocol):
    """An event of a table, as far as clocks care."""

    @property
    def kind(self) -> str:
        """What has happened."""

    @property
    def side(self) -> str | None:
        """Who has moved or left."""

    @property
    def text(self) -> str:
        """For an undo: how many entries were taken back."""

    @property
    def at_ms(self) -> int:
        """When it was received."""

    @property
    def lag_ms(self) -> int:
        """What is not charged."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of all sides.

    >>> clock = Clock.start(TimeControl.parse("5+3"), ("a", "b"), "a", at_ms=0)
    >>> clock = clock.moved("a", at_ms=40_000).moved("b", at_ms=60_000)  # first moves cost nothing
    >>> clock.turn, clock.shown_ms("a", 70_000), clock.shown_ms("b", 70_000), clock.deadline_ms()
    ('a', 293000, 303000, 363000)
    """

    control: TimeControl
    sides: tuple[str, ...]
    """In the order in which they move."""
    turn: str | None
    """The side to move; None before the game has begun, and when the clocks have been stopped."""
    since_ms: int
    """When its turn began."""
    left_ms: tuple[int, ...]
    """What each side had left then."""
    entries: tuple[Entry, ...] = ()
    outages: tuple[Outage, ...] = ()
    out: frozenset[str] = frozenset()
    """The sides that have left the game."""

    @classmethod
    def waiting(cls, control: TimeControl, sides: Iterable[str], at_ms: int, outages: Iterable[Outage] = ()) -> "Clock":
        """The clocks of a game that has not begun."""
        sides = tuple(sides)
        return cls(control, sides, None, at_ms, (control.base_ms,) * len(sides), (), merged(outages))

    @classmethod
    def start(
        cls, control: TimeControl, sides: Iterable[str], turn: str, at_ms: int, outages: Iterable[Outage] = ()
    ) -> "Clock":
        """The clocks of a game that begins now, with `turn` to move."""
        return cls.waiting(control, sides, at_ms, outages).started(turn, at_ms)

    # ---- how it stands --------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether the clock of the side to move runs: it does once that side has made its first move."""
        return self.control.timed and self.turn is not None and self.has_moved(self.turn)

    def has_moved(self, side: str) -> bool:
        """Whether a side has made its first move."""
        return any(entry.side == side and not entry.out for entry in self.entries)

    def moves_of(self, side: str) -> int:
        """How many moves a side has made."""
        return sum(entry.side == side and not entry.out for entry in self.entries)

    def shown_ms(self, side: str, now_ms: int) -> int | None:
        """What the clock of a side shows; None if nobody is timed."""
        return self._shown(now_ms)[self.sides.index(side)] if self.control.timed else None

    def deadline_ms(self, allowance_ms: int = 0) -> int | None:
        """The last instant at which the side to move is in time, given what it is forgiven; None if no clock runs."""
        if self.turn is None or not self.running:
            return None
        budget_ms = self.left_ms[self.sides.index(self.turn)] + allowance_ms
        return last_instant_ms(self.outages, self.since_ms, budget_ms)

    def expired(self, now_ms: int, allowance_ms: int = 0) -> bool:
        """Whether the time of the side to move is up; the event that says so is stamped with the deadline."""
        deadline_ms = self.deadline_ms(allowance_ms)
        return deadline_ms is not None and now_ms > deadline_ms

    def lag_ms(self, at_ms: int, allowance_ms: int) -> int:
        """What is not charged for a move received at `at_ms`: the allowance, but not more than would be charged."""
        return min(allowance_ms, self._charged(at_ms))

    def _charged(self, at_ms: int) -> int:
        return charged_ms(self.outages, self.since_ms, at_ms) if self.running else 0

    def _shown(self, at_ms: int, lag_ms: int = 0) -> tuple[int, ...]:
        used = max(0, self._charged(at_ms) - lag_ms)
        return tuple(
            max(0, ms - used) if s == self.turn else ms for s, ms in zip(self.sides, self.left_ms, strict=True)
        )

    # ---- what happens ---------------------------------------------------------------------------------------------

    def started(self, turn: str, at_ms: int) -> "Clock":
        """After the game has begun, with `turn` to move."""
        return replace(self, turn=turn, since_ms=at_ms)

    def moved(self, side: str, at_ms: int, lag_ms: int = 0, turn: str | None = None) -> "Clock":
        """After a move: its side is charged, gets its increment, and the turn begins of `turn`, or the next side."""
        entry = self._entry(side, out=False)
        if side != entry.turn:
            raise refused("turn_of", name=entry.turn, side=entry.turn)
        left = self.left_ms
        if self.control.timed:
            left = tuple(
                ms + self.control.increment_ms if name == side else ms
                for name, ms in zip(self.sides, self._shown(at_ms, lag_ms), strict=True)
            )
        return self._turn_of(turn or self._next(side, self.out), at_ms, left, (*self.entries, entry), self.out)

    def gone(self, side: str, at_ms: int, turn: str | None = None) -> "Clock":
        """After a side has left the game: it has resigned, its time was up, or it was claimed against.

        The clock of another side runs on. Clocks stop when only one side is left.
        """
        entries = (*self.entries, self._entry(side, out=True))
        out = self.out | {side}
        if len(out) >= len(self.sides) - 1:
            return replace(self.stopped(at_ms), entries=entries, out=out)
        if side != self.turn:
            return replace(self, entries=entries, out=out)
        return self._turn_of(turn or self._next(side, out), at_ms, self._shown(at_ms), entries, out)

    def undone(self, count: int, at_ms: int) -> "Clock":
        """After the last entries were taken back: clocks keep what they show, less the increments of what was taken."""
        keep = len(self.entries) - count
        if count < 1 or keep < 0:
            raise refused("entries_to_undo", count=count, entries=len(self.entries))
        taken = self.entries[keep:]
        left = []
        for side, shown in zip(self.sides, self._shown(at_ms), strict=True):
            moves = sum(entry.side == side and not entry.out for entry in taken)
            left.append(max(shown - moves * self.control.increment_ms, min(shown, TAKEBACK_FLOOR_MS)))
        back = frozenset(entry.side for entry in taken if entry.out)
        return self._turn_of(taken[0].turn, at_ms, tuple(left), self.entries[:keep], self.out - back)

    def stopped(self, at_ms: int) -> "Clock":
        """After the end of the game: the clocks go on showing what they show now."""
        return replace(self, turn=None, since_ms=at_ms, left_ms=self._shown(at_ms))

    def forgiven(self, at_ms: int, lag_ms: int) -> "Clock":
        """After somebody came back to a seat that a bot held: so much of the turn that goes on is not charged."""
        back = min(lag_ms, self._charged(at_ms))
        left = (ms + back if side == self.turn else ms for side, ms in zip(self.sides, self.left_ms, strict=True))
        return replace(self, left_ms=tuple(left)) if back else self

    def without(self, outage: Outage) -> "Clock":
        """With one more time that is not charged."""
        return replace(self, outages=merged((*self.outages, outage)))

    def after(self, event: Happened, turn: str | None = None) -> "Clock":
        """After an event of the table's log, with `turn` to move then.

        That a move has ended the game only its table knows: see `stopped`.
        """
        match event.kind:
            case "move":
                return self.moved(str(event.side), event.at_ms, event.lag_ms, turn)
            case "resign" | "time" | "left":
                return self.gone(str(event.side), event.at_ms, turn)
            case "undo":
                return self.undone(int(event.text), event.at_ms)
            case "agreed" | "aborted":
                return self.stopped(event.at_ms)
            case "return":
                return self.forgiven(event.at_ms, event.lag_ms)
        return self

    def _entry(self, side: str, out: bool) -> Entry:
        if self.turn is None or side not in self.sides or side in self.out:
            raise refused("left_already", side=side)
        return _shared(self.turn, side, out)

    def _next(self, side: str, out: frozenset[str]) -> str:
        here = self.sides.index(side)
        return next(name for name in self.sides[here + 1 :] + self.sides if name not in out)

    def _turn_of(
        self, side: str, at_ms: int, left_ms: tuple[int, ...], entries: tuple[Entry, ...], out: frozenset[str]
    ) -> "Clock":
        if self.control.per_move:
            left_ms = (self.control.base_ms,) * len(self.sides)
        since_ms = max(self.since_ms, at_ms)
        return Clock(self.control, self.sides, side, since_ms, left_ms, entries, self.outages, out)
