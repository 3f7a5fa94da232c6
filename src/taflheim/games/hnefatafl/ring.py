"""The attackers' ring: diagonals that close the corners, links between its men, and lines from the edge to it."""

from taflheim.games.hnefatafl.reach import size
from taflheim.games.hnefatafl.rules import shift, square_set
from taflheim.games.hnefatafl.state import CORNERS, SIZE, SQUARES, State
from taflheim.games.hnefatafl.tactics import EDGES
from taflheim.games.kernel import I64, jit

_0 = I64(0)
_NEAREST, _FARTHEST = 2, 5
"""The diagonals that are evaluated, by their distance from the corner."""
_NO_DIAGONAL = I64(4)
"""The gaps of a corner that no diagonal closes."""
_STEPS_PER_DIAGONAL = I64(5)
"""About the number of men on a diagonal. Each one that has moved on to the next diagonal counts as one step."""
_STEPS_PER_GAP = I64(6)
"""How many steps further from the corner make up for one more gap."""


def _diagonals(corner: int) -> tuple[tuple[int, ...], ...]:
    """The squares of each diagonal before a corner, those with all behind them, and those of the next one inwards."""
    steps = [abs(square % SIZE - corner % SIZE) + abs(square // SIZE - corner // SIZE) for square in range(SQUARES)]
    return tuple(
        square_set(square for square in range(SQUARES) if steps[square] == away)
        + square_set(square for square in range(SQUARES) if steps[square] <= away)
        + square_set(square for square in range(SQUARES) if steps[square] == away + 1)
        for away in range(_NEAREST, _FARTHEST + 1)
    )


# With the ways of `shift` that lead to the two edges.
_CORNERS = tuple((1 if corner < SIZE else 0, 3 if corner % SIZE == 0 else 2, _diagonals(corner)) for corner in CORNERS)


@jit
def _closing(s: State, on0: int, on1: int, next0: int, next1: int, way: int) -> int:
    """How many squares of a diagonal have no attacker, but one on the next diagonal inwards right above them."""
    x0, x1 = shift(way, s.attackers0 & next0, s.attackers1 & next1)
    return size(x0 & on0 & ~s.attackers0, x1 & on1 & ~s.attackers1)


@jit
def corner_diagonals(s: State, king0: int, king1: int) -> tuple[int, int]:
    """Attackers all along a diagonal close the corner behind it: the number of gaps, and the steps from the corner.

    Both are sums over the corners, each by its best diagonal with no white piece on it or behind it. Attackers on the
    next diagonal inwards close their files (or their ranks) too, so the men of a diagonal can move inwards one by one.
    The farther the diagonals are from the corners, the fewer men the rest of the ring needs.
    """
    white0, white1 = s.defenders0 | king0, s.defenders1 | king1
    gaps, outward = _0, _0
    for down, aside, diagonals in _CORNERS:
        best_gaps, best_steps, away = _NO_DIAGONAL, _0, I64(_NEAREST)
        for on0, on1, behind0, behind1, next0, next1 in diagonals:
            if white0 & behind0 | white1 & behind1:
                break
            further = max(_closing(s, on0, on1, next0, next1, down), _closing(s, on0, on1, next0, next1, aside))
            there = size(s.attackers0 & on0, s.attackers1 & on1)
            missing = away + 1 - there - further
            steps = away * _STEPS_PER_DIAGONAL + further
            if missing * _STEPS_PER_GAP - steps < best_gaps * _STEPS_PER_GAP - best_steps:
                best_gaps, best_steps = missing, steps
            away += 1
        gaps += best_gaps
        outward += best_steps
    return gaps, outward


@jit
def links(x0: int, x1: int) -> int:
    """How many pairs of x are diagonal neighbours: no piece slips through a chain of them."""
    north0, north1 = shift(0, x0, x1)
    right0, right1 = shift(2, north0, north1)
    left0, left1 = shift(3, north0, north1)
    return size(x0 & right0, x1 & right1) + size(x0 & left0, x1 & left1)


@jit
def first_from_edges(s: State, empty0: int, empty1: int) -> tuple[int, int]:
    """Along every line from every edge inwards: how often an attacker is met first, and how often a defender."""
    attackers, defenders = _0, _0
    for way in range(4):
        x0, x1 = EDGES[way]
        seen0, seen1 = x0, x1
        while x0 | x1:
            x0, x1 = shift(way, x0 & empty0, x1 & empty1)
            seen0, seen1 = seen0 | x0, seen1 | x1
        attackers += size(seen0 & s.attackers0, seen1 & s.attackers1)
        defenders += size(seen0 & s.defenders0, seen1 & s.defenders1)
    return attackers, defenders
