"""Random openings, so that deterministic engines do not play the same game again and again."""

import random

from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import counted
from taflheim.games.record import Record

_TRIES = 1000


def random_opening(game: Game, plies: int, rng: random.Random) -> Record:
    """So many random legal moves after which the game is not over.

    >>> import taflheim
    >>> random_opening(taflheim.game("halatafl"), 2, random.Random(7)).turn
    'sheep'
    """
    for _ in range(_TRIES):
        record = game.record()
        while not record.result and len(record.entries) < plies:
            record = record.play(rng.choice(record.position.moves()), rng)
        if not record.result:
            return record
    raise TaflheimError(f"{game.title} is over after {counted(plies, 'random move')}: choose shorter openings")
