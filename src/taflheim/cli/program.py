"""The program: its commands, its exit statuses, and how errors are told."""

import os
import sys
from argparse import ArgumentParser
from contextlib import suppress
from io import TextIOWrapper

from taflheim import __version__
from taflheim.cli import (
    admin,
    analyse,
    attach,
    backup,
    boards,
    completion,
    config,
    conform,
    daily,
    engine,
    export,
    hall,
    hint,
    ladder,
    login,
    man,
    match,
    measure,
    own_games,
    play,
    replay,
    review,
    selfplay,
    serve,
    setup,
)
from taflheim.cli.command import Command
from taflheim.games.errors import TaflheimError
from taflheim.games.extras import missing_extra
from taflheim.store.errors import CannotOpen

OK, FAILED, USAGE, STOPPED = 0, 1, 2, 130

COMMANDS: tuple[Command, ...] = (
    boards.GAMES,
    boards.SHOW,
    boards.MOVES,
    measure.PERFT,
    measure.BENCH,
    play.PLAY,
    daily.DAILY,
    own_games.HISTORY,
    own_games.STATS,
    replay.REPLAY,
    analyse.ANALYSE,
    hint.HINT,
    review.REVIEW,
    export.EXPORT,
    export.IMPORT,
    engine.ENGINE,
    match.MATCH,
    conform.CONFORM,
    attach.ATTACH,
    login.LOGIN,
    login.LOGOUT,
    ladder.LEVELS,
    ladder.LADDER,
    selfplay.SELFPLAY,
    setup.SETUP,
    serve.SERVE,
    config.CONFIG,
    backup.BACKUP,
    backup.RESTORE,
    admin.ADMIN,
    completion.COMPLETION,
    man.MAN,
)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = build_parser().parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        # Names of people may have letters that this terminal has not; a question mark does no harm.
        with suppress(OSError):  # a stream that was opened for reading as well
            sys.stdout.reconfigure(errors="replace")
    try:
        options.run(options)
        sys.stdout.flush()
    except (TaflheimError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read our output has seen enough; Python would complain once more when it closes the stream.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return OK
        print(f"taflheim: {error}", file=sys.stderr)
        return FAILED if isinstance(error, CannotOpen) else USAGE
    except ModuleNotFoundError as error:
        missing = missing_extra(error)
        if missing is None:
            raise
        print(f"taflheim: {missing}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return STOPPED
    return OK


def build_parser() -> ArgumentParser:
    """The parser of all commands."""
    parser = ArgumentParser(
        prog="taflheim",
        description="A hall of board games. Without a command it opens in a window of its own.",
        epilog="example: taflheim --browser --port 8000",
    )
    parser.add_argument("--version", action="version", version=f"taflheim {__version__}")
    hall.arguments(parser)
    parser.set_defaults(run=hall.run)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", description="without one, the hall opens")
    for name, about, example, arguments, run in COMMANDS:
        sub = commands.add_parser(name, help=about, description=f"{about}.", epilog=f"example: taflheim {example}")
        arguments(sub)
        sub.set_defaults(run=run)
    return parser
