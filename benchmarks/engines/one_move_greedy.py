"""The move after which the board looks best, in any game: by our own evaluation, with no thought of the answer.

taflheim match level:1 'python benchmarks/engines/one_move_greedy.py quoridor' --game quoridor --depth 1
"""

import random
import sys
from typing import Any

from talk import talk

import taflheim
from taflheim import Record
from taflheim.engine.search.limits import Limits
from taflheim.games.kernel import I64, words
from taflheim.games.rules import evaluate


def choose(record: Record, _: Limits, rng: random.Random) -> str:
    """The best move at first sight; chance decides between those that look equally good."""
    looks = {move: _look(record.play(move), record.turn) for move in record.position.moves()}
    return rng.choice([move for move, look in looks.items() if look == max(looks.values())])


def _look(record: Record, side: str) -> float:
    """How good a position looks for a side; one that has been there before leads nowhere, and counts as a draw."""
    if result := record.result:
        return {side: float("inf"), None: 0.0}.get(result.winner, -float("inf"))
    if record.position in record.positions[:-1]:
        return 0.0
    record.game.rulebook.load_search()
    state: Any = record.position.state
    return int(evaluate(words(state), I64(record.game.sides.index(side))))


if __name__ == "__main__":
    talk(taflheim.game(sys.argv[1]), choose)
