"""The other search, for games that can tell everybody's chances: a tree of positions that grows where it matters.

Every side plays for itself, however many there are: taking all others for one team, as alpha-beta does, makes a coward
of us, since they rather hit whoever is ahead. Each position knows every side's chance to win, the mean of what was
found below it. A visit goes down from the root by the move that is best for whoever is to move, or that has been
neglected for how good it looks; where it leaves the tree, the moves there are judged, each by the chances right after
it, and the best of them is what the visit has found.

With more than two sides we are the *hero*, who looks closely. The others are taken to go mostly by first impressions,
and what is found where one of them is to move is the mean by these: whoever thinks that they all see as far as itself
prepares for moves that nobody makes.

What is certain goes up as such (`tree.py`), and need not be visited again.
"""

import math
from typing import Any

from taflheim.engine.search.alphabeta import WIN
from taflheim.engine.search.memory import MOST_NODES, MOST_STEPS, NODES, STOPPED, Work
from taflheim.engine.search.tree import (
    DRAWN,
    ENDS,
    FIRST,
    LAST,
    MOVE,
    ROOT,
    VISITS,
    Tree,
    look_into,
    sprout,
    win_if_sure,
)
from taflheim.games.kernel import I64, Buffer, jit, raised
from taflheim.games.rules import play

_WIN, _MOST_STEPS = I64(WIN), I64(MOST_STEPS)
_NODES, _MOST_NODES, _STOPPED = I64(NODES), I64(MOST_NODES), I64(STOPPED)
_NONE = ROOT
"""The root is nobody's child."""
_MOST_DEPTH = I64(16)
"""As many visits as four bytes can count."""
_CURIOSITY, _HABIT = 1.0, 10.0
"""Found by matches: how much the first impression counts against what was found since, for us and for the others."""
_SURELY = I64(1 << 40)
"""More than any number of visits."""
_LEAST_CHANCE = 1e-6
_SCORE_PER_LOG = 100.0


@jit
def _of_many(tree: Tree, side: int, hero: int) -> bool:
    """Whether a side is one of those many who go by first impressions."""
    return side != hero and tree.chances.shape[1] > 2


@jit
def _choose(tree: Tree, node: int, side: int, hero: int) -> int:
    """The position to visit next, of those after the moves of a side; none if there are none that are not settled."""
    chosen, most = _NONE, -1.0
    if tree.facts[node, FIRST] <= 0:
        return chosen
    curiosity = (_HABIT if _of_many(tree, side, hero) else _CURIOSITY) * math.sqrt(tree.facts[node, VISITS])
    for i in range(tree.facts[node, FIRST], tree.facts[node, LAST]):
        if tree.facts[i, ENDS] == 0:
            visits = tree.facts[i, VISITS]
            worth = tree.chances[i, side] / visits + curiosity * tree.promise[i] / (1 + visits)
            if worth > most:
                chosen, most = I64(i), worth
    return chosen


@jit
def _best(tree: Tree, node: int, side: int) -> int:
    """The position with the highest chance, of those after the moves of a side."""
    best = I64(tree.facts[node, FIRST])
    for i in range(best + 1, tree.facts[node, LAST]):
        if tree.chances[i, side] * tree.facts[best, VISITS] > tree.chances[best, side] * tree.facts[i, VISITS]:
            best = I64(i)
    return best


@jit
def _visit(tree: Tree, s: Any, work: Work) -> bool:
    """Go down to a position that has not been looked into, look, and tell all those on the way what was found.

    False if there is nothing left to be found.
    """
    # Counted even if nothing new is found: where every line ends soon, thinking by nodes would have no end.
    work.counts[_NODES] += 1
    node, height, hero = ROOT, I64(0), I64(s.turn)
    tree.path[0, 0], tree.path[0, 1] = ROOT, hero
    following = _choose(tree, node, hero, hero)
    while following != _NONE and height < _MOST_STEPS:
        node = following
        s = play(s, I64(tree.facts[node, MOVE]))
        height += 1
        tree.path[height, 0], tree.path[height, 1] = node, I64(s.turn)
        following = _choose(tree, node, I64(s.turn), hero)
    used = tree.used[0]
    if following == _NONE and tree.facts[node, FIRST] != DRAWN:
        look_into(tree, node, s, work)
    if height == 0:
        return False
    side = I64(s.turn)
    grown = tree.used[0] > used and tree.facts[node, ENDS] == 0
    best = _best(tree, node, side) if grown else node
    for each in range(tree.chances.shape[1]):
        chance = tree.chances[best, each] / tree.facts[best, VISITS]
        if grown and _of_many(tree, side, hero):
            chance = 0.0
            for i in range(tree.facts[node, FIRST], tree.facts[node, LAST]):
                chance += tree.promise[i] * tree.chances[i, each] / tree.facts[i, VISITS]
        for i in range(height + 1):
            tree.chances[tree.path[i, 0], each] += chance
    for i in range(height + 1):
        tree.facts[tree.path[i, 0], VISITS] += 1
    while height > 0 and tree.facts[tree.path[height, 0], ENDS] > 0:
        height -= 1
        win_if_sure(tree, I64(tree.path[height, 0]), I64(tree.path[height, 1]), work.table)
    return True


@jit
def _merit(tree: Tree, node: int, side: int) -> int:
    """How good the move to a position is for a side: sure wins, then what was looked at most, then sure losses."""
    if tree.facts[node, ENDS] == 0:
        return I64(tree.facts[node, VISITS])
    sure = _SURELY - I64(tree.facts[node, ENDS])
    return sure if tree.chances[node, side] > 0.0 else -sure


@jit
def _favourite(tree: Tree, node: int, side: int) -> int:
    """The position after the best move of a side."""
    best = I64(tree.facts[node, FIRST])
    for i in range(best + 1, tree.facts[node, LAST]):
        if _merit(tree, I64(i), side) > _merit(tree, best, side):
            best = I64(i)
    return best


@jit
def _score(tree: Tree, node: int, side: int) -> int:
    """A chance to win as a score: 0 for as much as everybody has in a fair game, 100 for e times the odds."""
    chance = tree.chances[node, side] / tree.facts[node, VISITS]
    if tree.facts[node, ENDS] > 0:
        sure = _WIN - I64(tree.facts[node, ENDS])
        return sure if chance > 0.0 else -sure
    chance = min(max(chance, _LEAST_CHANCE), 1.0 - _LEAST_CHANCE)
    return I64(round(_SCORE_PER_LOG * math.log(chance / (1.0 - chance) * (tree.chances.shape[1] - 1))))


@jit
def think(tree: Tree, s: Any, first_steps: Buffer, depth: int, work: Work) -> tuple[int, int]:
    """Grow the tree of a position until it has as many visits as a depth takes, then find the best of these steps.

    Returns its score and its place, and leaves the line that begins with it in work.line[0]. The first time, the steps
    are all that there are; the tree is grown on from call to call.
    """
    side = I64(s.turn)
    if tree.used[0] == 0:
        sprout(tree, s, first_steps, work)
    # Four times as many visits make the best line about a move longer.
    most = I64(1) << 2 * (min(depth, _MOST_DEPTH) - 1)
    all_asked = first_steps.size == tree.facts[ROOT, LAST] - tree.facts[ROOT, FIRST]
    while tree.facts[ROOT, VISITS] < most and work.counts[_STOPPED] == 0:
        if all_asked and tree.facts[ROOT, ENDS] > 0:
            break
        if raised(work.stop) or work.counts[_NODES] > work.counts[_MOST_NODES]:
            work.counts[_STOPPED] = 1
        elif not _visit(tree, s, work):
            break
    best, place = ROOT, I64(-1)
    for i in range(tree.facts[ROOT, FIRST], tree.facts[ROOT, LAST]):
        if best == ROOT or _merit(tree, I64(i), side) > _merit(tree, best, side):
            for k in range(first_steps.size):
                if first_steps[k] == tree.facts[i, MOVE]:
                    best, place = I64(i), I64(k)
    score = _score(tree, best, side)
    length = I64(0)
    while best != _NONE and length < _MOST_STEPS:
        length += 1
        work.line[0, length] = tree.facts[best, MOVE]
        s = play(s, I64(tree.facts[best, MOVE]))
        best = _favourite(tree, best, I64(s.turn)) if tree.facts[best, FIRST] > 0 else _NONE
    work.line[0, 0] = length
    return score, place
