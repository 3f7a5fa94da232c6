"""Compiling ahead of time: `taflheim setup`."""

from argparse import Namespace

from taflheim.cli.arguments import add_games, known_games
from taflheim.cli.command import Command
from taflheim.cli.progress import compile_games


def _run(options: Namespace) -> None:
    names = known_games(options.games)
    compile_games(names)
    print(f"Compiled and ready: {', '.join(names)}.")


SETUP = Command("setup", "Compile the rules ahead of time", "setup", add_games, _run)
