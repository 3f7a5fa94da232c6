"""Stats: a person's results."""

import asyncio
from typing import NamedTuple

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from taflheim.draw.bars import Bar, bars
from taflheim.draw.emblem import emblem
from taflheim.games.message import listed
from taflheim.games.registry import rulebooks
from taflheim.games.rulebook import Rulebook
from taflheim.hall import stats as figures
from taflheim.hall.clock import now_ms
from taflheim.hall.stats import Tally
from taflheim.server.identity import TheHall, ThePerson
from taflheim.server.pages.render import page
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


class OneScreen(NamedTuple):
    """Games of people before one screen: who has won is a matter of sides, not of the one account."""

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
    one_screen: list[OneScreen]


def tell(ended: list[Ended], now_ms: int) -> Told:
    """What there is to say about games that have ended."""
    own, together = figures.own(ended), figures.at_one_screen(ended)
    by_game, by_game_together = figures.by(_game, own), figures.by(_game, together)
    books = sorted(rulebooks().values(), key=lambda book: book.order)
    return Told(
        figures.tally(own),
        duration(sum(game.played_ms for game in ended)),
        _streak(own),
        figures.longest_win(own),
        _plot(own, now_ms),
        [_game_stats(book, by_game[book.name]) for book in books if book.name in by_game],
        [_one_screen(book, by_game_together[book.name]) for book in books if book.name in by_game_together],
    )


def _game(ended: Ended) -> str:
    return ended.game


def _game_stats(book: Rulebook, games: list[Ended]) -> GameStats:
    sides = figures.by(lambda game: game.side, games)
    bots = figures.by(lambda game: (game.level, game.bot), games)
    return GameStats(
        book.title,
        figures.tally(games),
        duration(sum(game.played_ms for game in games)),
        # A side that is the only one tells nothing that the game does not.
        [Row(book.side_title(side), figures.tally(sides[side])) for side in book.sides if side in sides]
        if max(book.players) > 1
        else [],
        [
            Row(bot, figures.tally(against), emblem(bot), level)
            for (level, bot), against in sorted(bots.items(), key=lambda item: item[0][0] or 0)
            if level is not None and bot is not None
        ],
    )


def _one_screen(book: Rulebook, games: list[Ended]) -> OneScreen:
    wins = figures.by(lambda game: game.winner, games)
    told = [f"{book.side_title(side)} won {len(wins[side])}" for side in book.sides if side in wins]
    return OneScreen(book.title, len(games), listed([*told, *([f"{len(wins[None])} drawn"] if None in wins else [])]))


def _streak(games: list[Ended]) -> str:
    """The streak that lasts, in words; nothing before the first game."""
    if not games:
        return ""
    outcome, length = figures.streaks(games)[-1]
    return f"{length} {outcome}" if length == 1 else f"{length} {outcome} in a row"


def _plot(games: list[Ended], now_ms: int) -> str:
    periods = figures.over_time(games, now_ms)
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


def duration(ms: int) -> str:
    """A time in short words.

    >>> duration(59_000), duration(3_599_000), duration(7_260_000), duration(400_000_000)
    ('under 1 min', '59 min', '2 h 1 min', '111 h')
    """
    hours, minutes = divmod(ms // 60_000, 60)
    if not hours:
        return f"{minutes} min" if minutes else "under 1 min"
    # Nobody wants to know the minutes of a hundred hours.
    return f"{hours} h {minutes} min" if minutes and hours < 100 else f"{hours} h"
