"""Random games at full speed."""

from typing import Any

import numpy as np

from taflheim.games.checks import as_int, checked_position
from taflheim.games.errors import TaflheimError
from taflheim.games.kernel import I64, U64, Buffer, jit, jit_with_arrays, words
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.rules import capacity, decided, draw, ongoing, play

_LONGEST = I64(2000)
_MOST_GAMES = 10**9
_GOLDEN = 0x9E3779B97F4A7C15


def _first_state(seed: int) -> int:
    """The generator's state for a seed, by SplitMix64. It is never 0, which xorshift would not leave.

    >>> len({_first_state(seed) for seed in range(-500, 500)}), _first_state(-0x9E3779B97F4A7C15) != 0
    (1000, True)
    """
    x = (seed + _GOLDEN) % 2**64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
    return x ^ x >> 31 or _GOLDEN


@jit
def _playout(s: Any, x: int, buffer: Buffer) -> tuple[int, int, int]:
    """The winner or -1, the number of steps, and the generator's next state."""
    for steps in range(_LONGEST):
        winner = decided(s) if not ongoing(s) else I64(-1)
        if winner >= 0:
            return winner, I64(steps), x
        move, x = draw(s, x, buffer)
        if move < 0:
            return 1 - I64(s.turn), I64(steps), x
        s = play(s, move)
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


def playouts(position: Position, count: int, seed: int = 0) -> tuple[dict[str, int], int]:
    """The wins of each side in `count` random games of at most 2000 steps, and how many steps they took together.

    At every step each legal move is equally likely. The same seed gives the same games, as long as a game's way to
    draw (`taflheim.games.rules.draw`) stays the same.

    >>> import taflheim
    >>> wins, steps = playouts(taflheim.game("halatafl").start(), 100)
    >>> sum(wins.values()) <= 100 < steps
    True
    """
    checked_position(position).game.rulebook.load_rules()
    games, state = as_int(count), as_int(seed)
    if games is None or not 0 <= games <= _MOST_GAMES:
        raise TaflheimError(f"count: expected a whole number from 0 to {_MOST_GAMES}")
    if state is None:
        raise TaflheimError(f"a seed is a whole number, not {quoted(seed)}")
    wins = np.zeros(len(position.game.sides), np.int32)
    steps = _playouts(words(position.state), I64(games), U64(_first_state(state)), wins)
    return dict(zip(position.game.sides, wins.tolist(), strict=True)), int(steps)
