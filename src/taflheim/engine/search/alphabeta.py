"""Alpha-beta, compiled once for each game: principal variation search with a transposition table.

The side to move at the root is the *hero*. All other sides are taken to play against it, so there are two teams however
many sides play. A score is that of the team to move: it changes its sign after a move that hands the turn to the other
team, and keeps it when the same team goes on (the next jump of a chain, the second of three opponents, the only player
of a game for one). A chain is one move: its later jumps cost no depth.

Moves are ordered by the transposition table's move, the game's own ordering score (`rules.score_moves`), killers and
history. The first move is searched with the full window, the others with a null window, late ones at reduced depth
(late move reductions). Null move pruning needs `rules.null_move`, pruning by the static evaluation `rules.margin`.
Where a position is not `rules.quiet`, quiescence search goes on below depth 0. The root is searched with a window
around the score of the depth before (aspiration window).
"""

from typing import Any

from taflheim.engine.search.memory import (
    DRAWS,
    EXPECTED,
    IN_NULL_MOVE,
    MAX_NODES,
    MOST_STEPS,
    NODES,
    OVERLOOK,
    REPEATS,
    SEED,
    STOPPED,
    UNKNOWN,
    Memory,
    key,
    overlooked,
    remove_overlooked,
    update_pv,
)
from taflheim.engine.search.ordering import likely, order_moves, pick_move, punish, reduction, reward
from taflheim.engine.search.pruning import UNKNOWN as NOT_EVALUATED
from taflheim.engine.search.pruning import fails_high, may_null_move, moves_searched
from taflheim.engine.search.quiet_limit import faded, note_root, quiet_moves_left, table_key
from taflheim.engine.search.score import SURE, WIN
from taflheim.engine.search.transpositions import bound_in, depth_in, move_in, probe, store, value_in
from taflheim.games.kernel import I64, Buffer, jit, raised
from taflheim.games.rules import (
    NOT_TABLED,
    capacity,
    decided,
    evaluate,
    legal,
    margin,
    null_move,
    ongoing,
    play,
    proven,
    quiet,
    tabled,
)

_WIN, _SURE, _INFINITE = I64(WIN), I64(SURE), I64(2 * WIN)
_NODES, _MAX_NODES, _STOPPED = I64(NODES), I64(MAX_NODES), I64(STOPPED)
_OVERLOOK, _SEED, _REPEATS, _IN_NULL_MOVE = I64(OVERLOOK), I64(SEED), I64(REPEATS), I64(IN_NULL_MOVE)
_EXPECTED, _UNKNOWN, _DRAWS, _NOT_TABLED = I64(EXPECTED), I64(UNKNOWN), I64(DRAWS), I64(NOT_TABLED)
_PROOF = I64(1 << 22)
"""Not the number of any move. A bot that overlooks this 'move' does not see that a position is proven."""
_MOST_STEPS = I64(MOST_STEPS)
_DRAW = I64(0)
_EXACT, _LOWER_BOUND, _UPPER_BOUND = I64(0), I64(1), I64(2)

_QUIESCENCE_DEPTH = I64(8)
"""How many moves quiescence search goes on at most."""
_NULL_MOVE_REDUCTION = I64(3)
"""Null move: if passing still fails high at a depth reduced by this, cut."""
_ASPIRATION = I64(100)
"""The root is searched with a window of this size on either side of the expected score."""


@jit
def _relative(value: int, ply: int) -> int:
    """A value as the table stores it: a win counts its moves from the position, not from the root."""
    if value >= _SURE:
        return value + ply
    return value - ply if value <= -_SURE else value


@jit
def _make(s: Any, move: int, depth: int, ply: int, hero: int) -> tuple[Any, int, int, int]:
    """The position after a move, its depth and ply, and 1 if the same team is to move, else -1."""
    after: Any = play(s, move)
    if not ongoing(after):
        depth -= 1
        ply += 1
    return after, depth, ply, I64(1) if (I64(s.turn) == hero) == (I64(after.turn) == hero) else I64(-1)


@jit
def _static(s: Any, hero: int, quiet_left: int) -> int:
    """The static evaluation for the team to move, faded near the limit of quiet moves."""
    value = faded(evaluate(s, hero), quiet_left)
    return value if I64(s.turn) == hero else -value


@jit
def _static_to_prune(s: Any, depth: int, alpha: int, beta: int, hero: int, quiet_left: int) -> int:
    """The static evaluation, if a null move or pruning can make use of it here, or else NOT_EVALUATED."""
    after: Any = null_move(s)
    of_use = margin(s) > 0 or (depth >= _NULL_MOVE_REDUCTION and after.turn != s.turn)
    if not of_use or beta >= _SURE or alpha <= -_SURE or not quiet(s):
        return NOT_EVALUATED
    return _static(s, hero, quiet_left)


@jit
def _value(
    s: Any, depth: int, alpha: int, beta: int, ply: int, height: int, hero: int, start: int, memory: Memory
) -> int:
    """The value of a position, or a bound of it outside the window; meaningless once STOPPED is set."""
    memory.counts[_NODES] += 1
    if raised(memory.stop) or memory.counts[_NODES] > memory.counts[_MAX_NODES]:
        memory.counts[_STOPPED] = 1
        return _DRAW
    memory.pv[height, 0] = 0
    ours = I64(s.turn) == hero
    in_chain = ongoing(s)
    if not in_chain:
        winner = decided(s)
        if winner >= 0:
            return _WIN - ply if (winner == hero) == ours else ply - _WIN
    this = key(s)
    memory.path[height] = this
    for other in memory.drawn:
        if other == this:
            return _DRAW
    if memory.counts[_REPEATS]:
        for back in range(height - 2, -1, -1):
            # A repetition counts as a draw at once: the side that came back can come back again.
            if memory.path[back] == this:
                return _DRAW
    quiet_left = quiet_moves_left(s, height, memory)
    if quiet_left <= 0:
        return _DRAW
    if not in_chain and not overlooked(this, _PROOF, memory.counts[_SEED], memory.counts[_OVERLOOK]):
        moves = proven(s)
        if moves != 0 and abs(moves) <= quiet_left:
            return _WIN - ply - moves if moves > 0 else ply - moves - _WIN
        moves = tabled(s, memory.tablebase)
        if moves == 0 and memory.counts[_DRAWS]:
            return _DRAW
        if moves != 0 and moves != _NOT_TABLED and abs(moves) <= quiet_left:
            return _WIN - ply - moves if moves > 0 else ply - moves - _WIN
    if height == _MOST_STEPS or (depth <= 0 and (depth <= -_QUIESCENCE_DEPTH or quiet(s))):
        return _static(s, hero, quiet_left)

    this = table_key(this, quiet_left)
    entry = probe(memory.table, this)
    table_move = I64(-1)
    searched = max(depth, I64(0))
    if entry != 0:
        table_move = move_in(entry)
        # No cutoff in mid-chain or in a PV node: there the line must be complete, since it may be played.
        if not in_chain and beta - alpha == 1 and depth_in(entry) >= searched:
            bound, value = bound_in(entry), _relative(value_in(entry), -ply)
            if (
                bound == _EXACT
                or (bound == _LOWER_BOUND and value >= beta)
                or (bound == _UPPER_BOUND and value <= alpha)
            ):
                return value

    static = NOT_EVALUATED
    if depth > 0 and beta - alpha == 1 and not in_chain:
        static = _static_to_prune(s, depth, alpha, beta, hero, quiet_left)
        if static != NOT_EVALUATED and fails_high(static, beta, depth, margin(s)):
            return beta
    reduced = depth - _NULL_MOVE_REDUCTION
    after_null: Any = null_move(s)
    if reduced >= 0 and after_null.turn != s.turn and may_null_move(static, beta, memory):
        memory.counts[_IN_NULL_MOVE] = 1
        value = -_value(after_null, reduced, -beta, -alpha, ply + 1, height + 1, hero, start, memory)
        memory.counts[_IN_NULL_MOVE] = 0
        if value >= beta and not memory.counts[_STOPPED]:
            return beta

    end = legal(s, memory.moves, start)
    if end == start:
        return ply - _WIN
    if memory.counts[_OVERLOOK] > 0:
        end = remove_overlooked(s, memory, start, end)
    team = I64(0) if ours else I64(memory.history.size // 2)
    end = order_moves(s, memory, start, end, depth, height, team, table_move)
    unlikely_after = start + moves_searched(static, alpha, depth, margin(s), end - start)
    best, best_move, bound = -_INFINITE, I64(0), _UPPER_BOUND
    for i in range(start, end):
        move = pick_move(memory, i, end)
        if i >= unlikely_after and best > -_SURE and not likely(I64(memory.order[i])):
            best = max(best, alpha)
            break
        after, left, at, sign = _make(s, move, depth, ply, hero)
        low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
        value = -_INFINITE
        full = True
        if i > start:
            less = reduction(i - start, depth, I64(memory.order[i])) if left < depth else I64(0)
            narrow_low, narrow_high = (alpha, alpha + 1) if sign > 0 else (-alpha - 1, -alpha)
            value = sign * _value(after, left - less, narrow_low, narrow_high, at, height + 1, hero, end, memory)
            if less > 0 and value > alpha and not memory.counts[_STOPPED]:
                value = sign * _value(after, left, narrow_low, narrow_high, at, height + 1, hero, end, memory)
            full = alpha < value < beta
        if full and not memory.counts[_STOPPED]:
            value = sign * _value(after, left, low, high, at, height + 1, hero, end, memory)
        if memory.counts[_STOPPED]:
            return _DRAW
        if value > best:
            best, best_move = value, move
            if value >= beta:
                bound = _LOWER_BOUND
                punish(memory, start, i, searched, team)
                reward(memory, move, searched, height, team)
                break
            if value > alpha:
                alpha, bound = value, _EXACT
                update_pv(memory.pv, height, move)
    store(memory.table, this, _relative(best, ply), best_move, searched, bound)
    return best


@jit
def search_root(s: Any, first_steps: Buffer, depth: int, memory: Memory) -> tuple[int, int]:
    """Search these first steps of the side to move, in this order, to a depth in moves.

    Returns the best value and the index of its step; -1 if the search was stopped before the first one was done. The
    principal variation is in memory.pv[0]. A search that is stopped returns the best of the steps that it has finished,
    or a step that has turned out to be better and whose value is not exact yet.
    """
    best, index = -_INFINITE, I64(-1)
    hero = I64(s.turn)
    memory.path[0] = key(s)
    note_root(s, memory)
    expected = I64(memory.counts[_EXPECTED])
    lowest, highest = -_INFINITE, _INFINITE
    if expected != _UNKNOWN:
        lowest, highest = max(lowest, expected - _ASPIRATION), min(highest, expected + _ASPIRATION)
    for i in range(first_steps.size):
        step = I64(first_steps[i])
        alpha = max(best, lowest)
        value = alpha + 1
        if i > 0:
            value = _search_step(s, step, depth, alpha, alpha + 1, hero, memory)
            if memory.counts[_STOPPED]:
                break
        if value <= alpha:
            continue
        better, at_least = i > 0, alpha + 1
        value = _search_step(s, step, depth, alpha, highest, hero, memory)
        if not memory.counts[_STOPPED] and (value >= highest or (i == 0 and value <= lowest)):
            # Outside of the aspiration window.
            better, at_least, highest = value >= highest, value, _INFINITE
            if i == 0:
                # The first value must be exact, whatever the new search finds.
                alpha = lowest = -_INFINITE
            value = _search_step(s, step, depth, alpha, highest, hero, memory)
        if memory.counts[_STOPPED]:
            # Of a chain that was not searched to its end only the first step is known.
            if not better or ongoing(play(s, step)):
                break
            value, memory.pv[1, 0] = at_least, 0
        if value > best:
            best, index = value, I64(i)
            update_pv(memory.pv, I64(0), step)
        if memory.counts[_STOPPED]:
            break
    return best, index


@jit
def _search_step(s: Any, step: int, depth: int, alpha: int, beta: int, hero: int, memory: Memory) -> int:
    """The value of a step of the root, or a bound of it outside the window."""
    after, left, at, sign = _make(s, step, depth, I64(0), hero)
    low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
    return sign * _value(after, left, low, high, at, I64(1), hero, I64(0), memory)


@jit
def room(s: Any) -> int:
    """How many moves `Memory.moves` must hold."""
    return (capacity(s) + 1) * (_MOST_STEPS + 1)
