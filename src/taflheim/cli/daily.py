"""The board of the day: `taflheim daily`."""

import re
from argparse import ArgumentParser, Namespace

from taflheim.cli.command import Command
from taflheim.cli.connecting import add_server, ask_hall
from taflheim.cli.play import add_presentation, show
from taflheim.games.errors import TaflheimError

_TODAY = "today"


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("day", nargs="?", default=_TODAY, metavar="DAY", help="as 2026-11-18 (default: today, in UTC)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--results", action="store_true", help="show how people have fared (of days before: always)")
    how.add_argument("--again", action="store_true", help="play the board of a day without counting")
    add_server(parser)
    add_presentation(parser)


def _run(options: Namespace) -> None:
    from taflheim.terminal.plain.daily_text import daily_text
    from taflheim.terminal.wish import Wish

    if options.day != _TODAY and not re.fullmatch(r"\d{4}-\d\d-\d\d", options.day):
        raise TaflheimError(f"day {options.day!r}: expected one as 2026-11-18, or nothing for today's")
    if options.results or (options.day != _TODAY and not options.again):
        print(daily_text(ask_hall(options.server, lambda hall: hall.get("daily", options.day))))
    else:
        show(Wish(day=options.day, counts=not options.again), options)


DAILY = Command("daily", "Play the board of the day, or show the results", "daily --results", _arguments, _run)
