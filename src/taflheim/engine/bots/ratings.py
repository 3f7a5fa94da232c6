"""The measured ratings of a game's bots, in `ratings.json` in the game's folder.

`taflheim ladder GAME --keep` measures it anew (docs/levels.md).
"""

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from taflheim.engine.bots.levels import Bot
from taflheim.games.game import Game

_FILE = "ratings.json"


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a bot at one side, or with one kind of board."""

    bot: str
    """Its name."""
    side: str
    """Empty where one rating holds for all sides."""
    value: float
    low: float
    """`low` to `high` is the 95 % confidence interval."""
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The result of all games of two bots."""

    bots: tuple[str, ...]
    """Their names, by their seats."""
    games: int
    points: float
    """Of the first seat; a draw is half a point."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """All that was measured of a game."""

    measure: str
    """What the values are: Elo, or % of boards won."""
    games: int
    version: str
    date: str
    ratings: tuple[Rating, ...]
    results: tuple[HeadToHead, ...] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides (or kinds of boards) that have ratings of their own."""
        return tuple(dict.fromkeys(rating.side for rating in self.ratings))

    def of(self, bot: Bot, side: str) -> Rating | None:
        """A bot's rating at a side, if it was measured."""
        known = (rating for rating in self.ratings if rating.bot == bot.name and rating.side in (side, ""))
        return next(known, None)


def ratings(game: Game) -> Ratings | None:
    """The ratings of a game, measured with its default options, if there are any.

    >>> import taflheim
    >>> from taflheim.engine.bots.levels import find_bot
    >>> game = taflheim.game("hnefatafl")
    >>> known = ratings(game)
    >>> known.of(find_bot(game, 1), "attackers").value < known.of(find_bot(game, 10), "attackers").value
    True
    """
    return _ratings(game.rulebook.package)


@cache
def _ratings(package: str) -> Ratings | None:
    file = files(package).joinpath(_FILE)
    return from_json(file.read_text("utf-8")) if file.is_file() else None


def keep(game: Game, measured: Ratings) -> Path:
    """Save the ratings of a game; the file."""
    with as_file(files(game.rulebook.package)) as folder:
        file = folder / _FILE
        file.write_text(to_json(measured), "utf-8")
    _ratings.cache_clear()
    return file


def to_json(measured: Ratings) -> str:
    """As text, one line for each rating, so that changes can be read."""
    data = asdict(measured)
    lists = {name: data.pop(name) for name in ("ratings", "results")}
    lines = [f"{_dump(name)}: {_dump(value)}" for name, value in data.items()]
    for name, rows in lists.items():
        body = ",\n".join(f"  {_dump(row)}" for row in rows)
        lines.append(f"{_dump(name)}: [\n{body}\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def from_json(text: str) -> Ratings:
    """What `to_json` has written."""
    data = json.loads(text)
    rated = tuple(Rating(**row) for row in data.pop("ratings"))
    results = tuple(HeadToHead(tuple(row["bots"]), row["games"], row["points"]) for row in data.pop("results"))
    return Ratings(**data, ratings=rated, results=results)
