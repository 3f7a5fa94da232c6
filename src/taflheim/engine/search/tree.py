"""The tree of Monte Carlo tree search: its nodes, and how wins and losses are proven.

A node is won for the side to move if one child is won for it, and lost if all children are lost. Proven nodes are also
stored in the transposition table, since several lines lead to the same position.
"""

from typing import NamedTuple

import numpy as np

from taflheim.engine.search.memory import MOST_STEPS, NODES, OVERLOOK
from taflheim.engine.search.score import WIN
from taflheim.engine.search.transpositions import Table, Words, store
from taflheim.games.kernel import I64, Buffer, jit
from taflheim.games.rules import (
    NOTES,
    Shares,
)

Nodes = np.ndarray[tuple[int, int], np.dtype[np.int32]]
WinShares = np.ndarray[tuple[int, int], np.dtype[np.float64]]

_COLUMNS = 5
MOVE, FIRST, LAST, VISITS, ENDS = map(I64, range(_COLUMNS))
"""The columns of `Tree.nodes`: the move that leads to the node; its first child (0: not expanded yet, DRAWN: a draw)
and the end of its children; its visits; and, if its winner is proven, 1 + the number of moves until the win, else 0."""
ROOT = I64(0)
"""Index 0 is the root, so 0 can also mean 'no child'."""
DRAWN = I64(-1)
_WIN, _NODES, _OVERLOOK = I64(WIN), I64(NODES), I64(OVERLOOK)
_NEVER = I64(1 << 30)
"""More than any number of moves."""


class Tree(NamedTuple):
    """The nodes, by index. The children of a node stand one behind the other."""

    nodes: Nodes
    """A row for each node, with the columns above."""
    wins: WinShares
    """By node and side: W, the sum of the win shares of all visits; of a proven node, as if all visits had seen it."""
    prior: Shares
    """P of PUCT: the prior of the move that leads to a node."""
    notes: Words
    """The game's notes (`rules.survey`) about the position that is being expanded."""
    keys: Words
    """The hash keys of expanded nodes."""
    path: Nodes
    """The nodes of the current visit, from the root on, each with its side to move."""
    used: Buffer
    """used[0] is the number of nodes."""


def allocate(sides: int, megabytes: int) -> Tree:
    """An empty tree. When it has filled its memory, no node is expanded any more; visits still update it."""
    size = megabytes * 2**20 // (_COLUMNS * 4 + 8 * (2 + sides))
    return Tree(
        nodes=np.empty((size, _COLUMNS), np.int32),
        wins=np.empty((size, sides)),
        prior=np.empty(size),
        notes=np.zeros(NOTES, np.uint64),
        keys=np.empty(size, np.uint64),
        path=np.empty((MOST_STEPS + 1, 2), np.int32),
        used=np.zeros(1, np.int32),
    )


def root_visits(tree: Tree) -> tuple[list[int], list[int]]:
    """The moves of the root, and the visits of each."""
    first, last = tree.nodes[ROOT, FIRST], tree.nodes[ROOT, LAST]
    return tree.nodes[first:last, MOVE].tolist(), tree.nodes[first:last, VISITS].tolist()


@jit
def set_proven(tree: Tree, node: int, winner: int, ends: int) -> None:
    """Note the proven winner of a node."""
    tree.nodes[node, ENDS] = ends
    for side in range(tree.wins.shape[1]):
        tree.wins[node, side] = tree.nodes[node, VISITS] if side == winner else 0.0


@jit
def prove_win(tree: Tree, node: int, side: int, table: Table) -> None:
    """Prove a node won if a child is proven won for the side to move."""
    soonest = _NEVER
    for i in range(tree.nodes[node, FIRST], tree.nodes[node, LAST]):
        if tree.nodes[i, ENDS] > 0 and tree.wins[i, side] > 0.0:
            soonest = min(soonest, I64(tree.nodes[i, ENDS]))
    if soonest != _NEVER:
        set_proven(tree, node, side, soonest + 1)
        store(table, tree.keys[node], soonest + 1, side, I64(0), I64(0))


@jit
def prove_loss(tree: Tree, node: int, table: Table) -> None:
    """Prove a node lost if all its children are proven won for the same other side; all moves must be there."""
    winner, latest = I64(-1), I64(0)
    for i in range(tree.nodes[node, FIRST], tree.nodes[node, LAST]):
        latest = max(latest, I64(tree.nodes[i, ENDS]))
        for side in range(tree.wins.shape[1]):
            if tree.nodes[i, ENDS] == 0 or (tree.wins[i, side] > 0.0 and winner >= 0 and winner != side):
                return
            if tree.wins[i, side] > 0.0:
                winner = I64(side)
    set_proven(tree, node, winner, latest + 1)
    store(table, tree.keys[node], latest + 1, winner, I64(0), I64(0))
