"""Halatafl as a learner sees it: the 7×7 square around the cross."""

from taflheim.games import rules
from taflheim.games.halatafl.rules import FOXES
from taflheim.games.halatafl.state import SIZE, WIDTH, State
from taflheim.games.kernel import I64, U64, implements, jit, lowest
from taflheim.games.modules import Options
from taflheim.games.rules import Plane

NAME = "halatafl_v0"
SHAPE = (SIZE, SIZE)

_1, _SIZE, _WIDTH, _PLANE = U64(1), I64(SIZE), I64(WIDTH), I64(SIZE * SIZE)


def channels(options: Options) -> tuple[str, ...]:
    """A fox amid a chain of jumps has a plane of its own, too."""
    return "own pieces", "other pieces", "fox that must go on", "foxes are to move"


@jit
def _mark(points: int, out: Plane, first: int) -> None:
    while points:
        point = lowest(points)
        points &= points - _1
        out[first + point // _WIDTH * _SIZE + point % _WIDTH] = 1.0


@implements(rules.observe, State)
def observe(s: State, out: Plane) -> None:
    """Points from a1 along the ranks."""
    foxes_move = s.turn == FOXES
    _mark(s.foxes if foxes_move else s.sheep, out, I64(0))
    _mark(s.sheep if foxes_move else s.foxes, out, _PLANE)
    _mark(s.jumper, out, 2 * _PLANE)
    if foxes_move:
        for i in range(3 * _PLANE, 4 * _PLANE):
            out[i] = 1.0
