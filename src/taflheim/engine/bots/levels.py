"""The bots: ten levels for every game, and bots of a game's own.

Their settings are data: `levels.toml` beside this module, or in a game's folder.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from taflheim.engine.search.limits import Limits
from taflheim.games.errors import InvalidOption
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.rulebook import either

_FILE = "levels.toml"


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot: its name, a sentence about it for people, and how it searches."""

    number: int
    """From 1, the weakest, to 10; a game's own bots come after these, in no order of strength."""
    name: str
    about: str
    limits: Limits = field(default_factory=Limits)
    """Depth and nodes are never exceeded; the time is a default."""
    overlook: int = 0
    """How many of a thousand moves it does not see."""
    chooser: str = ""
    """The module of the game's folder that chooses its moves, if not the search."""
    sides: tuple[str, ...] = ()
    """Those it can play; all of them, if none is named."""
    apart: tuple[tuple[str, Limits, int], ...] = ()
    """Other limits and another `overlook` for single sides, as one side may be harder to play."""

    def within(self, limits: Limits | None) -> Limits:
        """Its own limits, shortened by those that are given.

        >>> Bot(3, "Bo", "", Limits(depth=2, nodes=5000)).within(Limits(nodes=900_000, movetime_ms=50))
        Limits(depth=2, nodes=5000, movetime_ms=50)
        >>> Bot(10, "Ada", "", Limits(movetime_ms=1000)).within(Limits(movetime_ms=5000))
        Limits(depth=None, nodes=None, movetime_ms=5000)
        """
        if limits is None:
            return self.limits
        depth, nodes = _least(self.limits.depth, limits.depth), _least(self.limits.nodes, limits.nodes)
        return Limits(depth, nodes, limits.movetime_ms)

    def plays(self, side: str) -> bool:
        """Whether it can play this side."""
        return not self.sides or side in self.sides

    def at(self, side: str) -> "Bot":
        """The bot with its settings for this side; an error if it cannot play it.

        >>> Bot(1, "Bo", "", overlook=500, apart=(("foxes", Limits(), 800),)).at("foxes").overlook
        800
        """
        if not self.plays(side):
            raise InvalidOption(f"the {self.name} plays {either(self.sides)} only, not {side}")
        for name, limits, overlook in self.apart:
            if name == side:
                return replace(self, limits=limits, overlook=overlook)
        return self


def _least(one: int | None, other: int | None) -> int | None:
    return min((value for value in (one, other) if value is not None), default=None)


def levels(game: Game) -> tuple[Bot, ...]:
    """The ten levels of a game, the weakest first.

    >>> import taflheim
    >>> [level.name for level in levels(taflheim.game("quoridor"))][:3]
    ['Nils', 'Liv', 'Torben']
    """
    return tuple(bot for bot in bots(game) if bot.number <= len(_common()["bot"]))


def bots(game: Game) -> tuple[Bot, ...]:
    """All bots of a game: its levels, and then those of its own.

    >>> import taflheim
    >>> [bot.name for bot in bots(taflheim.game("halatafl"))][-2:]
    ['Odin', 'classic fox']
    """
    return _bots(game.rulebook.package)


def find_bot(game: Game, wanted: object) -> Bot:
    """The bot with this number, which may come as a text, or name.

    >>> import taflheim
    >>> find_bot(taflheim.game("halatafl"), "classic fox").sides
    ('foxes',)
    >>> find_bot(taflheim.game("quoridor"), 11)
    Traceback (most recent call last):
    taflheim.InvalidOption: no level 11: expected 1, 2, 3, 4, 5, 6, 7, 8, 9 or 10
    """
    for bot in bots(game):
        if str(wanted) == str(bot.number) or str(wanted).casefold() == bot.name.casefold():
            return bot
    shown = wanted if isinstance(wanted, int) else quoted(wanted)
    raise InvalidOption(f"no level {shown}: expected {either(choices(game))}")


def usual_bot(game: Game, side: str) -> Bot:
    """Who plays a side if nobody says who should: the game's usual bot, or that of all games if it plays others only.

    >>> import taflheim
    >>> halatafl = taflheim.game("halatafl")
    >>> usual_bot(halatafl, "foxes").name, usual_bot(halatafl, "sheep").name
    ('classic fox', 'Torben')
    """
    own = find_bot(game, _data(game.rulebook.package).get("usual", _common()["usual"]))
    return own if own.plays(side) else find_bot(game, _common()["usual"])


def choices(game: Game) -> list[str]:
    """What to ask for: the numbers of levels, and the names of a game's own bots."""
    return [str(bot.number) for bot in levels(game)] + [bot.name for bot in bots(game)[len(levels(game)) :]]


# ---- from data ----------------------------------------------------------------------------------------------------


@cache
def _common() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath(_FILE).read_text("utf-8"))


@cache
def _data(package: str) -> Mapping[str, Any]:
    file = files(package).joinpath(_FILE)
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else _common()


@cache
def _bots(package: str) -> tuple[Bot, ...]:
    data = _data(package)
    known = [{**who, **how} for who, how in zip(_common()["bot"], data.get("level", _common()["level"]), strict=True)]
    return tuple(_level(number, each) for number, each in enumerate(known + data.get("own", []), 1))


def _level(number: int, data: Mapping[str, Any]) -> Bot:
    facts = {name: data[name] for name in ("name", "about", "chooser") if name in data}
    apart = tuple((side, *_thinking({**data, **own})) for side, own in data.items() if isinstance(own, dict))
    limits, overlook = _thinking(data)
    return Bot(number, **facts, limits=limits, overlook=overlook, sides=tuple(data.get("sides", ())), apart=apart)


def _thinking(data: Mapping[str, Any]) -> tuple[Limits, int]:
    return Limits(data.get("depth"), data.get("nodes"), data.get("movetime_ms")), data.get("overlook", 0)
