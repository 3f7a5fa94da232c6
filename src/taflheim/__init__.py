"""Taflheim: a hall of four board games.

>>> import taflheim
>>> game = taflheim.game("quoridor", players=2, rules="strict")
>>> position = game.start()
>>> str(position)
'e9,e1 10,10 - - a'
>>> len(position.moves())
131
>>> position = position.play("e8")
>>> position.turn, position.result
('b', None)
>>> taflheim.perft(game.start(), 3)
2062264
>>> game.position("e9,e1 10,10 - - x")
Traceback (most recent call last):
taflheim.InvalidPosition: turn 'x': expected a or b
"""

from taflheim.games import Game, game, games
from taflheim.games.errors import (
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    MoveError,
    TaflheimError,
)
from taflheim.games.position import Position, Result

__version__ = "0.1.0"


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves there are from a position."""
    from taflheim.engine.perft import perft as count

    return count(position, depth)
