"""The other search, for games that can tell everybody's chances: a tree of positions that grows where it matters.

Every side plays for itself, however many there are: taking all others for one team, as alpha-beta does, makes a coward
of us, since they rather hit whoever is ahead. Each position knows every side's chance to win, the mean of what was
found below it. A visit goes down from the root by the move that is best for whoever is to move, or that has been
neglected for how good it looks; where it leaves the tree, the moves there are judged, each by the chances right after
it, and the best of them is what the visit has found.

With more than two sides we are the *hero*, who looks closely. The others are taken to go mostly by first impressions,
and what is found where one of them is to move is the mean by these: whoever thinks that they all see as far as itself
prepares for moves that nobody makes.

What is certain goes up as such: a position is won for whoever is to move if one of the moves wins, and lost if all of
them lose. Usually only the moves that look best are looked at; before a position is taken for lost, all are. The table
of positions is for these, since many ways lead to the same one.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from taflheim.engine.alphabeta import WIN
from taflheim.engine.work import (
    MOST_NODES,
    MOST_STEPS,
    NODES,
    OVERLOOK,
    STOPPED,
    Table,
    Words,
    Work,
    key,
    look_up,
    remember,
    seen,
)
from taflheim.games.kernel import I64, Buffer, jit, raised
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

_WIN, _MOST_STEPS = I64(WIN), I64(MOST_STEPS)
_NODES, _MOST_NODES, _STOPPED = I64(NODES), I64(MOST_NODES), I64(STOPPED)
_OVERLOOK = I64(OVERLOOK)
_COLUMNS = 5
_MOVE, _FIRST, _LAST, _VISITS, _ENDS = map(I64, range(_COLUMNS))
"""The columns of `Tree.facts`: the move that leads to a position; where the positions after its own moves begin (0 if
none was looked at yet, -1 if it is a draw) and where they end; the visits; and, if it is certain who wins, one more
than the number of moves until then, else 0."""
_ROOT, _NONE = I64(0), I64(0)
"""The root is nobody's child."""
_DRAWN = I64(-1)
_MOST_DEPTH = I64(16)
"""As many visits as four bytes can count."""
_WIDTH = I64(12)
"""So many moves of a position are kept, those that look best."""
_CURIOSITY, _HABIT = 1.0, 10.0
"""Found by matches: how much the first impression counts against what was found since, for us and for the others."""
LESS_CHANCE, _LESS_SCORE = 0.079, 30.0
"""With so much less a move looks e times worse: to one of two sides (benchmarks/attention.py), to one of many."""
_SURELY = I64(1 << 40)
"""More than any number of visits."""
_NEVER = I64(1 << 30)
"""More than any number of moves."""
_LEAST_CHANCE = 1e-6
_SCORE_PER_LOG = 100.0


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
    first, last = tree.facts[_ROOT, _FIRST], tree.facts[_ROOT, _LAST]
    return tree.facts[first:last, _MOVE].tolist(), tree.facts[first:last, _VISITS].tolist()


@jit
def _of_many(tree: Tree, side: int, hero: int) -> bool:
    """Whether a side is one of those many who go by first impressions."""
    return side != hero and tree.chances.shape[1] > 2


@jit
def _judge(s: Any, move: int, notes: Words, shares: Shares, drawn: Words) -> int:
    """Write everybody's chances as the position after a move shows them; its _ENDS, or _DRAWN."""
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
                    return _DRAWN
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
    tree.facts[at, _MOVE] = move
    tree.facts[at, _FIRST] = min(end, I64(0))
    tree.facts[at, _ENDS] = max(end, I64(0))
    tree.facts[at, _VISITS] = 1
    if tree.chances.shape[1] == 2:
        # Of what is certain nobody has asked for the chances, so there is nothing for an appeal to go by.
        tree.promise[at] = chance / LESS_CHANCE + (appeal(after, move, tree.notes) if end == 0 else 0.0)
    else:
        tree.promise[at] = (evaluate(after, side) if end == 0 else _WIN if chance == 1.0 else I64(0)) / _LESS_SCORE
    return end == 1 and chance == 1.0


@jit
def _swap(tree: Tree, one: int, other: int) -> None:
    """Change the places of two positions that nobody has looked into."""
    tree.facts[one, _MOVE], tree.facts[other, _MOVE] = tree.facts[other, _MOVE], tree.facts[one, _MOVE]
    tree.facts[one, _FIRST], tree.facts[other, _FIRST] = tree.facts[other, _FIRST], tree.facts[one, _FIRST]
    tree.facts[one, _ENDS], tree.facts[other, _ENDS] = tree.facts[other, _ENDS], tree.facts[one, _ENDS]
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
        if _add(tree, s, I64(moves[i]), work.drawn) and node != _ROOT:
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
    tree.facts[node, _FIRST], tree.facts[node, _LAST] = first, kept


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
    tree.facts[node, _ENDS] = ends
    for side in range(tree.chances.shape[1]):
        tree.chances[node, side] = tree.facts[node, _VISITS] if side == winner else 0.0


@jit
def _is_won(tree: Tree, node: int, side: int, table: Table) -> None:
    """Settle a position if a move of the side to move is known to win."""
    soonest = _NEVER
    for i in range(tree.facts[node, _FIRST], tree.facts[node, _LAST]):
        if tree.facts[i, _ENDS] > 0 and tree.chances[i, side] > 0.0:
            soonest = min(soonest, I64(tree.facts[i, _ENDS]))
    if soonest != _NEVER:
        _settle(tree, node, side, soonest + 1)
        remember(table, tree.keys[node], soonest + 1, side, I64(0), I64(0))


@jit
def _is_lost(tree: Tree, node: int, table: Table) -> None:
    """Settle a position if one other side is known to win after every move there is."""
    winner, latest = I64(-1), I64(0)
    for i in range(tree.facts[node, _FIRST], tree.facts[node, _LAST]):
        latest = max(latest, I64(tree.facts[i, _ENDS]))
        for side in range(tree.chances.shape[1]):
            if tree.facts[i, _ENDS] == 0 or (tree.chances[i, side] > 0.0 and winner >= 0 and winner != side):
                return
            if tree.chances[i, side] > 0.0:
                winner = I64(side)
    _settle(tree, node, winner, latest + 1)
    remember(table, tree.keys[node], latest + 1, winner, I64(0), I64(0))


@jit
def _look_into(tree: Tree, node: int, s: Any, work: Work) -> None:
    """Add what follows a position: first what is worth a look, and once all that is known to lose, everything."""
    first, last = I64(tree.facts[node, _FIRST]), I64(tree.facts[node, _LAST])
    if first == 0:
        tree.keys[node] = key(s)
        entry = look_up(work.table, tree.keys[node])
        if entry != 0:
            _settle(tree, node, (entry >> 10 & 0x3FFFFF) - 1, entry >> 32)
            return
    if tree.used[0] + capacity(s) > tree.promise.size:
        return
    survey(s, tree.notes)
    if first == 0:
        number = _considered(s, tree.notes, work, I64(0))
        _grow(tree, node, s, work.moves[:number], _WIDTH, work)
    elif node != _ROOT:
        number = _considered(s, tree.notes, work, I64(1))
        if number > last - first:
            _grow(tree, node, s, work.moves[:number], number, work)
            for i in range(tree.facts[node, _FIRST], tree.facts[node, _LAST]):
                for k in range(first, last):
                    if tree.facts[k, _MOVE] == tree.facts[i, _MOVE]:
                        tree.facts[i, _FIRST], tree.facts[i, _LAST] = tree.facts[k, _FIRST], tree.facts[k, _LAST]
                        tree.facts[i, _VISITS], tree.facts[i, _ENDS] = tree.facts[k, _VISITS], tree.facts[k, _ENDS]
                        for side in range(tree.chances.shape[1]):
                            tree.chances[i, side] = tree.chances[k, side]
    if first > 0:
        _is_lost(tree, node, work.table)
    _is_won(tree, node, I64(s.turn), work.table)


@jit
def _choose(tree: Tree, node: int, side: int, hero: int) -> int:
    """The position to visit next, of those after the moves of a side; none if there are none that are not settled."""
    chosen, most = _NONE, -1.0
    if tree.facts[node, _FIRST] <= 0:
        return chosen
    curiosity = (_HABIT if _of_many(tree, side, hero) else _CURIOSITY) * math.sqrt(tree.facts[node, _VISITS])
    for i in range(tree.facts[node, _FIRST], tree.facts[node, _LAST]):
        if tree.facts[i, _ENDS] == 0:
            visits = tree.facts[i, _VISITS]
            worth = tree.chances[i, side] / visits + curiosity * tree.promise[i] / (1 + visits)
            if worth > most:
                chosen, most = I64(i), worth
    return chosen


@jit
def _best(tree: Tree, node: int, side: int) -> int:
    """The position with the highest chance, of those after the moves of a side."""
    best = I64(tree.facts[node, _FIRST])
    for i in range(best + 1, tree.facts[node, _LAST]):
        if tree.chances[i, side] * tree.facts[best, _VISITS] > tree.chances[best, side] * tree.facts[i, _VISITS]:
            best = I64(i)
    return best


@jit
def _visit(tree: Tree, s: Any, work: Work) -> bool:
    """Go down to a position that has not been looked into, look, and tell all those on the way what was found.

    False if there is nothing left to be found.
    """
    # Counted even if nothing new is found: where every line ends soon, thinking by nodes would have no end.
    work.counts[_NODES] += 1
    node, height, hero = _ROOT, I64(0), I64(s.turn)
    tree.path[0, 0], tree.path[0, 1] = _ROOT, hero
    following = _choose(tree, node, hero, hero)
    while following != _NONE and height < _MOST_STEPS:
        node = following
        s = play(s, I64(tree.facts[node, _MOVE]))
        height += 1
        tree.path[height, 0], tree.path[height, 1] = node, I64(s.turn)
        following = _choose(tree, node, I64(s.turn), hero)
    used = tree.used[0]
    if following == _NONE and tree.facts[node, _FIRST] != _DRAWN:
        _look_into(tree, node, s, work)
    if height == 0:
        return False
    side = I64(s.turn)
    grown = tree.used[0] > used and tree.facts[node, _ENDS] == 0
    best = _best(tree, node, side) if grown else node
    for each in range(tree.chances.shape[1]):
        chance = tree.chances[best, each] / tree.facts[best, _VISITS]
        if grown and _of_many(tree, side, hero):
            chance = 0.0
            for i in range(tree.facts[node, _FIRST], tree.facts[node, _LAST]):
                chance += tree.promise[i] * tree.chances[i, each] / tree.facts[i, _VISITS]
        for i in range(height + 1):
            tree.chances[tree.path[i, 0], each] += chance
    for i in range(height + 1):
        tree.facts[tree.path[i, 0], _VISITS] += 1
    while height > 0 and tree.facts[tree.path[height, 0], _ENDS] > 0:
        height -= 1
        _is_won(tree, I64(tree.path[height, 0]), I64(tree.path[height, 1]), work.table)
    return True


@jit
def _merit(tree: Tree, node: int, side: int) -> int:
    """How good the move to a position is for a side: sure wins, then what was looked at most, then sure losses."""
    if tree.facts[node, _ENDS] == 0:
        return I64(tree.facts[node, _VISITS])
    sure = _SURELY - I64(tree.facts[node, _ENDS])
    return sure if tree.chances[node, side] > 0.0 else -sure


@jit
def _favourite(tree: Tree, node: int, side: int) -> int:
    """The position after the best move of a side."""
    best = I64(tree.facts[node, _FIRST])
    for i in range(best + 1, tree.facts[node, _LAST]):
        if _merit(tree, I64(i), side) > _merit(tree, best, side):
            best = I64(i)
    return best


@jit
def _score(tree: Tree, node: int, side: int) -> int:
    """A chance to win as a score: 0 for as much as everybody has in a fair game, 100 for e times the odds."""
    chance = tree.chances[node, side] / tree.facts[node, _VISITS]
    if tree.facts[node, _ENDS] > 0:
        sure = _WIN - I64(tree.facts[node, _ENDS])
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
        tree.used[0] = 1
        tree.facts[_ROOT, :] = 0
        tree.chances[_ROOT, :] = 0.0
        survey(s, tree.notes)
        _grow(tree, _ROOT, s, first_steps, I64(first_steps.size), work)
        tree.keys[_ROOT] = key(s)
        _is_won(tree, _ROOT, side, work.table)
    # Four times as many visits make the best line about a move longer.
    most = I64(1) << 2 * (min(depth, _MOST_DEPTH) - 1)
    all_asked = first_steps.size == tree.facts[_ROOT, _LAST] - tree.facts[_ROOT, _FIRST]
    while tree.facts[_ROOT, _VISITS] < most and work.counts[_STOPPED] == 0:
        if all_asked and tree.facts[_ROOT, _ENDS] > 0:
            break
        if raised(work.stop) or work.counts[_NODES] > work.counts[_MOST_NODES]:
            work.counts[_STOPPED] = 1
        elif not _visit(tree, s, work):
            break
    best, place = _ROOT, I64(-1)
    for i in range(tree.facts[_ROOT, _FIRST], tree.facts[_ROOT, _LAST]):
        if best == _ROOT or _merit(tree, I64(i), side) > _merit(tree, best, side):
            for k in range(first_steps.size):
                if first_steps[k] == tree.facts[i, _MOVE]:
                    best, place = I64(i), I64(k)
    score = _score(tree, best, side)
    length = I64(0)
    while best != _NONE and length < _MOST_STEPS:
        length += 1
        work.line[0, length] = tree.facts[best, _MOVE]
        s = play(s, I64(tree.facts[best, _MOVE]))
        best = _favourite(tree, best, I64(s.turn)) if tree.facts[best, _FIRST] > 0 else _NONE
    work.line[0, 0] = length
    return score, place
