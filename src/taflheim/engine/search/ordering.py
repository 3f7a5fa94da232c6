"""Move ordering: which move is searched next, and how much less deep if it comes late."""

from typing import Any

from taflheim.engine.search.memory import Memory
from taflheim.games.kernel import I64, jit
from taflheim.games.rules import score_moves

_TABLE_MOVE = I64(1 << 30)
_PER_POINT = I64(1 << 8)
"""What a hundredth of expected gain (`rules.score_moves`) weighs against killers and history."""
_MOST_POINTS = I64(10_000)
_KILLER = I64(24 << 8)
_MOST_HISTORY = I64(64 << 8)
_LATE, _VERY_LATE = I64(4), I64(16)
"""Late move reductions: by one move after `_LATE` moves, by two after `_VERY_LATE`, by three after four times that."""


@jit
def order_moves(
    s: Any, memory: Memory, start: int, end: int, depth: int, height: int, team: int, table_move: int
) -> int:
    """Write the ordering score of each move; the new end, without the moves that the game has pruned."""
    end = score_moves(s, memory.moves, memory.order, start, end, depth)
    found = False
    for i in range(start, end):
        move = I64(memory.moves[i])
        if move == table_move:
            memory.order[i] = _TABLE_MOVE
            found = True
            continue
        order = min(_MOST_POINTS, max(-_MOST_POINTS, I64(memory.order[i]))) * _PER_POINT + memory.history[team + move]
        if move == memory.killers[height, 0] or move == memory.killers[height, 1]:
            order += _KILLER
        memory.order[i] = order
    if table_move >= 0 and not found:
        # The game has pruned it, but an earlier search found it best.
        memory.moves[end], memory.order[end] = table_move, _TABLE_MOVE
        end += 1
    return end


@jit
def reward(memory: Memory, move: int, depth: int, height: int, team: int) -> None:
    """Note a move that caused a beta cutoff, as killer and in the history."""
    if memory.killers[height, 0] != move:
        memory.killers[height, 1] = memory.killers[height, 0]
        memory.killers[height, 0] = move
    # History gravity: the closer to the maximum, the smaller the step.
    at = team + move
    bonus = _bonus(depth)
    memory.history[at] += bonus - memory.history[at] * bonus // _MOST_HISTORY


@jit
def punish(memory: Memory, start: int, end: int, depth: int, team: int) -> None:
    """History malus for memory.moves[start:end], which were tried before a move that caused a beta cutoff."""
    malus = _bonus(depth)
    for i in range(start, end):
        at = team + I64(memory.moves[i])
        memory.history[at] -= malus + memory.history[at] * malus // _MOST_HISTORY


@jit
def _bonus(depth: int) -> int:
    return min(depth * depth * 32, _MOST_HISTORY // 4)


@jit
def likely(order: int) -> bool:
    """Whether a move is likely to be good, by its ordering score: neither reduced nor pruned."""
    return order > _KILLER


@jit
def reduction(tried: int, depth: int, order: int) -> int:
    """Late move reduction, by the number of moves tried before and the ordering score."""
    if depth < 3 or tried < _LATE or likely(order):
        return I64(0)
    less = I64(1) if tried < _VERY_LATE else I64(2) if tried < 4 * _VERY_LATE else I64(3)
    return min(less, depth - 2)


@jit
def pick_move(memory: Memory, first: int, end: int) -> int:
    """Swap the move with the highest ordering score to the front and return it."""
    best = first
    for i in range(first + 1, end):
        if memory.order[i] > memory.order[best]:
            best = i
    move, order = memory.moves[best], memory.order[best]
    memory.moves[best], memory.order[best] = memory.moves[first], memory.order[first]
    memory.moves[first], memory.order[first] = move, order
    return I64(move)
