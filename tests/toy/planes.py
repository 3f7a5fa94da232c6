"""The toy as a learner sees it: the mover's signs and the others."""

from taflheim.games import rules
from taflheim.games.kernel import U64, implements
from taflheim.games.modules import Options
from taflheim.games.rules import Plane
from toy.state import SIZE, SQUARES, State

NAME = "toy_v0"
SHAPE = (SIZE, SIZE)
_0, _1 = U64(0), U64(1)


def channels(options: Options) -> tuple[str, ...]:
    """A full board is won by noughts, so it matters who moves."""
    return "own signs", "other signs", "noughts are to move"


@implements(rules.observe, State)
def observe(s: State, out: Plane) -> None:
    """Squares from a1 along the ranks."""
    own, other = (s.crosses, s.noughts) if s.turn == _0 else (s.noughts, s.crosses)
    for square in range(SQUARES):
        out[square] = own >> U64(square) & _1
        out[SQUARES + square] = other >> U64(square) & _1
        out[2 * SQUARES + square] = s.turn
