"""Somebody's results, as they follow from the games that have ended."""

from taflheim.hall.stats import Streak, Tally
from taflheim.server.results import OfBot, OfGame, OfSide, OneScreen, results
from taflheim.store.stats import Ended

DAY_MS = 86_400_000


def ended(game: str, side: str, outcome: str, day: int, level: int | None = None, bot: str | None = None) -> Ended:
    return Ended(game, side, 1, outcome, None, level, bot, day * DAY_MS, 1000)


def together(winner: str | None) -> Ended:
    return Ended("quoridor", "a", 2, "won", winner, None, None, DAY_MS, 500)


GAMES = [
    ended("quoridor", "a", "won", 1, 10, "Odin"),
    ended("quoridor", "b", "won", 1),
    ended("hivolts", "player", "won", 2),
    together("b"),
    ended("hnefatafl", "defenders", "drawn", 3, 2, "Liv"),
    ended("quoridor", "b", "lost", 3, 2, "Liv"),
    ended("quoridor", "b", "lost", 4, 2, "Liv"),
    together("a"),
    together("b"),
    together(None),
]


def test_somebody_who_has_not_played() -> None:
    assert results([], 0) == (Tally(), 0, None, 0, [], [], [])


def test_everything_together() -> None:
    found = results(GAMES, 4 * DAY_MS)
    assert found.tally == Tally(3, 2, 1), "who had both sides has neither won nor lost"
    assert found.played_ms == 6 * 1000 + 4 * 500
    assert found.streak == Streak("lost", 2) and found.longest_win == 3
    assert sum(period.tally.played for period in found.periods) == 6


def test_game_by_game() -> None:
    found = results(GAMES, 4 * DAY_MS)
    assert [game.name for game in found.games] == ["hnefatafl", "quoridor", "hivolts"], "in the order of the menu"
    assert found.games[1] == OfGame(
        "quoridor",
        "Quoridor",
        Tally(2, 2, 0),
        4000,
        [OfSide("a", "White (a)", Tally(1, 0, 0)), OfSide("b", "Green (b)", Tally(1, 2, 0))],
        [OfBot(2, "Liv", Tally(0, 2, 0)), OfBot(10, "Odin", Tally(1, 0, 0))],
    )
    assert found.games[0].sides == [OfSide("defenders", "Defenders", Tally(0, 0, 1))]
    assert found.games[2].sides == [], "the one side of a game for one tells nothing"


def test_people_before_one_screen() -> None:
    (at_one,) = results(GAMES, 4 * DAY_MS).one_screen
    assert at_one == OneScreen("quoridor", "Quoridor", 4, {"White (a)": 1, "Green (b)": 2}, 1)
    assert list(at_one.wins) == ["White (a)", "Green (b)"], "in the order of their turns"
