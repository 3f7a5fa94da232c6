"""How good a Hnefatafl position is: men, the king's ways to a corner, and how closed the ring is.

Counted in hundredths of an attacker, from the defenders' side; for the attackers it is the opposite.
"""

from taflheim.games import rules
from taflheim.games.hnefatafl.rules import (
    EDGE0,
    EDGE1,
    around,
    empty_squares,
    shift,
    single_square,
    square_set,
    whites,
)
from taflheim.games.hnefatafl.state import CORNERS, DEFENDERS, LINE, NOWHERE, SIZE, State
from taflheim.games.kernel import I64, U64, implements, jit, popcount

_DEFENDERS, _NOWHERE = I64(DEFENDERS), U64(NOWHERE)
_NO_KING = I64(-90_000)
_ATTACKER, _DEFENDER = I64(100), I64(200)
_CORNER_IN_ONE, _SECOND_CORNER = I64(300), I64(600)
_CORNER_IN_TWO, _CORNER_IN_THREE = I64(120), I64(40)
_KING_MOVE, _BESIDE_KING = I64(4), I64(30)
_OPEN_EDGE, _GUARD = I64(6), I64(25)

# The three squares of the diagonal two steps from a corner: attackers on all of them close it.
_CORNERS0, _CORNERS1 = square_set(CORNERS)
_GUARDS0, _GUARDS1 = square_set(
    file + SIZE * rank
    for file in range(SIZE)
    for rank in range(SIZE)
    if min(file, LINE - file) + min(rank, LINE - rank) == 2
)


@jit
def _slid(x0: int, x1: int, empty0: int, empty1: int) -> tuple[int, int]:
    """The squares of x and all that a piece on one of them could slide to."""
    all0, all1 = x0, x1
    for way in range(4):
        y0, y1 = shift(way, x0, x1)
        y0, y1 = y0 & empty0, y1 & empty1
        while y0 | y1:
            all0, all1 = all0 | y0, all1 | y1
            y0, y1 = shift(way, y0, y1)
            y0, y1 = y0 & empty0, y1 & empty1
    return all0, all1


@jit
def _corners(x0: int, x1: int) -> int:
    return popcount(x0 & _CORNERS0) + popcount(x1 & _CORNERS1)


@jit
def _king(s: State) -> int:
    """His freedom, and how few moves he is from a corner as the board stands."""
    empty0, empty1 = empty_squares(s)
    k0, k1 = single_square(s.king)
    beside0, beside1 = around(k0, k1)
    x0, x1 = _slid(k0, k1, empty0, empty1)
    score = _KING_MOVE * (popcount(x0) + popcount(x1))
    score -= _BESIDE_KING * (popcount(beside0 & s.attackers0) + popcount(beside1 & s.attackers1))
    corners = _corners(x0, x1)
    if corners > 0:
        return score + _CORNER_IN_ONE + (corners - 1) * _SECOND_CORNER
    x0, x1 = _slid(x0, x1, empty0, empty1)
    if _corners(x0, x1) > 0:
        return score + _CORNER_IN_TWO
    x0, x1 = _slid(x0, x1, empty0, empty1)
    return score + _CORNER_IN_THREE if _corners(x0, x1) > 0 else score


@jit
def _open_edge(s: State) -> int:
    """How many squares of the edge the defenders could walk to through whatever is not an attacker."""
    x0, x1 = whites(s)
    free0, free1 = ~s.attackers0, ~s.attackers1
    while True:
        beside0, beside1 = around(x0, x1)
        y0, y1 = x0 | beside0 & free0, x1 | beside1 & free1
        if y0 == x0 and y1 == x1:
            return popcount(x0 & EDGE0) + popcount(x1 & EDGE1)
        x0, x1 = y0, y1


@implements(rules.evaluate, State)
def evaluate(s: State, side: int) -> int:
    """Men, the king, the open edge, and the guards of the corners."""
    if s.king == _NOWHERE:
        score = _NO_KING
    else:
        score = _DEFENDER * (popcount(s.defenders0) + popcount(s.defenders1))
        score -= _ATTACKER * (popcount(s.attackers0) + popcount(s.attackers1))
        score -= _GUARD * (popcount(s.attackers0 & _GUARDS0) + popcount(s.attackers1 & _GUARDS1))
        score += _king(s) + _OPEN_EDGE * _open_edge(s)
    return score if side == _DEFENDERS else -score
