"""What commands have in common: games, their options and positions as arguments, and what was meant by them."""

import sys
from argparse import ArgumentParser, Namespace
from typing import Literal

from taflheim.cli.progress import compile_games
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.registry import game, rulebooks

# ---- to the parser ------------------------------------------------------------------------------------------------


def nothing(_: ArgumentParser) -> None:
    """For a command without arguments."""


def add_game(parser: ArgumentParser, nargs: str | None = None, *, seeded: bool = True) -> None:
    """A game by its name, with its options and the seed of a random board."""
    parser.add_argument("game", nargs=nargs, metavar="GAME", help=", ".join(rulebooks()))
    add_options(parser)
    if seeded:
        titles = " and ".join(facts.title for facts in rulebooks().values() if facts.seeded)
        parser.add_argument("--seed", metavar="SEED", help=f"{titles}: the same seed gives the same board")


def add_games(parser: ArgumentParser) -> None:
    """Several games, or all."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")


def add_options(parser: ArgumentParser) -> None:
    """What can be chosen before a game, of all games."""
    for facts in rulebooks().values():
        for option in facts.options:
            values = ", ".join(map(str, option.values))
            parser.add_argument(
                f"--{option.name}", metavar=option.name.upper(), help=f"{facts.title}: {values} ({option.about})"
            )


def add_position(parser: ArgumentParser) -> None:
    """A position by its text."""
    parser.add_argument("position", nargs="?", metavar="POSITION", help="its text (default: the start)")


def add_ascii(parser: ArgumentParser) -> None:
    """How boards are drawn."""
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")


# ---- from what was given ------------------------------------------------------------------------------------------


def known_games(names: list[str]) -> list[str]:
    """The games that were named, all of them known; without a name, all games."""
    return [game(name).name for name in names] or list(rulebooks())


def option_names() -> set[str]:
    """What can be chosen before a game, of all games."""
    return {option.name for facts in rulebooks().values() for option in facts.options}


def chosen_game(options: Namespace) -> Game:
    """The game with the options that were given."""
    return game(options.game, **chosen_options(options))


def chosen_options(options: Namespace) -> dict[str, str]:
    """The options of a game that were given."""
    names = option_names()
    return {name: value for name, value in vars(options).items() if name in names and value is not None}


def chosen_position(options: Namespace) -> Position:
    """The position that was given, or a start; its game is compiled."""
    chosen = chosen_game(options)
    if options.position is None:
        position = chosen.start(options.seed)
    elif options.seed is not None:
        raise TaflheimError("a seed and a position exclude each other: give one of them")
    else:
        position = chosen.position(options.position)
    compile_games([chosen.name])
    return position


def chosen_style(options: Namespace) -> Literal["ascii", "unicode"]:
    """How to draw a board."""
    from taflheim.terminal.abilities import style_for

    return "ascii" if options.ascii else style_for(sys.stdout)
