"""Compiling ahead of time: `taflheim setup`."""

from argparse import ArgumentParser, Namespace

from taflheim.cli.arguments import add_games, known_games
from taflheim.cli.command import Command
from taflheim.cli.progress import LOG_FILE, compile_games


def _run(options: Namespace) -> None:
    names = known_games(options.games)
    compile_games(names)
    print(f"Compiled and ready: {', '.join(names)}.")
    if options.log:
        from taflheim.games.kernel import cache_folder

        print(f"What was done when: {cache_folder() / LOG_FILE}")


def _arguments(parser: ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--log", action="store_true", help="say in which file the progress is logged")


SETUP = Command("setup", "Compile the rules ahead of time", "setup", _arguments, _run)
