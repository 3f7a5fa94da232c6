"""A Quoridor position as machine words, and the geometry of the board.

Cells are numbered from a1 = 0 along the ranks to i9 = 80; a set of cells is two words, cells 0-63 and 64-80. Wall
anchors are numbered from a1 = 0 along the ranks to h8 = 63, so a set of walls of one direction is one word.
"""

from collections.abc import Iterator
from typing import NamedTuple

SIZE = 9
CELLS = SIZE * SIZE
ANCHORS = (SIZE - 1) ** 2
LEFT = 0xFF
"""The place of a pawn that is not on the board."""

FIRST_HORIZONTAL = CELLS
FIRST_VERTICAL = FIRST_HORIZONTAL + ANCHORS
PASS = FIRST_VERTICAL + ANCHORS
MOVE_COUNT = PASS + 1

SIDES = ("a", "b", "c", "d")
SIDE_TITLES = {"a": "White", "b": "Green", "c": "Red", "d": "Blue"}
"""What people call the sides: by the colours of their pawns."""
START_CELLS = (76, 4, 36, 44)
GOAL_CELLS = (range(9), range(72, 81), range(8, 81, 9), range(0, 81, 9))
GOAL_NAMES = ("rank 1", "rank 9", "file i", "file a")


class State(NamedTuple):
    """Every field is an unsigned 64-bit word."""

    north0: int
    """Cells with no wall between them and the cell above (and the same in the next word)."""
    north1: int
    east0: int
    """Cells with no wall between them and the cell to the right."""
    east1: int
    horizontal: int
    vertical: int
    pawns: int
    """A byte for each player: the pawn's cell, or LEFT."""
    walls: int
    """A byte for each player: the walls that are left."""
    turn: int
    players: int
    """How many the game began with."""
    strict: int
    blocked: int
    """1 if some player has no path (which only a text can bring about): then no wall is legal."""


def make(
    pawns: tuple[int, ...], walls: tuple[int, ...], horizontal: int, vertical: int, turn: int, *, strict: bool
) -> State:
    """The state with these pawns and walls; whether some player has no path is left for the rules to find."""
    north, east = _OPEN_NORTH, _OPEN_EAST
    for anchor in _bits(horizontal):
        north &= ~(0b11 << _cell(anchor))
    for anchor in _bits(vertical):
        east &= ~(0b1000000001 << _cell(anchor))
    word = (1 << 64) - 1
    return State(
        north & word,
        north >> 64,
        east & word,
        east >> 64,
        horizontal,
        vertical,
        int.from_bytes(bytes(pawns), "little"),
        int.from_bytes(bytes(walls), "little"),
        turn,
        len(pawns),
        int(strict),
        0,
    )


_OPEN_NORTH = sum(1 << cell for cell in range(CELLS - SIZE))
_OPEN_EAST = sum(1 << cell for cell in range(CELLS) if cell % SIZE < SIZE - 1)


def _bits(word: int) -> Iterator[int]:
    while word:
        lowest = word & -word
        yield lowest.bit_length() - 1
        word ^= lowest


def _cell(anchor: int) -> int:
    """The cell below a horizontal wall's left half, and left of a vertical wall's lower one."""
    return anchor // (SIZE - 1) * SIZE + anchor % (SIZE - 1)


def pawns(state: State) -> tuple[int, ...]:
    """The cell of each player's pawn, or LEFT."""
    return tuple(state.pawns.to_bytes(8, "little")[: state.players])


def walls_left(state: State) -> tuple[int, ...]:
    """How many walls each player has left."""
    return tuple(state.walls.to_bytes(8, "little")[: state.players])


def on_goal(cell: int, player: int) -> bool:
    """Whether a cell is on a player's goal line."""
    return cell in GOAL_CELLS[player]
