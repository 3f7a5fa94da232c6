"""The classic fox: the traditional program for the foxes, which does not look at the sheep's answer.

If a fox can capture, it plays the longest chain of either fox. If not, it counts what each could threaten with a step:
sheep beside the point it would stand on, with an empty point beyond. The fox with more to threaten goes to a point from
which it threatens something. If there is nothing, any fox takes any step. Whatever this leaves open is decided by lot.
"""

import random

import numpy as np

from taflheim.games import compiled
from taflheim.games.halatafl.rules import capacity, empty_points, legal, ongoing, play
from taflheim.games.halatafl.state import MOST_SHEEP, MOVES, WAYS, State, along
from taflheim.games.halatafl.text import move_text
from taflheim.games.kernel import I64, Buffer, jit, words


def choose(s: State, rng: random.Random) -> str:
    """The classic fox's move. It is the foxes' turn, and the game is not over.

    >>> import taflheim
    >>> position = taflheim.game("halatafl").position("F1F/3/7/SSSSSSS/SSS1SSS/SSS/SSS f")
    >>> choose(position.state, random.Random(1)) in position.moves()
    True
    """
    steps = compiled.steps(s)
    if MOVES[steps[0]].over is not None:
        return move_text(_longest_chain(s, rng))
    threats = {step: _threats(s, MOVES[step].to) for step in steps}
    by_fox = {MOVES[step].origin: 0 for step in steps}
    for step, number in threats.items():
        by_fox[MOVES[step].origin] += number
    most = max(by_fox.values())
    fox = rng.choice([fox for fox, number in by_fox.items() if number == most])
    return move_text(
        [rng.choice([step for step in steps if MOVES[step].origin == fox and (threats[step] or not most)])]
    )


def _threats(s: State, point: int) -> int:
    """How many sheep a fox could capture from an empty point, not counting landings on the point it came from."""
    empty = int(empty_points(words(s)))
    number = 0
    for way in WAYS:
        over = along(point, way)
        beyond = along(over, way) if over is not None and s.sheep >> over & 1 else None
        number += beyond is not None and empty >> beyond & 1
    return number


def _longest_chain(s: State, rng: random.Random) -> list[int]:
    """One of the longest chains, all equally likely: a jump's weight is the number of longest chains through it."""
    chain, more = list[int](), True
    while more:
        jumps = compiled.steps(s)
        behind = [_behind(*compiled.step(s, jump)) for jump in jumps]
        longest = max(length for length, _ in behind)
        chain += rng.choices(jumps, [number if length == longest else 0 for length, number in behind])
        s, more = compiled.step(s, chain[-1])
    return chain


def _behind(s: State, more: bool) -> tuple[int, int]:
    """After a jump: the length of the longest chain from there, and the number of chains with that length."""
    if not more:
        return 0, 1
    state = words(s)
    length, number = _longest(state, np.empty(int(capacity(state)) * MOST_SHEEP, np.int32), I64(0))
    return int(length), int(number)


@jit
def _longest(s: State, buffer: Buffer, start: int) -> tuple[int, int]:
    """The same for a fox that must go on. Compiled, since there can be very many chains."""
    longest, number = I64(0), I64(0)
    end = legal(s, buffer, start)
    for i in range(start, end):
        after = play(s, I64(buffer[i]))
        length, ways = _longest(after, buffer, end) if ongoing(after) else (I64(0), I64(1))
        if length + 1 > longest:
            longest, number = length + 1, I64(0)
        if length + 1 == longest:
            number += ways
    return longest, number
