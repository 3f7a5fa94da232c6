"""Quick pairing: who wants the same game is brought together, with people about as strong at first, then with others.

Decides only, given the time; the lobby opens the tables.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.table.time_control import TimeControl

NARROW = 200.0
"""How far ratings may be apart at first."""
WIDER = 10.0
"""By so much more with every second that somebody has waited."""
UNRATED = 1500.0
ABORTS, WITHIN_MS, PAUSE_MS = 3, 3_600_000, 600_000


class Paused(TaflheimError):
    """Somebody has aborted too many games to be paired now."""


class Wanted(NamedTuple):
    """The game that somebody wants to be paired for."""

    game: Game
    clock: TimeControl
    rated: bool


class Seek(NamedTuple):
    """Somebody who waits to be paired."""

    account: str
    wanted: Wanted
    rating: float
    since_ms: int

    def reach(self, now_ms: int) -> float:
        """How far another rating may be from this one by now.

        >>> import taflheim
        >>> seek = Seek("7f", Wanted(taflheim.game("quoridor"), TimeControl(), False), 1500.0, since_ms=0)
        >>> seek.reach(0), seek.reach(30_000)
        (200.0, 500.0)
        """
        return NARROW + WIDER * (now_ms - self.since_ms) / 1000


def fit(one: Seek, other: Seek, now_ms: int) -> bool:
    """Whether two want the same, and both have waited long enough for how far they are apart."""
    apart = abs(one.rating - other.rating)
    return one.wanted == other.wanted and apart <= min(one.reach(now_ms), other.reach(now_ms))


def groups(
    seeks: Iterable[Seek], now_ms: int, apart: Callable[[str, str], bool] = lambda one, other: False
) -> list[Sequence[Seek]]:
    """Those who can be brought together now, as many as their game is for, who waits longest first.

    `apart` says of whom it is known that they want nothing to do with each other.
    """
    waiting = sorted(seeks, key=lambda seek: (seek.since_ms, seek.account))
    found: list[Sequence[Seek]] = []
    while waiting:
        group = [waiting.pop(0)]
        for seek in waiting:
            if len(group) == len(group[0].wanted.game.seats):
                break
            if all(fit(seek, one, now_ms) and not apart(seek.account, one.account) for one in group):
                group.append(seek)
        if len(group) == len(group[0].wanted.game.seats):
            found.append(group)
            waiting = [seek for seek in waiting if seek not in group]
    return found


def check_aborts(at_ms: Iterable[int], now_ms: int) -> None:
    """Raise Paused if somebody who has let games come to nothing at these times has to wait.

    >>> check_aborts([0, 60_000], 90_000)
    >>> check_aborts([0, 60_000, 90_000], 90_000)
    Traceback (most recent call last):
    taflheim.hall.pairing.Paused: you have left 3 games before they began: pairing goes on in 10 min
    """
    lately = sorted(at_ms)
    until_ms = max(
        (
            third + PAUSE_MS
            for first, third in zip(lately, lately[ABORTS - 1 :], strict=False)
            if third - first <= WITHIN_MS
        ),
        default=0,
    )
    if now_ms < until_ms:
        minutes = -(-(until_ms - now_ms) // 60_000)
        raise Paused(f"you have left {ABORTS} games before they began: pairing goes on in {minutes} min")
