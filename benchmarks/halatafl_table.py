"""The tablebase of Halatafl (games/halatafl/endgame.py), by retrograde analysis; docs/analysis.md keeps the figures.

.venv/bin/python benchmarks/halatafl_table.py            solve all positions with the sheep on ranks 4 to 7
.venv/bin/python benchmarks/halatafl_table.py --write    the same, and write the file that is shipped

It needs 3 GB of memory and two minutes of one core. How many sheep stand on each rank changes only by moves that cannot
be taken back, so positions fall into blocks that are solved one after the other: first those with fewer sheep, then
those with the sheep farther on, then those with one fox. Only within a block can play go round in circles. There all
values begin as draws and are improved from the moves until no more change: then those of won positions are exact.
"""

import hashlib
import lzma
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np

from taflheim.games.halatafl import stored
from taflheim.games.halatafl.numbering import (
    SETS,
    UPPER,
    Sets,
    foxes_number,
    mirrored_sets,
    numbered_sets,
    sheep_set,
    sheep_word,
)
from taflheim.games.halatafl.rules import (
    BOARD,
    PADDOCK,
    capturing_foxes,
    legal,
    ongoing,
    play,
    trapped_foxes,
)
from taflheim.games.halatafl.state import FEWEST_SHEEP, MOVES, POINTS, SHEEP_WAYS, WIDTH, State
from taflheim.games.kernel import I64, U64, Buffer, jit, popcount

Table = np.ndarray[tuple[int, int], np.dtype[np.int16]]
"""By set of sheep and number of the foxes: the value for the sheep."""
Kinds = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

WON = 30_000
"""The sheep have won; one less for every move until then. The negative of it: the foxes have."""
OCCUPIED = -32_000
"""A fox would stand on a sheep."""
_OPEN, _KNOWN, _TRAPPED = range(3)
_0, _1 = U64(0), U64(1)
_SHEEP_TURN, _FOXES_TURN = _0, U64(1)
_FEWEST, _NO_VALUE = I64(FEWEST_SHEEP), I64(32_000)

_ALONE = len(POINTS) * (len(POINTS) - 1) // 2
"""The number of the first fox that is alone."""
PLACES = _ALONE + len(POINTS)


def _fox_words() -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    pairs = [1 << low | 1 << high for i, high in enumerate(POINTS) for low in POINTS[:i]]
    return np.array([*pairs, *(1 << point for point in POINTS)], np.uint64)


_FOXES = _fox_words()
_MIRRORED = np.array([int(foxes_number(foxes, BOARD, I64(1))) for foxes in _FOXES])


def _fox_steps() -> "tuple[Sets, np.ndarray[tuple[int, int], np.dtype[np.uint64]]]":
    """By foxes: the numbers after each step (-1 behind the last), and the points that must be empty for it."""
    after, to = np.full((PLACES, 17), -1), np.zeros((PLACES, 17), np.uint64)
    numbers = {int(foxes): number for number, foxes in enumerate(_FOXES)}
    for number, foxes in enumerate(map(int, _FOXES)):
        steps = [m for m in MOVES if m.over is None and foxes >> m.origin & 1 and not foxes >> m.to & 1]
        for i, move in enumerate(steps):
            after[number, i] = numbers[foxes ^ 1 << move.origin ^ 1 << move.to]
            to[number, i] = 1 << move.to
    return after, to


_STEP_AFTER, _STEP_TO = _fox_steps()
_SHEEP_MOVES = [
    (1 << UPPER.index(move.origin), 1 << UPPER.index(move.to))
    for move in MOVES
    if move.over is None and move.way < SHEEP_WAYS and move.origin in UPPER
]
_SHEEP_FROM = np.array([origin for origin, _ in _SHEEP_MOVES])
_SHEEP_TO = np.array([to for _, to in _SHEEP_MOVES])


@jit
def _later(value: int) -> int:
    if value == 0:
        return value
    return value - 1 if value > 0 else value + 1


@jit
def _best_chain(s: State, sheep_turn: Table, buffer: Buffer, start: int) -> int:
    """The value of the best of the captures that a fox can make or go on with."""
    best = _NO_VALUE
    end = legal(s, buffer, start)
    for i in range(start, end):
        after = play(s, I64(buffer[i]))
        if ongoing(after):
            value = _best_chain(after, sheep_turn, buffer, end)
        elif popcount(after.sheep) < _FEWEST:
            value = I64(-WON)
        else:
            value = I64(sheep_turn[sheep_set(after.sheep), foxes_number(after.foxes, BOARD, I64(0))])
        best = min(best, value)
    return best


@jit
def _begin(sets: Sets, sheep_turn: Table, foxes_turn: Table, kinds: Kinds, buffer: Buffer, mirrored: Sets) -> None:
    """Write what is known before a block is solved: ends, and captures, which lead to blocks that are solved."""
    for k in range(sets.size):
        number = sets[k]
        sheep = sheep_word(number)
        for places in range(PLACES):
            foxes = _FOXES[places]
            s = State(sheep, foxes, _0, _FOXES_TURN)
            value, kind = I64(0), _KNOWN
            if foxes & sheep:
                value = I64(OCCUPIED)
            elif sheep & PADDOCK == PADDOCK:
                value = I64(WON)
            elif trapped_foxes(s):
                # The sheep have moved, and trapped foxes are to leave.
                if trapped_foxes(s) == foxes:
                    value = I64(WON)
                else:
                    kind = _TRAPPED
            elif capturing_foxes(s):
                value = _later(_best_chain(s, sheep_turn, buffer, I64(0)))
            else:
                kind = _OPEN
            kinds[k, places] = kind
            foxes_turn[number, places] = value
            foxes_turn[mirrored[number], _MIRRORED[places]] = value


@jit
def _move_sheep(
    sets: Sets, sheep_turn: Table, foxes_turn: Table, first: int, end: int, best: Table, mirrored: Sets
) -> int:
    """The values with the sheep to move, from those with the foxes to move; how many have changed."""
    changed = I64(0)
    for k in range(sets.size):
        number = sets[k]
        sheep = sheep_word(number)
        for places in range(first, end):
            best[0, places] = OCCUPIED
        for i in range(_SHEEP_FROM.size):
            if number & _SHEEP_FROM[i] and not number & _SHEEP_TO[i]:
                after = number ^ _SHEEP_FROM[i] ^ _SHEEP_TO[i]
                for places in range(first, end):
                    best[0, places] = max(best[0, places], foxes_turn[after, places])
        for places in range(first, end):
            if _FOXES[places] & sheep:
                continue
            # Sheep without a legal move have lost.
            value = I64(-WON) if best[0, places] == OCCUPIED else _later(I64(best[0, places]))
            if value != sheep_turn[number, places]:
                changed += 1
                sheep_turn[number, places] = value
                sheep_turn[mirrored[number], _MIRRORED[places]] = value
    return changed


@jit
def _move_foxes(
    sets: Sets, sheep_turn: Table, foxes_turn: Table, first: int, end: int, kinds: Kinds, mirrored: Sets
) -> int:
    """The values with the foxes to move, from those with the sheep to move; how many have changed."""
    changed = I64(0)
    for k in range(sets.size):
        number = sets[k]
        sheep = sheep_word(number)
        for places in range(first, end):
            if kinds[k, places] == _KNOWN:
                continue
            foxes = _FOXES[places]
            if kinds[k, places] == _TRAPPED:
                left = foxes & ~trapped_foxes(State(sheep, foxes, _0, _FOXES_TURN))
                value = I64(foxes_turn[number, foxes_number(left, BOARD, I64(0))])
            else:
                value = _NO_VALUE
                for i in range(_STEP_AFTER.shape[1]):
                    if _STEP_AFTER[places, i] < 0:
                        break
                    if not _STEP_TO[places, i] & sheep:
                        value = min(value, I64(sheep_turn[number, _STEP_AFTER[places, i]]))
                value = _later(value)
            if value != foxes_turn[number, places]:
                changed += 1
                foxes_turn[number, places] = value
                foxes_turn[mirrored[number], _MIRRORED[places]] = value
    return changed


def blocks() -> Iterator[Sets]:
    """The sets of sheep of each block, of two that mirror each other only one; blocks lead to earlier ones."""
    sets, mirrored = np.arange(SETS), mirrored_sets()
    on_rank = np.zeros((4, SETS), np.int64)
    for bit, point in enumerate(UPPER):
        on_rank[point // WIDTH - 3] += sets >> bit & 1
    code = on_rank[0] + 8 * on_rank[1] + 64 * on_rank[2] + 512 * on_rank[3]
    order = np.argsort(code, kind="stable")
    kinds = [ranks for ranks in product(range(8), range(8), range(4), range(4)) if sum(ranks) >= FEWEST_SHEEP]
    kinds.sort(key=lambda ranks: (sum(ranks), -ranks[1] - 2 * ranks[2] - 3 * ranks[3]))
    for four, five, six, seven in kinds:
        wanted = four + 8 * five + 64 * six + 512 * seven
        block = order[np.searchsorted(code[order], wanted) : np.searchsorted(code[order], wanted, "right")]
        yield np.ascontiguousarray(block[block <= mirrored[block]])


def solve() -> tuple[Table, Table]:
    """The values of all positions, with the sheep to move and with the foxes to move."""
    sheep_turn, foxes_turn = np.zeros((SETS, PLACES), np.int16), np.zeros((SETS, PLACES), np.int16)
    mirrored, best, buffer = mirrored_sets(), np.zeros((1, PLACES), np.int16), np.zeros(1 << 12, np.int32)
    began, sheep = time.perf_counter(), 0
    for sets in blocks():
        if int(sets[0]).bit_count() > sheep:
            sheep = int(sets[0]).bit_count()
            print(f"{time.perf_counter() - began:5.0f} s: {sheep} sheep", flush=True)
        kinds = np.zeros((sets.size, PLACES), np.uint8)
        _begin(sets, sheep_turn, foxes_turn, kinds, buffer, mirrored)
        for first, end in ((_ALONE, PLACES), (0, _ALONE)):
            changed = 1
            while changed:
                changed = int(_move_sheep(sets, sheep_turn, foxes_turn, I64(first), I64(end), best, mirrored))
                changed += int(_move_foxes(sets, sheep_turn, foxes_turn, I64(first), I64(end), kinds, mirrored))
    print(f"{time.perf_counter() - began:5.0f} s: solved")
    return sheep_turn, foxes_turn


def tell(sheep_turn: Table) -> None:
    """Print how many positions with the sheep to move are won, drawn and lost."""
    sets = np.arange(SETS)
    sheep = np.bitwise_count(sets)
    words = np.array([int(sheep_word(I64(each))) for each in sets], np.uint64)
    print("foxes sheep   sheep win      draws  foxes win   longest win of the sheep, of the foxes")
    for foxes, first, end in ((2, 0, _ALONE), (1, _ALONE, PLACES)):
        for number in range(FEWEST_SHEEP, len(UPPER) + 1):
            counts, longest = np.zeros(3, np.int64), np.zeros(2, np.int64)
            for some in np.array_split(sets[sheep == number], 16):
                values = sheep_turn[some, first:end].astype(np.int64)
                values = values[words[some][:, None] & _FOXES[None, first:end] == 0]
                counts += [(values > 0).sum(), (values == 0).sum(), (values < 0).sum()]
                won = [WON - values[values > 0], WON + values[values < 0]]
                longest = np.maximum(longest, [moves.max(initial=0) for moves in won])
            print(f"{foxes:5} {number:5} " + "".join(f"{count:11,}" for count in counts), *longest)


@jit
def _write(sets: Sets, foxes_turn: Table, found: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> None:
    """The bytes of the file. What is never looked up is what was before it: that takes the least room."""
    at, before = I64(0), np.uint8(0)
    for k in range(sets.size):
        sheep = sheep_word(sets[k])
        for places in range(PLACES):
            if _FOXES[places] & sheep:
                continue
            s = State(sheep, _FOXES[places], _0, _FOXES_TURN)
            if sheep & PADDOCK != PADDOCK and not trapped_foxes(s) and not capturing_foxes(s):
                value = I64(foxes_turn[sets[k], places])
                before = np.uint8(0)
                if value > 0:
                    before = np.uint8((WON - value) // 2)
                elif value < 0:
                    before = np.uint8(stored.FOXES_WIN + (WON + value) // 2)
            found[at] = before
            at += 1


def packed(foxes_turn: Table) -> bytes:
    """The file."""
    sets, places = numbered_sets()
    found = np.zeros(int(places.sum()), np.uint8)
    _write(sets, foxes_turn, found)
    small = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "pb": 0}
    return lzma.compress(found.tobytes(), filters=[small])


def main(arguments: list[str]) -> None:
    """Solve, tell, write."""
    sheep_turn, foxes_turn = solve()
    tell(sheep_turn)
    file = packed(foxes_turn)
    print(f"{len(file):,} bytes, sha256 {hashlib.sha256(file).hexdigest()}")
    if "--write" in arguments:
        Path(stored.__file__).with_name(stored.FILE).write_bytes(file)


if __name__ == "__main__":
    main(sys.argv[1:])
