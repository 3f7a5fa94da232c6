"""The operations a game's rules consist of, and what follows from them for every game.

A move inside compiled code is its number in the game's numbering. Moves that are chains (a fox that goes on jumping)
are played step by step: `ongoing` says that the same side must go on. Every state has a field `turn`, the number of the
side to move.
"""

import numpy as np

from taflheim.games.kernel import I64, Buffer, optional_rule, rule
from taflheim.games.random_words import below, next_word

Shares = np.ndarray[tuple[int], np.dtype[np.float64]]
Words = np.ndarray[tuple[int], np.dtype[np.uint64]]
Bytes = np.ndarray[tuple[int], np.dtype[np.uint8]]
Plane = np.ndarray[tuple[int], np.dtype[np.float32]]


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


# ---- optional: the same facts, faster, where a game can tell them without listing its moves ------------------------


@optional_rule
def can_move(s: tuple[int, ...]) -> bool:
    """Whether there is a legal move. Not asked of a decided position."""
    return count(s) != 0


@optional_rule
def allowed(s: tuple[int, ...], move: int, buffer: Buffer) -> bool:
    """Whether a number below MOVE_COUNT is a legal move. The buffer is for notes and holds `capacity` numbers."""
    for i in range(legal(s, buffer, I64(0))):
        if buffer[i] == move:
            return True
    return False


@optional_rule
def mark_moves(s: tuple[int, ...], mask: Bytes, buffer: Buffer) -> None:
    """Write 1 to the places of the legal moves in a mask of zeros. The buffer is for notes, as above."""
    for i in range(legal(s, buffer, I64(0))):
        mask[buffer[i]] = 1


# ---- optional: what games with a history and games of chance tell ---------------------------------------------------


@optional_rule
def material(s: tuple[int, ...]) -> int:
    """A number that changes with moves that can never be taken back in play, so that no earlier position comes again.

    In a game with a limit of quiet moves it changes with captures, and only with them.
    """
    return I64(0)


@optional_rule
def outcome(s: tuple[int, ...], move: int, word: int) -> int:
    """What a move of chance becomes, chosen by a random word: all outcomes are equally likely."""
    return move


@optional_rule
def random_start(s: tuple[int, ...], word: int, buffer: Buffer) -> tuple[int, ...]:
    """A start that a random word stands for, with the options of a state. The buffer holds MOVE_COUNT numbers."""
    return s


# ---- how good a position is -----------------------------------------------------------------------------------------


@rule
def evaluate(s: tuple[int, ...], side: int) -> int:
    """The static evaluation of a position that is not decided, for a side: more is better.

    Roughly in hundredths of what the game counts in (a step, a piece), and always between -100,000 and 100,000. With
    two sides it is zero-sum. It lives in the game's `evaluate.py`, apart from the rules.
    """
    raise NotImplementedError(type(s))


# ---- what learners see: in the game's `planes.py` -------------------------------------------------------------------


@rule
def observe(s: tuple[int, ...], out: Plane) -> None:
    """Write the observation planes, numbers from 0 to 1, one behind the other into zeros, as the mover sees it."""
    raise NotImplementedError(type(s))


# ---- optional, in the game's `rules.py`: what makes random games faster -------------------------------------------


@optional_rule
def draw(s: tuple[int, ...], x: int, buffer: Buffer) -> tuple[int, int]:
    """A random legal move, all equally likely (-1 if there is none), and the generator's next state.

    `x` is the generator's state (`taflheim.games.random_words`). Not asked of a decided position.
    """
    end = legal(s, buffer, I64(0))
    if end == 0:
        return I64(-1), x
    x = next_word(x)
    return I64(buffer[below(x, end)]), x


# ---- optional, in the game's `evaluate.py`: what makes a search stronger -------------------------------------------


@optional_rule
def proven(s: tuple[int, ...]) -> int:
    """The proven result of a position that is not decided: in how many moves of all sides the side to move wins.

    Negative: it loses in that many. 0: nothing is proven without a search.
    """
    return I64(0)


NOT_TABLED = 1 << 20
"""What `tabled` says of a position that is not in the tablebase."""
_NOT_TABLED = I64(NOT_TABLED)


@optional_rule
def tabled(s: tuple[int, ...], tablebase: Words) -> int:
    """The result of a position by the game's tablebase (its `endgame.py`), counted as `proven` counts; 0 is a draw.

    NOT_TABLED if it is not there, as always in an empty tablebase. Not asked of a decided position, or amid a chain.
    """
    return _NOT_TABLED


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
def margin(s: tuple[int, ...]) -> int:
    """What a quiet move gains at most, as a rule, in the units of `evaluate`: the search prunes by it.

    0: a game in which that cannot be told, or whose search plays better without such pruning.
    """
    return I64(0)


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
