"""The engines of a match: our own at some level, and foreign ones by their command lines."""

import shlex
import shutil
from dataclasses import dataclass

from taflheim.engine.bots.levels import find_bot
from taflheim.engine.protocol.client import EngineClient, EngineFailure
from taflheim.engine.search.limits import Limits
from taflheim.games.errors import InvalidOption
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.record import Record

START_LIMIT_S = 30.0
"""Shorter than elsewhere: everything was compiled before the match."""
_LEVEL = "level:"


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """An engine of a match: its name, and how it is run and asked."""

    name: str
    game: Game
    command: tuple[str, ...] = ()
    """Empty for our own engine."""
    level: int | None = None
    limits: Limits | None = None
    """How long it thinks; without limits its level decides."""
    sides: tuple[str, ...] = ()
    """Those it can play; all of them, if none is named."""

    def plays(self, side: str) -> bool:
        """Whether it can play this side."""
        return not self.sides or side in self.sides


def engine_config(text: str, game: Game, limits: Limits | None = None) -> EngineConfig:
    """The engine that a text names: `level:3`, or a command line.

    Limits can only shorten what a level does by itself.

    >>> import taflheim
    >>> engine_config("level:1", taflheim.game("quoridor")).name
    'level:1 Nils'
    """
    if text.startswith(_LEVEL):
        bot = find_bot(game, text.removeprefix(_LEVEL))
        return EngineConfig(f"{_LEVEL}{bot.number} {bot.name}", game, (), bot.number, limits, bot.sides)
    try:
        command = tuple(shlex.split(text))
    except ValueError:
        raise InvalidOption(f"engine {quoted(text)}: a quotation mark is missing") from None
    if not command or shutil.which(command[0]) is None:
        raise InvalidOption(f"no engine {quoted(text)}: expected {_LEVEL}1 or another level, or a command that runs")
    if limits is None:
        raise InvalidOption(f"engine {quoted(text)} must know how long to think: give a time, nodes or a depth")
    # The name stands in records, whose headers are printable.
    return EngineConfig("".join(c if c.isprintable() else " " for c in text), game, command, None, limits)


class EngineRunner:
    """Runs an engine: a process that is started when it first has to move, and again after it has failed."""

    def __init__(self, config: EngineConfig):
        self.config = config
        self._client: EngineClient | None = None

    async def move(self, record: Record, seed: int, game_id: str) -> str:
        """Its move in a game. EngineFailure if it has none; the next time another process is asked."""
        try:
            if self._client is None:
                self._client = await EngineClient.start(self.config.game, self.config.command, START_LIMIT_S)
            return await self._client.best_move(record, self.config.level, seed, self.config.limits, game_id)
        except EngineFailure:
            # Its client has killed it.
            self._client = None
            raise

    async def close(self) -> None:
        """End the process."""
        if self._client:
            await self._client.close()
            self._client = None
