"""Rules, lessons, reviews and analyses look as kept."""

from pathlib import Path

import pytest

from at_a_terminal import Seated, at_a_terminal
from kept_screens import looks_as_kept
from studying import finished, study, studying
from taflheim.terminal.screens.analysis import AnalysisScreen
from taflheim.terminal.screens.lessons import LessonsScreen
from taflheim.terminal.screens.review import ReviewScreen
from taflheim.terminal.screens.rules import RulesScreen
from taflheim.terminal.widgets.free_board import FreeBoard
from taflheim.terminal.widgets.review_cards import Making
from whole_games import GAMES

SIZES = [(80, 24), (120, 40)]


async def _settled(seated: Seated, board: FreeBoard) -> None:
    """What can be moved is known."""
    await seated.until(lambda: board.choices is not None)
    await seated.until(lambda: board.keys or not board._has_keys)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_rules(size: tuple[int, int], tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        await study(seated, RulesScreen)
        await seated.press("right_square_bracket", "right_square_bracket")
        await seated.pilot.wait_for_animation()
        await looks_as_kept(seated, f"rules-{size[0]}x{size[1]}")

    studying(tmp_path, work, "rules", size=size, game="hnefatafl")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_lessons(size: tuple[int, int], tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await study(seated, LessonsScreen)
        await _settled(seated, screen.board)
        await seated.press("exclamation_mark", "exclamation_mark")
        await seated.until(lambda: screen.board.marks.ways)
        await looks_as_kept(seated, f"lessons-{size[0]}x{size[1]}")

    studying(tmp_path, work, "lessons", size=size, game="hivolts")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_review(size: tuple[int, int], tmp_path: Path) -> None:
    _, moves, _ = GAMES["halatafl"]

    async def work(seated: Seated) -> None:
        seated.app.go("review", table_id=await finished(seated, "halatafl", moves))
        screen = await study(seated, ReviewScreen)
        await seated.until(lambda: not screen.query_one(Making).told)
        await seated.press("p", "p")
        await looks_as_kept(seated, f"review-{size[0]}x{size[1]}")

    at_a_terminal(tmp_path, work, size=size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_an_analysis(size: tuple[int, int], tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await study(seated, AnalysisScreen)
        for keys in (["e8"], ["e2"], ["["], ["d1"], ["e7"], ["[", "["], ["f1"]):
            node, nodes = screen.node, len(screen.moves.nodes)
            for key in keys:
                await seated.press(*(("left_square_bracket",) if key == "[" else ("slash", *key, "enter")))
            await seated.until(lambda n=node, m=nodes: screen.node != n or len(screen.moves.nodes) != m)  # type: ignore[misc]
        await _settled(seated, screen.board)
        await looks_as_kept(seated, f"analysis-{size[0]}x{size[1]}")

    studying(tmp_path, work, "analysis", size=size, game="quoridor")


def test_all_of_it_in_ascii(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        seated.app.ascii_only = True
        _, moves, _ = GAMES["toy"]
        seated.app.go("review", table_id=await finished(seated, "toy", moves))
        screen = await study(seated, ReviewScreen)
        await seated.until(lambda: "looked at" not in screen.query_one(Making).told)
        await looks_as_kept(seated, "review-ascii")

    at_a_terminal(tmp_path, work)
