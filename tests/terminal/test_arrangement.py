"""Board and panel share any screen, and what is said to be needed is enough."""

import pytest

import taflheim
from sample_boards import boards
from taflheim import Game
from taflheim.terminal.arrangement import arrangement
from taflheim.terminal.board.look import Form
from taflheim.terminal.board.plan import best_scale


@pytest.mark.parametrize("form", ["paint", "lines", "ascii"])
@pytest.mark.parametrize("game", boards(), ids=repr)
def test_there_is_a_board_exactly_where_the_room_is_enough(game: Game, form: Form) -> None:
    layout = game.layout
    for columns, rows in ((80, 23), (40, 19), (50, 44), (44, 60), (200, 59), (20, 5), (68, 20)):
        found = arrangement(layout, columns, rows, form)
        fits = best_scale(layout, *found.board, form) is not None
        assert fits is (columns >= found.needs[0] and rows >= found.needs[1]), (columns, rows)


def test_a_high_and_narrow_screen_has_the_panel_below() -> None:
    found = arrangement(taflheim.game("quoridor").layout, 50, 44, "paint")
    assert found.below and found.needs[0] <= 50 and found.needs[1] <= 44
