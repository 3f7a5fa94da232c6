"""The search itself, compiled once for each game: alpha-beta with a table of positions seen.

One side of the game is the *hero*, for whom we think; everybody else is taken to play against it, so there are two
teams however many play. Values are those of the team to move: a move after which the other team moves changes the
sign, one after which the same team goes on (the next jump of a chain, the next opponent of three, the only player of a
game for one) does not. A chain is one move: its later jumps cost no depth.
"""

from typing import Any, NamedTuple

import numpy as np

from taflheim.engine.limits import DEEPEST
from taflheim.games.kernel import I64, U64, Buffer, jit, raised
from taflheim.games.rules import capacity, decided, evaluate, legal, ongoing, play

Words = np.ndarray[tuple[int], np.dtype[np.uint64]]
Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]

WIN = 1_000_000
"""The value of a game that is won now; every move until then costs one, so that the quicker win is better."""
SURE = WIN - 2 * DEEPEST
"""Values beyond this are certain wins, below its opposite certain losses."""
MOST_STEPS = 2 * DEEPEST
"""How many steps, jumps of chains counted one by one, a line can have."""
NODES, MOST_NODES, STOPPED = 0, 1, 2
"""Places in `Work.counts`."""

_WIN, _SURE, _INFINITE = I64(WIN), I64(SURE), I64(2 * WIN)
_NODES, _MOST_NODES, _STOPPED = I64(NODES), I64(MOST_NODES), I64(STOPPED)
_MOST_STEPS = I64(MOST_STEPS)
_DRAW = I64(0)
_EXACT, _AT_LEAST, _AT_MOST = I64(0), I64(1), I64(2)
_MULTIPLIER, _29, _32 = U64(0x9E3779B97F4A7C15), U64(29), U64(32)
_FIRST, _MOST_HISTORY = np.int32(1 << 30), np.int32(1 << 24)


class Work(NamedTuple):
    """The memory a search works in."""

    moves: Buffer
    """The moves of all positions of the line that is being looked at, one list behind the other."""
    order: Buffer
    """Beside each of these moves: how early it should be tried."""
    line: np.ndarray[tuple[int, int], np.dtype[np.int32]]
    """By the number of steps from the root: the length of the best line found from there, and the line."""
    history: Buffer
    """By team and move: how often the move was good enough elsewhere."""
    keys: Words
    """The table: keys of positions, and behind them what was found (see `_packed`). Its size is a power of two."""
    entries: Numbers
    drawn: Words
    """Keys of positions that end the game as a draw, because they have come up too often already."""
    counts: Numbers
    stop: Buffer
    """Set from another thread to end the search."""


@jit
def key(s: Any) -> int:
    """A number that is as good as unique for a position."""
    x = _MULTIPLIER
    for word in s:
        x = (x ^ word) * _MULTIPLIER
        x ^= x >> _29
    x *= _MULTIPLIER
    return x ^ x >> _32


@jit
def _packed(value: int, move: int, depth: int, bound: int) -> int:
    return value << 32 | move << 10 | depth << 2 | bound


@jit
def _stored(value: int, ply: int) -> int:
    """A value as it is kept: wins are counted from the position itself, not from where the search began."""
    if value >= _SURE:
        return value + ply
    return value - ply if value <= -_SURE else value


@jit
def _keep_line(line: Any, height: int, move: int) -> None:
    """The best line here is this move and what follows it."""
    rest = line[height + 1, 0]
    line[height, 0] = rest + 1
    line[height, 1] = move
    for i in range(rest):
        line[height, 2 + i] = line[height + 1, 1 + i]


@jit
def _bring_forward(work: Work, first: int, end: int) -> int:
    """Swap the move that should be tried next to the front and return it."""
    best = first
    for i in range(first + 1, end):
        if work.order[i] > work.order[best]:
            best = i
    move = work.moves[best]
    work.moves[best], work.order[best] = work.moves[first], work.order[first]
    work.moves[first] = move
    return I64(move)


@jit
def _made(s: Any, move: int, depth: int, ply: int, hero: int) -> tuple[Any, int, int, int]:
    """The position after a move with its depth and ply, and the sign its value has for the team that moved."""
    after: Any = play(s, move)
    if not ongoing(after):
        depth -= 1
        ply += 1
    return after, depth, ply, I64(1) if (I64(s.turn) == hero) == (I64(after.turn) == hero) else I64(-1)


@jit
def _value(s: Any, depth: int, alpha: int, beta: int, ply: int, height: int, hero: int, start: int, work: Work) -> int:
    """The value of a position, or a bound of it outside of alpha to beta; worthless once STOPPED is set."""
    work.counts[_NODES] += 1
    if raised(work.stop) or work.counts[_NODES] > work.counts[_MOST_NODES]:
        work.counts[_STOPPED] = 1
        return _DRAW
    work.line[height, 0] = 0
    ours = I64(s.turn) == hero
    in_chain = ongoing(s)
    if not in_chain:
        winner = decided(s)
        if winner >= 0:
            return _WIN - ply if (winner == hero) == ours else ply - _WIN
    this = key(s)
    for other in work.drawn:
        if other == this:
            return _DRAW
    if depth == 0 or height == _MOST_STEPS:
        return evaluate(s, hero) if ours else -evaluate(s, hero)

    slot = I64(this & U64(work.keys.size - 1))
    known = I64(-1)
    if work.keys[slot] == this:
        entry = work.entries[slot]
        known = entry >> 10 & 0x3FFFFF
        # In mid-chain the line must be found to its end: it is part of a move that may be played.
        if not in_chain and entry >> 2 & 0xFF == depth:
            bound, value = entry & 3, _stored(entry >> 32, -ply)
            if bound == _EXACT or (bound == _AT_LEAST and value >= beta) or (bound == _AT_MOST and value <= alpha):
                return value

    end = legal(s, work.moves, start)
    if end == start:
        return ply - _WIN
    team = I64(0) if ours else I64(work.history.size // 2)
    for i in range(start, end):
        work.order[i] = _FIRST if work.moves[i] == known else work.history[team + work.moves[i]]
    best, best_move, bound = -_INFINITE, I64(0), _AT_MOST
    for i in range(start, end):
        move = _bring_forward(work, i, end)
        after, left, at, sign = _made(s, move, depth, ply, hero)
        low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
        value = sign * _value(after, left, low, high, at, height + 1, hero, end, work)
        if work.counts[_STOPPED]:
            return _DRAW
        if value > best:
            best, best_move = value, move
            if value >= beta:
                bound = _AT_LEAST
                if work.history[team + move] < _MOST_HISTORY:
                    work.history[team + move] += depth * depth
                break
            if value > alpha:
                alpha, bound = value, _EXACT
                _keep_line(work.line, height, move)
    work.keys[slot] = this
    work.entries[slot] = _packed(_stored(best, ply), best_move, depth, bound)
    return best


@jit
def think(s: Any, first_steps: Buffer, depth: int, work: Work) -> tuple[int, int]:
    """Look at these first steps of the side to move, in this order, so many moves deep.

    Returns the best value and the place of the step that has it; -1 if there was no time for any. The best line is in
    work.line[0]. When time runs out it is the best of the steps that were finished: at least as good as the first.
    """
    best, place = -_INFINITE, I64(-1)
    hero = I64(s.turn)
    for i in range(first_steps.size):
        move = I64(first_steps[i])
        after, left, at, sign = _made(s, move, depth, I64(0), hero)
        low, high = (best, _INFINITE) if sign > 0 else (-_INFINITE, -best)
        value = sign * _value(after, left, low, high, at, I64(1), hero, I64(0), work)
        if work.counts[_STOPPED]:
            break
        if value > best:
            best, place = value, I64(i)
            _keep_line(work.line, I64(0), move)
    return best, place


@jit
def room(s: Any) -> int:
    """How many moves `Work.moves` must hold."""
    return capacity(s) * (_MOST_STEPS + 1)
