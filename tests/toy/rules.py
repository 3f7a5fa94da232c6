"""The rules: put a sign on an empty square. Every full board has a winner, so a position always tells its result."""

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, Buffer, implements, jit, lowest, popcount
from toy.state import FULL, LINES, SQUARES, State

_0, _1, _FULL = U64(0), U64(1), U64(FULL)
ROWS = tuple(U64(line) for line in LINES)
_CROSSES, _NOUGHTS, _NOBODY = I64(0), I64(1), I64(-1)


@jit
def _in_a_row(squares: int) -> bool:
    for line in ROWS:
        if squares & line == line:
            return True
    return False


@jit
def _empty(s: State) -> int:
    return _FULL & ~(s.crosses | s.noughts)


@implements(rules.legal, State)
def legal(s: State, buffer: Buffer, start: int) -> int:
    empty, end = _empty(s), start
    while empty:
        buffer[end] = lowest(empty)
        end += 1
        empty &= empty - _1
    return end


@implements(rules.play, State)
def play(s: State, move: int) -> State:
    sign = _1 << U64(move)
    if s.turn == _0:
        return State(s.crosses | sign, s.noughts, _1)
    return State(s.crosses, s.noughts | sign, _0)


@implements(rules.decided, State)
def decided(s: State) -> int:
    if _in_a_row(s.crosses):
        return _CROSSES
    if _in_a_row(s.noughts) or _empty(s) == _0:
        return _NOUGHTS
    return _NOBODY


@implements(rules.reason, State)
def reason(s: State) -> int:
    return I64(0) if _in_a_row(s.crosses) or _in_a_row(s.noughts) else I64(1)


@implements(rules.ongoing, State)
def ongoing(s: State) -> bool:
    return False


@implements(rules.count, State)
def count(s: State) -> int:
    return popcount(_empty(s))


@implements(rules.capacity, State)
def capacity(s: State) -> int:
    return I64(SQUARES)
