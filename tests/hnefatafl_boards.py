"""Random Hnefatafl boards with few men, on which much is threatened."""

import random
from collections.abc import Iterator

from taflheim.games.compiled import NOT_OVER, verdict
from taflheim.games.hnefatafl.state import (
    ATTACKER,
    DEFENDER,
    EDGE,
    KING,
    RESTRICTED,
    SIZE,
    SQUARES,
    THRONE,
    State,
    make,
)

_OPEN = [square for square in range(SQUARES) if square not in RESTRICTED]
_NEAR_THRONE = [THRONE + step for step in (1, -1, SIZE, -SIZE)]


def boards(count: int, seed: int) -> Iterator[State]:
    """So many states in which the game goes on; the king is often on the edge, near the throne, or hemmed in."""
    rng = random.Random(seed)
    while count:
        king = rng.choice(rng.choice((EDGE, _NEAR_THRONE, _OPEN)))
        beside = [king + step for step in (1, -1, SIZE, -SIZE) if king + step in _OPEN]
        board = dict.fromkeys(rng.sample(_OPEN, rng.randrange(3, 16)), ATTACKER)
        board |= dict.fromkeys(rng.sample(_OPEN, rng.randrange(8)), DEFENDER)
        board |= dict.fromkeys(rng.sample(beside, rng.randrange(len(beside) + 1)), ATTACKER)
        board[king] = KING
        state = make(board, rng.randrange(2))
        if king not in RESTRICTED[1:] and verdict(state)[0] == NOT_OVER:
            count -= 1
            yield state
