"""Tactics of Hnefatafl for the search: proven wins, threats, and the order of moves."""

import numpy as np

from taflheim.games import rules
from taflheim.games.hnefatafl import state
from taflheim.games.hnefatafl.reach import king_square, slid
from taflheim.games.hnefatafl.rules import EDGE0, EDGE1, around, empty_squares, shift, square_set
from taflheim.games.hnefatafl.state import CORNERS, LINE, MOVE_COUNT, SIZE, SQUARES, THRONE, State
from taflheim.games.kernel import I64, U64, Buffer, implements, jit, popcount

_0, _1 = U64(0), U64(1)
_ATTACKERS = U64(state.ATTACKERS)
_CORNERS0, _CORNERS1 = square_set(CORNERS)
_THRONE0, _THRONE1 = square_set([THRONE])
# For each direction of `shift`: the edge that it leads away from.
EDGES = (
    square_set(range(SIZE)),
    square_set(range(SQUARES - SIZE, SQUARES)),
    square_set(range(0, SQUARES, SIZE)),
    square_set(range(LINE, SQUARES, SIZE)),
)
_ENDS = np.array([state.ends(move) for move in range(MOVE_COUNT)], np.int64)

_WIN_NOW, _WIN_AT_NEXT_MOVE, _LOST_AT_NEXT_MOVE = I64(1), I64(3), I64(-2)
_CAPTURE, _TO_A_WAY, _INTO_A_WAY, _KING_MOVE, _BESIDE_KING = I64(100), I64(150), I64(80), I64(10), I64(15)


# ---- decisive threats ---------------------------------------------------------------------------------------------


@jit
def _ways_to_corners(s: State) -> tuple[int, int, int]:
    """How many corners the king could slide to now, and the squares between: he must stand on the edge."""
    k0, k1 = king_square(s)
    corners, all0, all1 = I64(0), _0, _0
    if k0 & EDGE0 | k1 & EDGE1:
        empty0, empty1 = empty_squares(s)
        for way in range(4):
            path0, path1 = _0, _0
            x0, x1 = shift(way, k0, k1)
            while x0 & empty0 | x1 & empty1:
                if x0 & _CORNERS0 | x1 & _CORNERS1:
                    corners += 1
                    all0, all1 = all0 | path0, all1 | path1
                path0, path1 = path0 | x0, path1 | x1
                x0, x1 = shift(way, x0, x1)
    return corners, all0, all1


@jit
def _can_stop(s: State, path0: int, path1: int) -> bool:
    """Whether an attacker can slide into a path."""
    empty0, empty1 = empty_squares(s)
    x0, x1 = slid(s.attackers0, s.attackers1, empty0, empty1)
    return (x0 & path0 | x1 & path1) != _0


@jit
def _can_fork(s: State) -> bool:
    """Whether the king can slide to an empty edge, from where two corners are open."""
    empty0, empty1 = empty_squares(s)
    k0, k1 = king_square(s)
    x0, x1 = slid(k0, k1, empty0, empty1)
    found = False
    for edge0, edge1 in EDGES:
        found |= (x0 & edge0 | x1 & edge1) != _0 and (edge0 & ~empty0 | edge1 & ~empty1) == _0
    return found


@jit
def _king_falls(s: State) -> bool:
    """Whether the attackers could capture the king now: one side of him is open, and another attacker can go there."""
    k0, k1 = king_square(s)
    if (k0 & EDGE0 | k1 & EDGE1) != _0:
        return False
    beside0, beside1 = around(k0, k1)
    gap0, gap1 = beside0 & ~(s.attackers0 | _THRONE0), beside1 & ~(s.attackers1 | _THRONE1)
    if popcount(gap0) + popcount(gap1) != 1:
        return False
    empty0, empty1 = empty_squares(s)
    if (gap0 & empty0 | gap1 & empty1) == _0:
        return False
    for way in range(4):
        x0, x1 = shift(way, gap0, gap1)
        while x0 & empty0 | x1 & empty1:
            x0, x1 = shift(way, x0, x1)
        if x0 & s.attackers0 & ~beside0 | x1 & s.attackers1 & ~beside1:
            return True
    return False


@implements(rules.proven, State)
def proven(s: State) -> int:
    """The king reaches a corner now or cannot be stopped from it; or he can be captured now."""
    corners, path0, path1 = _ways_to_corners(s)
    if s.turn == _ATTACKERS:
        # A king on the edge can be neither captured nor surrounded.
        if corners > 1 or (corners == 1 and not _can_stop(s, path0, path1)):
            return _LOST_AT_NEXT_MOVE
        return _WIN_NOW if corners == 0 and _king_falls(s) else I64(0)
    if corners > 0:
        return _WIN_NOW
    return _WIN_AT_NEXT_MOVE if _can_fork(s) else I64(0)


@implements(rules.quiet, State)
def quiet(s: State) -> bool:
    """Whether the side to move need not answer a threat to lose the game at once."""
    if s.turn == _ATTACKERS:
        return _ways_to_corners(s)[0] == 0
    return not _king_falls(s)


@implements(rules.null_move, State)
def null_move(s: State) -> State:
    """Zugzwang is rare: it needs a side that can hardly move."""
    return State(s.attackers0, s.attackers1, s.defenders0, s.defenders1, s.king, s.turn ^ _1)


# ---- the order of moves -------------------------------------------------------------------------------------------


@jit
def captures(victims0: int, victims1: int, anvils0: int, anvils1: int, empty0: int, empty1: int) -> tuple[int, int]:
    """The empty squares from which a victim would be sandwiched against an anvil."""
    all0, all1 = _0, _0
    for way in range(4):
        x0, x1 = shift(way, anvils0, anvils1)
        x0, x1 = shift(way, x0 & victims0, x1 & victims1)
        all0, all1 = all0 | x0 & empty0, all1 | x1 & empty1
    return all0, all1


@jit
def attackers_capture(s: State, empty0: int, empty1: int) -> tuple[int, int]:
    """The squares on which an attacker would capture."""
    k0, k1 = king_square(s)
    # The throne is hostile to the king's men only when the king is not on it.
    anvils0, anvils1 = s.attackers0 | _CORNERS0 | _THRONE0 & ~k0, s.attackers1 | _CORNERS1 | _THRONE1 & ~k1
    return captures(s.defenders0, s.defenders1, anvils0, anvils1, empty0, empty1)


@jit
def defenders_capture(s: State, empty0: int, empty1: int) -> tuple[int, int]:
    """The squares on which a defender or the king would capture."""
    k0, k1 = king_square(s)
    anvils0, anvils1 = s.defenders0 | k0 | _CORNERS0 | _THRONE0, s.defenders1 | k1 | _CORNERS1 | _THRONE1
    return captures(s.attackers0, s.attackers1, anvils0, anvils1, empty0, empty1)


@jit
def _has(x0: int, x1: int, square: int) -> bool:
    word = x0 if square < 64 else x1
    return (word >> U64(square & 63) & _1) != _0


@implements(rules.score_moves, State)
def score_moves(s: State, moves: Buffer, order: Buffer, start: int, end: int, depth: int) -> int:
    """Captures first, and moves into the king's ways to a corner. If he threatens one, no other moves."""
    empty0, empty1 = empty_squares(s)
    k0, k1 = king_square(s)
    reach0, reach1 = slid(k0, k1, empty0, empty1)
    to_corner0, to_corner1 = slid(_CORNERS0, _CORNERS1, empty0, empty1)
    if s.turn != _ATTACKERS:
        hits0, hits1 = defenders_capture(s, empty0, empty1)
        king = I64(s.king)
        for i in range(start, end):
            to = _ENDS[moves[i], 1]
            score = _CAPTURE if _has(hits0, hits1, to) else I64(0)
            if _ENDS[moves[i], 0] == king:
                score += _TO_A_WAY if _has(to_corner0, to_corner1, to) else _KING_MOVE
            order[i] = score
        return end
    corners, path0, path1 = _ways_to_corners(s)
    hits0, hits1 = attackers_capture(s, empty0, empty1)
    ways0, ways1 = reach0 & to_corner0, reach1 & to_corner1
    kept = start
    for i in range(start, end):
        to = _ENDS[moves[i], 1]
        if corners > 0 and not _has(path0, path1, to) and (kept > start or i < end - 1):
            continue
        score = _CAPTURE if _has(hits0, hits1, to) else I64(0)
        if _has(ways0, ways1, to):
            score += _INTO_A_WAY
        elif _has(reach0, reach1, to):
            score += _BESIDE_KING
        moves[kept], order[kept] = moves[i], score
        kept += 1
    return kept
