"""Stats of one person: what follows from the games that have ended. Pure; times are given."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta, tzinfo
from itertools import groupby
from typing import NamedTuple, TypeVar

from taflheim.store.stats import Ended

Key = TypeVar("Key")

_DAYS, _WEEKS, _MONTHS = 30, 26, 24
"""So many of them are shown side by side at most."""


class Tally(NamedTuple):
    """How some games have ended."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.lost + self.drawn


class Streak(NamedTuple):
    """Games in a row that have ended alike."""

    outcome: str
    length: int


class Period(NamedTuple):
    """A day, a week or a month."""

    begins: date
    label: str
    tally: Tally


def own(games: Iterable[Ended]) -> list[Ended]:
    """The games in which this person had one side. With several sides one has won and lost at once."""
    return [game for game in games if game.sides == 1]


def at_one_screen(games: Iterable[Ended]) -> list[Ended]:
    """The games in which this person had several sides: people before one screen."""
    return [game for game in games if game.sides > 1]


def tally(games: Iterable[Ended]) -> Tally:
    """How these games have ended."""
    outcomes = [game.outcome for game in games]
    return Tally(*(outcomes.count(outcome) for outcome in Tally._fields))


def by(key: Callable[[Ended], Key], games: Iterable[Ended]) -> dict[Key, list[Ended]]:
    """The games by what they have in common, in the order in which that first came."""
    found: dict[Key, list[Ended]] = {}
    for game in games:
        found.setdefault(key(game), []).append(game)
    return found


def streaks(games: Sequence[Ended]) -> list[Streak]:
    """All streaks, the oldest first.

    >>> streaks([])
    []
    """
    return [Streak(outcome, len(list(run))) for outcome, run in groupby(game.outcome for game in games)]


def longest_win(games: Sequence[Ended]) -> int:
    """The most wins in a row."""
    return max((streak.length for streak in streaks(games) if streak.outcome == "won"), default=0)


def over_time(games: Sequence[Ended], now_ms: int, zone: tzinfo | None = None) -> list[Period]:
    """The games by days, weeks or months, whichever shows most of them at a glance, until today and without gaps.

    `zone` is where the days begin; the machine's own, if it is not said.
    """
    if not games:
        return []
    days = [datetime.fromtimestamp(game.ended_ms / 1000, zone).date() for game in games]
    today = max(datetime.fromtimestamp(now_ms / 1000, zone).date(), days[-1])
    since = today - days[0]
    if since < timedelta(days=_DAYS):
        begin, label, most = _day, _day_label, _DAYS
    elif since < timedelta(weeks=_WEEKS - 1):
        begin, label, most = _week, _day_label, _WEEKS
    else:
        begin, label, most = _month, _month_label, _MONTHS
    counted: dict[date, list[Ended]] = {}
    for day, game in zip(days, games, strict=True):
        counted.setdefault(begin(day), []).append(game)
    periods: list[Period] = []
    at, first = begin(today), begin(days[0])
    while at >= first and len(periods) < most:
        periods.append(Period(at, label(at), tally(counted.get(at, []))))
        at = begin(at - timedelta(days=1))
    return periods[::-1]


def _day(day: date) -> date:
    return day


def _week(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _month(day: date) -> date:
    return day.replace(day=1)


def _day_label(day: date) -> str:
    return f"{day.day} {day:%b}"


def _month_label(day: date) -> str:
    return f"{day:%b %Y}"
