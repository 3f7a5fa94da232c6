"""A position as machine words: squares are numbered from a1 = 0 along the ranks to c3 = 8."""

from typing import NamedTuple

from taflheim.games.squares import board_names

SIZE = 3
SQUARES = SIZE * SIZE
FULL = 0o777
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
NAMES = board_names(SIZE, SIZE)
SIDES = ("crosses", "noughts")


class State(NamedTuple):
    """Every field is an unsigned 64-bit word."""

    crosses: int
    noughts: int
    turn: int


def in_a_row(squares: int) -> bool:
    """Whether a set of squares holds a whole line."""
    return any(squares & line == line for line in LINES)
