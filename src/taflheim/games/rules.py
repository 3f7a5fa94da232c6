"""The operations a game's rules consist of, and what follows from them for every game.

A move inside compiled code is its number in the game's numbering. Moves that are chains (a fox that goes on jumping)
are played step by step: `ongoing` says that the same side must go on. Every state has a field `turn`, the number of the
side to move.
"""

import numpy as np

from taflheim.games.kernel import I64, Buffer, optional_rule, rule

Shares = np.ndarray[tuple[int], np.dtype[np.float64]]
Words = np.ndarray[tuple[int], np.dtype[np.uint64]]


@rule
def legal(s: tuple[int, ...], buffer: Buffer, start: int) -> int:
    """Write the numbers of the legal moves to buffer[start:] and return the end. Not asked of a decided position."""
    raise NotImplementedError(type(s))


@rule
def play(s: tuple[int, ...], move: int) -> tuple[int, ...]:
    """The state after a legal move."""
    raise NotImplementedError(type(s))


@rule
def decided(s: tuple[int, ...]) -> int:
    """The number of the side that has won by what stands on the board, or -1."""
    raise NotImplementedError(type(s))


@rule
def reason(s: tuple[int, ...]) -> int:
    """Why a decided position is decided: an index into the game's REASONS."""
    raise NotImplementedError(type(s))


@rule
def ongoing(s: tuple[int, ...]) -> bool:
    """Whether the last step must be followed by another of the same move."""
    raise NotImplementedError(type(s))


@rule
def count(s: tuple[int, ...]) -> int:
    """How many whole moves there are, without listing them. Not asked of a decided position."""
    raise NotImplementedError(type(s))


@rule
def capacity(s: tuple[int, ...]) -> int:
    """The most numbers `legal` can write for any state that can be read, however strange."""
    raise NotImplementedError(type(s))


@rule
def evaluate(s: tuple[int, ...], side: int) -> int:
    """How good a position that is not decided is for a side, by what stands on the board: more is better.

    Roughly in hundredths of what the game counts in (a step, a piece), and always less than 100 000 either way. With
    two sides, what is good for one is as bad for the other. It lives in the game's `evaluate.py`, apart from the rules.
    """
    raise NotImplementedError(type(s))


# ---- what makes a search stronger: a game may say it in its `evaluate.py`, and need not ----------------------------


@optional_rule
def proven(s: tuple[int, ...]) -> int:
    """How a position that is not decided must end, where that can be told without searching; 0 if it cannot.

    The side to move wins in so many moves of everybody, or has lost in so many if the number is negative.
    """
    return I64(0)


@optional_rule
def quiet(s: tuple[int, ...]) -> bool:
    """Whether the evaluation can be trusted. If something is about to happen, a search looks further first."""
    return True


@optional_rule
def score_moves(s: tuple[int, ...], moves: Buffer, order: Buffer, start: int, end: int, depth: int) -> int:
    """Write to `order` how promising each of the moves[start:end] looks, and return the new end.

    Ordinary moves have 0, an expected gain of a whole step or piece is about 100, and less than nothing is for moves
    that look bad. Moves that are not worth a look so few moves (`depth`) before the end of a search may be left out,
    by moving the others together; at least one must stay.
    """
    for i in range(start, end):
        order[i] = 0
    return end


@optional_rule
def null_move(s: tuple[int, ...]) -> tuple[int, ...]:
    """The position as if the side to move could pass: who is still too well off then need not be searched deeply.

    The position itself, as here, says that this is not to be relied on in a game: that having to move can hurt.
    """
    return s


@optional_rule
def obvious(s: tuple[int, ...], move: int) -> bool:
    """Whether even a beginner seldom overlooks this move."""
    return False


# ---- for Monte Carlo tree search: a game that wants it has them in its `win_shares.py` -----------------------------

NOTES = 256
"""How many words of notes a game may take."""


@optional_rule
def survey(s: tuple[int, ...], notes: Words) -> None:
    """Take notes about a position: a move changes little of what there is to know, so it need not be found again."""


@optional_rule
def promising(s: tuple[int, ...], notes: Words, buffer: Buffer, start: int) -> int:
    """Write the legal moves that are worth a look to buffer[start:], at least one, and return the end."""
    return legal(s, buffer, start)


@rule
def win_shares(s: tuple[int, ...], move: int, notes: Words, shares: Shares) -> None:
    """Write how likely each side is to win a position that is not decided; together they are 1.

    A move has just led to it, and the notes are about the position before that.
    """
    raise NotImplementedError(type(s))


@optional_rule
def prior(s: tuple[int, ...], move: int, notes: Words) -> float:
    """How much attention a move deserves beyond what the chances tell, as a logarithm; asked right after these."""
    return 0.0
