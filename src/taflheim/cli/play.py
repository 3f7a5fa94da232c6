"""Playing on this terminal: `taflheim play`."""

import shlex
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from taflheim.cli.arguments import add_ascii, add_game, chosen_options
from taflheim.cli.command import Command
from taflheim.cli.connecting import add_server, reached
from taflheim.games.errors import TaflheimError
from taflheim.games.registry import rulebooks

if TYPE_CHECKING:
    from taflheim.terminal.wish import Company, Wish


def _arguments(parser: ArgumentParser) -> None:
    add_game(parser, nargs="?")
    company = parser.add_mutually_exclusive_group()
    company.add_argument("--level", metavar="LEVEL", help="whom to play against: a level from 1 to 10, or a name")
    company.add_argument("--friend", action="store_true", help="play with somebody at this screen")
    company.add_argument("--link", action="store_true", help="play with whoever gets the link that is shown")
    parser.add_argument("--side", metavar="SIDE", help="which side you play, or lot (default: the one that begins)")
    puzzles = " and ".join(book.title for book in rulebooks().values() if book.puzzles)
    parser.add_argument("--board", choices=("new", "wild"), help=f"{puzzles}: can be won, or anything may come")
    parser.add_argument("--position", metavar="POSITION", help="where to begin")
    parser.add_argument("--record", metavar="FILE", help="go on with a game that was saved")
    parser.add_argument("--continue", action="store_true", dest="goes_on", help="go on with your last game")
    parser.add_argument("--table", metavar="ID", help="go to a table, by its id or link: to play, or to look on")
    add_server(parser)
    add_presentation(parser)


def add_presentation(parser: ArgumentParser) -> None:
    """How a game is shown."""
    parser.add_argument("--plain", action="store_true", help="line by line, also for scripts and screen readers")
    add_ascii(parser)


def _run(options: Namespace) -> None:
    show(_wish(options), options)


def _wish(options: Namespace) -> "Wish":
    from taflheim.terminal.plain.files import read_text
    from taflheim.terminal.wish import Wish, new_table

    places = [option for option in (options.goes_on, options.table, options.record) if option]
    if len(places) > 1:
        raise TaflheimError("--continue, --table and --record exclude each other: give one of them")
    if options.record and (options.game or chosen_options(options)):
        raise TaflheimError("a record tells the game and its options: leave them out")
    if options.position is not None and options.seed is not None:
        raise TaflheimError("a seed and a position exclude each other: give one of them")
    wish = Wish(
        options.game or "",
        chosen_options(options),
        _company(options),
        options.level,
        options.side,
        options.board,
        options.position,
        read_text(options.record) if options.record else None,
        options.seed,
        _table(options),
        options.goes_on,
    )
    if wish.game or wish.record is not None:
        new_table(wish)  # says what is wrong with it before anything is started
    return wish


def _table(options: Namespace) -> str | None:
    """The id of the table that was named; the link of one tells the server, too."""
    if options.table is None:
        return None
    from taflheim.terminal.table_address import split_address

    server, table_id = split_address(options.table)
    options.server = options.server or server
    return table_id


def _company(options: Namespace) -> "Company":
    return "friend" if options.friend else "link" if options.link else "bot" if options.level else ""


def show(wish: "Wish", options: Namespace) -> None:
    """Play what somebody wants, on the whole screen or line by line."""
    from taflheim.terminal.abilities import has_screen, style_for

    if options.plain or not has_screen():
        _play_plainly(wish, options)
    else:
        from taflheim.terminal.program import run

        ascii_only = options.ascii or style_for(sys.stdout) == "ascii"
        if status := run(wish, server=options.server, ascii_only=ascii_only):
            raise SystemExit(status)


def _play_plainly(wish: "Wish", options: Namespace) -> None:
    import asyncio

    from taflheim.terminal.plain.console import Console
    from taflheim.terminal.plain.play import play

    go_on = "taflheim play --continue" + (f" --server {shlex.quote(options.server)}" if options.server else "")

    console = Console(ascii_only=options.ascii)

    async def run() -> None:
        async with reached(options.server) as remote:
            await play(remote, wish, console, go_on)

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        console.tell("Goodbye.")


PLAY = Command("play", "Play on this terminal", "play hivolts --mhos gentle --seed 7 --plain", _arguments, _run)
