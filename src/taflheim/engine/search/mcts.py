"""Monte Carlo tree search with PUCT, for games that can estimate every side's share of a win (`rules.win_shares`).

Every side plays for itself. (Alpha-beta takes all others for one team, which plays too timidly with three and four
players: in truth they attack the one who is ahead.) A node holds each side's win share, the mean of its visits. A
visit goes down from the root by PUCT, expands the leaf it reaches, and backs up the win shares of the leaf's best
child. There are no random playouts.

With more than two sides the side to move at the root is the *hero*, who searches. The others are modelled as moving
mostly by their priors, so a leaf where one of them is to move backs up the mean of its children, weighted by priors. A
search that expects the others to see as far as itself defends against moves that they do not make.

Proven wins and losses are backed up as such (`tree.py`), and are not visited again.
"""

import math
from typing import Any

from taflheim.engine.search.expansion import expand
from taflheim.engine.search.memory import MAX_NODES, MOST_STEPS, NODES, STOPPED, Memory
from taflheim.engine.search.score import WIN
from taflheim.engine.search.tree import DRAWN, ENDS, FIRST, LAST, MOVE, ROOT, VISITS, Tree, prove_win
from taflheim.games.kernel import I64, Buffer, jit, raised
from taflheim.games.rules import play

_WIN, _MOST_STEPS = I64(WIN), I64(MOST_STEPS)
_NODES, _MAX_NODES, _STOPPED = I64(NODES), I64(MAX_NODES), I64(STOPPED)
_NO_CHILD = ROOT
_MOST_DEPTH = I64(16)
"""4^15 visits are as many as an int32 can count."""
_C_PUCT, _C_PUCT_OTHERS = 1.0, 10.0
"""The weight of the prior in PUCT, for the hero and for the others of a game of many; found by matches."""
_PROVEN = I64(1 << 40)
"""More than any number of visits."""
_LEAST_SHARE = 1e-6
_SCORE_PER_LOG = 100.0


@jit
def _moves_by_prior(tree: Tree, side: int, hero: int) -> bool:
    """Whether a side is modelled as moving by its priors."""
    return side != hero and tree.wins.shape[1] > 2


@jit
def _select(tree: Tree, node: int, side: int, hero: int) -> int:
    """PUCT: the child to visit next, or _NO_CHILD if all are proven or there are none."""
    chosen, most = _NO_CHILD, -1.0
    if tree.nodes[node, FIRST] <= 0:
        return chosen
    c_puct = _C_PUCT_OTHERS if _moves_by_prior(tree, side, hero) else _C_PUCT
    exploration = c_puct * math.sqrt(tree.nodes[node, VISITS])
    for i in range(tree.nodes[node, FIRST], tree.nodes[node, LAST]):
        if tree.nodes[i, ENDS] == 0:
            visits = tree.nodes[i, VISITS]
            puct = tree.wins[i, side] / visits + exploration * tree.prior[i] / (1 + visits)
            if puct > most:
                chosen, most = I64(i), puct
    return chosen


@jit
def _best(tree: Tree, node: int, side: int) -> int:
    """The child with the highest win share of a side."""
    best = I64(tree.nodes[node, FIRST])
    for i in range(best + 1, tree.nodes[node, LAST]):
        if tree.wins[i, side] * tree.nodes[best, VISITS] > tree.wins[best, side] * tree.nodes[i, VISITS]:
            best = I64(i)
    return best


@jit
def _visit(tree: Tree, s: Any, memory: Memory) -> bool:
    """Select a leaf, expand it, and back up its win shares; False if there is nothing left to visit."""
    # A visit counts as a node even if it adds none: otherwise a limit of nodes might never be reached.
    memory.counts[_NODES] += 1
    node, height, hero = ROOT, I64(0), I64(s.turn)
    tree.path[0, 0], tree.path[0, 1] = ROOT, hero
    following = _select(tree, node, hero, hero)
    while following != _NO_CHILD and height < _MOST_STEPS:
        node = following
        s = play(s, I64(tree.nodes[node, MOVE]))
        height += 1
        tree.path[height, 0], tree.path[height, 1] = node, I64(s.turn)
        following = _select(tree, node, I64(s.turn), hero)
    used = tree.used[0]
    if following == _NO_CHILD and tree.nodes[node, FIRST] != DRAWN:
        expand(tree, node, s, memory)
    if height == 0:
        return False
    side = I64(s.turn)
    grown = tree.used[0] > used and tree.nodes[node, ENDS] == 0
    best = _best(tree, node, side) if grown else node
    for each in range(tree.wins.shape[1]):
        share = tree.wins[best, each] / tree.nodes[best, VISITS]
        if grown and _moves_by_prior(tree, side, hero):
            share = 0.0
            for i in range(tree.nodes[node, FIRST], tree.nodes[node, LAST]):
                share += tree.prior[i] * tree.wins[i, each] / tree.nodes[i, VISITS]
        for i in range(height + 1):
            tree.wins[tree.path[i, 0], each] += share
    for i in range(height + 1):
        tree.nodes[tree.path[i, 0], VISITS] += 1
    while height > 0 and tree.nodes[tree.path[height, 0], ENDS] > 0:
        height -= 1
        prove_win(tree, I64(tree.path[height, 0]), I64(tree.path[height, 1]), memory.table)
    return True


@jit
def _rank(tree: Tree, node: int, side: int) -> int:
    """Ranks children for a side: proven wins first, then by visits, proven losses last."""
    if tree.nodes[node, ENDS] == 0:
        return I64(tree.nodes[node, VISITS])
    proven = _PROVEN - I64(tree.nodes[node, ENDS])
    return proven if tree.wins[node, side] > 0.0 else -proven


@jit
def _best_child(tree: Tree, node: int, side: int) -> int:
    """The child with the highest rank for a side."""
    best = I64(tree.nodes[node, FIRST])
    for i in range(best + 1, tree.nodes[node, LAST]):
        if _rank(tree, I64(i), side) > _rank(tree, best, side):
            best = I64(i)
    return best


@jit
def _score(tree: Tree, node: int, side: int) -> int:
    """The score of a win share: 0 for the fair share of a side, 100 for e times the odds."""
    share = tree.wins[node, side] / tree.nodes[node, VISITS]
    if tree.nodes[node, ENDS] > 0:
        proven = _WIN - I64(tree.nodes[node, ENDS])
        return proven if share > 0.0 else -proven
    share = min(max(share, _LEAST_SHARE), 1.0 - _LEAST_SHARE)
    return I64(round(_SCORE_PER_LOG * math.log(share / (1.0 - share) * (tree.wins.shape[1] - 1))))


@jit
def search_root(tree: Tree, s: Any, first_steps: Buffer, depth: int, memory: Memory) -> tuple[int, int]:
    """Visit until the root has 4^(depth - 1) visits, then find the best of these steps.

    Returns its score and its index, and leaves the line that begins with it in memory.pv[0]. The tree grows from call
    to call; its root has been expanded.
    """
    side = I64(s.turn)
    # Four times as many visits make the best line about a move longer.
    most = I64(1) << 2 * (min(depth, _MOST_DEPTH) - 1)
    all_asked = first_steps.size == tree.nodes[ROOT, LAST] - tree.nodes[ROOT, FIRST]
    while tree.nodes[ROOT, VISITS] < most and memory.counts[_STOPPED] == 0:
        if all_asked and tree.nodes[ROOT, ENDS] > 0:
            break
        if raised(memory.stop) or memory.counts[_NODES] > memory.counts[_MAX_NODES]:
            memory.counts[_STOPPED] = 1
        elif not _visit(tree, s, memory):
            break
    best, index = ROOT, I64(-1)
    for i in range(tree.nodes[ROOT, FIRST], tree.nodes[ROOT, LAST]):
        if best == ROOT or _rank(tree, I64(i), side) > _rank(tree, best, side):
            for k in range(first_steps.size):
                if first_steps[k] == tree.nodes[i, MOVE]:
                    best, index = I64(i), I64(k)
    score = _score(tree, best, side)
    length = I64(0)
    while best != _NO_CHILD and length < _MOST_STEPS:
        length += 1
        memory.pv[0, length] = tree.nodes[best, MOVE]
        s = play(s, I64(tree.nodes[best, MOVE]))
        best = _best_child(tree, best, I64(s.turn)) if tree.nodes[best, FIRST] > 0 else _NO_CHILD
    memory.pv[0, 0] = length
    return score, index
