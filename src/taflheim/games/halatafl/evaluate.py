"""How good a Halatafl position is: sheep, how far they have come, and what the foxes threaten.

Counted in hundredths of a sheep, from the sheep's side; for the foxes it is the opposite.
"""

from taflheim.games import rules
from taflheim.games.halatafl import state
from taflheim.games.halatafl.rules import FOXES, PADDOCK, empty_points, free_ways, prey_ways
from taflheim.games.halatafl.state import POINTS, SIZE, WAYS, WIDTH, State
from taflheim.games.kernel import I64, U64, implements, jit, popcount

_SHEEP_SIDE = I64(state.SHEEP)
_EVEN = I64(15)
"""With so many sheep the material is about even."""
_SHEEP, _FOX = I64(100), I64(400)
_IN_PADDOCK, _RANK = I64(35), I64(8)
_FOX_STEP, _THREAT, _CAPTURE = I64(6), I64(25), I64(110)
_RANKS = tuple(U64(sum(1 << point for point in POINTS if point // WIDTH == rank)) for rank in range(SIZE))


@jit
def _advance(sheep: int) -> int:
    """The ranks the sheep have climbed together; they never go back."""
    total = I64(0)
    for rank in range(SIZE):
        total += rank * popcount(sheep & _RANKS[rank])
    return total


@jit
def _hunt(s: State) -> int:
    """What the foxes' freedom and their captures are worth to them."""
    empty = empty_points(s)
    steps = captures = I64(0)
    for way in range(len(WAYS)):
        steps += popcount(s.foxes & free_ways(empty, way))
        captures += popcount(s.foxes & prey_ways(s.sheep, empty, way))
    # On their turn the foxes take one sheep; otherwise the sheep may still do something about it.
    if s.turn == FOXES and captures > 0:
        return steps * _FOX_STEP + _CAPTURE + (captures - 1) * _THREAT
    return steps * _FOX_STEP + captures * _THREAT


@implements(rules.evaluate, State)
def evaluate(s: State, side: int) -> int:
    """Sheep that are left, in the paddock and on the way there, against foxes and what they can do."""
    score = (popcount(s.sheep) - _EVEN) * _SHEEP - (popcount(s.foxes) - 2) * _FOX
    score += popcount(s.sheep & PADDOCK) * _IN_PADDOCK + _advance(s.sheep) * _RANK - _hunt(s)
    return score if side == _SHEEP_SIDE else -score
