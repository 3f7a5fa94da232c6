"""The rules of Hnefatafl.

Sets of squares are pairs of words. Moves are counted, and enclosed men found, for all pieces at once by shifting their
set one square at a time.
"""

from collections.abc import Iterable

import numpy as np

from taflheim.games import rules
from taflheim.games.hnefatafl import state as geometry
from taflheim.games.hnefatafl.state import LINE, MOST, NOWHERE, SIZE, SQUARES, State
from taflheim.games.kernel import I64, U64, Buffer, implements, jit, lowest, popcount

_0, _1, _64 = U64(0), U64(1), U64(64)
_UP, _REST = U64(SIZE), U64(64 - SIZE)
_63 = U64(63)
_SIZE, _LINE, _LAST = I64(SIZE), I64(LINE), I64(SQUARES - 1)
_THRONE = U64(geometry.THRONE)
_NOWHERE = U64(NOWHERE)
_ATTACKERS, _DEFENDERS = I64(geometry.ATTACKERS), I64(geometry.DEFENDERS)
_MOST_MOVES = I64(sum(MOST.values()) * 2 * LINE)


def square_set(squares: Iterable[int]) -> tuple[int, int]:
    low, high = geometry.halves(squares)
    return U64(low), U64(high)


_BOARD0, _BOARD1 = square_set(range(SQUARES))
_NOT_LEFT0, _NOT_LEFT1 = square_set(s for s in range(SQUARES) if s % SIZE != 0)
_NOT_RIGHT0, _NOT_RIGHT1 = square_set(s for s in range(SQUARES) if s % SIZE != LINE)
EDGE0, EDGE1 = square_set(geometry.EDGE)
_CORNERS0, _CORNERS1 = square_set(geometry.CORNERS)
_FREE0, _FREE1 = square_set(s for s in range(SQUARES) if s not in geometry.RESTRICTED)
_THRONE0, _THRONE1 = square_set([geometry.THRONE])

_ENDS = np.array([geometry.ends(move) for move in range(geometry.MOVE_COUNT)], np.int64)


# ---- sets of squares ----------------------------------------------------------------------------------------------


@jit
def single_square(square: int) -> tuple[int, int]:
    if square < _64:
        return _1 << square, _0
    return _0, _1 << (square - _64)


@jit
def _has(set0: int, set1: int, square: int) -> bool:
    if square < 64:
        return (set0 >> U64(square) & _1) != _0
    return (set1 >> U64(square - 64) & _1) != _0


@jit
def _north(x0: int, x1: int) -> tuple[int, int]:
    return x0 << _UP, (x1 << _UP | x0 >> _REST) & _BOARD1


@jit
def _south(x0: int, x1: int) -> tuple[int, int]:
    return x0 >> _UP | x1 << _REST, x1 >> _UP


@jit
def _east(x0: int, x1: int) -> tuple[int, int]:
    return x0 << _1 & _NOT_LEFT0, (x1 << _1 | x0 >> _63) & _NOT_LEFT1


@jit
def _west(x0: int, x1: int) -> tuple[int, int]:
    return (x0 >> _1 | x1 << _63) & _NOT_RIGHT0, x1 >> _1 & _NOT_RIGHT1


@jit
def shift(way: int, x0: int, x1: int) -> tuple[int, int]:
    """One square up, down, right or left; way ^ 1 leads back."""
    if way == 0:
        return _north(x0, x1)
    if way == 1:
        return _south(x0, x1)
    if way == 2:
        return _east(x0, x1)
    return _west(x0, x1)


@jit
def around(x0: int, x1: int) -> tuple[int, int]:
    """The squares beside those of x."""
    n0, n1 = _north(x0, x1)
    s0, s1 = _south(x0, x1)
    e0, e1 = _east(x0, x1)
    w0, w1 = _west(x0, x1)
    return n0 | s0 | e0 | w0, n1 | s1 | e1 | w1


@jit
def whites(s: State) -> tuple[int, int]:
    """The defenders and the king."""
    if s.king == _NOWHERE:
        return s.defenders0, s.defenders1
    k0, k1 = single_square(s.king)
    return s.defenders0 | k0, s.defenders1 | k1


# ---- how a game ends ----------------------------------------------------------------------------------------------


@jit
def surrounded(s: State) -> bool:
    """Whether no white piece has a path free of attackers to the edge."""
    x0, x1 = whites(s)
    free0, free1 = ~s.attackers0, ~s.attackers1
    while (x0 & EDGE0 | x1 & EDGE1) == _0:
        beside0, beside1 = around(x0, x1)
        y0, y1 = x0 | beside0 & free0, x1 | beside1 & free1
        if y0 == x0 and y1 == x1:
            return True
        x0, x1 = y0, y1
    return False


@implements(rules.reason, State)
def reason(s: State) -> int:
    """0 the king reached a corner, 1 he was captured, 2 his side is surrounded, -1 none of them."""
    if s.king == _NOWHERE:
        return I64(1)
    if _has(_CORNERS0, _CORNERS1, I64(s.king)):
        return I64(0)
    if s.turn == U64(_DEFENDERS) and surrounded(s):
        return I64(2)
    return I64(-1)


@implements(rules.decided, State)
def decided(s: State) -> int:
    why = reason(s)
    if why < 0:
        return I64(-1)
    return _DEFENDERS if why == 0 else _ATTACKERS


# ---- moves --------------------------------------------------------------------------------------------------------


@jit
def _slides(x0: int, x1: int, empty0: int, empty1: int, allowed0: int, allowed1: int) -> int:
    """How many moves the pieces of x have together: through empty squares, to those that are allowed."""
    total = I64(0)
    for way in range(4):
        y0, y1 = shift(way, x0, x1)
        y0, y1 = y0 & empty0, y1 & empty1
        while y0 | y1:
            total += popcount(y0 & allowed0) + popcount(y1 & allowed1)
            y0, y1 = shift(way, y0, y1)
            y0, y1 = y0 & empty0, y1 & empty1
    return total


@jit
def empty_squares(s: State) -> tuple[int, int]:
    w0, w1 = whites(s)
    return _BOARD0 & ~(s.attackers0 | w0), _BOARD1 & ~(s.attackers1 | w1)


@implements(rules.count, State)
def count(s: State) -> int:
    empty0, empty1 = empty_squares(s)
    if s.turn == _0:
        return _slides(s.attackers0, s.attackers1, empty0, empty1, _FREE0, _FREE1)
    total = _slides(s.defenders0, s.defenders1, empty0, empty1, _FREE0, _FREE1)
    if s.king != _NOWHERE:
        k0, k1 = single_square(s.king)
        total += _slides(k0, k1, empty0, empty1, _BOARD0, _BOARD1)
    return total


@jit
def _append_slides(
    origin: int, empty0: int, empty1: int, allowed0: int, allowed1: int, buffer: Buffer, end: int
) -> int:
    """Write the numbers of one piece's moves; the first of a square are along its rank, then along its file."""
    file, rank = origin % _SIZE, origin // _SIZE
    along_rank = origin * 2 * _LINE
    along_file = along_rank + _LINE
    for way in range(4):
        # A square's moves are numbered by where they end, its own place left out.
        if way == 0:
            stride, squares, number, next_number = _SIZE, _LINE - rank, along_file + rank, I64(1)
        elif way == 1:
            stride, squares, number, next_number = -_SIZE, rank, along_file + rank - 1, I64(-1)
        elif way == 2:
            stride, squares, number, next_number = I64(1), _LINE - file, along_rank + file, I64(1)
        else:
            stride, squares, number, next_number = I64(-1), file, along_rank + file - 1, I64(-1)
        to = origin
        for _ in range(squares):
            to += stride
            if not _has(empty0, empty1, to):
                break
            if _has(allowed0, allowed1, to):
                buffer[end] = number
                end += 1
            number += next_number
    return end


@implements(rules.legal, State)
def legal(s: State, buffer: Buffer, start: int) -> int:
    empty0, empty1 = empty_squares(s)
    end = start
    x0, x1 = (s.attackers0, s.attackers1) if s.turn == _0 else (s.defenders0, s.defenders1)
    while x0:
        end = _append_slides(lowest(x0), empty0, empty1, _FREE0, _FREE1, buffer, end)
        x0 &= x0 - _1
    while x1:
        end = _append_slides(lowest(x1) + 64, empty0, empty1, _FREE0, _FREE1, buffer, end)
        x1 &= x1 - _1
    if s.turn != _0 and s.king != _NOWHERE:
        end = _append_slides(I64(s.king), empty0, empty1, _BOARD0, _BOARD1, buffer, end)
    return end


# ---- captures -----------------------------------------------------------------------------------------------------


@jit
def _sandwiched(to0: int, to1: int, victims0: int, victims1: int, anvils0: int, anvils1: int) -> tuple[int, int]:
    """The victims beside the moved piece with an anvil right behind them."""
    taken0, taken1 = _0, _0
    for way in range(4):
        beside0, beside1 = shift(way, to0, to1)
        behind0, behind1 = shift(way, beside0 & victims0, beside1 & victims1)
        back0, back1 = shift(way ^ 1, behind0 & anvils0, behind1 & anvils1)
        taken0, taken1 = taken0 | back0, taken1 | back1
    return taken0, taken1


@jit
def _king_is_taken(king: int, to0: int, to1: int, attackers0: int, attackers1: int) -> bool:
    """Whether the attacker that moved completes the ring: four sides, or three where the throne is the fourth."""
    k0, k1 = single_square(king)
    if k0 & EDGE0 | k1 & EDGE1:
        return False
    ring0, ring1 = around(k0, k1)
    if (ring0 & to0 | ring1 & to1) == _0:
        return False
    closed0, closed1 = attackers0 | _THRONE0, attackers1 | _THRONE1
    return (ring0 & ~closed0 | ring1 & ~closed1) == _0


@implements(rules.play, State)
def play(s: State, move: int) -> State:
    from0, from1 = single_square(U64(_ENDS[move, 0]))
    to = U64(_ENDS[move, 1])
    to0, to1 = single_square(to)
    if s.turn == _0:
        attackers0, attackers1 = s.attackers0 & ~from0 | to0, s.attackers1 & ~from1 | to1
        # The throne is hostile to the king's men only when the king is not on it.
        hostile0, hostile1 = _CORNERS0 | attackers0, _CORNERS1 | attackers1
        if s.king != _THRONE:
            hostile0, hostile1 = hostile0 | _THRONE0, hostile1 | _THRONE1
        gone0, gone1 = _sandwiched(to0, to1, s.defenders0, s.defenders1, hostile0, hostile1)
        king = s.king
        if king != _NOWHERE and _king_is_taken(king, to0, to1, attackers0, attackers1):
            king = _NOWHERE
        return State(attackers0, attackers1, s.defenders0 & ~gone0, s.defenders1 & ~gone1, king, _1)
    king, defenders0, defenders1 = s.king, s.defenders0, s.defenders1
    if king == U64(_ENDS[move, 0]):
        king = to
    else:
        defenders0, defenders1 = defenders0 & ~from0 | to0, defenders1 & ~from1 | to1
    k0, k1 = single_square(king) if king != _NOWHERE else (_0, _0)
    anvils0, anvils1 = defenders0 | k0 | _CORNERS0 | _THRONE0, defenders1 | k1 | _CORNERS1 | _THRONE1
    gone0, gone1 = _sandwiched(to0, to1, s.attackers0, s.attackers1, anvils0, anvils1)
    return State(s.attackers0 & ~gone0, s.attackers1 & ~gone1, defenders0, defenders1, king, _0)


@implements(rules.ongoing, State)
def ongoing(s: State) -> bool:
    return False


@implements(rules.capacity, State)
def capacity(s: State) -> int:
    return _MOST_MOVES
