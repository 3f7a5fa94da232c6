"""What Quoridor tells without listing its moves: whether a number is legal, all legal ones as a mask."""

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, Buffer, implements, jit, popcount
from taflheim.games.quoridor import state
from taflheim.games.quoridor.rules import count, leaves_paths, pawn_targets, wall_candidates, wall_targets
from taflheim.games.quoridor.state import ANCHORS, CELLS, State
from taflheim.games.rules import Bytes

_0, _1, _63 = U64(0), U64(1), U64(63)
_CELLS, _ANCHORS, _64 = I64(CELLS), I64(ANCHORS), I64(64)
_FIRST_HORIZONTAL, _FIRST_VERTICAL = I64(state.FIRST_HORIZONTAL), I64(state.FIRST_VERTICAL)
_PASS = I64(state.PASS)


@implements(rules.can_move, State)
def can_move(s: State) -> bool:
    """Who has no other move passes."""
    return True


@implements(rules.material, State)
def material(s: State) -> int:
    """Walls stay."""
    return popcount(s.horizontal) + popcount(s.vertical)


@implements(rules.allowed, State)
def allowed(s: State, move: int, buffer: Buffer) -> bool:
    """Only the wall that is asked for is looked at."""
    if move < _FIRST_HORIZONTAL:
        to0, to1 = pawn_targets(s)
        word = to0 if move < _64 else to1
        return (word >> (U64(move) & _63) & _1) != _0
    if move == _PASS:
        return s.strict == _0 or count(s) == 1
    free_h, risky_h, free_v, risky_v = wall_candidates(s)
    horizontal = move < _FIRST_VERTICAL
    anchor = U64(move - (_FIRST_HORIZONTAL if horizontal else _FIRST_VERTICAL))
    free, risky = (free_h, risky_h) if horizontal else (free_v, risky_v)
    if (free >> anchor & _1) == _0:
        return False
    return (risky >> anchor & _1) == _0 or leaves_paths(s, anchor, horizontal)


@jit
def _spread(word: int, mask: Bytes, first: int, count: int) -> None:
    """The bits of a word as numbers, 0 or 1."""
    for i in range(count):
        mask[first + i] = word >> U64(i) & _1


@implements(rules.mark_moves, State)
def mark_moves(s: State, mask: Bytes, buffer: Buffer) -> None:
    """The legal moves come as sets, and are written as such."""
    to0, to1 = pawn_targets(s)
    h, v = wall_targets(s)
    _spread(to0, mask, I64(0), _64)
    _spread(to1, mask, _64, _CELLS - _64)
    _spread(h, mask, _FIRST_HORIZONTAL, _ANCHORS)
    _spread(v, mask, _FIRST_VERTICAL, _ANCHORS)
    mask[_PASS] = I64(s.strict == _0 or (to0 | to1 | h | v) == _0)
