"""The transposition table: what was found of positions that several lines of moves lead to."""

from typing import NamedTuple

import numpy as np

from taflheim.games.kernel import I64, U64, jit

Words = np.ndarray[tuple[int], np.dtype[np.uint64]]
Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]

_BYTES_PER_ENTRY = 16


class Table(NamedTuple):
    """The transposition table. Its size is a power of two."""

    keys: Words
    """The keys of positions, XORed with their entries (see `store`)."""
    entries: Numbers


def allocate(megabytes: int) -> Table:
    """An empty table of at most this size.

    It comes from calloc: the system gives its pages, zeroed, when they are first written.
    """
    entries = 1 << (megabytes * 2**20 // _BYTES_PER_ENTRY).bit_length() - 1
    return Table(np.zeros(entries, np.uint64), np.zeros(entries, np.int64))


@jit
def probe(table: Table, this: int) -> int:
    """The entry of a position in the transposition table, as `store` packs it; 0 for none."""
    slot = I64(this & U64(table.keys.size - 1))
    for at in (slot, slot ^ 1):
        entry = table.entries[at]
        if table.keys[at] ^ U64(entry) == this:
            return I64(entry)
    return I64(0)


@jit
def store(table: Table, this: int, value: int, move: int, depth: int, bound: int) -> None:
    """Store an entry: in the depth-preferred slot of a pair, or else in the always-replace slot.

    The key is XORed with the entry: a pair torn by two threads that write at once does not match any position.
    """
    entry = value << 32 | (move + 1) << 10 | depth << 2 | bound
    slot = I64(this & U64(table.keys.size - 1)) & -2
    there = table.entries[slot]
    if depth_in(there) > depth and table.keys[slot] ^ U64(there) != this:
        slot += 1
    table.keys[slot] = this ^ U64(entry)
    table.entries[slot] = entry


@jit
def depth_in(entry: int) -> int:
    """The depth of an entry."""
    return entry >> 2 & 0xFF


@jit
def bound_in(entry: int) -> int:
    """What the value of an entry is: exact, a lower bound, or an upper bound."""
    return entry & 3


@jit
def move_in(entry: int) -> int:
    """The move of an entry; -1 for none."""
    return (entry >> 10 & 0x3FFFFF) - 1


@jit
def value_in(entry: int) -> int:
    """The value of an entry."""
    return entry >> 32
