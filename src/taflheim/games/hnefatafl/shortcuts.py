"""What Hnefatafl tells without listing its moves: whether there is one, whether a number is legal, the pieces left."""

import numpy as np

from taflheim.games import rules
from taflheim.games.hnefatafl import state as geometry
from taflheim.games.hnefatafl.rules import around, count, empty_squares, square_set, whites
from taflheim.games.hnefatafl.state import SQUARES, State
from taflheim.games.kernel import U64, Buffer, implements, popcount

_0 = U64(0)
_FREE0, _FREE1 = square_set(s for s in range(SQUARES) if s not in geometry.RESTRICTED)


def _between(origin: int, to: int) -> tuple[int, int]:
    """The squares a piece passes."""
    step = 1 if abs(to - origin) < geometry.SIZE and to // geometry.SIZE == origin // geometry.SIZE else geometry.SIZE
    return geometry.halves(range(min(origin, to) + step, max(origin, to), step))


_MOVES = [geometry.ends(move) for move in range(geometry.MOVE_COUNT)]
# By number of the move: where it comes from, where it goes, what must be empty between; two words each.
_FROM = np.array([geometry.halves([origin]) for origin, _ in _MOVES], np.uint64)
_TO = np.array([geometry.halves([to]) for _, to in _MOVES], np.uint64)
_WAY = np.array([_between(origin, to) for origin, to in _MOVES], np.uint64)


@implements(rules.material, State)
def material(s: State) -> int:
    """The pieces on the board."""
    w0, w1 = whites(s)
    return popcount(s.attackers0) + popcount(s.attackers1) + popcount(w0) + popcount(w1)


@implements(rules.can_move, State)
def can_move(s: State) -> bool:
    """Nearly always some piece has an empty square beside it; if none has, it could still pass over the throne."""
    empty0, empty1 = empty_squares(s)
    own0, own1 = (s.attackers0, s.attackers1) if s.turn == _0 else whites(s)
    beside0, beside1 = around(own0, own1)
    return (beside0 & empty0 & _FREE0 | beside1 & empty1 & _FREE1) != _0 or count(s) != 0


@implements(rules.allowed, State)
def allowed(s: State, move: int, buffer: Buffer) -> bool:
    """An own piece goes an empty way to a square where it may stand."""
    from0, from1, to0, to1 = _FROM[move, 0], _FROM[move, 1], _TO[move, 0], _TO[move, 1]
    own0, own1 = (s.attackers0, s.attackers1) if s.turn == _0 else whites(s)
    if (own0 & from0 | own1 & from1) == _0:
        return False
    empty0, empty1 = empty_squares(s)
    way0, way1 = to0 | _WAY[move, 0], to1 | _WAY[move, 1]
    if (way0 & ~empty0 | way1 & ~empty1) != _0:
        return False
    men0, men1 = (s.attackers0, s.attackers1) if s.turn == _0 else (s.defenders0, s.defenders1)
    is_king = (men0 & from0 | men1 & from1) == _0
    return bool(is_king or (to0 & _FREE0 | to1 & _FREE1) != _0)
