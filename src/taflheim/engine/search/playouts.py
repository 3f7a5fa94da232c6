"""Random games at full speed."""

from typing import Any

import numpy as np

from taflheim.games.kernel import I64, U64, Buffer, jit, jit_with_arrays, words
from taflheim.games.position import Position
from taflheim.games.rules import capacity, decided, legal, ongoing, play

_LONGEST = I64(2000)
_7, _13, _17, _32 = U64(7), U64(13), U64(17), U64(32)


@jit
def _random(x: int) -> int:
    """The next state of a xorshift generator."""
    x ^= x << _13
    x ^= x >> _7
    return x ^ (x << _17)


@jit
def _playout(s: Any, x: int, buffer: Buffer) -> tuple[int, int, int]:
    """The winner or -1, the number of steps, and the generator's next state."""
    for steps in range(_LONGEST):
        winner = decided(s) if not ongoing(s) else I64(-1)
        if winner >= 0:
            return winner, I64(steps), x
        end = legal(s, buffer, I64(0))
        if end == 0:
            return 1 - I64(s.turn), I64(steps), x
        x = _random(x)
        s = play(s, I64(buffer[I64((x >> _32) * U64(end) >> _32)]))
    return I64(-1), _LONGEST, x


@jit_with_arrays
def _playouts(s: Any, count: int, seed: int, wins: Buffer) -> int:
    buffer = np.empty(capacity(s), np.int32)
    total = I64(0)
    for _ in range(count):
        winner, steps, seed = _playout(s, seed, buffer)
        if winner >= 0:
            wins[winner] += 1
        total += steps
    return total


def playouts(position: Position, count: int, seed: int = 88172645463325252) -> tuple[dict[str, int], int]:
    """The wins of each side in so many random games of at most 2000 steps, and how many steps they took together.

    >>> import taflheim
    >>> wins, steps = playouts(taflheim.game("halatafl").start(), 100)
    >>> sum(wins.values()) <= 100 < steps
    True
    """
    position.game.rulebook.load_rules()
    wins = np.zeros(len(position.game.sides), np.int32)
    steps = _playouts(words(position.state), I64(count), U64(seed), wins)
    return dict(zip(position.game.sides, wins.tolist(), strict=True)), int(steps)
