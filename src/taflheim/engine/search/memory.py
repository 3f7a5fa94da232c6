"""The memory a search works in, and the table of positions it has seen."""

from typing import Any, NamedTuple

import numpy as np

from taflheim.engine.search.limits import DEEPEST, MOST
from taflheim.games.kernel import I64, U64, Buffer, jit
from taflheim.games.rules import obvious

Words = np.ndarray[tuple[int], np.dtype[np.uint64]]
Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]
Lines = np.ndarray[tuple[int, int], np.dtype[np.int32]]

MOST_STEPS = 2 * DEEPEST
"""How many steps, jumps of chains counted one by one, a line can have."""
NODES, MOST_NODES, STOPPED, OVERLOOK, SEED, REPEATS, PASSING = range(7)
"""Places in `Work.counts`."""
ALL = 1000
"""Of so many moves a player overlooks `OVERLOOK`."""

_MULTIPLIER, _29, _32 = U64(0x9E3779B97F4A7C15), U64(29), U64(32)
_ALL = U64(ALL)
_OVERLOOK, _SEED = I64(OVERLOOK), I64(SEED)
_EASIER = I64(3)
"""So many times less often moves are overlooked that are obvious."""
_BYTES_PER_ENTRY = 16


class Table(NamedTuple):
    """What was found of positions that can come up again. Its size is a power of two."""

    keys: Words
    """Of positions, mixed with what was found (see `remember`)."""
    entries: Numbers


class Work(NamedTuple):
    """The memory a search works in."""

    moves: Buffer
    """The moves of all positions of the line that is being looked at, one list behind the other."""
    order: Buffer
    """Beside each of these moves: how early it should be tried."""
    line: Lines
    """By the number of steps from the root: the length of the best line found from there, and the line."""
    path: Words
    """By the number of steps from the root: the key of the position that is being looked at."""
    killers: Lines
    """By the number of steps from the root: the two moves that were last too good there."""
    history: Buffer
    """By team and move: how often the move was good enough elsewhere."""
    table: Table
    drawn: Words
    """Keys of positions that end the game as a draw, because they have come up too often already."""
    counts: Numbers
    stop: Buffer
    """Set from another thread to end the search."""


def make(
    room: int, move_count: int, drawn: list[int], *, hash_mb: int, overlook: int, seed: int, repeats: bool
) -> Work:
    """Memory for a search: room for so many moves, and a table of so many megabytes."""
    entries = 1 << (hash_mb * 2**20 // _BYTES_PER_ENTRY).bit_length() - 1
    return _own(
        Work(
            moves=np.empty(room, np.int32),
            order=np.empty(room, np.int32),
            line=np.empty((0, 0), np.int32),
            path=np.empty(0, np.uint64),
            killers=np.empty((0, 0), np.int32),
            history=np.zeros(2 * move_count, np.int32),
            table=Table(np.zeros(entries, np.uint64), np.zeros(entries, np.int64)),
            drawn=np.array(drawn, np.uint64),
            counts=np.array([0, MOST, 0, overlook, seed & 0x7FFF_FFFF, repeats, 0], np.int64),
            stop=np.zeros(1, np.int32),
        )
    )


def beside(work: Work) -> Work:
    """Memory for another thread of the same search: its own but for the table and the sign to stop."""
    return _own(
        work._replace(
            moves=np.empty_like(work.moves),
            order=np.empty_like(work.order),
            history=np.zeros_like(work.history),
            counts=work.counts.copy(),
        )
    )


def _own(work: Work) -> Work:
    return work._replace(
        line=np.zeros((MOST_STEPS + 2, MOST_STEPS + 3), np.int32),
        path=np.zeros(MOST_STEPS + 2, np.uint64),
        killers=np.full((MOST_STEPS + 2, 2), -1, np.int32),
    )


@jit
def key(s: Any) -> int:
    """A number that is as good as unique for a position."""
    x = _MULTIPLIER
    for word in s:
        x = (x ^ word) * _MULTIPLIER
        x ^= x >> _29
    x *= _MULTIPLIER
    return x ^ x >> _32


@jit
def unseen(position: int, move: int, seed: int, overlook: int) -> bool:
    """Whether a player who overlooks so many moves of a thousand overlooks this one: always, or never."""
    if overlook == 0:
        return False
    x = (position ^ U64(seed) ^ U64(move) << _32) * _MULTIPLIER
    x = (x ^ x >> _29) * _MULTIPLIER
    return I64((x >> _32) % _ALL) < overlook


@jit
def seen(s: Any, work: Work, start: int, end: int) -> int:
    """Take those of work.moves[start:end] away that the player overlooks; the new end. One move is always seen."""
    kept, this = start, key(s)
    for i in range(start, end):
        move = I64(work.moves[i])
        overlook = work.counts[_OVERLOOK] // (_EASIER if obvious(s, move) else I64(1))
        if not unseen(this, move, work.counts[_SEED], overlook):
            work.moves[kept] = work.moves[i]
            kept += 1
    return max(kept, start + 1)


@jit
def look_up(table: Table, this: int) -> int:
    """What the table holds of a position, as `remember` has packed it; 0 for nothing."""
    slot = I64(this & U64(table.keys.size - 1))
    for at in (slot, slot ^ 1):
        entry = table.entries[at]
        if table.keys[at] ^ U64(entry) == this:
            return I64(entry)
    return I64(0)


@jit
def remember(table: Table, this: int, value: int, move: int, depth: int, bound: int) -> None:
    """Keep what was found of a position: in the place for what was searched deepest, or else in that for the latest.

    The key is mixed with the entry, so that what two threads have written at once is not found again.
    """
    entry = value << 32 | (move + 1) << 10 | depth << 2 | bound
    slot = I64(this & U64(table.keys.size - 1)) & -2
    there = table.entries[slot]
    if there >> 2 & 0xFF > depth and table.keys[slot] ^ U64(there) != this:
        slot += 1
    table.keys[slot] = this ^ U64(entry)
    table.entries[slot] = entry


@jit
def move_in(entry: int) -> int:
    """The move that `remember` has packed; -1 for none."""
    return (entry >> 10 & 0x3FFFFF) - 1


@jit
def value_in(entry: int) -> int:
    """The value that it has packed."""
    return entry >> 32


@jit
def keep_line(line: Any, height: int, move: int) -> None:
    """The best line here is this move and what follows it."""
    rest = line[height + 1, 0]
    line[height, 0] = rest + 1
    line[height, 1] = move
    for i in range(rest):
        line[height, 2 + i] = line[height + 1, 1 + i]


@jit
def bring_forward(work: Work, first: int, end: int) -> int:
    """Swap the move that should be tried next to the front and return it."""
    best = first
    for i in range(first + 1, end):
        if work.order[i] > work.order[best]:
            best = i
    move, order = work.moves[best], work.order[best]
    work.moves[best], work.order[best] = work.moves[first], work.order[first]
    work.moves[first], work.order[first] = move, order
    return I64(move)
