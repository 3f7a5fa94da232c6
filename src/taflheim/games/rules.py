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
    """The static evaluation of a position that is not decided, for a side: more is better.

    Roughly in hundredths of what the game counts in (a step, a piece), and always between -100,000 and 100,000. With
    two sides it is zero-sum. It lives in the game's `evaluate.py`, apart from the rules.
    """
    raise NotImplementedError(type(s))


# ---- optional, in the game's `evaluate.py`: what makes a search stronger -------------------------------------------


@optional_rule
def proven(s: tuple[int, ...]) -> int:
    """The proven result of a position that is not decided: in how many moves of all sides the side to move wins.

    Negative: it loses in that many. 0: nothing is proven without a search.
    """
    return I64(0)


@optional_rule
def quiet(s: tuple[int, ...]) -> bool:
    """Whether the position is quiet, so that its evaluation can be trusted. If not, quiescence search goes on."""
    return True


@optional_rule
def score_moves(s: tuple[int, ...], moves: Buffer, order: Buffer, start: int, end: int, depth: int) -> int:
    """Write the ordering score of each of moves[start:end] to `order`, and return the new end.

    An ordinary move scores 0, an expected gain of a whole step or piece about 100, a bad move less than 0. Moves that
    are not worth searching at this remaining `depth` may be pruned, by moving the others together; at least one must
    stay.
    """
    for i in range(start, end):
        order[i] = 0
    return end


@optional_rule
def null_move(s: tuple[int, ...]) -> tuple[int, ...]:
    """The position after a null move, for null move pruning: the side to move passes.

    A game in which having to move can be a disadvantage (zugzwang) returns the position itself, as here: no pruning.
    """
    return s


@optional_rule
def obvious(s: tuple[int, ...], move: int) -> bool:
    """Whether a weak bot seldom overlooks this move."""
    return False


# ---- for Monte Carlo tree search: a game that wants it has them in its `win_shares.py` -----------------------------

NOTES = 256
"""How many words of notes a game may keep."""


@optional_rule
def survey(s: tuple[int, ...], notes: Words) -> None:
    """Note, once for all moves, what the other operations need of a position that is expanded."""


@optional_rule
def promising(s: tuple[int, ...], notes: Words, buffer: Buffer, start: int) -> int:
    """Write the legal moves that are worth expanding to buffer[start:], at least one, and return the end."""
    return legal(s, buffer, start)


@rule
def win_shares(s: tuple[int, ...], move: int, notes: Words, shares: Shares) -> None:
    """Write each side's share of a win (its win probability; they sum to 1) in a position that is not decided.

    `move` has led to the position; the notes are about the position before it.
    """
    raise NotImplementedError(type(s))


@optional_rule
def prior(s: tuple[int, ...], move: int, notes: Words) -> float:
    """The logarithm of the move's prior beyond what its win share tells; asked right after `win_shares`."""
    return 0.0
