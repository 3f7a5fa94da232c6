"""A bot in this process: for programs that want a move and nothing else."""

from dataclasses import dataclass

from taflheim.engine.levels import Level, level
from taflheim.engine.search import search
from taflheim.games.errors import InvalidOption, InvalidPosition
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.record import Record


@dataclass(frozen=True, slots=True)
class Bot:
    """A player of one game, as strong as its level. The same seed always gives the same moves."""

    game: Game
    level: Level
    seed: int = 0

    def choose(self, on: Record | Position) -> str:
        """The move it would make. A record is better than its last position: it tells what must not be repeated.

        >>> import taflheim
        >>> quoridor = taflheim.game("quoridor")
        >>> make(quoridor, 2).choose(quoridor.position("e2,e5 0,0 - - a"))
        'e1'
        """
        if not isinstance(on, Record | Position):
            raise InvalidPosition(f"expected a record or a position, not {quoted(on)}")
        if on.game != self.game:
            raise InvalidPosition(f"this bot plays {self.game!r}: expected a record or a position of that game")
        return search(on, self.level.limits, self.seed).move


def make(game: Game, number: object, seed: int = 0) -> Bot:
    """The bot of a level."""
    if not isinstance(game, Game):
        raise InvalidOption(f"expected a game, one that taflheim.game has made, not {quoted(game)}")
    if not isinstance(seed, int):
        raise InvalidOption(f"a bot's seed is a whole number, not {quoted(seed)}")
    return Bot(game, level(game, number), seed)
