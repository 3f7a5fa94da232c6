"""What chance does in HiVolts, compiled: where a jump lands, and on which board a game begins."""

from taflheim.games import rules
from taflheim.games.hivolts import state
from taflheim.games.hivolts.rules import holds
from taflheim.games.hivolts.state import MOST_MHOS, SQUARES, START_FENCES, State
from taflheim.games.kernel import I64, U64, Buffer, implements, popcount
from taflheim.games.splitmix import GOLDEN, mixed

_0, _1, _3, _8, _63, _64 = U64(0), U64(1), U64(3), U64(8), U64(63), U64(64)
_MOST = U64(2**64 - 1)
_SQUARES, _FENCES, _PLACED = I64(SQUARES), I64(START_FENCES), I64(START_FENCES + MOST_MHOS)
_FIRST_LANDING = I64(state.FIRST_LANDING)


@implements(rules.outcome, State)
def outcome(s: State, move: int, word: int) -> int:
    """The jump's landing: of the squares without a fence, the player's own left out, the one that the word says."""
    open_squares = U64(_SQUARES - 1 - popcount(s.fences0) - popcount(s.fences1))
    wanted = I64(word % open_squares)
    for square in range(_SQUARES):
        if U64(square) != s.player and not holds(s.fences0, s.fences1, U64(square)):
            if wanted == 0:
                return _FIRST_LANDING + square
            wanted -= 1
    return move


@implements(rules.random_start, State)
def random_start(s: State, word: int, buffer: Buffer) -> State:
    """The board that `text.start` makes of the same word: the squares shuffled, as far as they are needed."""
    for square in range(_SQUARES):
        buffer[square] = square
    fences0, fences1, mhos0, mhos1 = _0, _0, _0, _0
    for i in range(_PLACED + 1):
        bound = U64(_SQUARES - i)
        unfair = (_MOST % bound + _1) % bound  # 2^64 modulo the bound: so many numbers at the top are left out
        number = _MOST
        while True:
            word += GOLDEN
            number = mixed(word)
            if number <= _MOST - unfair:
                break
        other = i + I64(number % bound)
        square = U64(buffer[other])
        buffer[other] = buffer[i]
        if i < _FENCES:
            if square < _64:
                fences0 |= _1 << square
            else:
                fences1 |= _1 << (square & _63)
        elif i < _PLACED:
            place = U64(i - _FENCES)
            if place < _8:
                mhos0 |= square << (place << _3)
            else:
                mhos1 |= square << (place - _8 << _3)
        else:
            return State(fences0, fences1, mhos0, mhos1, U64(MOST_MHOS), square, s.gentle, s.turn)
    return s
