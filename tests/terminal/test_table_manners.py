"""Small things at a table that a person notices."""

from pathlib import Path

import taflheim
from at_a_terminal import Seated, at_a_terminal
from taflheim.terminal.screens.help import board_help
from taflheim.terminal.widgets.board import Board
from taflheim.terminal.widgets.key_bar import KeyBar
from taflheim.terminal.widgets.notice_card import NoticeCard
from taflheim.terminal.widgets.typed_line import TypedLine


def test_the_board_stays_whole_while_somebody_types(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        table = await seated.sit("hnefatafl")
        before = table.screen.query_one(Board).region
        await seated.press("d")
        assert table.screen.query_one(TypedLine).display
        assert not table.screen.query_one(KeyBar).display
        assert table.screen.query_one(Board).region == before
        await seated.press("escape")
        assert table.screen.query_one(KeyBar).display

    at_a_terminal(tmp_path, work, size=(80, 24))


def test_after_the_end_one_looks_back_and_can_still_answer(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        table = await seated.sit("hivolts", seed="7")
        await seated.press("s")
        card = table.screen.query_one(NoticeCard)
        await seated.until(lambda: card.notice)
        await seated.press("left_square_bracket", "right_square_bracket", "escape")
        await seated.press("b")
        assert not table.screen.query_one(TypedLine).display, "there is nothing to type"
        assert ("end", "^E", "end") in table.screen.query_one(KeyBar).entries
        await seated.press("y")
        again = await seated.at_table()
        await seated.until(lambda: again.screen is not table.screen or again.ply == 0)

    at_a_terminal(tmp_path, work)


def test_help_names_a_button_also_when_it_is_not_ones_turn() -> None:
    layout = taflheim.game("hivolts").layout
    for choices in (None, {"jump": "j"}):
        assert [one.words for one in board_help(layout, choices, ()) if one.key == "J 0"] == ["jump"]
