"""How strong the bots are: `taflheim ladder` measures it, `taflheim levels` tells it."""

import re
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from taflheim.cli.command import Command
from taflheim.cli.places import add_ray, chosen_place
from taflheim.cli.progress import compile_games, games_bar
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import counted
from taflheim.games.registry import game, rulebooks

if TYPE_CHECKING:
    from taflheim.engine.bots.ladder import Ladder
    from taflheim.engine.bots.ratings import Rating, Ratings
    from taflheim.engine.bots.solo_ladder import SoloLadder
    from taflheim.engine.places.place import Place

_ALL = (1, 10)
_MOST_MINUTES = 1440


# ---- measuring ----------------------------------------------------------------------------------------------------


def _ladder_arguments(parser: ArgumentParser) -> None:
    _add_name(parser)
    parser.add_argument("--minutes", type=_minutes, default=45.0, metavar="M", help="how long at most (default: 45)")
    parser.add_argument("--games", type=int, metavar="N", help="how many games at most, all together")
    parser.add_argument("--levels", type=_levels, default=_ALL, metavar="A-B", help="only these (default: 1-10)")
    parser.add_argument("--keep", action="store_true", help="let the menu and `taflheim levels` show these ratings")
    parser.add_argument("--picture", metavar="FILE", help="draw the ratings, as SVG")
    add_ray(parser)


def _ladder(options: Namespace) -> None:
    from taflheim.engine.bots.ladder import Ladder
    from taflheim.engine.bots.solo_ladder import SoloLadder

    chosen = game(options.game)
    if options.keep and options.levels != _ALL:
        raise TaflheimError("ratings can be kept when all levels have played: give --keep or --levels")
    if options.games is not None and options.games < 1:
        raise TaflheimError("games: expected a whole number from 1")
    compile_games([chosen.name])
    contest = (Ladder if len(chosen.seats) > 1 else SoloLadder)(chosen, *options.levels)
    try:
        _play(contest, 60 * options.minutes, options.games, chosen_place(options))
    finally:
        # Also when it is interrupted: what was played was played.
        measured = _measured(contest)
        if measured.ratings:
            _tell(chosen, measured, options)


def _play(contest: "Ladder | SoloLadder", seconds: float, most: int | None, place: "Place") -> None:
    """With a bar where a person is watching; it is as far as the time, or the number of games if that is further."""
    from taflheim.engine.contests.arena import playing

    began = time.monotonic()
    jobs = islice(contest.jobs(began + seconds), most)
    with (
        games_bar(contest.game.title, 1.0, place) as tell,
        closing(place.batch(partial(playing, contest.game.name), jobs, began + seconds)) as games,
    ):
        for number, outcome in enumerate(games, 1):
            contest.add(outcome)
            tell(counted(number, "game"), max((time.monotonic() - began) / seconds, number / most if most else 0))


def _measured(contest: "Ladder | SoloLadder") -> "Ratings":
    from taflheim.engine.bots.ratings import Ratings
    from taflheim.engine.places.version import made_with

    today = datetime.now(UTC).date().isoformat()
    return Ratings(contest.measure, contest.games, made_with(), today, contest.ratings, contest.results)


def _tell(chosen: Game, measured: "Ratings", options: Namespace) -> None:
    from taflheim.engine.bots.ratings import keep

    print(_table(chosen, measured))
    if options.keep:
        print(f"Kept: {keep(chosen, measured).name}")
    if options.picture:
        Path(options.picture).write_text(_picture(chosen, measured), "utf-8")
        print(f"Drawn: {options.picture}")


def _picture(chosen: Game, measured: "Ratings") -> str:
    from taflheim.draw.chart import Value, chart
    from taflheim.engine.bots.levels import levels

    known = {(rating.bot, rating.side): Value(rating.value, rating.low, rating.high) for rating in measured.ratings}
    names = [bot.name for bot in levels(chosen)]
    series = {side: [known.get((name, side)) for name in names] for side in measured.sides}
    return chart(f"{chosen.title}: the ten levels, {measured.measure}", names, series)


# ---- telling ------------------------------------------------------------------------------------------------------


def _told(options: Namespace) -> None:
    from taflheim.engine.bots.ratings import ratings

    chosen = game(options.game)
    print(_table(chosen, ratings(chosen)))


def _table(chosen: Game, measured: "Ratings | None") -> str:
    """The bots with their ratings, and the reference bots that were measured with them."""
    from taflheim.engine.bots.levels import bots, levels

    last = len(levels(chosen))
    abouts = {bot.name: ("" if bot.number > last else str(bot.number), bot.about) for bot in bots(chosen)}
    if measured is None:
        return _aligned([[number, name, about] for name, (number, about) in abouts.items()])
    rated = {(rating.bot, rating.side): _shown(rating) for rating in measured.ratings}
    rows = [["", "", *(side or measured.measure for side in measured.sides), ""]]
    for name in dict.fromkeys([*abouts, *(rating.bot for rating in measured.ratings)]):
        number, about = abouts.get(name, ("", ""))
        rows.append([number, name, *(rated.get((name, side), "") for side in measured.sides), about])
    games = f"{counted(measured.games, 'game')}, version {measured.version}, {measured.date}"
    return f"{_aligned(rows)}\n\n{measured.measure} with 95 % intervals, from {games}."


def _shown(rating: "Rating") -> str:
    return f"{rating.value:g} ± {(rating.high - rating.low) / 2:.0f}"


def _aligned(rows: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


# ---- arguments ----------------------------------------------------------------------------------------------------


def _add_name(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=", ".join(rulebooks()))


def _levels(text: str) -> tuple[int, int]:
    given = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", text)
    if not given or not _ALL[0] <= int(given[1]) < int(given[2]) <= _ALL[1]:
        raise ArgumentTypeError(f"{text!r}: expected two levels as 3-6")
    return int(given[1]), int(given[2])


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes <= _MOST_MINUTES:
        raise ArgumentTypeError(f"{text!r}: expected minutes, more than 0 and at most {_MOST_MINUTES}")
    return minutes


LADDER = Command(
    "ladder",
    "Measure how strong the bots are, by games between neighbours",
    "ladder quoridor --minutes 10",
    _ladder_arguments,
    _ladder,
)
LEVELS = Command("levels", "List the bots with their ratings", "levels hnefatafl", _add_name, _told)
