"""Pruning by the static evaluation and `rules.margin`: what is out of reach of the window is not searched."""

from taflheim.engine.search.memory import IN_NULL_MOVE, Memory
from taflheim.games.kernel import I64, jit

_IN_NULL_MOVE = I64(IN_NULL_MOVE)
_REVERSE_FUTILITY_DEPTH = I64(6)
_FUTILITY_DEPTH = I64(3)
_LATE = I64(4)
"""Late move pruning: after 2 · _LATE moves at depth 1, twice as many for each further one."""
UNKNOWN = I64(1 << 40)
"""In place of a static evaluation that was not asked for."""


@jit
def fails_high(static: int, beta: int, depth: int, margin: int) -> bool:
    """Reverse futility pruning: whether the position is so good that quiet moves will hardly bring it below beta."""
    return margin > 0 and depth <= _REVERSE_FUTILITY_DEPTH and static - margin * depth >= beta


@jit
def moves_searched(static: int, alpha: int, depth: int, margin: int, number: int) -> int:
    """After how many of the moves only those are searched that are likely to be good.

    Futility pruning: after the first, if quiet moves will hardly bring the score up to alpha. Late move pruning: after
    some more, since moves so late in the order are seldom the best.
    """
    if margin == 0 or static == UNKNOWN or depth > _FUTILITY_DEPTH:
        return number
    return I64(1) if static + margin * depth <= alpha else min(number, _LATE << depth)


@jit
def may_null_move(static: int, beta: int, memory: Memory) -> bool:
    """Whether a null move may be tried: it is likely to fail high."""
    return static != UNKNOWN and static >= beta and memory.counts[_IN_NULL_MOVE] == 0
