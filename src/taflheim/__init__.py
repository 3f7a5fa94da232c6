"""Taflheim: a hall of four board games.

>>> import taflheim
>>> game = taflheim.game("quoridor", players=2, rules="strict")
>>> position = game.start()
>>> str(position)
'e9,e1 10,10 - - a'
>>> len(position.moves())
131
>>> position = position.play("e8")          # a new position; the old one is unchanged
>>> position.turn, position.result
('b', None)
>>> taflheim.perft(game.start(), 3)
2062264
>>> game.position("e9,e1 10,10 - - x")
Traceback (most recent call last):
taflheim.InvalidPosition: turn 'x': expected a or b
"""

from typing import TYPE_CHECKING

from taflheim.games.errors import (
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    MoveError,
    TaflheimError,
)
from taflheim.games.game import Game
from taflheim.games.hnefatafl import ATTACKER, DEFENDER, EMPTY, KING
from taflheim.games.message import Message
from taflheim.games.position import Position, Result
from taflheim.games.record import Record
from taflheim.games.registry import game, games

if TYPE_CHECKING:
    from taflheim.engine.bot import Bot

__version__ = "0.1.0"

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "EMPTY",
    "KING",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "Message",
    "MoveError",
    "Position",
    "Record",
    "Result",
    "TaflheimError",
    "bot",
    "game",
    "games",
    "perft",
]


def bot(game: Game, *, level: int, seed: int = 0) -> "Bot":
    """A player of a game, as strong as its level; the seed decides between moves that are equally good.

    >>> import taflheim
    >>> quoridor = taflheim.game("quoridor")
    >>> taflheim.bot(quoridor, level=2).choose(quoridor.start())
    'e8'
    """
    from taflheim.engine.bot import make

    return make(game, level, seed)


def perft(position: Position, depth: int) -> int:
    """How many sequences of so many moves there are from a position.

    >>> import taflheim
    >>> [taflheim.perft(taflheim.game("hnefatafl").start(), depth) for depth in (1, 2, 3)]
    [116, 6788, 806344]
    """
    from taflheim.engine.perft import perft as count

    return count(position, depth)
