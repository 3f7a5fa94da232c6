"""The tree of positions that the best-first search grows: what it knows of them, how it grows, what becomes certain.

A position is won for whoever is to move if one of the moves wins, and lost if all of them lose. Usually only the moves
that look best are looked at; before a position is taken for lost, all are. What is certain is kept in the table of
positions, too, since many ways lead to the same one.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from taflheim.engine.search.alphabeta import WIN
from taflheim.engine.search.memory import (
    MOST_STEPS,
    NODES,
    OVERLOOK,
    Table,
    Words,
    Work,
    key,
    look_up,
    move_in,
    remember,
    seen,
    value_in,
)
from taflheim.games.kernel import I64, Buffer, jit
from taflheim.games.rules import (
    NOTES,
    Shares,
    appeal,
    capacity,
    chances,
    decided,
    evaluate,
    known,
    legal,
    ongoing,
    play,
    promising,
    survey,
)

Facts = np.ndarray[tuple[int, int], np.dtype[np.int32]]
AllShares = np.ndarray[tuple[int, int], np.dtype[np.float64]]

_COLUMNS = 5
MOVE, FIRST, LAST, VISITS, ENDS = map(I64, range(_COLUMNS))
"""The columns of `Tree.facts`: the move that leads to a position; where the positions after its own moves begin (0 if
none was looked at yet, DRAWN if it is a draw) and where they end; the visits; and, if it is certain who wins, one more
than the number of moves until then, else 0."""
ROOT = I64(0)
DRAWN = I64(-1)
LESS_CHANCE, _LESS_SCORE = 0.079, 30.0
"""With so much less a move looks e times worse: to one of two sides (benchmarks/attention.py), to one of many."""
_WIDTH = I64(12)
"""So many moves of a position are kept, those that look best."""
_WIN, _NODES, _OVERLOOK = I64(WIN), I64(NODES), I64(OVERLOOK)
_NEVER = I64(1 << 30)
"""More than any number of moves."""


class Tree(NamedTuple):
    """The positions looked at, by number: the root is 0, and those after the moves of a position follow each other."""

    facts: Facts
    """What is known of a position, in the columns above."""
    chances: AllShares
    """By side: the sum of the chances to win that all visits found; once the winner is certain, as if all had known."""
    promise: Shares
    """How much of the attention of whoever moves to it a position should get, by the first impression."""
    notes: Words
    """About the position that is being looked into."""
    keys: Words
    """Of those that were looked into: by what the table knows a position."""
    path: Facts
    """The positions of the visit that is under way, from the root on, and who is to move in each of them."""
    used: Buffer
    """In used[0]: how many positions there are."""


def plant(sides: int, megabytes: int) -> Tree:
    """A tree that is still empty; it stops growing, and goes on learning, when it fills so much memory."""
    size = megabytes * 2**20 // (_COLUMNS * 4 + 8 * (2 + sides))
    return Tree(
        facts=np.empty((size, _COLUMNS), np.int32),
        chances=np.empty((size, sides)),
        promise=np.empty(size),
        notes=np.zeros(NOTES, np.uint64),
        keys=np.empty(size, np.uint64),
        path=np.empty((MOST_STEPS + 1, 2), np.int32),
        used=np.zeros(1, np.int32),
    )


def attention(tree: Tree) -> tuple[list[int], list[int]]:
    """The moves of the root, and how often each was looked at."""
    first, last = tree.facts[ROOT, FIRST], tree.facts[ROOT, LAST]
    return tree.facts[first:last, MOVE].tolist(), tree.facts[first:last, VISITS].tolist()


@jit
def _judge(s: Any, move: int, notes: Words, shares: Shares, drawn: Words) -> int:
    """Write everybody's chances as the position after a move shows them; its ENDS, or DRAWN."""
    if not ongoing(s):
        winner = decided(s)
        if winner >= 0:
            shares[:] = 0.0
            shares[winner] = 1.0
            return I64(1)
        moves = known(s)
        if moves != 0 and shares.size == 2:
            shares[I64(s.turn)] = 1.0 if moves > 0 else 0.0
            shares[1 - I64(s.turn)] = 0.0 if moves > 0 else 1.0
            return abs(moves) + 1
        if drawn.size > 0:
            this = key(s)
            for other in drawn:
                if other == this:
                    shares[:] = 1.0 / shares.size
                    return DRAWN
    chances(s, move, notes, shares)
    return I64(0)


@jit
def _add(tree: Tree, s: Any, move: int, drawn: Words) -> bool:
    """Add the position after a move, with the logarithm of its promise; whether the move wins at once."""
    at, side = I64(tree.used[0]), I64(s.turn)
    tree.used[0] += 1
    after: Any = play(s, move)
    end = _judge(after, move, tree.notes, tree.chances[at], drawn)
    chance = tree.chances[at, side]
    tree.facts[at, MOVE] = move
    tree.facts[at, FIRST] = min(end, I64(0))
    tree.facts[at, ENDS] = max(end, I64(0))
    tree.facts[at, VISITS] = 1
    if tree.chances.shape[1] == 2:
        # Of what is certain nobody has asked for the chances, so there is nothing for an appeal to go by.
        tree.promise[at] = chance / LESS_CHANCE + (appeal(after, move, tree.notes) if end == 0 else 0.0)
    else:
        tree.promise[at] = (evaluate(after, side) if end == 0 else _WIN if chance == 1.0 else I64(0)) / _LESS_SCORE
    return end == 1 and chance == 1.0


@jit
def _swap(tree: Tree, one: int, other: int) -> None:
    """Change the places of two positions that nobody has looked into."""
    tree.facts[one, MOVE], tree.facts[other, MOVE] = tree.facts[other, MOVE], tree.facts[one, MOVE]
    tree.facts[one, FIRST], tree.facts[other, FIRST] = tree.facts[other, FIRST], tree.facts[one, FIRST]
    tree.facts[one, ENDS], tree.facts[other, ENDS] = tree.facts[other, ENDS], tree.facts[one, ENDS]
    tree.promise[one], tree.promise[other] = tree.promise[other], tree.promise[one]
    for side in range(tree.chances.shape[1]):
        chance = tree.chances[one, side]
        tree.chances[one, side] = tree.chances[other, side]
        tree.chances[other, side] = chance


@jit
def _grow(tree: Tree, node: int, s: Any, moves: Buffer, width: int, work: Work) -> None:
    """Add the positions after these moves, and keep those that promise most, the best one first."""
    first = I64(tree.used[0])
    for i in range(moves.size):
        if _add(tree, s, I64(moves[i]), work.drawn) and node != ROOT:
            # Nobody does anything else then; only of the root one may want to know what else there is.
            _swap(tree, first, I64(tree.used[0]) - 1)
            tree.used[0] = first + 1
            break
    end = I64(tree.used[0])
    work.counts[_NODES] += end - first
    kept = min(end, first + width)
    for i in range(first, kept):
        best = i
        for k in range(i + 1, end):
            if tree.promise[k] > tree.promise[best]:
                best = I64(k)
        if best != i:
            _swap(tree, I64(i), best)
    most, total = tree.promise[first], 0.0
    for i in range(first, kept):
        tree.promise[i] = math.exp(tree.promise[i] - most)
        total += tree.promise[i]
    for i in range(first, kept):
        tree.promise[i] /= total
    tree.used[0] = kept
    tree.facts[node, FIRST], tree.facts[node, LAST] = first, kept


@jit
def _considered(s: Any, notes: Words, work: Work, looks: int) -> int:
    """The moves worth a first look, or every one for a second, that are not overlooked: so many in work.moves."""
    end = promising(s, notes, work.moves, I64(0)) if looks == 0 else legal(s, work.moves, I64(0))
    if work.counts[_OVERLOOK] > 0:
        end = seen(s, work, I64(0), end)
    return end


@jit
def _settle(tree: Tree, node: int, winner: int, ends: int) -> None:
    """Who wins a position is certain."""
    tree.facts[node, ENDS] = ends
    for side in range(tree.chances.shape[1]):
        tree.chances[node, side] = tree.facts[node, VISITS] if side == winner else 0.0


@jit
def win_if_sure(tree: Tree, node: int, side: int, table: Table) -> None:
    """Settle a position if a move of the side to move is known to win."""
    soonest = _NEVER
    for i in range(tree.facts[node, FIRST], tree.facts[node, LAST]):
        if tree.facts[i, ENDS] > 0 and tree.chances[i, side] > 0.0:
            soonest = min(soonest, I64(tree.facts[i, ENDS]))
    if soonest != _NEVER:
        _settle(tree, node, side, soonest + 1)
        remember(table, tree.keys[node], soonest + 1, side, I64(0), I64(0))


@jit
def _lose_if_sure(tree: Tree, node: int, table: Table) -> None:
    """Settle a position if one other side is known to win after every move there is."""
    winner, latest = I64(-1), I64(0)
    for i in range(tree.facts[node, FIRST], tree.facts[node, LAST]):
        latest = max(latest, I64(tree.facts[i, ENDS]))
        for side in range(tree.chances.shape[1]):
            if tree.facts[i, ENDS] == 0 or (tree.chances[i, side] > 0.0 and winner >= 0 and winner != side):
                return
            if tree.chances[i, side] > 0.0:
                winner = I64(side)
    _settle(tree, node, winner, latest + 1)
    remember(table, tree.keys[node], latest + 1, winner, I64(0), I64(0))


@jit
def sprout(tree: Tree, s: Any, steps: Buffer, work: Work) -> None:
    """Begin an empty tree with the root and these steps, all of which are kept."""
    tree.used[0] = 1
    tree.facts[ROOT, :] = 0
    tree.chances[ROOT, :] = 0.0
    tree.keys[ROOT] = key(s)
    survey(s, tree.notes)
    _grow(tree, ROOT, s, steps, I64(steps.size), work)
    win_if_sure(tree, ROOT, I64(s.turn), work.table)


@jit
def _carry_over(tree: Tree, node: int, first: int, last: int) -> None:
    """A position has got more moves: what was known after those it had, from first to last, is not forgotten."""
    for old in range(first, last):
        new = I64(tree.facts[node, FIRST])
        while tree.facts[new, MOVE] != tree.facts[old, MOVE]:
            new += 1
        for column in (FIRST, LAST, VISITS, ENDS):
            tree.facts[new, column] = tree.facts[old, column]
        for side in range(tree.chances.shape[1]):
            tree.chances[new, side] = tree.chances[old, side]


@jit
def look_into(tree: Tree, node: int, s: Any, work: Work) -> None:
    """Add what follows a position: first what is worth a look, and once all that is known to lose, everything."""
    first, last = I64(tree.facts[node, FIRST]), I64(tree.facts[node, LAST])
    if first == 0:
        tree.keys[node] = key(s)
        entry = look_up(work.table, tree.keys[node])
        if entry != 0:
            _settle(tree, node, move_in(entry), value_in(entry))
            return
    if tree.used[0] + capacity(s) > tree.promise.size:
        return
    survey(s, tree.notes)
    if first == 0:
        number = _considered(s, tree.notes, work, I64(0))
        _grow(tree, node, s, work.moves[:number], _WIDTH, work)
    elif node != ROOT:
        number = _considered(s, tree.notes, work, I64(1))
        if number > last - first:
            _grow(tree, node, s, work.moves[:number], number, work)
            _carry_over(tree, node, first, last)
    if first > 0:
        _lose_if_sure(tree, node, work.table)
    win_if_sure(tree, node, I64(s.turn), work.table)
