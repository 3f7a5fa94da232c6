"""The memory a search works in: move lists, principal variations, killers, history, and the transposition table."""

from typing import Any, NamedTuple

import numpy as np

from taflheim.engine.search import transpositions
from taflheim.engine.search.limits import DEEPEST, MOST
from taflheim.engine.search.settings import Settings
from taflheim.engine.search.transpositions import Numbers, Table, Words
from taflheim.games.kernel import I64, U64, Buffer, jit
from taflheim.games.rules import obvious

Lines = np.ndarray[tuple[int, int], np.dtype[np.int32]]

MOST_STEPS = 2 * DEEPEST
"""The longest line of a search, in steps: the jumps of a chain count one by one."""
NODES, MAX_NODES, STOPPED, OVERLOOK, SEED, REPEATS, IN_NULL_MOVE, QUIET_LIMIT, QUIET_MOVES, EXPECTED, DRAWS = range(11)
"""Indices into `Memory.counts`. QUIET_LIMIT is the game's limit of quiet moves (0: none), QUIET_MOVES how many have led
to the root, EXPECTED the score that the next search of the root will probably have, or UNKNOWN, DRAWS whether the
tablebase is asked for draws as well as for wins and losses."""
UNKNOWN = 1 << 40
NO_TABLEBASE: Words = np.empty(0, np.uint64)
ALL = 1000
"""A bot does not see `OVERLOOK` of 1,000 moves."""

_MULTIPLIER, _29, _32 = U64(0x9E3779B97F4A7C15), U64(29), U64(32)
_ALL = U64(ALL)
_OVERLOOK, _SEED = I64(OVERLOOK), I64(SEED)
_EASIER = I64(3)
"""By this factor obvious moves are overlooked less often."""


class Memory(NamedTuple):
    """The memory of one thread of a search. The threads share `table` and `stop`."""

    moves: Buffer
    """The move lists of all positions on the current line, one behind the other."""
    order: Buffer
    """The ordering score of each of these moves: higher is tried earlier."""
    pv: Lines
    """By height (steps from the root): the length of the principal variation from there, and its steps."""
    path: Words
    """By height: the key of the position on the current line."""
    quiet: Lines
    """By height: how many quiet moves in a row have led to the position, and its `rules.material`."""
    killers: Lines
    """By height: the two latest killer moves (moves that caused a beta cutoff)."""
    history: Buffer
    """By team and move: the history score."""
    table: Table
    tablebase: Words
    """The game's tablebase, empty if it is not looked into."""
    drawn: Words
    """The keys of positions that draw the game by repetition if they come up once more."""
    counts: Numbers
    stop: Buffer
    """stop[0] is set from another thread to end the search."""


def allocate(room: int, move_count: int, settings: Settings) -> Memory:
    """Memory for searches of a game; `room` is the length of its move lists."""
    return _own_arrays(
        Memory(
            moves=np.empty(room, np.int32),
            order=np.empty(room, np.int32),
            pv=np.empty((0, 0), np.int32),
            path=np.empty(0, np.uint64),
            quiet=np.empty((0, 0), np.int32),
            killers=np.empty((0, 0), np.int32),
            history=np.zeros(2 * move_count, np.int32),
            table=transpositions.allocate(settings.hash_mb),
            tablebase=NO_TABLEBASE,
            drawn=np.empty(0, np.uint64),
            counts=np.array(
                [0, MOST, 0, settings.overlook, settings.seed & 0x7FFF_FFFF, 0, 0, 0, 0, UNKNOWN, 1], np.int64
            ),
            stop=np.zeros(1, np.int32),
        )
    )


def begin(
    memory: Memory, drawn: list[int], tablebase: Words, *, repeats: bool, quiet_limit: int, quiet_moves: int
) -> Memory:
    """The memory, which may be that of a search before, for a search from a position with this history."""
    memory.counts[[NODES, MAX_NODES, STOPPED, IN_NULL_MOVE, EXPECTED, DRAWS]] = 0, MOST, 0, 0, UNKNOWN, 1
    memory.counts[[REPEATS, QUIET_LIMIT, QUIET_MOVES]] = repeats, quiet_limit, quiet_moves
    memory.killers[:] = -1
    memory.history[:] //= 2
    return memory._replace(tablebase=tablebase, drawn=np.array(drawn, np.uint64), stop=np.zeros(1, np.int32))


def for_thread(memory: Memory) -> Memory:
    """Memory for another thread of the same search; it shares the table and the stop flag."""
    return _own_arrays(
        memory._replace(
            moves=np.empty_like(memory.moves),
            order=np.empty_like(memory.order),
            history=np.zeros_like(memory.history),
            counts=memory.counts.copy(),
        )
    )


def _own_arrays(memory: Memory) -> Memory:
    return memory._replace(
        pv=np.zeros((MOST_STEPS + 2, MOST_STEPS + 3), np.int32),
        path=np.zeros(MOST_STEPS + 2, np.uint64),
        quiet=np.zeros((MOST_STEPS + 2, 2), np.int32),
        killers=np.full((MOST_STEPS + 2, 2), -1, np.int32),
    )


@jit
def key(s: Any) -> int:
    """A 64-bit hash of a position, in the role of a Zobrist key."""
    x = _MULTIPLIER
    for word in s:
        x = (x ^ word) * _MULTIPLIER
        x ^= x >> _29
    x *= _MULTIPLIER
    return x ^ x >> _32


@jit
def overlooked(position: int, move: int, seed: int, overlook: int) -> bool:
    """Whether a bot that overlooks `overlook` of 1,000 moves overlooks this one. It depends on the seed alone."""
    if overlook == 0:
        return False
    x = (position ^ U64(seed) ^ U64(move) << _32) * _MULTIPLIER
    x = (x ^ x >> _29) * _MULTIPLIER
    return I64((x >> _32) % _ALL) < overlook


@jit
def remove_overlooked(s: Any, memory: Memory, start: int, end: int) -> int:
    """Remove the overlooked moves from memory.moves[start:end], but at least one stays; the new end."""
    kept, this = start, key(s)
    for i in range(start, end):
        move = I64(memory.moves[i])
        overlook = memory.counts[_OVERLOOK] // (_EASIER if obvious(s, move) else I64(1))
        if not overlooked(this, move, memory.counts[_SEED], overlook):
            memory.moves[kept] = memory.moves[i]
            kept += 1
    return max(kept, start + 1)


@jit
def update_pv(pv: Any, height: int, move: int) -> None:
    """The principal variation here is this move and the one from the next height."""
    rest = pv[height + 1, 0]
    pv[height, 0] = rest + 1
    pv[height, 1] = move
    for i in range(rest):
        pv[height, 2 + i] = pv[height + 1, 1 + i]
