"""The board of the day: the same everywhere, winnable, with par."""

import subprocess
import sys
from datetime import date, timedelta

from taflheim.games.registry import rulebooks
from taflheim.hall.daily_board import (
    GENERATOR,
    Streak,
    daily_games,
    days_until,
    make_board,
    read_day,
    streak,
)

TODAY = "2026-11-18"
EXPECTED = (
    "############/#8#1#/#4#1#3#/##1#4#2#/#3##4##/##3#3#1#/#7#2#/#7##1#/###8#/#10#/##2#3#2#/############"
    " i7 d6,h3,d11,d10,h6,b8,c7,d7,f2,b11,k11,h9"
)


def test_only_games_with_puzzles_have_one() -> None:
    assert daily_games() == [name for name, book in rulebooks().items() if book.puzzles]


def test_a_day_always_has_the_same_board_also_in_another_process() -> None:
    (name, *_) = daily_games()
    code = f"from taflheim.hall.daily_board import make_board; print(make_board({name!r}, {TODAY!r}).start)"
    other = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert other.stdout.strip() == str(make_board(name, TODAY).start)


def test_the_boards_of_this_generator() -> None:
    """If this fails, what makes boards has changed: raise GENERATOR, and all installations of this version agree."""
    board = make_board("hivolts", TODAY)
    assert GENERATOR == 1
    assert (str(board.start), board.par) == (EXPECTED, 8)


def test_boards_are_winnable_by_par_and_differ() -> None:
    boards = [make_board("hivolts", day) for day in days_until(TODAY, 8)]
    assert len({str(board.start) for board in boards}) == 8
    assert all(board.par == board.start.game.par(board.start) for board in boards)


def test_days_that_can_be_asked_for() -> None:
    for day in ("2026-01-01", "2026-11-17", TODAY):
        assert read_day(day, TODAY) == day
    for day in ("2026-11-19", "2025-12-31", "20261118", "2026-W47-3", "tomorrow", "", "2026-02-30"):
        assert read_day(day, TODAY) is None


def test_streaks() -> None:
    def days(won: str) -> dict[str, str]:
        """`w` won, `l` lost, `p` not finished, a dot not played; the last one is today."""
        first = date.fromisoformat(TODAY) - timedelta(days=len(won) - 1)
        states = {"w": "won", "l": "lost", "p": "playing"}
        return {(first + timedelta(days=n)).isoformat(): states[sign] for n, sign in enumerate(won) if sign in states}

    for played, now, best in (
        ("", 0, 0),
        ("w", 1, 1),
        ("w.", 1, 1),  # today is still to come
        ("wp", 1, 1),
        ("w..", 0, 1),
        ("wwwlww", 2, 3),
        ("wwl", 0, 2),
        ("wwpw", 1, 2),
    ):
        assert streak(days(played), TODAY) == Streak(now, best), played
        assert streak(dict(reversed(days(played).items())), TODAY) == Streak(now, best), "in whatever order"
