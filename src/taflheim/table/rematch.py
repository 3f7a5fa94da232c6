"""A rematch: offered after the end of a game, with the sides that each would play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from taflheim.table.event import Event, said
from taflheim.table.offer_refused import refused
from taflheim.table.outage import Outage, timer_end_ms
from taflheim.table.seat import Seat

STANDS_MS = 5 * 60_000
DAY_GAMES_STAND_MS = 3 * 86_400_000


def rotated(sides: Sequence[str]) -> dict[str, str]:
    """The sides that are proposed: each plays the one that moved after it; of two, the other.

    >>> rotated(["a", "b", "c"])
    {'a': 'b', 'b': 'c', 'c': 'a'}
    """
    return dict(zip(sides, [*sides[1:], *sides[:1]], strict=True))


def plays_text(plays: Mapping[str, str]) -> str:
    """The sides of a rematch as its event tells them.

    >>> plays_text(rotated("ab")), read_plays("rematch a>b b>a")
    ('rematch a>b b>a', {'a': 'b', 'b': 'a'})
    """
    return " ".join(["rematch", *(f"{old}>{new}" for old, new in plays.items())])


def read_plays(text: str) -> dict[str, str]:
    """The sides of a rematch, from the text of its event."""
    return {old: new for old, _, new in (word.partition(">") for word in text.split()[1:])}


@dataclass(frozen=True, slots=True)
class Rematch:
    """What has been offered and answered after a game with these seats.

    >>> seats = {"a": Seat.person("7f", "Anna"), "b": Seat.person("b0", "Bo"), "c": Seat.bot(1, "Cat")}
    >>> rematch = Rematch(seats).offered("a", rotated("abc"), at_ms=0)
    >>> rematch.accepted, rematch.waiting
    (False, frozenset({'b'}))
    >>> rematch.answered("b", yes=True, at_ms=9).new_seats["c"].name
    'Bo'
    """

    seats: Mapping[str, Seat]
    absent: frozenset[str] = frozenset()
    """Sides that were claimed out or whose time was up: nobody there is asked."""
    day_game: bool = False
    plays: Mapping[str, str] | None = None
    """Which side each side of the old game would play; None if no offer is open."""
    by: str | None = None
    """The side that has made the last offer."""
    agreed: frozenset[str] = frozenset()
    since_ms: int = 0
    declined: frozenset[str] = frozenset()
    """The sides whose offer was declined: they do not offer again before somebody else does."""
    number: int = 0
    """The event of the last offer: answers name it, so that none is counted for another."""

    @property
    def waiting(self) -> frozenset[str]:
        """The sides that are asked and have not answered."""
        asked = {s for s, seat in self.seats.items() if seat.account is not None and s not in self.absent}
        return frozenset(asked) - self.agreed if self.plays else frozenset()

    @property
    def accepted(self) -> bool:
        """Whether all who were asked have agreed: the rematch begins."""
        return self.plays is not None and not self.waiting

    @property
    def new_seats(self) -> dict[str, Seat | None]:
        """Who would sit where; None where a seat is free, because nobody there was asked."""
        old = {new: side for side, new in (self.plays or {}).items()}
        return {
            new: seat if seat.is_bot or old[new] in self.agreed | self.waiting else None
            for new, seat in ((new, self.seats[old[new]]) for new in self.seats if new in old)
        }

    def ends_ms(self, outages: tuple[Outage, ...] = ()) -> int:
        """Until when the open offer stands."""
        stands_ms = DAY_GAMES_STAND_MS if self.day_game else STANDS_MS
        return timer_end_ms(outages, self.since_ms, stands_ms)

    def offered(
        self, side: str, plays: Mapping[str, str], at_ms: int, outages: tuple[Outage, ...] = (), number: int = 0
    ) -> "Rematch":
        """After an offer. With the sides of the open one it is an acceptance, with others a counter-offer."""
        mine = self._together(side)
        if set(plays) != set(self.seats) or set(plays.values()) != set(self.seats):
            raise refused("bad_sides")
        if self.accepted:
            raise refused("not_open")
        standing = self.plays if self.stands(at_ms, outages) else None
        if standing == plays:
            return replace(self, agreed=self.agreed | mine)
        if standing is None and side in self.declined:
            raise refused("declined_already")
        return replace(
            self, plays=dict(plays), by=side, agreed=mine, since_ms=at_ms, number=number, declined=frozenset()
        )

    def answered(self, side: str, yes: bool, at_ms: int, outages: tuple[Outage, ...] = ()) -> "Rematch":
        """After an answer. Who offers withdraws by declining; who has agreed may still decline."""
        mine = self._together(side)
        if not self.stands(at_ms, outages):
            raise refused("not_open")
        if side not in self.waiting | self.agreed:
            raise refused("not_asked")
        if yes:
            return replace(self, agreed=self.agreed | mine)
        declined = frozenset() if self.by in mine else self._together(str(self.by))
        return replace(self, plays=None, agreed=frozenset(), declined=declined)

    def after(self, event: Event, outages: tuple[Outage, ...]) -> "Rematch":
        """After an event of the table's log."""
        match event.kind:
            case "offer":
                return self.offered(event.side, read_plays(event.text), event.at_ms, outages, event.number)
            case "answer":
                return self.answered(event.side, said(event)[1], event.at_ms, outages)
            case "withdraw":
                return self.answered(event.side, False, event.at_ms, outages)
        return self

    def stands(self, at_ms: int, outages: tuple[Outage, ...]) -> bool:
        """Whether an offer can still be answered."""
        return self.plays is not None and not self.accepted and at_ms <= self.ends_ms(outages)

    def _together(self, side: str) -> frozenset[str]:
        """The sides of the account that sat here."""
        account = self.seats[side].account if side in self.seats else None
        if account is None:
            raise refused("not_playing", side=side)
        return frozenset(name for name, seat in self.seats.items() if seat.account == account)
