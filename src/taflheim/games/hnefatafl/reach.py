"""Where pieces can get to: squares in one slide, and regions that attackers wall off."""

from taflheim.games.hnefatafl.rules import around, shift, single_square
from taflheim.games.hnefatafl.state import NOWHERE, State
from taflheim.games.kernel import U64, jit, popcount

_0, _NOWHERE = U64(0), U64(NOWHERE)


@jit
def king_square(s: State) -> tuple[int, int]:
    """The set of the king's square; empty when he has been captured."""
    if s.king == _NOWHERE:
        return _0, _0
    return single_square(s.king)


@jit
def size(x0: int, x1: int) -> int:
    """How many squares a set has."""
    return popcount(x0) + popcount(x1)


@jit
def slid(x0: int, x1: int, empty0: int, empty1: int) -> tuple[int, int]:
    """The squares of x and all that a piece on one of them could slide to. What slides there can slide back."""
    all0, all1 = x0, x1
    for way in range(4):
        y0, y1 = shift(way, x0, x1)
        y0, y1 = y0 & empty0, y1 & empty1
        while y0 | y1:
            all0, all1 = all0 | y0, all1 | y1
            y0, y1 = shift(way, y0, y1)
            y0, y1 = y0 & empty0, y1 & empty1
    return all0, all1


@jit
def region(x0: int, x1: int, free0: int, free1: int) -> tuple[int, int]:
    """The squares of x and all that can be walked to from them, step by step over free squares."""
    while True:
        beside0, beside1 = around(x0, x1)
        y0, y1 = x0 | beside0 & free0, x1 | beside1 & free1
        if y0 == x0 and y1 == x1:
            return x0, x1
        x0, x1 = y0, y1
