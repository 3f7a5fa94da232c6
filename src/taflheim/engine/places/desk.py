"""Who thinks next on cores that several halls and contests share: a desk gives out seats, one for each core.

The same rules as in a hall (`hall/engines.py`): by deadline, one seat kept for people, and analyses give theirs back
when somebody waits for a bot. Batches of games have what nobody else wants, in equal parts, and give it back at once.
An engine that stands by keeps its seat until somebody wants it.
"""

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from taflheim.engine.places.rank import BATCH, Rank

GONE_S = 10.0
"""Whoever has said nothing for so long has gone, with all seats."""
_STANDS_BY_S = 30.0
"""So long a batch leaves an engine alone that has nothing to do: the next move of a live game comes soon."""


class Demand(NamedTuple):
    """What somebody says of a seat."""

    rank: Rank | None
    """None: nothing is to be done there now, an engine stands by."""
    held: bool
    """Whether they have been given it."""


class Told(NamedTuple):
    """What somebody is told of their seats."""

    held: frozenset[str]
    back: frozenset[str]
    """Seats that others need more: they are to be given back."""
    before: Mapping[str, int]
    """Of seats that are waited for: how many come before, one of those that think now among them."""


@dataclass(eq=False)
class _Seat:
    name: str
    owner: str
    rank: Rank | None
    since_s: float
    arrival: int
    held: bool

    @property
    def is_batch(self) -> bool:
        return self.rank == BATCH

    @property
    def is_firm(self) -> bool:
        """Whether people would have to wait until it is free."""
        return self.rank is not None and not self.rank.waited_for and not self.rank.yields


class Desk:
    """Seats for so many cores. Everybody says all that they want and have, again and again: so nothing is ever lost.

    >>> desk = Desk(1)
    >>> desk.exchange("ladder", {"a": Demand(BATCH, False)}).held
    frozenset({'a'})
    >>> desk.exchange("hall", {"b": Demand(Rank(1.0, True), False)}).before
    {'b': 1}
    >>> desk.exchange("ladder", {"a": Demand(BATCH, True)}).back
    frozenset({'a'})
    """

    def __init__(self, cores: int = 0, now_s: Callable[[], float] = time.monotonic):
        self.cores = cores
        self._now_s = now_s
        self._heard_s: dict[str, float] = {}
        self._seats: dict[str, _Seat] = {}
        self._arrivals = itertools.count()

    @property
    def wanted(self) -> int:
        """How many cores would have something to do."""
        return sum(seat.rank is not None for seat in self._seats.values())

    def exchange(self, owner: str, demands: Mapping[str, Demand]) -> Told:
        """Hear all that somebody wants and has, and say what they get."""
        now_s = self._heard_s[owner] = self._now_s()
        self.forget()
        self._seats = {name: seat for name, seat in self._seats.items() if seat.owner != owner or name in demands}
        for name, demand in demands.items():
            seat = self._seats.get(name)
            held = demand.held or (seat is not None and seat.held)
            if seat is None or seat.rank != demand.rank:
                seat = self._seats[name] = _Seat(name, owner, demand.rank, now_s, next(self._arrivals), held)
            seat.held = held
        before = self._give()
        back = self._needed()
        mine = [seat for seat in self._seats.values() if seat.owner == owner]
        return Told(
            frozenset(seat.name for seat in mine if seat.held),
            frozenset(seat.name for seat in mine if seat in back),
            {seat.name: before[seat] for seat in mine if seat in before},
        )

    def forget(self) -> None:
        """Forget those who have gone without a word."""
        now_s = self._now_s()
        self._heard_s = {owner: heard_s for owner, heard_s in self._heard_s.items() if now_s - heard_s <= GONE_S}
        self._seats = {name: seat for name, seat in self._seats.items() if seat.owner in self._heard_s}

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _give(self) -> dict[_Seat, int]:
        """Give out what is free; who has to wait, and behind how many."""
        given = len(self._held())
        while given < self.cores and (seat := next(self._next(), None)):
            seat.held = True
            given += 1
        return {seat: before for before, seat in enumerate(self._next(firm=True), start=1)}

    def _needed(self) -> set[_Seat]:
        """The seats that are to be given back, since others wait who come first."""
        back: set[_Seat] = set()
        shares = self._shares()
        for waiting in self._next():
            lent = [seat for seat in self._held() if seat not in back and self._gives_way(seat, waiting, shares)]
            if lent:
                # What stands by, the longest first; then the youngest work, of which least is lost.
                idle = [seat for seat in lent if seat.rank is None]
                given = min(idle, key=_age) if idle else max(lent, key=lambda seat: (seat.is_batch, _age(seat)))
                back.add(given)
                shares[given.owner] -= given.is_batch
                shares[waiting.owner] += waiting.is_batch
        return back

    def _next(self, *, firm: bool = False) -> Iterator[_Seat]:
        """Who waits, in the order in which they are served; unless `firm`, without those who leave a seat to people."""
        waiting = [seat for seat in self._seats.values() if not seat.held and seat.rank is not None]
        kept = sum(seat.is_firm for seat in self._held()) >= max(1, self.cores - 1)
        shares = self._shares()
        for seat in sorted(waiting, key=lambda seat: (_deadline_s(seat), shares[seat.owner], seat.arrival)):
            if firm or not (kept and seat.is_firm):
                yield seat

    def _gives_way(self, seat: _Seat, waiting: _Seat, shares: Mapping[str, int]) -> bool:
        if seat.rank is None:
            return not waiting.is_batch or self._now_s() - seat.since_s > _STANDS_BY_S
        if seat.is_batch and waiting.is_batch:
            return shares[seat.owner] > shares[waiting.owner] + 1
        return seat.is_batch or (seat.rank.yields and bool(waiting.rank and waiting.rank.waited_for))

    def _shares(self) -> Counter[str]:
        """How many seats each of those has who play batches."""
        return Counter(seat.owner for seat in self._held() if seat.is_batch)

    def _held(self) -> list[_Seat]:
        return [seat for seat in self._seats.values() if seat.held]


def _deadline_s(seat: _Seat) -> float:
    return seat.since_s + (seat.rank.patience_s if seat.rank else 0.0)


def _age(seat: _Seat) -> tuple[float, int]:
    return seat.since_s, seat.arrival
