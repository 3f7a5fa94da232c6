"""A person's results: what follows from the games that have ended, by game, side and bot. Pure; times are given."""

from collections.abc import Sequence
from typing import NamedTuple

from taflheim.games.registry import rulebooks
from taflheim.games.rulebook import Rulebook
from taflheim.hall import stats as figures
from taflheim.hall.stats import Period, Streak, Tally
from taflheim.store.stats import Ended


class OfSide(NamedTuple):
    """Results with one side of a game."""

    side: str
    title: str
    tally: Tally


class OfBot(NamedTuple):
    """Results against one bot."""

    level: int
    name: str
    tally: Tally


class OfGame(NamedTuple):
    """Results at one game."""

    name: str
    title: str
    tally: Tally
    played_ms: int
    sides: list[OfSide]
    """None in a game for one: that side tells nothing that the game does not."""
    bots: list[OfBot]


class OneScreen(NamedTuple):
    """Games of people before one screen: who has won is a matter of sides, not of the one account."""

    name: str
    title: str
    played: int
    wins: dict[str, int]
    """By the title of a side."""
    drawn: int


class Results(NamedTuple):
    """All that there is to say."""

    tally: Tally
    played_ms: int
    streak: Streak | None
    """The one that lasts; None before the first game."""
    longest_win: int
    periods: list[Period]
    games: list[OfGame]
    one_screen: list[OneScreen]


def results(ended: Sequence[Ended], now_ms: int) -> Results:
    """What there is to say about games that have ended.

    >>> results([], 0).tally.played
    0
    """
    own, together = figures.own(ended), figures.at_one_screen(ended)
    by_game, by_game_together = (figures.by(lambda game: game.game, games) for games in (own, together))
    books = sorted(rulebooks().values(), key=lambda book: book.order)
    return Results(
        figures.tally(own),
        sum(game.played_ms for game in ended),
        figures.streaks(own)[-1] if own else None,
        figures.longest_win(own),
        figures.over_time(own, now_ms),
        [_of_game(book, by_game[book.name]) for book in books if book.name in by_game],
        [_one_screen(book, by_game_together[book.name]) for book in books if book.name in by_game_together],
    )


def _of_game(book: Rulebook, games: Sequence[Ended]) -> OfGame:
    sides = figures.by(lambda game: game.side, games)
    bots = figures.by(lambda game: (game.level, game.bot), games)
    return OfGame(
        book.name,
        book.title,
        figures.tally(games),
        sum(game.played_ms for game in games),
        [OfSide(side, book.side_title(side), figures.tally(sides[side])) for side in book.sides if side in sides]
        if max(book.players) > 1
        else [],
        [
            OfBot(level, bot, figures.tally(against))
            for (level, bot), against in sorted(bots.items(), key=lambda item: item[0][0] or 0)
            if level is not None and bot is not None
        ],
    )


def _one_screen(book: Rulebook, games: Sequence[Ended]) -> OneScreen:
    wins = figures.by(lambda game: game.winner, games)
    told = {book.side_title(side): len(wins[side]) for side in book.sides if side in wins}
    return OneScreen(book.name, book.title, len(games), told, len(wins.get(None, [])))
