"""What Halatafl tells without counting its chains: whether there is a move, and how many pieces stand."""

from taflheim.games import rules
from taflheim.games.halatafl.rules import FOXES, empty_points, free_ways, prey_ways
from taflheim.games.halatafl.state import SHEEP_WAYS, WAYS, State
from taflheim.games.kernel import U64, implements, popcount

_0 = U64(0)


@implements(rules.can_move, State)
def can_move(s: State) -> bool:
    """A step or a jump is enough, however long its chain."""
    empty, found = empty_points(s), _0
    if s.turn == FOXES:
        for way in range(len(WAYS)):
            found |= s.foxes & (free_ways(empty, way) | prey_ways(s.sheep, empty, way))
    else:
        for way in range(SHEEP_WAYS):
            found |= s.sheep & free_ways(empty, way)
    return found != _0


@implements(rules.material, State)
def material(s: State) -> int:
    """The pieces on the board."""
    return popcount(s.sheep) + popcount(s.foxes)
