"""Bots in this process: what a level finds, and a player for programs that want a move and nothing else."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from taflheim.engine.bots.levels import Level, level
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.search import DEFAULT_HASH_MB, Found, Stop, search
from taflheim.games.errors import InvalidOption, InvalidPosition, TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.record import Record


def think(
    on: Record | Position,
    bot: Level,
    seed: int = 0,
    on_info: Callable[[Found], None] | None = None,
    *,
    limits: Limits | None = None,
    stop: Stop | None = None,
    hash_mb: int = DEFAULT_HASH_MB,
    threads: int = 1,
) -> Found:
    """What a bot finds, by the search or by a way of its own; given limits, it stops at whichever comes first.

    Only a bot that has all the time there is uses more than one thread: whoever counts nodes would be stronger by it,
    and not move alike with the same seed.

    >>> import taflheim
    >>> quoridor = taflheim.game("quoridor")
    >>> found = think(quoridor.start(), level(quoridor, 10), limits=Limits(depth=2))
    >>> found.move, found.depth
    ('e8', 2)
    """
    position = on if isinstance(on, Position) else on.position
    if on.result:
        raise TaflheimError("the game is over: there is nothing to think about")
    bot = bot.at(position.turn)
    if bot.chooser:
        move = position.game.rulebook.chooser(bot.chooser).choose(position.state, random.Random(seed))
        return Found(move, score=0, depth=0, nodes=0, seconds=0.0, line=(move,))
    return search(
        on,
        bot.within(limits),
        seed,
        on_info,
        stop=stop,
        hash_mb=hash_mb,
        threads=1 if bot.limits.nodes else threads,
        overlook=bot.overlook,
    )


@dataclass(frozen=True, slots=True)
class Bot:
    """A player of one game, as strong as its level. Up to level 9 the same seed always gives the same moves."""

    game: Game
    level: Level
    seed: int = 0

    def choose(self, on: Record | Position) -> str:
        """The move it would make. A record is better than its last position: it tells what must not be repeated.

        >>> import taflheim
        >>> quoridor = taflheim.game("quoridor")
        >>> make(quoridor, 9).choose(quoridor.position("e2,e5 0,0 - - a"))
        'e1'
        """
        if not isinstance(on, Record | Position):
            raise InvalidPosition(f"expected a record or a position, not {quoted(on)}")
        if on.game != self.game:
            raise InvalidPosition(f"this bot plays {self.game!r}: expected a record or a position of that game")
        return think(on, self.level, self.seed).move


def make(game: Game, wanted: object, seed: int = 0) -> Bot:
    """The bot of a level, by its number or name."""
    if not isinstance(game, Game):
        raise InvalidOption(f"expected a game, one that taflheim.game has made, not {quoted(game)}")
    if not isinstance(seed, int):
        raise InvalidOption(f"a bot's seed is a whole number, not {quoted(seed)}")
    return Bot(game, level(game, wanted), seed)
