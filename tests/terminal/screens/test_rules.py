"""The rules on a terminal: a page to scroll, with boards to play with."""

from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Static

import taflheim
from at_a_terminal import Seated
from studying import study, studying
from taflheim.terminal.screens.rules import RulesScreen
from taflheim.terminal.widgets.diagram import Diagram
from taflheim.terminal.widgets.free_board import FreeBoard
from taflheim.terminal.widgets.press import Press

NAMES = sorted(taflheim.rulebooks())


def _said(diagram: Diagram) -> str:
    return str(diagram.query_one(".said", Static).visual)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_every_section_and_every_board_is_there(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    sections = taflheim.rulebooks()[name].rules_page

    async def work(seated: Seated) -> None:
        screen = await study(seated, RulesScreen)
        titles = [str(title.visual) for title in screen.query(".section > .name").results(Static)]
        assert titles == [section.title for section in sections]
        boards = list(screen.query(FreeBoard))
        diagrams = [diagram for section in sections for diagram in section.diagrams]
        assert [frozenset(board.pieces) for board in boards] == [
            frozenset(diagram.shown.position.pieces) for diagram in diagrams
        ]
        for board, diagram in zip(boards, diagrams, strict=True):
            assert len(board.marks.ways) == len(diagram.shown.circles) + len(diagram.shown.arrows)
            # It is seen at once, as soon as one comes to it.
            board.scroll_visible(animate=False)
            await seated.until(lambda board=board: board.plan is not None)  # type: ignore[misc]
            assert board.size.height <= size[1] - 2

    studying(tmp_path, work, "rules", size=size, game=name)


def test_a_screen_may_change_its_size_before_its_boards_are_there(tmp_path: Path) -> None:
    """The program ended: a diagram was asked for its board between being mounted and being composed."""

    async def work(seated: Seated) -> None:
        screen = await study(seated, RulesScreen)
        there = screen.query(Diagram).first()
        early = Diagram(there._arbiter, there._told, ascii_only=False)
        early.fit(60, 30)
        await screen.query_one(VerticalScroll).mount(early)
        board = early.query_one(FreeBoard)
        assert board.styles.height == there.query_one(FreeBoard).styles.height
        board.scroll_visible(animate=False)
        await seated.until(lambda: board.plan is not None)

    studying(tmp_path, work, "rules", size=(64, 32), game="hnefatafl")


def test_a_board_is_played_with_and_begins_again(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await study(seated, RulesScreen)
        await seated.press("tab")
        diagram = screen.query(Diagram).first()
        board = diagram.query_one(FreeBoard)
        assert screen.focused is board
        before = board.pieces
        await seated.until(lambda: diagram.has_class("awake"))
        for key in ("up", "up", "left", "down", "right", "right"):
            await seated.press(key)
            if board.marks.cursor and board.is_open(board.marks.cursor):
                break
        await seated.press("enter")
        await seated.until(lambda: board.pieces != before)
        assert _said(diagram)
        again = diagram.query_one("#again", Press)
        assert not again.disabled
        again.focus()
        await seated.press("enter")
        await seated.until(lambda: board.pieces == before)
        # The cursor is put away, then it is from the board to the page, and from there back.
        await seated.press("escape", "escape")
        assert isinstance(screen.focused, VerticalScroll)
        await seated.press("escape")
        await seated.until(lambda: seated.app.screen is not screen)

    studying(tmp_path, work, "rules", game="toy")


def test_a_click_wakes_a_board_and_a_refused_one_is_explained(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await study(seated, RulesScreen)
        diagram = screen.query(Diagram).first()
        board = diagram.query_one(FreeBoard)
        taken = next(piece.spot for piece in board.pieces)
        board.click(taken)
        await seated.until(lambda: _said(diagram))
        assert diagram.query_one(".said").has_class("why")

    studying(tmp_path, work, "rules", game="toy")


def test_sections_are_turned_to(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await study(seated, RulesScreen)
        page = screen.query_one(VerticalScroll)
        await seated.press("right_square_bracket")
        await seated.until(lambda: page.scroll_offset.y > 0)
        await seated.press("right_curly_bracket")
        await seated.until(lambda: page.scroll_offset.y == page.max_scroll_y)
        await seated.press("left_curly_bracket")
        await seated.until(lambda: page.scroll_offset.y == 0)

    studying(tmp_path, work, "rules", game="hnefatafl")
