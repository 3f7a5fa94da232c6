"""Reviews on a terminal: made while one looks, with a graph, mistakes to step to, and ways to try it again."""

from pathlib import Path

import pytest

from at_a_terminal import Seated, at_a_terminal
from studying import finished, study
from taflheim.terminal.board.marks import Way
from taflheim.terminal.live.story import stand_at
from taflheim.terminal.screens.analysis import AnalysisScreen
from taflheim.terminal.screens.review import ReviewScreen
from taflheim.terminal.screens.table import TableScreen
from taflheim.terminal.widgets.board_view import BoardView
from taflheim.terminal.widgets.chance_graph import ChanceGraph
from taflheim.terminal.widgets.move_list import MoveList
from taflheim.terminal.widgets.review_cards import Making, ReviewCards, Verdict
from whole_games import GAMES

RACE = {"start": "e3,e7 0,0 - - a"}
"""Two pawns that run: whoever turns back has lost."""


async def _review(seated: Seated, table: str) -> ReviewScreen:
    seated.app.go("review", table_id=table)
    screen = await study(seated, ReviewScreen)
    # Made to its end: the cards have their figures.
    await seated.until(lambda: all(card.accuracy for card in screen.query_one(ReviewCards).cards) or None)
    await seated.until(lambda: "looked at" not in screen.query_one(Making).told)
    return screen


def _verdict(screen: ReviewScreen) -> str:
    return str(screen.query_one(Verdict).visual)


@pytest.mark.parametrize("name", ["quoridor", "halatafl", "toy"])
def test_a_game_is_reviewed_while_one_looks(name: str, tmp_path: Path) -> None:
    options, moves, end = GAMES[name]

    async def work(seated: Seated) -> None:
        screen = await _review(seated, await finished(seated, name, moves, options=options))
        graph, listed = screen.query_one(ChanceGraph), screen.query_one(MoveList)
        story = listed.story
        assert story and len(story.plies) == len(moves.split()) == graph.ply == listed.ply
        assert set(graph.known) == set(range(1, len(story.plies) + 1)) and len(graph.curves) == 1
        # Steps, by the same keys as at a table.
        board = screen.query_one(BoardView)
        for key, ply in (("left_curly_bracket", 0), ("right_square_bracket", 1), ("right", 2), ("[", 1)):
            await seated.press("left_square_bracket" if key == "[" else key)
            assert graph.ply == listed.ply == ply
            assert frozenset(board.pieces) == stand_at(story, ply).pieces
        assert end[:5] in str(screen.query_one("#head").visual)  # type: ignore[attr-defined]  # a Static

    at_a_terminal(tmp_path, work)


def test_mistakes_are_shown_with_what_was_better(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await _review(seated, await finished(seated, "quoridor", "e4 e8 e3 e9", **RACE))
        assert screen.query_one(MoveList).signs == {1: "??"}
        await seated.press("p")
        assert screen.query_one(ChanceGraph).ply == 1
        said = _verdict(screen)
        assert "Blunder" in said and "e2 was better" in said and "Better: e2" in said
        board = screen.query_one(BoardView)
        assert board.marks.ways == (Way(("e3", "e4"), "drawn"), Way(("e3", "e2"), "better"))
        # The board is the one before the mistake; the key shows the other again.
        assert any(piece.spot == "e3" for piece in board.pieces)
        await seated.press("b")
        assert not board.marks.ways and any(piece.spot == "e4" for piece in board.pieces)
        assert not screen.can("next") and not screen.can("previous")
        await seated.press("n")
        assert screen.query_one(ChanceGraph).ply == 1

    at_a_terminal(tmp_path, work)


def test_a_puzzle_is_reviewed_exactly(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await _review(seated, await finished(seated, "hivolts", "s"))
        assert [card.side for card in screen.query_one(ReviewCards).cards] == ["player"]
        (curve,) = screen.query_one(ChanceGraph).curves
        assert {point.chance for point in curve.points} <= {0.0, 1.0} or curve.points
        await seated.press("left_curly_bracket", "right_square_bracket")
        assert screen._judged and screen._judged.words in _verdict(screen)

    at_a_terminal(tmp_path, work)


def test_it_is_tried_again_from_before_a_mistake(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        table = await finished(seated, "quoridor", "e4 e8 e3 e9", **RACE)
        await _review(seated, table)
        await seated.press("p", "t")
        await seated.press("enter")
        screen = await seated.until(lambda: found if isinstance(found := seated.app.screen, TableScreen) else None)
        state = await seated.until(lambda: screen.state)
        assert state.live["you"]["seats"] == ["a"] and state.live["ply"] == 0

    at_a_terminal(tmp_path, work)


def test_an_analysis_begins_where_one_looks(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        await _review(seated, await finished(seated, "toy", "a1 b2 c1 b1 a3 b3"))
        await seated.press("left_curly_bracket", "right_square_bracket", "right_square_bracket", "a")
        screen = await study(seated, AnalysisScreen)
        assert len(screen.moves.nodes) == 7 and screen.node == 2

    at_a_terminal(tmp_path, work)


def test_a_click_on_the_graph_looks_there(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await _review(seated, await finished(seated, "toy", "a1 b2 c1 b1 a3 b3"))
        graph = screen.query_one(ChanceGraph)
        await seated.pilot.click(graph, offset=(1, 2))
        await seated.until(lambda: graph.ply == 0)
        await seated.pilot.click(graph, offset=(graph.size.width - 2, 2))
        await seated.until(lambda: graph.ply == 6)
        await seated.press("home")
        assert graph.ply == 0 and not screen.can("back")

    at_a_terminal(tmp_path, work)


def test_a_game_that_goes_on_is_not_reviewed(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        seated.app.go("review", table_id=await seated.served.new_table("toy"))
        screen = await study(seated, ReviewScreen)
        await seated.until(lambda: screen.query_one(Making).trouble)

    at_a_terminal(tmp_path, work)
