"""The limit of quiet moves, as the search knows it: scores fade towards the draw, so that who is ahead makes progress.

How near the limit is depends on the path to a position. The transposition table has entries of their own for positions
that are near it.
"""

from typing import Any

from taflheim.engine.search.memory import QUIET_LIMIT, QUIET_MOVES, Memory
from taflheim.games.kernel import I64, U64, jit
from taflheim.games.rules import material

_QUIET_LIMIT, _QUIET_MOVES = I64(QUIET_LIMIT), I64(QUIET_MOVES)
_NEAR = I64(100)
"""Scores fade when fewer quiet moves than this are left before the draw."""
_FAR = I64(1 << 30)
"""How many are left in a game without a limit."""
_PER_BUCKET = I64(8)
_MULTIPLIER = U64(0x9E3779B97F4A7C15)


@jit
def note_root(s: Any, memory: Memory) -> None:
    """Note how many quiet moves have led to the root."""
    memory.quiet[0, 0], memory.quiet[0, 1] = memory.counts[_QUIET_MOVES], material(s)


@jit
def quiet_moves_left(s: Any, height: int, memory: Memory) -> int:
    """How many more quiet moves draw the game, from the position at this height, which is noted."""
    limit = I64(memory.counts[_QUIET_LIMIT])
    if limit == 0:
        return _FAR
    now = I64(material(s))
    moves = I64(memory.quiet[height - 1, 0]) + 1 if memory.quiet[height - 1, 1] == now else I64(0)
    memory.quiet[height, 0], memory.quiet[height, 1] = moves, now
    return limit - moves


@jit
def faded(score: int, left: int) -> int:
    """The static evaluation, scaled down linearly over the last `_NEAR` quiet moves before the draw."""
    return score if left >= _NEAR else score * left // _NEAR


@jit
def table_key(this: int, left: int) -> int:
    """The key of a position in the transposition table."""
    return this if left >= _NEAR else this ^ U64(1 + left // _PER_BUCKET) * _MULTIPLIER
