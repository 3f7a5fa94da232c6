"""Quoridor for two, three or four: always the move with the best difference of shortest paths, right after it.

    taflheim match level:3 'python benchmarks/engines/quoridor_greedy.py' --game quoridor --players 3 --movetime 500

The difference is that between the nearest opponent's path and one's own; chance decides between equal moves.
"""

import random
from typing import Any

import numpy as np
from talk import talk

import taflheim
from taflheim import Record
from taflheim.engine.search.limits import Limits
from taflheim.games.kernel import I64, U64, Buffer, jit, words
from taflheim.games.quoridor.paths import distance
from taflheim.games.quoridor.rules import legal, pawn, play
from taflheim.games.quoridor.state import LEFT, MOVE_COUNT, State

_GONE, _FAR = U64(LEFT), I64(1000)


@jit
def _lead(s: State, player: int) -> int:
    """How much longer the nearest opponent's path is than a player's own; nothing excels a path that has been gone."""
    own, nearest = distance(s, player), _FAR
    if own == 0:
        return _FAR
    for other in range(I64(s.players)):
        if other != player and pawn(s, other) != _GONE:
            nearest = min(nearest, distance(s, other))
    return nearest - own


@jit
def _leads(s: State, moves: Buffer, leads: Buffer) -> int:
    """Write the legal moves, and beside them the lead after each; returns how many there are."""
    end = legal(s, moves, I64(0))
    for i in range(end):
        leads[i] = _lead(play(s, I64(moves[i])), I64(s.turn))
    return end


def choose(record: Record, _: Limits, rng: random.Random) -> str:
    """A move with the greatest lead."""
    moves, leads = np.empty(MOVE_COUNT, np.int32), np.empty(MOVE_COUNT, np.int32)
    state: Any = words(record.position.state)
    end = int(_leads(state, moves, leads))
    best = moves[:end][leads[:end] == leads[:end].max()]
    return record.game.move_text([rng.choice(best.tolist())])


if __name__ == "__main__":
    talk(taflheim.game("quoridor"), choose)
