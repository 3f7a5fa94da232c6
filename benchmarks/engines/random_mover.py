"""Any legal move, in any game: what every bot should beat.

taflheim match level:1 'python benchmarks/engines/random_mover.py quoridor' --game quoridor --depth 1
"""

import random
import sys

from talk import talk

import taflheim
from taflheim import Record
from taflheim.engine.search.limits import Limits


def choose(record: Record, _: Limits, rng: random.Random) -> str:
    """A random move."""
    return rng.choice(record.position.moves())


if __name__ == "__main__":
    talk(taflheim.game(sys.argv[1]), choose)
