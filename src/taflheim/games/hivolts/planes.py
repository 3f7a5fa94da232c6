"""HiVolts as a learner sees it: the whole board with the fences along its edge."""

from taflheim.games import rules
from taflheim.games.hivolts import state
from taflheim.games.hivolts.rules import holds
from taflheim.games.hivolts.state import INSIDE, SIZE, State
from taflheim.games.kernel import I64, U64, implements, jit
from taflheim.games.modules import Options
from taflheim.games.rules import Plane

NAME = "hivolts_v0"
SHAPE = (SIZE, SIZE)

_3, _7, _BYTE, _DEAD = U64(3), U64(7), U64(0xFF), U64(state.DEAD)
_SIZE, _INSIDE, _PLANE = I64(SIZE), I64(INSIDE), I64(SIZE * SIZE)


def channels(options: Options) -> tuple[str, ...]:
    """Mhos move in the order of their list, which matters when they are in each other's way."""
    return "fences", "Mhos", "Mhos by their order, the last 1", "player"


@jit
def _place(square: int) -> int:
    """Where a square inside the edge lies on the whole board."""
    return (square // _INSIDE + 1) * _SIZE + square % _INSIDE + 1


@implements(rules.observe, State)
def observe(s: State, out: Plane) -> None:
    """Squares from a1 along the ranks."""
    for rank in range(_SIZE):
        for file in range(_SIZE):
            edge = rank == 0 or file == 0 or rank == _SIZE - 1 or file == _SIZE - 1
            inside = U64((rank - 1) * _INSIDE + file - 1)
            if edge or holds(s.fences0, s.fences1, inside):
                out[rank * _SIZE + file] = 1.0
    left = I64(s.left)
    for i in range(left):
        listed = s.mhos0 if i < 8 else s.mhos1
        place = _place(I64(listed >> ((U64(i) & _7) << _3) & _BYTE))
        out[_PLANE + place] = 1.0
        out[2 * _PLANE + place] = (i + 1) / left
    if s.player != _DEAD:
        out[3 * _PLANE + _place(I64(s.player))] = 1.0
