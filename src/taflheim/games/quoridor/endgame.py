"""A tablebase of races of two without walls in hand, by retrograde analysis."""

from typing import Any

import numpy as np

from taflheim.games import compiled
from taflheim.games.kernel import I64, U64, Buffer, jit, words
from taflheim.games.quoridor.rules import decided, legal, pawn, play
from taflheim.games.quoridor.state import CELLS, State

Table = np.ndarray[tuple[int, int], np.dtype[np.int32]]

_POSITIONS = 2 * CELLS * CELLS
"""By the side to move and the cells of both pawns."""
_MOST_MOVES = 8
_CELLS, _8 = I64(CELLS), U64(8)
_NOTHING = I64(-1)


def outcomes(state: State) -> dict[int, int] | None:
    """For every move: in how many moves of both the side to move wins with best play.

    Negative: it loses in that many. 0: neither side can force a win. None for a position with walls in hand.

    >>> import taflheim
    >>> race = taflheim.game("quoridor").position("e2,e5 0,0 - - a")
    >>> {race.game.rulebook.text.move_text([step]): wins for step, wins in outcomes(race.state).items()}
    {'e1': 1, 'd2': 3, 'f2': 3, 'e3': 5, 'pass': 3}
    """
    if state.players != 2 or state.walls != 0:
        return None
    ends = solve(state)
    return {step: -_end(ends, state, step) for step in compiled.steps(state)}


def line(state: State, step: int) -> tuple[int, ...]:
    """A move, and the best moves after it until the race is over; or only the move, if neither side can force a win."""
    return tuple(_line(solve(state), state, step))


def solve(state: State) -> Buffer:
    """The tablebase, by `_number`: 1 + the number of moves to the win of the side to move, negative for a loss, else 0.

    Walls in hand are ignored.
    """
    after = np.full((_POSITIONS, _MOST_MOVES + 1), _NOTHING, np.int32)
    ends, buffer = np.zeros(_POSITIONS, np.int32), np.zeros(_MOST_MOVES, np.int32)
    _write_successors(words(state._replace(walls=0)), after, ends, buffer)
    _retrograde(after, ends)
    return ends


def _end(ends: Buffer, state: State, step: int) -> int:
    after, _ = compiled.step(state, step)
    return int(ends[int(_number(words(after)))])


def _line(ends: Buffer, state: Any, step: int) -> list[int]:
    line = [step]
    while _end(ends, state, step) != 0:
        state, _ = compiled.step(state, step)
        if compiled.verdict(state)[0] >= 0:
            break
        step = min(compiled.steps(state), key=lambda each: _order(_end(ends, state, each)))
        line.append(step)
    return line


def _order(end: int) -> float:
    """The quickest win first, the quickest loss last, by how it ends for the other side."""
    return 1 / end if end else 0.0


@jit
def _placed(s: State, turn: int, a: int, b: int) -> State:
    pawns = U64(a) | U64(b) << _8
    return State(
        s.north0,
        s.north1,
        s.east0,
        s.east1,
        s.horizontal,
        s.vertical,
        pawns,
        s.walls,
        U64(turn),
        s.players,
        s.strict,
        s.blocked,
    )


@jit
def _number(s: State) -> int:
    return (I64(s.turn) * _CELLS + I64(pawn(s, 0))) * _CELLS + I64(pawn(s, 1))


@jit
def _write_successors(s: State, after: Table, ends: Buffer, buffer: Buffer) -> None:
    """Write the successors of each position; positions that are over are lost for the side to move."""
    for turn in range(2):
        for a in range(_CELLS):
            for b in range(_CELLS):
                if a == b:
                    continue
                here = _placed(s, turn, a, b)
                number = _number(here)
                if decided(here) >= 0:
                    ends[number] = -1
                    continue
                for i in range(legal(here, buffer, I64(0))):
                    after[number, i] = _number(play(here, I64(buffer[i])))


@jit
def _retrograde(after: Table, ends: Buffer) -> None:
    """Retrograde analysis: find the wins and losses in 1, 2, 3 … moves, until two rounds in a row find none."""
    moves, idle = I64(0), I64(0)
    while idle < 2:
        moves += 1
        idle += 1
        for number in range(ends.size):
            if ends[number] != 0 or after[number, 0] == _NOTHING:
                continue
            wins, all_known, latest = False, True, I64(0)
            for i in range(after.shape[1]):
                if after[number, i] == _NOTHING:
                    break
                end = I64(ends[after[number, i]])
                wins |= end == -moves
                all_known &= end != 0
                latest = max(latest, end)
            if wins:
                ends[number] = moves + 1
                idle = I64(0)
            elif all_known and latest == moves:
                ends[number] = -moves - 1
                idle = I64(0)
