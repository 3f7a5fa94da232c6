"""Looking at a game again: `taflheim replay`."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from taflheim.cli.arguments import chosen_style
from taflheim.cli.command import Command
from taflheim.cli.connecting import add_server, ask_hall
from taflheim.cli.play import add_presentation
from taflheim.cli.records import found_record, is_id, parse_record
from taflheim.games.errors import TaflheimError

if TYPE_CHECKING:
    from taflheim.games.record import Record

_SLOWEST, _FASTEST = 0.01, 100.0


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="FILE|ID", help="a file with a game, or the id of one in the hall")
    parser.add_argument("--speed", type=float, default=1.0, metavar="N", help="so many moves a second (default: 1)")
    add_server(parser)
    add_presentation(parser)


def _run(options: Namespace) -> None:
    if not _SLOWEST <= options.speed <= _FASTEST:
        raise TaflheimError(f"speed: expected a number from {_SLOWEST} to {_FASTEST:g}")
    from rich.console import Console

    from taflheim.terminal.replay import animate, tell

    record = _record(options.game, options.server)
    console, style = Console(highlight=False), chosen_style(options)
    if options.plain or not console.is_terminal or console.is_dumb_terminal:
        tell(record, style, print)
    else:
        animate(record, console, options.speed, ascii_only=style == "ascii")


def _record(named: str, server: str | None) -> "Record":
    if server is None or not is_id(named):
        return found_record(named)
    return parse_record(ask_hall(server, lambda hall: hall.text("tables", named, "record")))


REPLAY = Command("replay", "Show a game again, move by move", "replay friday.txt --speed 2", _arguments, _run)
