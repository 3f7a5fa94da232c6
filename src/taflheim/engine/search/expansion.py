"""Expanding a node of Monte Carlo tree search: which moves get a child, and what a child is worth before it is visited.

A node is usually expanded with its most promising moves only. Before it counts as lost, it is expanded with all moves.
"""

import math
from typing import Any

from taflheim.engine.search.memory import NODES, OVERLOOK, Memory, key, remove_overlooked
from taflheim.engine.search.score import WIN
from taflheim.engine.search.transpositions import Words, move_in, probe, value_in
from taflheim.engine.search.tree import (
    DRAWN,
    ENDS,
    FIRST,
    LAST,
    MOVE,
    ROOT,
    VISITS,
    Tree,
    prove_loss,
    prove_win,
    set_proven,
)
from taflheim.games.kernel import I64, Buffer, jit
from taflheim.games.rules import (
    Shares,
    capacity,
    decided,
    evaluate,
    legal,
    ongoing,
    play,
    prior,
    promising,
    proven,
    survey,
    win_shares,
)

SHARE_PER_LOG, _SCORE_PER_LOG = 0.079, 30.0
"""Softmax temperatures of the prior: over win shares with two sides (benchmarks/fit_prior.py), over evaluations with
more."""
_WIDTH = I64(12)
"""How many moves a node is first expanded with: those with the highest prior."""
_WIN, _NODES, _OVERLOOK = I64(WIN), I64(NODES), I64(OVERLOOK)


@jit
def _evaluate(s: Any, move: int, notes: Words, shares: Shares, drawn: Words) -> int:
    """Write the win shares of the position after a move; its ENDS, or DRAWN."""
    if not ongoing(s):
        winner = decided(s)
        if winner >= 0:
            shares[:] = 0.0
            shares[winner] = 1.0
            return I64(1)
        moves = proven(s)
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
    win_shares(s, move, notes, shares)
    return I64(0)


@jit
def _add(tree: Tree, s: Any, move: int, drawn: Words) -> bool:
    """Add the node after a move, with the logarithm of its prior; whether the move wins at once."""
    at, side = I64(tree.used[0]), I64(s.turn)
    tree.used[0] += 1
    after: Any = play(s, move)
    end = _evaluate(after, move, tree.notes, tree.wins[at], drawn)
    share = tree.wins[at, side]
    tree.nodes[at, MOVE] = move
    tree.nodes[at, FIRST] = min(end, I64(0))
    tree.nodes[at, ENDS] = max(end, I64(0))
    tree.nodes[at, VISITS] = 1
    if tree.wins.shape[1] == 2:
        # `prior` reads what `win_shares` has noted, and that is not asked of proven positions.
        tree.prior[at] = share / SHARE_PER_LOG + (prior(after, move, tree.notes) if end == 0 else 0.0)
    else:
        tree.prior[at] = (evaluate(after, side) if end == 0 else _WIN if share == 1.0 else I64(0)) / _SCORE_PER_LOG
    return end == 1 and share == 1.0


@jit
def _swap(tree: Tree, one: int, other: int) -> None:
    """Swap two nodes that are not expanded."""
    tree.nodes[one, MOVE], tree.nodes[other, MOVE] = tree.nodes[other, MOVE], tree.nodes[one, MOVE]
    tree.nodes[one, FIRST], tree.nodes[other, FIRST] = tree.nodes[other, FIRST], tree.nodes[one, FIRST]
    tree.nodes[one, ENDS], tree.nodes[other, ENDS] = tree.nodes[other, ENDS], tree.nodes[one, ENDS]
    tree.prior[one], tree.prior[other] = tree.prior[other], tree.prior[one]
    for side in range(tree.wins.shape[1]):
        share = tree.wins[one, side]
        tree.wins[one, side] = tree.wins[other, side]
        tree.wins[other, side] = share


@jit
def _add_children(tree: Tree, node: int, s: Any, moves: Buffer, width: int, memory: Memory) -> None:
    """Add the nodes after these moves, and keep those with the highest prior, the best one first."""
    first = I64(tree.used[0])
    for i in range(moves.size):
        if _add(tree, s, I64(moves[i]), memory.drawn) and node != ROOT:
            # A move that wins at once makes the others pointless, but analysis may ask for all moves of the root.
            _swap(tree, first, I64(tree.used[0]) - 1)
            tree.used[0] = first + 1
            break
    end = I64(tree.used[0])
    memory.counts[_NODES] += end - first
    kept = min(end, first + width)
    for i in range(first, kept):
        best = i
        for k in range(i + 1, end):
            if tree.prior[k] > tree.prior[best]:
                best = I64(k)
        if best != i:
            _swap(tree, I64(i), best)
    most, total = tree.prior[first], 0.0
    for i in range(first, kept):
        tree.prior[i] = math.exp(tree.prior[i] - most)
        total += tree.prior[i]
    for i in range(first, kept):
        tree.prior[i] /= total
    tree.used[0] = kept
    tree.nodes[node, FIRST], tree.nodes[node, LAST] = first, kept


@jit
def _list_moves(s: Any, notes: Words, memory: Memory, every: bool) -> int:
    """Write the promising moves, or every move, without the overlooked ones, to memory.moves; their number."""
    end = legal(s, memory.moves, I64(0)) if every else promising(s, notes, memory.moves, I64(0))
    if memory.counts[_OVERLOOK] > 0:
        end = remove_overlooked(s, memory, I64(0), end)
    return end


@jit
def _carry_over(tree: Tree, node: int, first: int, last: int) -> None:
    """Copy the old children of a node, from first to last, to the new ones with the same moves.

    The root alone may lack an old one: a pass.
    """
    for old in range(first, last):
        new = I64(tree.nodes[node, FIRST])
        while new < tree.nodes[node, LAST] and tree.nodes[new, MOVE] != tree.nodes[old, MOVE]:
            new += 1
        if new == tree.nodes[node, LAST]:
            continue
        for column in (FIRST, LAST, VISITS, ENDS):
            tree.nodes[new, column] = tree.nodes[old, column]
        for side in range(tree.wins.shape[1]):
            tree.wins[new, side] = tree.wins[old, side]


@jit
def expand_root(tree: Tree, s: Any, steps: Buffer, memory: Memory) -> None:
    """Expand the root with all of these steps, in an empty tree or in one that is kept; what is below it stays."""
    if tree.used[0] == 0 or tree.used[0] + steps.size > tree.prior.size:
        tree.used[0] = 1
        tree.nodes[ROOT, :] = 0
        tree.wins[ROOT, :] = 0.0
        tree.keys[ROOT] = key(s)
    first, last = I64(tree.nodes[ROOT, FIRST]), I64(tree.nodes[ROOT, LAST])
    tree.nodes[ROOT, ENDS] = 0
    survey(s, tree.notes)
    _add_children(tree, ROOT, s, steps, I64(steps.size), memory)
    _carry_over(tree, ROOT, first, last)
    prove_win(tree, ROOT, I64(s.turn), memory.table)


@jit
def expand(tree: Tree, node: int, s: Any, memory: Memory) -> None:
    """Expand a node: first with its promising moves, and once these are all proven lost, with every move."""
    first, last = I64(tree.nodes[node, FIRST]), I64(tree.nodes[node, LAST])
    if first == 0:
        tree.keys[node] = key(s)
        entry = probe(memory.table, tree.keys[node])
        if entry != 0:
            set_proven(tree, node, move_in(entry), value_in(entry))
            return
    if tree.used[0] + capacity(s) > tree.prior.size:
        return
    survey(s, tree.notes)
    if first == 0:
        number = _list_moves(s, tree.notes, memory, False)
        _add_children(tree, node, s, memory.moves[:number], _WIDTH, memory)
    elif node != ROOT:
        number = _list_moves(s, tree.notes, memory, True)
        if number > last - first:
            _add_children(tree, node, s, memory.moves[:number], number, memory)
            _carry_over(tree, node, first, last)
    if first > 0:
        prove_loss(tree, node, memory.table)
    prove_win(tree, node, I64(s.turn), memory.table)
