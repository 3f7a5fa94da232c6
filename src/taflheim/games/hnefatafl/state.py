"""A Hnefatafl position as machine words, and the geometry of the board.

Squares are numbered from a1 = 0 along the ranks; a set of squares is two words, squares 0-63 and from 64 on. Everything
is derived from the size of the board, so that other sizes of the family can come.
"""

from collections.abc import Iterable
from typing import NamedTuple

from taflheim.games.squares import board_names

SIZE = 11
SQUARES = SIZE * SIZE
LINE = SIZE - 1
"""How many other squares a rank or file has."""
MOVE_COUNT = SQUARES * 2 * LINE

THRONE = SQUARES // 2
CORNERS = (0, LINE, SQUARES - SIZE, SQUARES - 1)
RESTRICTED = (THRONE, *CORNERS)
EDGE = tuple(s for s in range(SQUARES) if s % SIZE in (0, LINE) or s // SIZE in (0, LINE))
NOWHERE = 0xFF
"""The square of a king who has been captured."""

EMPTY, ATTACKER, DEFENDER, KING = 0, 1, 2, 4
MOST = {ATTACKER: 24, DEFENDER: 12, KING: 1}

ATTACKERS, DEFENDERS = 0, 1
SIDES = ("attackers", "defenders")
NAMES = board_names(SIZE, SIZE)
NUMBERS = {name: square for square, name in enumerate(NAMES)}


class State(NamedTuple):
    """Every field is an unsigned 64-bit word."""

    attackers0: int
    attackers1: int
    defenders0: int
    """Without the king."""
    defenders1: int
    king: int
    """His square, or NOWHERE."""
    turn: int


def halves(squares: Iterable[int]) -> tuple[int, int]:
    """A set of squares as two words."""
    return split(sum(1 << square for square in squares))


def split(squares: int) -> tuple[int, int]:
    """The same for squares that are the bits of a number."""
    return squares & (1 << 64) - 1, squares >> 64


def make(board: dict[int, int], turn: int) -> State:
    """The state with these pieces by their squares."""
    attackers = halves(square for square, piece in board.items() if piece == ATTACKER)
    defenders = halves(square for square, piece in board.items() if piece == DEFENDER)
    king = next((square for square, piece in board.items() if piece == KING), NOWHERE)
    return State(*attackers, *defenders, king, turn)


def board(state: State) -> dict[int, int]:
    """The pieces by their squares, in the order of the squares."""
    attackers = state.attackers1 << 64 | state.attackers0
    defenders = state.defenders1 << 64 | state.defenders0
    return {
        square: ATTACKER if attackers >> square & 1 else DEFENDER if defenders >> square & 1 else KING
        for square in range(SQUARES)
        if (attackers | defenders) >> square & 1 or square == state.king
    }


def ends(move: int) -> tuple[int, int]:
    """The squares from which and to which a move goes."""
    origin, line = divmod(move, 2 * LINE)
    file, rank = origin % SIZE, origin // SIZE
    if line < LINE:
        return origin, rank * SIZE + line + (line >= file)
    line -= LINE
    return origin, (line + (line >= rank)) * SIZE + file


def number(origin: int, to: int) -> int:
    """The number of a move along a rank or file: the first ten of a square are along its rank."""
    file, rank = origin % SIZE, origin // SIZE
    if to // SIZE == rank:
        return origin * 2 * LINE + to % SIZE - (to % SIZE > file)
    return origin * 2 * LINE + LINE + to // SIZE - (to // SIZE > rank)
