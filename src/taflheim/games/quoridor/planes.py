"""Quoridor as a learner sees it: the board is turned so that the mover's goal line is at the top."""

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, implements, jit, lowest
from taflheim.games.modules import Options
from taflheim.games.quoridor import state
from taflheim.games.quoridor.rules import pawn, walls_left
from taflheim.games.quoridor.state import ANCHORS, CELLS, LEFT, MOVE_COUNT, SIZE, State
from taflheim.games.rules import Plane

NAME = "quoridor_v0"
SHAPE = (SIZE, SIZE)

_0, _1, _GONE = U64(0), U64(1), U64(LEFT)
_SIZE, _CELLS, _TWENTY = I64(SIZE), I64(CELLS), I64(20)
_LAST_CELL, _LAST_ANCHOR, _ANCHORS_BESIDE = I64(SIZE - 1), I64(SIZE - 2), I64(SIZE - 1)


def channels(options: Options) -> tuple[str, ...]:
    """Pawns and walls left in the order of turns, from the mover on; a wall stands on its anchor."""
    players = int(options["players"])
    who = ("own", "next", "second next", "third next")[:players]
    return (
        *(f"{name} pawn" for name in who),
        "horizontal walls",
        "vertical walls",
        *(f"{name} walls left, as a part of all" for name in who),
    )


@jit
def turned(side: int, x: int, y: int, last: int) -> tuple[int, int]:
    """A place of a square board whose coordinates end with `last`, as a side sees it."""
    if side == 0:
        return last - x, last - y
    if side == 1:
        return x, y
    if side == 2:
        return last - y, x
    return y, last - x


@jit
def _mark_walls(side: int, walls: int, out: Plane, first: int) -> None:
    while walls:
        anchor = lowest(walls)
        walls &= walls - _1
        x, y = turned(side, anchor % _ANCHORS_BESIDE, anchor // _ANCHORS_BESIDE, _LAST_ANCHOR)
        out[first + y * _SIZE + x] = 1.0


@implements(rules.observe, State)
def observe(s: State, out: Plane) -> None:
    """Seen from the sides of the board, horizontal walls are vertical ones."""
    side, players = I64(s.turn), I64(s.players)
    across = side >= 2
    first = players * _CELLS
    _mark_walls(side, s.vertical if across else s.horizontal, out, first)
    _mark_walls(side, s.horizontal if across else s.vertical, out, first + _CELLS)
    first += 2 * _CELLS
    for k in range(players):
        player = (side + k) % players
        cell = pawn(s, player)
        if cell != _GONE:
            x, y = turned(side, I64(cell) % _SIZE, I64(cell) // _SIZE, _LAST_CELL)
            out[k * _CELLS + y * _SIZE + x] = 1.0
        share = I64(walls_left(s, player)) / (_TWENTY // players)
        for i in range(_CELLS):
            out[first + k * _CELLS + i] = share


def seen(side: int) -> list[int]:
    """For every number as a side sees it, the number on the board."""
    numbers = list(range(MOVE_COUNT))

    def turn(number: int, size: int) -> int:
        x, y = turned(I64(side), I64(number % size), I64(number // size), I64(size - 1))
        return int(y) * size + int(x)

    for cell in range(CELLS):
        numbers[turn(cell, SIZE)] = cell
    kinds = (state.FIRST_HORIZONTAL, state.FIRST_VERTICAL)
    for kind, looks in zip(kinds, kinds if side < 2 else kinds[::-1], strict=True):
        for anchor in range(ANCHORS):
            numbers[looks + turn(anchor, SIZE - 1)] = kind + anchor
    return numbers
