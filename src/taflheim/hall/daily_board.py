"""The board of the day of a game that has puzzles: the same for everybody on every installation of this version.

Days are those of UTC. Pure but for the time it takes: a board is proven winnable when it is made.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from taflheim.games.position import Position
from taflheim.games.registry import game, rulebooks

GENERATOR = 1
"""To be raised when the same seed no longer gives the same board: the boards of all days are others then."""
FIRST_DAY = date(2026, 1, 1)
"""There are no boards of days before."""


class DailyBoard(NamedTuple):
    """The board of a day."""

    day: str
    start: Position
    par: int
    """How many moves the shortest way takes that needs no luck."""


class Streak(NamedTuple):
    """Days in a row on which the board was won."""

    now: int
    """Until today, or yesterday as long as today's try is not over."""
    best: int


def daily_games() -> list[str]:
    """The games that have a board of the day, in the order of the menu."""
    books = sorted(rulebooks().values(), key=lambda book: book.order)
    return [book.name for book in books if book.puzzles]


@lru_cache(maxsize=64)
def make_board(name: str, day: str) -> DailyBoard:
    """The board of a day. It may take a second, and the rules must be compiled."""
    puzzle = game(name).puzzle(f"daily {day} {GENERATOR}")
    return DailyBoard(day, puzzle.position, puzzle.par)


def day_of(at_ms: int) -> str:
    """The day of a time.

    >>> day_of(1_793_491_199_999), day_of(1_793_491_200_000)
    ('2026-10-31', '2026-11-01')
    """
    return datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()


def read_day(text: str, today: str) -> str | None:
    """A day on which there was a board; None if the text is no such day.

    >>> read_day("2026-11-01", "2026-11-18"), read_day("2026-11-19", "2026-11-18"), read_day("soon", "2026-11-18")
    ('2026-11-01', None, None)
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return text if FIRST_DAY <= day <= date.fromisoformat(today) and day.isoformat() == text else None


def days_until(day: str, count: int) -> list[str]:
    """So many days, the last of them this one.

    >>> days_until("2026-11-01", 2)
    ['2026-10-31', '2026-11-01']
    """
    last = date.fromisoformat(day)
    return [(last - timedelta(days=back)).isoformat() for back in reversed(range(count))]


def streak(states: Mapping[str, str], today: str) -> Streak:
    """Days in a row on which somebody has won.

    >>> won = dict.fromkeys(["2026-11-14", "2026-11-15", "2026-11-17"], "won")
    >>> streak(won, "2026-11-18"), streak(won | {"2026-11-18": "lost"}, "2026-11-18")
    (Streak(now=1, best=2), Streak(now=0, best=2))
    """
    runs: dict[str, int] = {}
    for day in sorted(day for day, state in states.items() if state == "won"):
        yesterday = days_until(day, 2)[0]
        runs[day] = runs.get(yesterday, 0) + 1
    tried = states.get(today) in ("won", "lost")
    last = today if tried else days_until(today, 2)[0]
    return Streak(runs.get(last, 0), max(runs.values(), default=0))
