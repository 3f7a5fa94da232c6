"""Stats: a person's results."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from taflheim.draw.bars import Bar, bars
from taflheim.draw.emblem import emblem
from taflheim.games.message import duration
from taflheim.hall.clock import now_ms
from taflheim.hall.stats import Period, Streak, Tally
from taflheim.server.identity import TheHall, ThePerson
from taflheim.server.pages.render import page
from taflheim.server.results import OfGame, OneScreen, results
from taflheim.store.stats import Ended

router = APIRouter()


@router.get("/stats", response_class=HTMLResponse)
async def stats(hall: TheHall, person: ThePerson) -> Response:
    """The results of the person who asks."""
    ended = await hall.games.ended(person)
    # Some milliseconds for thousands of games, in which others need not wait.
    told = await asyncio.to_thread(tell, ended, now_ms())
    return page("stats", told=told, called=(await hall.accounts.get(person)).name)


class Row(NamedTuple):
    """A line of a table."""

    title: str
    tally: Tally
    face: str = ""
    number: int | None = None
    """The level of a bot."""
    address: str = ""
    """Of somebody's profile."""

    @property
    def share(self) -> int:
        """How much of it was won, in hundredths; a draw is half a win."""
        return round(100 * (self.tally.won + self.tally.drawn / 2) / self.tally.played)


class GameStats(NamedTuple):
    """A person's results at one game."""

    title: str
    tally: Tally
    time: str
    sides: list[Row]
    bots: list[Row]


class Together(NamedTuple):
    """Games of people before one screen, in words."""

    title: str
    played: int
    wins: str


class Told(NamedTuple):
    """All that the page says."""

    tally: Tally
    time: str
    streak: str
    longest: int
    plot: str
    games: list[GameStats]
    one_screen: list[Together]


def tell(ended: list[Ended], now_ms: int) -> Told:
    """What there is to say about games that have ended."""
    found = results(ended, now_ms)
    return Told(
        found.tally,
        duration(found.played_ms),
        _streak(found.streak),
        found.longest_win,
        _plot(found.periods),
        [_game_stats(one) for one in found.games],
        [_one_screen(one) for one in found.one_screen],
    )


def _game_stats(one: OfGame) -> GameStats:
    return GameStats(
        one.title,
        one.tally,
        duration(one.played_ms),
        [Row(side.title, side.tally) for side in one.sides],
        [Row(bot.name, bot.tally, emblem(bot.name), bot.level) for bot in one.bots],
    )


def _one_screen(one: OneScreen) -> Together:
    told = [f"{title} won {count}" for title, count in one.wins.items()]
    return Together(one.title, one.played, ", ".join([*told, *([f"{one.drawn} drawn"] if one.drawn else [])]))


_OUTCOMES = {"won": ("win", "wins"), "lost": ("loss", "losses"), "drawn": ("draw", "draws")}


def _streak(streak: Streak | None) -> str:
    """The streak that lasts, in words; nothing before the first game.

    >>> _streak(Streak("won", 1)), _streak(Streak("lost", 3))
    ('1 win', '3 losses')
    """
    return f"{streak.length} {_OUTCOMES[streak.outcome][streak.length > 1]}" if streak else ""


def _plot(periods: Sequence[Period]) -> str:
    shown = [
        Bar(
            period.label,
            [("won", period.tally.won), ("drawn", period.tally.drawn)],
            [("lost", period.tally.lost)],
            f"{period.label}: {period.tally.won} won, {period.tally.drawn} drawn, {period.tally.lost} lost",
        )
        for period in periods
    ]
    return bars(f"Games over time, from {shown[0].label} to {shown[-1].label}", shown) if shown else ""
