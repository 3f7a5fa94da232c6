"""Quoridor for two by Monte Carlo tree search, with playouts along shortest paths: as the public browser programs do.

    taflheim match level:3 'python benchmarks/engines/quoridor_mcts.py' --game quoridor --movetime 500

The tree is searched by UCB1. A position has as its children all steps of the pawn, but of the walls only those that are
likely to matter: across the opponent's shortest path, beside a pawn, or touching another wall. In a playout a player
mostly steps along its shortest path, and sometimes builds a wall across that of the other.
"""

import random
import time
from math import log, sqrt
from typing import Any

import numpy as np
from talk import talk

import taflheim
from taflheim import Record
from taflheim.engine.search.limits import Limits
from taflheim.games.kernel import I64, U64, jit, lowest, popcount, words
from taflheim.games.quoridor.rules import (
    decided,
    everybody_has_a_path,
    goal,
    pawn,
    pawn_targets,
    play,
    single_cell,
    spread,
    wall_targets,
    walls_left,
)
from taflheim.games.quoridor.state import CELLS, FIRST_HORIZONTAL, FIRST_VERTICAL, MOVE_COUNT, PASS, State

EXPLORATION = 0.4
"""Of 24 games with 16 000 playouts a move, 0.5 won 19 against 0.2; against 0.5, 0.35 won 17 and 0.7 won 12."""
WALL_CHANCE = 0.3
"""How often a playout builds rather than steps. From 0.15 to 0.5 there is little difference; with 0.08 it is weak."""
MOST_NODES = 2_000_000
USUAL_PLAYOUTS = 10_000
"""Where only a depth is given, which means nothing here."""
_SLICE = 200
"""How many playouts are made between two looks at the clock."""

NODE = np.dtype(
    [
        ("move", np.int32),
        ("first", np.int32),  # of its children, which stand together
        ("children", np.int32),
        ("visits", np.int32),
        ("wins", np.float32),  # of the player who made the move
    ]
)

_0, _1, _7, _8, _13, _17, _32 = map(U64, (0, 1, 7, 8, 13, 17, 32))
_FILE_1, _FILE_8 = U64(0x0101010101010101), U64(0x8080808080808080)
_FIRST_HORIZONTAL, _FIRST_VERTICAL, _PASS = I64(FIRST_HORIZONTAL), I64(FIRST_VERTICAL), I64(PASS)
_WALL_BOUND = U64(int(WALL_CHANCE * 2**64))
_LONGEST_PLAYOUT, _DEEPEST, _MOST_CHILDREN = I64(400), I64(200), I64(MOVE_COUNT)


# ---- chance -------------------------------------------------------------------------------------------------------


@jit
def _draw(rng: Any) -> int:
    """The next random word: xorshift."""
    x = rng[0]
    x ^= x << _13
    x ^= x >> _7
    x ^= x << _17
    rng[0] = x
    return x


@jit
def _below(number: int, rng: Any) -> int:
    """A random number from 0 to number - 1."""
    return I64((_draw(rng) >> _32) * U64(number) >> _32)


@jit
def _one_of(x0: int, x1: int, rng: Any) -> int:
    """The number of a random bit of two words that are not both 0."""
    for _ in range(_below(popcount(x0) + popcount(x1), rng)):
        if x0:
            x0 &= x0 - _1
        else:
            x1 &= x1 - _1
    return lowest(x0) if x0 else lowest(x1) + 64


# ---- shortest paths -----------------------------------------------------------------------------------------------


@jit
def _best_steps(s: State, to0: int, to1: int) -> tuple[int, int]:
    """Those of the cells that are nearest to the goal of the player to move."""
    x0, x1 = goal(I64(s.turn))
    while (x0 & to0 | x1 & to1) == _0:
        y0, y1 = spread(x0, x1, s.north0, s.north1, s.east0, s.east1)
        x0, x1 = x0 | y0, x1 | y1
    return x0 & to0, x1 & to1


@jit
def _find_path(s: State, player: int, scratch: Any) -> int:
    """Write the cells of a random shortest path, the pawn's own first, and return its length in steps."""
    rng, layers, path = scratch
    cell = pawn(s, player)
    p0, p1 = single_cell(cell)
    x0, x1 = goal(player)
    length = I64(0)
    layers[0, 0], layers[0, 1] = x0, x1
    while (x0 & p0 | x1 & p1) == _0:
        y0, y1 = spread(x0, x1, s.north0, s.north1, s.east0, s.east1)
        x0, x1 = x0 | y0, x1 | y1
        length += 1
        layers[length, 0], layers[length, 1] = x0, x1
    path[0] = I64(cell)
    for i in range(length):
        p0, p1 = single_cell(U64(path[i]))
        y0, y1 = spread(p0, p1, s.north0, s.north1, s.east0, s.east1)
        path[i + 1] = _one_of(y0 & layers[length - 1 - i, 0], y1 & layers[length - 1 - i, 1], rng)
    return length


@jit
def _across(one: int, other: int) -> tuple[int, int]:
    """The sets of horizontal and of vertical walls that part two neighbouring cells."""
    cell = min(one, other)
    file, rank = U64(cell % 9), U64(cell // 9)
    walls = _0
    if abs(one - other) == 9:
        if file < _8:
            walls |= _1 << (rank * _8 + file)
        if file > _0:
            walls |= _1 << (rank * _8 + file - _1)
        return walls, _0
    if rank < _8:
        walls |= _1 << (rank * _8 + file)
    if rank > _0:
        walls |= _1 << (rank * _8 + file - _8)
    return _0, walls


# ---- playouts -----------------------------------------------------------------------------------------------------


@jit
def _free(s: State, h: int, v: int) -> tuple[int, int]:
    """Those of the walls that neither overlap nor cross another."""
    horizontal, vertical = s.horizontal, s.vertical
    h &= ~(horizontal | vertical | horizontal << _1 & ~_FILE_1 | horizontal >> _1 & ~_FILE_8)
    v &= ~(horizontal | vertical | vertical << _8 | vertical >> _8)
    return h, v


@jit
def _playout(s: State, scratch: Any) -> int:
    """The winner, or -1 if it takes too long."""
    rng, _, path = scratch
    for _ in range(_LONGEST_PLAYOUT):
        winner = decided(s)
        if winner >= 0:
            return winner
        me = I64(s.turn)
        if walls_left(s, me) > _0 and _draw(rng) < _WALL_BOUND:
            at = _below(_find_path(s, 1 - me, scratch), rng)
            h, v = _across(I64(path[at]), I64(path[at + 1]))
            h, v = _free(s, h, v)
            if h | v:
                # The vertical walls are numbered right after the 64 horizontal ones.
                after = play(s, _FIRST_HORIZONTAL + _one_of(h, v, rng))
                if everybody_has_a_path(after):
                    s = after
                    continue
        to0, to1 = pawn_targets(s)
        if to0 | to1:
            to0, to1 = _best_steps(s, to0, to1)
            s = play(s, _one_of(to0, to1, rng))
        else:
            s = play(s, _PASS)
    return I64(-1)


# ---- the tree -----------------------------------------------------------------------------------------------------


@jit
def _around(walls: int) -> int:
    """The anchors of these walls and their neighbours, diagonal ones too."""
    walls |= walls << _1 & ~_FILE_1 | walls >> _1 & ~_FILE_8
    return walls | walls << _8 | walls >> _8


@jit
def _beside(cell: int) -> int:
    """The anchor of a cell and its neighbours: all walls that touch the cell are among them."""
    file, rank = min(I64(cell) % 9, I64(7)), min(I64(cell) // 9, I64(7))
    return _around(_1 << U64(rank * 8 + file))


@jit
def _likely_walls(s: State, scratch: Any) -> tuple[int, int]:
    """The legal walls across the opponent's path, beside a pawn, or touching another wall."""
    _, _, path = scratch
    me = I64(s.turn)
    h, v = wall_targets(s)
    if (h | v) == _0:
        return _0, _0
    likely_h = likely_v = _around(s.horizontal | s.vertical) | _beside(pawn(s, me)) | _beside(pawn(s, 1 - me))
    for i in range(_find_path(s, 1 - me, scratch)):
        across_h, across_v = _across(I64(path[i]), I64(path[i + 1]))
        likely_h |= across_h
        likely_v |= across_v
    return h & likely_h, v & likely_v


@jit
def _append(x: int, first: int, tree: Any, end: int) -> int:
    """Write a node with the move first + i for each set bit i of a word."""
    while x:
        tree[end]["move"] = first + lowest(x)
        end += 1
        x &= x - _1
    return end


@jit
def _expand(s: State, node: int, tree: Any, used: int, scratch: Any) -> int:
    """Give a node its children, in random order; returns how much of the tree is used then."""
    rng, _, _ = scratch
    me = I64(s.turn)
    to0, to1 = pawn_targets(s)
    goal0, goal1 = goal(me)
    if to0 & goal0 | to1 & goal1:
        # Nothing is better than a win.
        to0, to1, h, v = to0 & goal0, to1 & goal1, _0, _0
    else:
        h, v = _likely_walls(s, scratch)
        if (to0 | to1) and walls_left(s, 1 - me) == _0:
            # Nobody can block the way any more.
            to0, to1 = _best_steps(s, to0, to1)
    end = _append(to0, I64(0), tree, used)
    end = _append(to1, I64(64), tree, end)
    end = _append(h, _FIRST_HORIZONTAL, tree, end)
    end = _append(v, _FIRST_VERTICAL, tree, end)
    if end == used:
        tree[end]["move"] = _PASS
        end += 1
    for i in range(used, end):
        k = i + _below(end - i, rng)
        tree[i]["move"], tree[k]["move"] = tree[k]["move"], tree[i]["move"]
        tree[i]["children"], tree[i]["visits"], tree[i]["wins"] = 0, 0, 0
    tree[node]["first"], tree[node]["children"] = used, end - used
    return end


@jit
def _select(tree: Any, node: int, exploration: float) -> int:
    """The child with the highest upper confidence bound; those that were never visited come first."""
    doubt = exploration * sqrt(log(tree[node]["visits"]))
    best, highest = I64(-1), -1.0
    first = I64(tree[node]["first"])
    for child in range(first, first + tree[node]["children"]):
        visits = tree[child]["visits"]
        if visits == 0:
            return child
        bound = tree[child]["wins"] / visits + doubt / sqrt(visits)
        if bound > highest:
            best, highest = child, bound
    return best


@jit
def _grow(root: State, tree: Any, used: int, playouts: int, exploration: float, line: Any, scratch: Any) -> int:
    """Add so many playouts to the tree; returns how much of it is used then."""
    for _ in range(playouts):
        s, node, depth = root, I64(0), I64(0)
        winner = decided(s)
        while winner < 0:
            if tree[node]["children"] == 0:
                if tree[node]["visits"] == 0 or depth == _DEEPEST or used + _MOST_CHILDREN > tree.size:
                    winner = _playout(s, scratch)
                    break
                used = _expand(s, node, tree, used, scratch)
            node = _select(tree, node, exploration)
            s = play(s, I64(tree[node]["move"]))
            depth += 1
            line[depth] = node
            winner = decided(s)
        mover = 1 - I64(root.turn)
        for i in range(depth + 1):
            tree[line[i]]["visits"] += 1
            if winner == mover:
                tree[line[i]]["wins"] += 1
            mover = 1 - mover
    return used


def choose(record: Record, limits: Limits, rng: random.Random) -> str:
    """The move that was tried most often."""
    ends = time.perf_counter() + limits.movetime_ms / 1000 if limits.movetime_ms else float("inf")
    most = limits.nodes or (10**12 if limits.movetime_ms else USUAL_PLAYOUTS)
    tree = np.zeros(MOST_NODES, NODE)
    tree[0]["visits"] = 1  # so that the first playout already is that of a child
    line = np.zeros(_DEEPEST + 1, np.int64)
    # Its source of chance is not 0, which xorshift would never leave.
    source = np.array([rng.getrandbits(63) | 1], np.uint64)
    scratch = source, np.zeros((CELLS + 1, 2), np.uint64), np.zeros(CELLS + 1, np.int64)
    state, used, done = words(record.position.state), I64(1), 0
    while done < most and time.perf_counter() < ends:
        playouts = min(_SLICE, most - done)
        used = I64(_grow(state, tree, used, I64(playouts), EXPLORATION, line, scratch))
        done += playouts
    children = tree[1 : 1 + tree[0]["children"]]
    return record.game.move_text([int(children["move"][children["visits"].argmax()])])


if __name__ == "__main__":
    talk(taflheim.game("quoridor"), choose)
