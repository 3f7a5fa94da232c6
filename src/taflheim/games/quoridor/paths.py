"""Shortest paths, all of them at once: a flood from the pawn to the goal line, and back along the cells it came by."""

import numpy as np

from taflheim.games.kernel import I64, U64, jit, jit_with_arrays
from taflheim.games.quoridor.rules import cut_horizontal, cut_vertical, goal, pawn, single_cell, spread
from taflheim.games.quoridor.state import CELLS, FIRST_HORIZONTAL, FIRST_VERTICAL, State

_0 = U64(0)
_FIRST_HORIZONTAL, _FIRST_VERTICAL = I64(FIRST_HORIZONTAL), I64(FIRST_VERTICAL)
NO_PATH = I64(CELLS)
LAYERS = 2 * (CELLS + 1)


@jit
def flood(cell: int, goal0: int, goal1: int, north0: int, north1: int, east0: int, east1: int) -> int:
    """How many steps a cell is from the nearest of the goal cells, with no pawn in the way."""
    x0, x1 = single_cell(cell)
    steps = I64(0)
    while (x0 & goal0 | x1 & goal1) == _0:
        y0, y1 = spread(x0, x1, north0, north1, east0, east1)
        y0 |= x0
        y1 |= x1
        if y0 == x0 and y1 == x1:
            return NO_PATH
        x0, x1 = y0, y1
        steps += 1
    return steps


@jit
def distance(s: State, player: int) -> int:
    """How many steps a pawn is from its goal line."""
    goal0, goal1 = goal(player)
    return flood(pawn(s, player), goal0, goal1, s.north0, s.north1, s.east0, s.east1)


@jit
def distance_behind(s: State, player: int, wall: int) -> int:
    """The same if there were one wall more."""
    goal0, goal1 = goal(player)
    if wall < _FIRST_VERTICAL:
        cut0, cut1 = cut_horizontal(U64(wall - _FIRST_HORIZONTAL))
        return flood(pawn(s, player), goal0, goal1, s.north0 & ~cut0, s.north1 & ~cut1, s.east0, s.east1)
    cut0, cut1 = cut_vertical(U64(wall - _FIRST_VERTICAL))
    return flood(pawn(s, player), goal0, goal1, s.north0, s.north1, s.east0 & ~cut0, s.east1 & ~cut1)


@jit
def layers(s: State, player: int, kept: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> int:
    """Write the cells of all shortest paths by the number of steps to them, two words each; the paths' length."""
    goal0, goal1 = goal(player)
    x0, x1 = single_cell(pawn(s, player))
    seen0, seen1 = x0, x1
    kept[0], kept[1] = x0, x1
    length = I64(0)
    while (x0 & goal0 | x1 & goal1) == _0:
        y0, y1 = spread(x0, x1, s.north0, s.north1, s.east0, s.east1)
        x0, x1 = y0 & ~seen0, y1 & ~seen1
        if (x0 | x1) == _0:
            return NO_PATH
        seen0, seen1 = seen0 | x0, seen1 | x1
        length += 1
        kept[2 * length], kept[2 * length + 1] = x0, x1
    kept[2 * length], kept[2 * length + 1] = x0 & goal0, x1 & goal1
    for step in range(length - 1, 0, -1):
        y0, y1 = spread(kept[2 * step + 2], kept[2 * step + 3], s.north0, s.north1, s.east0, s.east1)
        kept[2 * step] &= y0
        kept[2 * step + 1] &= y1
    return length


@jit_with_arrays
def runs_free(s: State, runner: int, chaser: int) -> bool:
    """Whether the chaser can never come beside the runner, whichever shortest path it takes: so they race apart."""
    kept = np.empty(LAYERS, np.uint64)
    length = layers(s, runner, kept)
    x0, x1 = single_cell(pawn(s, chaser))
    for _ in range(2):
        y0, y1 = spread(x0, x1, s.north0, s.north1, s.east0, s.east1)
        x0, x1 = x0 | y0, x1 | y1
    for step in range(length + 1):
        if (kept[2 * step] & x0 | kept[2 * step + 1] & x1) != _0:
            return False
        y0, y1 = spread(x0, x1, s.north0, s.north1, s.east0, s.east1)
        x0, x1 = x0 | y0, x1 | y1
    return True
