"""Boards on terminals that have 256 fixed colours."""

import pytest
from rich.color import ColorSystem

from sample_boards import GAMES, sample
from taflheim.terminal.board.ink import contrast
from taflheim.terminal.board.look import Look, ground_ink
from taflheim.terminal.board.palette import nearest, other_tone
from taflheim.terminal.board.picture import picture
from taflheim.terminal.board.plan import Plan, best_scale


def test_inks_of_the_palette_stay_as_they_are() -> None:
    for ink in (0xAF875F, 0x080808, 0xFFFFFF, 0x5F0000):
        assert nearest(ink) == ink


@pytest.mark.parametrize("name", GAMES)
def test_only_colours_of_the_palette_are_used(name: str) -> None:
    position, marks = sample(name)
    look = Look.of("256", ascii_only=False)
    scale = best_scale(position.game.layout, 52, 23, look.form)
    assert scale is not None
    rows = picture(Plan(position.game.layout, look.form, scale), position.pieces, marks, colours=look.colours)
    colours = {colour for row in rows for one in row if one.style for colour in (one.style.color, one.style.bgcolor)}
    for colour in colours:
        # Rich, which finds the numbers of colours, changes none of them.
        assert colour and colour.downgrade(ColorSystem.EIGHT_BIT).get_truecolor() == colour.get_truecolor()


@pytest.mark.parametrize("name", GAMES)
def test_squares_beside_each_other_are_told_apart(name: str) -> None:
    square = ground_ink(sample(name).position.game.layout, "square")
    one, other = nearest(square), nearest(other_tone(square))
    assert one != other and 1.05 < contrast(one, other) < 2.2
