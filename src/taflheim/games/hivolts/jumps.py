"""Playing HiVolts with jumps: the risk of a jump, from where to jump, and an upper bound of the win probability.

The Mhos stand still while the player jumps, so the player can jump again until a landing is good. Let c1 ≥ c2 ≥ … be
the win probabilities of the landings, and m the number of Mhos. A player who stops on the best k landings wins with
(c1 + … + ck) / (k + m); k is chosen to maximise this. A landing from which the board can be won without a jump has
c = 1. For any other landing there is an estimate, by the fewest Mhos that can be reached before the next jump. With the
probability to survive that next jump as the estimate, the same formula is an upper bound for every way of playing.
"""

import random
from typing import Any, NamedTuple

import numpy as np

from taflheim.games.hivolts.rules import holds, taken_squares
from taflheim.games.hivolts.solve import (
    FIRST_STATES,
    FULL,
    NOBODY,
    Known,
    check_going_on,
    moves_to,
    nothing_known,
    search,
    unpacked,
)
from taflheim.games.hivolts.state import MOST_MHOS, SQUARES, State, fences
from taflheim.games.kernel import I64, U64, jit, jit_with_arrays, words

Hope = Any
"""The estimate of a landing, by the fewest Mhos that can be reached from there; the last one if that is not known."""

_MEASURED = {
    # By the fewest Mhos reached before a jump: how often the game was won, on 10,000 fierce and 6,000 gentle boards.
    # `benchmarks/hivolts.py hope` measures it again, on other boards.
    0: (1.0, 0.983, 0.980, 0.953, 0.948, 0.923, 0.909, 0.873, 0.824, 0.789, 0.735, 0.666, 0.602),
    1: (1.0, 0.970, 0.970, 0.970, 0.968, 0.930, 0.914, 0.914, 0.899, 0.892, 0.853, 0.828, 0.807),
}
_NOT_FOUND_OUT = I64(MOST_MHOS + 1)
_32 = U64(32)
_BYTE, _MHOS = U64(0xFF), U64(0xFF_FFFF_FFFF)
_SQUARES = I64(SQUARES)


class Plan(NamedTuple):
    """What to do: moves to make one after the other, the last of them a jump or the one that wins."""

    line: tuple[str, ...]
    win_probability: float
    """1 if no jump is needed, else an estimate."""


# ---- compiled -----------------------------------------------------------------------------------------------------


@jit
def _search_anew(s: State, known: Known) -> tuple[int, int]:
    known.slots[:] = NOBODY
    return search(s, known)


@jit
def _fewest(known: Known, end: int) -> int:
    fewest = _BYTE
    for place in range(end):
        left = known.words1[place] >> _32 & _BYTE
        if left < fewest:
            fewest = left
    return I64(fewest)


@jit_with_arrays
def _jumping(s: State, hope: Hope, known: Known) -> float:
    """The win probability of jumping, by the formula in the module's docstring."""
    taken0, taken1 = taken_squares(s)
    worth = np.zeros(_SQUARES, np.float64)
    for number in range(_SQUARES):
        square = U64(number)
        if holds(s.fences0 | taken0, s.fences1 | taken1, square):
            continue
        landed = State(s.fences0, s.fences1, s.mhos0, s.mhos1, s.left, square, s.gentle, s.turn)
        place, end = _search_anew(landed, known)
        if place >= 0:
            worth[number] = 1.0
        else:
            worth[number] = hope[_NOT_FOUND_OUT if place == FULL else _fewest(known, end)]
    best, total = 0.0, 0.0
    stops = I64(s.left)
    for value in np.sort(worth)[::-1]:
        total += value
        stops += 1
        best = max(best, total / stops)
    return best


@jit_with_arrays
def _best_jump(s: State, hope: Hope, reached: Known, end: int, known: Known) -> tuple[int, float]:
    """The best reachable state to jump from (the first, if several are equal), and its win probability."""
    worth = np.zeros(end, np.float64)
    best = I64(0)
    for place in range(end):
        word0, word1 = reached.words0[place], reached.words1[place]
        same = I64(0)
        while reached.words0[same] != word0 or (reached.words1[same] ^ word1) & _MHOS != U64(0):
            same += 1
        # Only the Mhos matter, not the square of the player who jumps.
        worth[place] = worth[same] if same < place else _jumping(unpacked(s, word0, word1), hope, known)
        if worth[place] > worth[best]:
            best = I64(place)
    return best, worth[best]


# ---- what others ask ----------------------------------------------------------------------------------------------


def risk(state: Any) -> float:
    """The odds of dying by a jump: the Mhos among the squares on which one may land.

    >>> import taflheim
    >>> round(risk(taflheim.game("hivolts").start(seed=1).state), 3)
    0.152
    """
    probability: float = state.left / (SQUARES - len(fences(state)) - 1)
    return probability


def plan(state: Any) -> Plan:
    """A good way to go on, with jumps if need be.

    >>> import taflheim
    >>> way = plan(taflheim.game("hivolts").start(seed=1).state)
    >>> way.line, round(way.win_probability, 2)
    (('q', 'z', 'z', 'j'), 0.84)
    """
    check_going_on(state)
    return _plan(state, _hope(state))


def jumping(state: Any) -> float:
    """The win probability of a player who jumps now, and again until the landing is a good one.

    >>> import taflheim
    >>> round(jumping(taflheim.game("hivolts").start(seed=1).state), 2)
    0.63
    """
    check_going_on(state)
    return float(_jumping(words(state), np.array(_hope(state)), nothing_known(FIRST_STATES)))


def choose(state: Any, rng: random.Random) -> str:
    """The first move of the plan, for a bot that plays by plans."""
    return plan(state).line[0]


def ceiling(state: Any) -> float:
    """A win probability that no way of playing exceeds.

    >>> import taflheim
    >>> round(ceiling(taflheim.game("hivolts").start(seed=1).state), 2)
    0.86
    """
    check_going_on(state)
    return _plan(state, [*_at_most(state), 1.0]).win_probability


def _hope(state: State) -> list[float]:
    return [*map(min, _MEASURED[state.gentle], _at_most(state)), 0.0]


def _at_most(state: State) -> list[float]:
    """The probability to outlive one jump, for each number of Mhos."""
    return [1 - risk(state) / state.left * mhos for mhos in range(MOST_MHOS + 1)]


def _plan(state: State, hope: list[float]) -> Plan:
    reached, known = nothing_known(FIRST_STATES), nothing_known(FIRST_STATES)
    place, end = search(words(state), reached)
    if place >= 0:
        return Plan(moves_to(reached, int(place)), 1.0)
    best, probability = _best_jump(words(state), np.array(hope), reached, I64(end), known)
    if place == FULL:
        # The search was cut off. What it did not reach could be better, so the bound must allow for it.
        probability = max(probability, hope[-1])
    return Plan((*moves_to(reached, int(best)), "j"), float(probability))
