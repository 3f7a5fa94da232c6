"""The file of the tablebase: which positions are in it, and how one is looked up.

`endgame.xz` has a byte for each: 0 is a draw, else half the number of moves of both until the sheep win, or FOXES_WIN
and half those until the foxes win. To keep it small, only positions are in it in which the foxes are to move and cannot
capture, and an even number of sheep stand on odd points (file plus rank). `benchmarks/halatafl_table.py` makes it.
"""

import lzma
from functools import cache
from importlib.resources import files

import numpy as np

from taflheim.games import rules
from taflheim.games.halatafl.numbering import (
    LOWER_RANKS,
    ODD,
    SETS,
    foxes_number,
    mirrored_sets,
    numbered_sets,
    sheep_set,
)
from taflheim.games.halatafl.rules import BOARD, FOXES, capturing_foxes
from taflheim.games.halatafl.state import FEWEST_SHEEP, State
from taflheim.games.kernel import I64, U64, implements, popcount
from taflheim.games.rules import NOT_TABLED, Words

FILE = "endgame.xz"
FOXES_WIN = 128
_NOT_TABLED, _FOXES_WIN, _SETS, _FEWEST = I64(NOT_TABLED), I64(FOXES_WIN), I64(SETS), I64(FEWEST_SHEEP)
_1, _2, _7, _8, _ODD_NUMBER, _BYTE = I64(1), I64(2), I64(7), I64(8), U64(1), U64(0xFF)


@cache
def load() -> Words:
    """The tablebase as words: by set of sheep twice the number of its first position, and 1 if it is mirrored; then all
    bytes, eight to a word.
    """
    sets, places = numbered_sets()
    starts = np.zeros(SETS, np.uint64)
    twice = 2 * (np.cumsum(places) - places).astype(np.uint64)
    starts[mirrored_sets()[sets]] = twice + np.uint64(1)
    starts[sets] = twice
    stored = lzma.decompress(files(__package__).joinpath(FILE).read_bytes())
    return np.concatenate([starts, np.frombuffer(stored.ljust(-(-len(stored) // 8) * 8, b"\0"), "<u8")])


@implements(rules.tabled, State)
def tabled(s: State, tablebase: Words) -> int:
    """Only of positions that are in the file."""
    if tablebase.size == 0 or s.turn != FOXES or s.sheep & LOWER_RANKS or popcount(s.sheep & ODD) & _1:
        return _NOT_TABLED
    if popcount(s.sheep) < _FEWEST or capturing_foxes(s):
        return _NOT_TABLED
    start = tablebase[sheep_set(s.sheep)]
    number = I64(start) // _2 + foxes_number(s.foxes, BOARD & ~s.sheep, I64(start & _ODD_NUMBER))
    stored = I64(tablebase[_SETS + number // _8] >> U64(_8 * (number & _7)) & _BYTE)
    return 2 * (stored - _FOXES_WIN) + 1 if stored >= _FOXES_WIN else -2 * stored
