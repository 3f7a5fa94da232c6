"""The move after which the board looks best, in any game: by our own evaluation, with no thought of the answer.

taflheim match level:1 'python benchmarks/opponents/one_move_greedy.py quoridor' --game quoridor --depth 1
"""

import random
import sys
from typing import Any

from talk import talk

import taflheim
from taflheim import Position, Record
from taflheim.engine.limits import Limits
from taflheim.games.kernel import I64, words
from taflheim.games.rules import evaluate


def choose(record: Record, _: Limits, chance: random.Random) -> str:
    """The best move at first sight; chance decides between those that look equally good."""
    position = record.position
    looks = {move: _look(position.play(move), position.turn) for move in position.moves()}
    return chance.choice([move for move, look in looks.items() if look == max(looks.values())])


def _look(position: Position, side: str) -> float:
    """How good a position looks for a side."""
    if result := position.result:
        return float("inf") if result.winner == side else -float("inf")
    assert position.game.rulebook.evaluate
    state: Any = position.state
    return int(evaluate(words(state), I64(position.game.sides.index(side))))


if __name__ == "__main__":
    talk(taflheim.game(sys.argv[1]), choose)
