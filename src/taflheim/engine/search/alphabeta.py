"""The search itself, compiled once for each game: principal variation search with a table of positions seen.

One side of the game is the *hero*, for whom we think; everybody else is taken to play against it, so there are two
teams however many play. Values are those of the team to move: a move after which the other team moves changes the
sign, one after which the same team goes on (the next jump of a chain, the next opponent of three, the only player of a
game for one) does not. A chain is one move: its later jumps cost no depth.

Moves are tried in the order of what they promise: the one the table remembers, then by what the game says of them
(`rules.prospects`), what has just been good elsewhere (killers) and what has often been good (history). The first one
is searched fully; of the others it is first shown, late ones less deeply, that they are no better. Where a side would
be too well off for the other to allow it even if it passed, nothing is searched fully (`rules.passed`).
"""

from typing import Any

from taflheim.engine.search.memory import (
    MOST_NODES,
    MOST_STEPS,
    NODES,
    OVERLOOK,
    PASSING,
    REPEATS,
    SEED,
    STOPPED,
    Work,
    bring_forward,
    keep_line,
    key,
    look_up,
    move_in,
    remember,
    seen,
    unseen,
    value_in,
)
from taflheim.games.kernel import I64, Buffer, jit, raised
from taflheim.games.rules import capacity, decided, evaluate, known, legal, ongoing, passed, play, prospects, quiet

WIN = 1_000_000
"""The value of a game that is won now; every move until then costs one, so that the quicker win is better."""
SURE = WIN - 1000
"""Values beyond this are certain wins, below its opposite certain losses."""

_WIN, _SURE, _INFINITE = I64(WIN), I64(SURE), I64(2 * WIN)
_NODES, _MOST_NODES, _STOPPED = I64(NODES), I64(MOST_NODES), I64(STOPPED)
_OVERLOOK, _SEED, _REPEATS, _PASSING = I64(OVERLOOK), I64(SEED), I64(REPEATS), I64(PASSING)
_THE_END = I64(1 << 22)
"""Not the number of any move: what is overlooked if it is, is how the game must end."""
_MOST_STEPS = I64(MOST_STEPS)
_DRAW = I64(0)
_EXACT, _AT_LEAST, _AT_MOST = I64(0), I64(1), I64(2)

_REMEMBERED = I64(1 << 30)
_PROMISE = I64(1 << 8)
"""How much more a hundredth of expected gain counts than what is known from elsewhere."""
_MOST_PROMISE = I64(10_000)
_KILLER = I64(24 << 8)
_MOST_HISTORY = I64(64 << 8)

_MOST_EXTRA = I64(8)
"""How many moves further a search looks at most where the evaluation is not to be trusted."""
_WORTH_PASSING = I64(3)
"""So deep, it is worth a look whether one could even pass; that is looked at so much less deep."""
_LATE, _VERY_LATE = I64(4), I64(16)
"""After so many moves the others are looked at one move less deep, then two, and after four times as many three."""


@jit
def _stored(value: int, ply: int) -> int:
    """A value as it is kept: wins are counted from the position itself, not from where the search began."""
    if value >= _SURE:
        return value + ply
    return value - ply if value <= -_SURE else value


@jit
def _made(s: Any, move: int, depth: int, ply: int, hero: int) -> tuple[Any, int, int, int]:
    """The position after a move with its depth and ply, and the sign its value has for the team that moved."""
    after: Any = play(s, move)
    if not ongoing(after):
        depth -= 1
        ply += 1
    return after, depth, ply, I64(1) if (I64(s.turn) == hero) == (I64(after.turn) == hero) else I64(-1)


@jit
def _arrange(s: Any, work: Work, start: int, end: int, depth: int, height: int, team: int, first: int) -> int:
    """Write how early each move should be tried; the new end, without those that are not worth a look."""
    end = prospects(s, work.moves, work.order, start, end, depth)
    found = False
    for i in range(start, end):
        move = I64(work.moves[i])
        if move == first:
            work.order[i] = _REMEMBERED
            found = True
            continue
        order = min(_MOST_PROMISE, max(-_MOST_PROMISE, I64(work.order[i]))) * _PROMISE + work.history[team + move]
        if move == work.killers[height, 0] or move == work.killers[height, 1]:
            order += _KILLER
        work.order[i] = order
    if first >= 0 and not found:
        # The game has left it out, but it was best when we looked at it more closely.
        work.moves[end], work.order[end] = first, _REMEMBERED
        end += 1
    return end


@jit
def _was_good(work: Work, move: int, depth: int, height: int, team: int) -> None:
    """Remember a move that was too good for the other team to allow."""
    if work.killers[height, 0] != move:
        work.killers[height, 1] = work.killers[height, 0]
        work.killers[height, 0] = move
    # What is already high rises more slowly.
    at = team + move
    bonus = min(depth * depth * 32, _MOST_HISTORY // 4)
    work.history[at] += bonus - work.history[at] * bonus // _MOST_HISTORY


@jit
def _reduction(tried: int, depth: int, promise: int) -> int:
    """How much less deep a move is looked at, by how many were tried before it."""
    if depth < 3 or tried < _LATE or promise > _KILLER:
        return I64(0)
    less = I64(1) if tried < _VERY_LATE else I64(2) if tried < 4 * _VERY_LATE else I64(3)
    return min(less, depth - 2)


@jit
def _passes(s: Any, beta: int, hero: int, work: Work) -> bool:
    """Whether the side to move may well be too well off even if it passes."""
    after: Any = passed(s)
    if work.counts[_PASSING] or beta >= _SURE or beta <= -_SURE or after.turn == s.turn or not quiet(s):
        return False
    value = evaluate(s, hero)
    return (value if I64(s.turn) == hero else -value) >= beta


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
    work.path[height] = this
    for other in work.drawn:
        if other == this:
            return _DRAW
    if work.counts[_REPEATS]:
        for back in range(height - 2, -1, -1):
            # Whoever comes back to a position can come back again.
            if work.path[back] == this:
                return _DRAW
    if not in_chain and not unseen(this, _THE_END, work.counts[_SEED], work.counts[_OVERLOOK]):
        moves = known(s)
        if moves != 0:
            return _WIN - ply - moves if moves > 0 else ply - moves - _WIN
    if height == _MOST_STEPS or (depth <= 0 and (depth <= -_MOST_EXTRA or quiet(s))):
        return evaluate(s, hero) if ours else -evaluate(s, hero)

    entry = look_up(work.table, this)
    first = I64(-1)
    searched = max(depth, I64(0))
    if entry != 0:
        first = move_in(entry)
        # In mid-chain, and where the line matters, it must be found to its end: it may be played.
        if not in_chain and beta - alpha == 1 and entry >> 2 & 0xFF >= searched:
            bound, value = entry & 3, _stored(value_in(entry), -ply)
            if bound == _EXACT or (bound == _AT_LEAST and value >= beta) or (bound == _AT_MOST and value <= alpha):
                return value

    if depth >= _WORTH_PASSING and beta - alpha == 1 and not in_chain and _passes(s, beta, hero, work):
        work.counts[_PASSING] = 1
        value = -_value(passed(s), depth - _WORTH_PASSING, -beta, -alpha, ply + 1, height + 1, hero, start, work)
        work.counts[_PASSING] = 0
        if value >= beta and not work.counts[_STOPPED]:
            return beta

    end = legal(s, work.moves, start)
    if end == start:
        return ply - _WIN
    if work.counts[_OVERLOOK] > 0:
        end = seen(s, work, start, end)
    team = I64(0) if ours else I64(work.history.size // 2)
    end = _arrange(s, work, start, end, depth, height, team, first)
    best, best_move, bound = -_INFINITE, I64(0), _AT_MOST
    for i in range(start, end):
        move = bring_forward(work, i, end)
        after, left, at, sign = _made(s, move, depth, ply, hero)
        low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
        value = -_INFINITE
        full = True
        if i > start:
            less = _reduction(i - start, depth, I64(work.order[i])) if left < depth else I64(0)
            narrow_low, narrow_high = (alpha, alpha + 1) if sign > 0 else (-alpha - 1, -alpha)
            value = sign * _value(after, left - less, narrow_low, narrow_high, at, height + 1, hero, end, work)
            if less > 0 and value > alpha and not work.counts[_STOPPED]:
                value = sign * _value(after, left, narrow_low, narrow_high, at, height + 1, hero, end, work)
            full = alpha < value < beta
        if full and not work.counts[_STOPPED]:
            value = sign * _value(after, left, low, high, at, height + 1, hero, end, work)
        if work.counts[_STOPPED]:
            return _DRAW
        if value > best:
            best, best_move = value, move
            if value >= beta:
                bound = _AT_LEAST
                _was_good(work, move, searched, height, team)
                break
            if value > alpha:
                alpha, bound = value, _EXACT
                keep_line(work.line, height, move)
    remember(work.table, this, _stored(best, ply), best_move, searched, bound)
    return best


@jit
def think(s: Any, first_steps: Buffer, depth: int, work: Work) -> tuple[int, int]:
    """Look at these first steps of the side to move, in this order, so many moves deep.

    Returns the best value and the place of the step that has it; -1 if there was no time for any. The best line is in
    work.line[0]. When time runs out it is the best of the steps that were finished: at least as good as the first.
    """
    best, place = -_INFINITE, I64(-1)
    hero = I64(s.turn)
    work.path[0] = key(s)
    for i in range(first_steps.size):
        move = I64(first_steps[i])
        after, left, at, sign = _made(s, move, depth, I64(0), hero)
        value = _INFINITE
        if i > 0:
            low, high = (best, best + 1) if sign > 0 else (-best - 1, -best)
            value = sign * _value(after, left, low, high, at, I64(1), hero, I64(0), work)
        if value > best and not work.counts[_STOPPED]:
            low, high = (best, _INFINITE) if sign > 0 else (-_INFINITE, -best)
            value = sign * _value(after, left, low, high, at, I64(1), hero, I64(0), work)
        if work.counts[_STOPPED]:
            break
        if value > best:
            best, place = value, I64(i)
            keep_line(work.line, I64(0), move)
    return best, place


@jit
def room(s: Any) -> int:
    """How many moves `Work.moves` must hold."""
    return (capacity(s) + 1) * (_MOST_STEPS + 1)
