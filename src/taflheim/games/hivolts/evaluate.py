"""The evaluation of HiVolts, in hundredths of a Mho: Mhos left, Mhos beside the player, and room to step aside."""

from taflheim.games import rules
from taflheim.games.hivolts.rules import holds, neighbour, taken_squares
from taflheim.games.hivolts.state import DEAD, JUMP, SIT, State
from taflheim.games.kernel import I64, U64, implements

_DIRECTIONS, _SIT, _DEAD = I64(JUMP), I64(SIT), U64(DEAD)
_LOST = I64(-90_000)
_MHO, _NEAR, _OPEN = I64(100), I64(15), I64(3)


@implements(rules.evaluate, State)
def evaluate(s: State, side: int) -> int:
    """The Mhos that are left, those beside the player, and the squares one could step on."""
    if s.player == _DEAD:
        return _LOST if side == 0 else -_LOST
    taken0, taken1 = taken_squares(s)
    score = -_MHO * I64(s.left)
    for move in range(_DIRECTIONS):
        square = neighbour(s.player, I64(move))
        if move == _SIT or square == _DEAD:
            continue
        if holds(taken0, taken1, square):
            score -= _NEAR
        elif not holds(s.fences0, s.fences1, square):
            score += _OPEN
    return score if side == 0 else -score
