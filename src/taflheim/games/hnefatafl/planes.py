"""Hnefatafl as a learner sees it."""

from taflheim.games import rules
from taflheim.games.hnefatafl.state import NOWHERE, SIZE, SQUARES, State
from taflheim.games.kernel import I64, U64, implements, jit, lowest
from taflheim.games.modules import Options
from taflheim.games.rules import Plane

NAME = "hnefatafl_v0"
SHAPE = (SIZE, SIZE)

_0, _1, _NOWHERE, _SQUARES, _64 = U64(0), U64(1), U64(NOWHERE), I64(SQUARES), I64(64)


def channels(options: Options) -> tuple[str, ...]:
    """Men are those of the mover and of the other side; the king is apart."""
    return "own men", "other men", "king", "the king's side is to move"


@jit
def _mark(word: int, out: Plane, first: int) -> None:
    while word:
        out[first + lowest(word)] = 1.0
        word &= word - _1


@implements(rules.observe, State)
def observe(s: State, out: Plane) -> None:
    """Squares from a1 along the ranks."""
    attackers, defenders = (I64(0), _SQUARES) if s.turn == _0 else (_SQUARES, I64(0))
    _mark(s.attackers0, out, attackers)
    _mark(s.attackers1, out, attackers + _64)
    _mark(s.defenders0, out, defenders)
    _mark(s.defenders1, out, defenders + _64)
    if s.king != _NOWHERE:
        out[2 * _SQUARES + I64(s.king)] = 1.0
    if s.turn != _0:
        for i in range(3 * _SQUARES, 4 * _SQUARES):
            out[i] = 1.0
