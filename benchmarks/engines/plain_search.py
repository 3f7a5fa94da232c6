"""Alpha-beta and nothing else, to a fixed depth: a yardstick for Hnefatafl and Halatafl, either side.

    taflheim match level:3 'python benchmarks/engines/plain_search.py hnefatafl' --game hnefatafl --movetime 500

Hnefatafl is searched three moves deep and judged by men and the king's freedom, Halatafl four deep and by the sheep
alone. No table, no order of moves, no extensions; between moves that come out equal, chance decides.
"""

import random
import sys
from typing import Any

import numpy as np
from talk import talk

import taflheim
from taflheim import Record
from taflheim.engine.search.limits import Limits
from taflheim.games.halatafl.state import SHEEP
from taflheim.games.halatafl.state import State as HalataflState
from taflheim.games.hnefatafl.rules import empty_squares, shift, single_square
from taflheim.games.hnefatafl.state import DEFENDERS
from taflheim.games.hnefatafl.state import State as HnefataflState
from taflheim.games.kernel import I64, Buffer, implements, jit, popcount, rule, words
from taflheim.games.rules import capacity, decided, legal, ongoing, play

DEPTHS = {"hnefatafl": 3, "halatafl": 4}
"""Unless it is told another one."""
_MOST_STEPS = 64
"""More than a line can have, with every jump of a chain counted."""
_WIN, _INFINITE = I64(1_000_000), I64(2_000_000)
_ATTACKER, _DEFENDER, _KING_MOVE = I64(100), I64(200), I64(10)


@rule
def worth(s: tuple[int, ...], side: int) -> int:
    """How good a position is for a side."""
    raise NotImplementedError(type(s))


@jit
def _king_moves(s: HnefataflState) -> int:
    """How many squares the king can go to. He is on the board: without him the game would be over."""
    empty0, empty1 = empty_squares(s)
    king0, king1 = single_square(s.king)
    total = I64(0)
    for way in range(4):
        x0, x1 = shift(way, king0, king1)
        while x0 & empty0 | x1 & empty1:
            total += 1
            x0, x1 = shift(way, x0, x1)
    return total


@implements(worth, HnefataflState)
def _hnefatafl(s: HnefataflState, side: int) -> int:
    men = _DEFENDER * (popcount(s.defenders0) + popcount(s.defenders1))
    men -= _ATTACKER * (popcount(s.attackers0) + popcount(s.attackers1))
    score = men + _KING_MOVE * _king_moves(s)
    return score if side == DEFENDERS else -score


@implements(worth, HalataflState)
def _halatafl(s: HalataflState, side: int) -> int:
    return popcount(s.sheep) if side == SHEEP else -popcount(s.sheep)


@jit
def _value(s: Any, depth: int, alpha: int, beta: int, buffer: Buffer, start: int) -> int:
    """The value for the side to move, as far as it is between alpha and beta. A chain is one move."""
    if not ongoing(s):
        winner = decided(s)
        if winner >= 0:
            # The sooner the better: there is more depth left.
            return _WIN + depth if winner == I64(s.turn) else -_WIN - depth
        if depth == 0:
            return worth(s, I64(s.turn))
    end = legal(s, buffer, start)
    if end == start:
        return -_WIN - depth
    for i in range(start, end):
        after = play(s, I64(buffer[i]))
        if ongoing(after):
            value = _value(after, depth, alpha, beta, buffer, end)
        else:
            value = -_value(after, depth - 1, -beta, -alpha, buffer, end)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha


def _best_step(compiled: Any, state: Any, steps: list[int], depth: int) -> int:
    """The first of the steps that no other excels."""
    buffer = np.empty(int(capacity(words(state))) * _MOST_STEPS, np.int32)
    best, highest = -1, -_INFINITE
    for step in steps:
        after, more = compiled.step(state, step)
        if more:
            value = I64(_value(words(after), I64(depth), highest, _INFINITE, buffer, I64(0)))
        else:
            value = I64(-_value(words(after), I64(depth - 1), -_INFINITE, -highest, buffer, I64(0)))
        if value > highest:
            best, highest = step, value
    return best


def choose(record: Record, limits: Limits, rng: random.Random) -> str:
    """The best move, found jump by jump where it is a chain."""
    depth = limits.depth or DEPTHS[record.game.name]
    compiled, state, chain, more = record.game.rulebook.compiled, record.position.state, list[int](), True
    while more:
        steps = compiled.steps(state)
        rng.shuffle(steps)
        chain.append(_best_step(compiled, state, steps, depth))
        state, more = compiled.step(state, chain[-1])
    return record.game.move_text(chain)


if __name__ == "__main__":
    talk(taflheim.game(sys.argv[1]), choose)
