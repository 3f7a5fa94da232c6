"""Work on single positions of any game, compiled: all moves, is this one legal, who has won.

The public functions take states of plain numbers; those with an underscore are compiled.
"""

from typing import Any

import numpy as np

from taflheim.games.kernel import I64, Buffer, Entries, jit, jit_with_arrays
from taflheim.games.rules import capacity, count, decided, evaluate, legal, ongoing, play, reason

Mask = np.ndarray[tuple[int], np.dtype[np.bool_]]

_LONGEST_CHAIN = 32
NOT_OVER = -1
NO_MOVES = -2
_NOT_OVER = I64(NOT_OVER)
_NO_MOVES = I64(NO_MOVES)

LEGAL, GOES_ON, ILLEGAL, OVER = range(4)
"""What `tried` says of a step: it is a whole move, it must be followed by another, it is illegal, the game is over."""
_LEGAL, _GOES_ON, _ILLEGAL, _OVER = map(I64, range(4))

WON = 100_000
"""The evaluation of a game that is won; one that is lost has the negative of it."""
_WON = I64(WON)


@jit
def _winner(s: Any) -> int:
    """The side that has won by what stands on the board, or NOT_OVER: a move that goes on is judged when it is done."""
    return _NOT_OVER if ongoing(s) else decided(s)


@jit
def _verdict(s: Any) -> tuple[int, int]:
    winner = _winner(s)
    if winner >= 0:
        return winner, reason(s)
    if count(s) == 0:
        return 1 - I64(s.turn), _NO_MOVES
    return _NOT_OVER, _NOT_OVER


@jit_with_arrays
def _steps(s: Any) -> Buffer:
    buffer = np.empty(capacity(s), np.int32)
    return buffer[: legal(s, buffer, I64(0))]


@jit_with_arrays
def _numbers(s: Any) -> Buffer:
    return np.empty(0, np.int32) if _winner(s) >= 0 else _steps(s)


@jit_with_arrays
def _mark(s: Any, mask: Mask) -> bool:
    steps = _numbers(s)
    for step in steps:
        mask[step] = True
    return steps.size > 0


@jit_with_arrays
def _steps_and_more(s: Any) -> Buffer:
    """Step and whether the move must go on after it, in turns."""
    buffer = np.empty(capacity(s), np.int32)
    length = legal(s, buffer, I64(0))
    out = np.empty(2 * length, np.int32)
    for i in range(length):
        out[2 * i] = buffer[i]
        out[2 * i + 1] = ongoing(play(s, I64(buffer[i])))
    return out


@jit
def _step(s: Any, move: int) -> tuple[Any, bool]:
    after = play(s, move)
    return after, ongoing(after)


@jit_with_arrays
def _tried(s: Any, move: int) -> tuple[Any, int]:
    if _winner(s) >= 0:
        return s, _OVER
    buffer = np.empty(capacity(s), np.int32)
    end = legal(s, buffer, I64(0))
    for i in range(end):
        if buffer[i] == move:
            after = play(s, move)
            return after, _GOES_ON if ongoing(after) else _LEGAL
    return s, _ILLEGAL if end else _OVER


@jit
def _collect(s: Any, buffer: Buffer, start: int, chain: Buffer, length: int, out: Buffer, used: int) -> int:
    """Append every whole move to `out`, as its length and its steps, while there is room; return the room needed."""
    end = legal(s, buffer, start)
    for i in range(start, end):
        chain[length] = buffer[i]
        after = play(s, I64(buffer[i]))
        if ongoing(after):
            used = _collect(after, buffer, end, chain, length + 1, out, used)
        else:
            if used + length + 2 <= out.size:
                out[used] = length + 1
                for k in range(length + 1):
                    out[used + 1 + k] = chain[k]
            used += length + 2
    return used


@jit_with_arrays
def _whole_moves(s: Any) -> tuple[Buffer, bool]:
    """All whole moves, and whether there are chains among them: then each has its length before its steps."""
    steps = _numbers(s)
    chains = False
    for i in range(steps.size):
        if ongoing(play(s, I64(steps[i]))):
            chains = True
            break
    if not chains:
        return steps, False
    buffer = np.empty(capacity(s) * (_LONGEST_CHAIN + 1), np.int32)
    chain = np.empty(_LONGEST_CHAIN + 1, np.int32)
    out = np.empty(2 * capacity(s), np.int32)
    used = _collect(s, buffer, I64(0), chain, I64(0), out, I64(0))
    if used > out.size:
        out = np.empty(used, np.int32)
        _collect(s, buffer, I64(0), chain, I64(0), out, I64(0))
    return out[:used], True


@jit
def _evaluation(s: Any, side: int) -> int:
    winner, _ = _verdict(s)
    if winner >= 0:
        return _WON if winner == side else -_WON
    return evaluate(s, side)


@jit
def _ongoing(s: Any) -> bool:
    return ongoing(s)


_VERDICT = Entries(_verdict)
_STEPS = Entries(_steps)
_NUMBERS = Entries(_numbers)
_MARK = Entries(_mark, np.zeros(0, np.bool_))
_STEPS_AND_MORE = Entries(_steps_and_more)
_STEP = Entries(_step, I64(0))
_TRIED = Entries(_tried, I64(0))
_WHOLE_MOVES = Entries(_whole_moves)
_EVALUATION = Entries(_evaluation, I64(0))
_ONGOING = Entries(_ongoing)


def verdict(state: Any) -> tuple[int, int]:
    """The number of the winner and of the reason, or NOT_OVER twice. A side that cannot move on its turn has lost."""
    found: tuple[int, int] = _VERDICT[type(state)](state)
    return found


def steps(state: Any) -> list[int]:
    """The numbers of the legal next steps; each is a whole move but in games with chains. The game is not over."""
    found: list[int] = _STEPS[type(state)](state).tolist()
    return found


def numbers(state: Any) -> list[int]:
    """The same; none when the game is over."""
    found: list[int] = _NUMBERS[type(state)](state).tolist()
    return found


def mask(state: Any, size: int) -> tuple[Mask, bool]:
    """The same as an array of so many truth values, and whether there is any."""
    marked = np.zeros(size, np.bool_)
    return marked, _MARK[type(state)](state, marked)


def steps_and_more(state: Any) -> list[tuple[int, bool]]:
    """The numbers of the legal next steps, each with whether the move must go on after it."""
    pairs = _STEPS_AND_MORE[type(state)](state).tolist()
    return list(zip(pairs[::2], map(bool, pairs[1::2]), strict=True))


def step(state: Any, number: int) -> tuple[Any, bool]:
    """The state after a step that is legal, and whether the move must go on."""
    after: tuple[Any, bool] = _STEP[type(state)](state, number)
    return after


def tried(state: Any, number: int) -> tuple[Any, int]:
    """The state after a step, and LEGAL or GOES_ON; the same state and ILLEGAL or OVER if the step cannot be made."""
    after: tuple[Any, int] = _TRIED[type(state)](state, number)
    return after


def whole_moves(state: Any) -> tuple[list[int], bool]:
    """All whole moves, and whether there are chains among them: then each has its length before its steps."""
    listing, chains = _WHOLE_MOVES[type(state)](state)
    return listing.tolist(), chains


def evaluation(state: Any, side: int) -> int:
    """The static evaluation for a side; WON or its negative when the game is over. Needs the game's `evaluate`."""
    score: int = _EVALUATION[type(state)](state, side)
    return score


def goes_on(state: Any) -> bool:
    """Whether the side to move is amid a chain."""
    more: bool = _ONGOING[type(state)](state)
    return more
