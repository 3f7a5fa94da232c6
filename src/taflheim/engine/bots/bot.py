"""Bots in this process: the move that a bot finds, and a bot with game and seed for programs that want no more."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from taflheim.engine.bots.levels import Bot, find_bot
from taflheim.engine.insight.win_probability import win_probability
from taflheim.engine.search.found import Found, Stop
from taflheim.engine.search.kept import Kept
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.search import search
from taflheim.engine.search.settings import DEFAULT, Settings
from taflheim.games.checks import as_int, checked_position
from taflheim.games.errors import InvalidOption, InvalidPosition, TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.record import Record


def think(
    on: Record | Position,
    bot: Bot,
    settings: Settings = DEFAULT,
    on_info: Callable[[Found], None] | None = None,
    *,
    limits: Limits | None = None,
    stop: Stop | None = None,
    kept: Kept | None = None,
) -> Found:
    """What a bot finds, by searching or by its own chooser. Limits can only shorten what the bot does by itself.

    A bot that is limited by nodes uses one thread: more would make it stronger, and its moves would no longer follow
    from the seed. One that is limited by time alone goes on with what is `kept` of its last search of the same game.

    >>> import taflheim
    >>> quoridor = taflheim.game("quoridor")
    >>> found = think(quoridor.start(), find_bot(quoridor, 10), limits=Limits(depth=2))
    >>> found.move, found.depth
    ('e8', 2)
    """
    position = on if isinstance(on, Position) else on.position
    if on.result:
        raise TaflheimError("the game is over: there is nothing to think about")
    bot = bot.at(position.turn)
    if bot.chooser:
        move = position.game.rulebook.chooser(bot.chooser).choose(position.state, random.Random(settings.seed))
        return Found(move, score=0, depth=0, nodes=0, seconds=0.0, line=(move,))
    settings = settings._replace(overlook=bot.overlook, threads=1 if bot.limits.nodes else settings.threads)
    return search(on, bot.within(limits), settings, on_info, stop, kept)


@dataclass(frozen=True, slots=True)
class SeededBot:
    """A bot of one game. Up to level 9 the same seed always gives the same moves."""

    game: Game
    bot: Bot
    seed: int = 0

    def choose(self, on: Record | Position) -> str:
        """The move it would make. A record is better than its last position: it tells which moves would be repetitions.

        >>> import taflheim
        >>> quoridor = taflheim.game("quoridor")
        >>> seeded_bot(quoridor, 9).choose(quoridor.position("e2,e5 0,0 - - a"))
        'e1'
        """
        if not isinstance(on, Record | Position):
            raise InvalidPosition(f"expected a record or a position, not {quoted(on)}")
        if on.game != self.game:
            raise InvalidPosition(f"this bot plays {self.game!r}: expected a record or a position of that game")
        return think(on, self.bot, Settings(seed=self.seed)).move

    def evaluate(self, positions: Iterable[Position]) -> list[float]:
        """The win probability of the side to move in each position, as this bot sees it after thinking about it.

        >>> import taflheim
        >>> quoridor = taflheim.game("quoridor")
        >>> race = [quoridor.position(text) for text in ("e2,e5 0,0 - - a", "e4,e7 0,0 - - b", "e1,e5 0,0 - - b")]
        >>> seeded_bot(quoridor, 9).evaluate(race)
        [1.0, 1.0, 0.0]
        """
        return [self._win_probability(position) for position in positions]

    def _win_probability(self, position: Position) -> float:
        if checked_position(position).game != self.game:
            raise InvalidPosition(f"this bot plays {self.game!r}: expected positions of that game")
        if position.result:
            return float(position.result.winner == position.turn)
        if self.bot.at(position.turn).chooser:
            raise InvalidOption("this bot moves without a search: it has no opinion of positions")
        score = think(position, self.bot, Settings(seed=self.seed)).score
        return win_probability(self.game, score, position.turn)


def seeded_bot(game: Game, wanted: object, seed: int = 0) -> SeededBot:
    """The bot with this level or name."""
    if not isinstance(game, Game):
        raise InvalidOption(f"expected a game, one that taflheim.game has made, not {quoted(game)}")
    number = as_int(seed)
    if number is None:
        raise InvalidOption(f"a bot's seed is a whole number, not {quoted(seed)}")
    return SeededBot(game, find_bot(game, wanted), number)
