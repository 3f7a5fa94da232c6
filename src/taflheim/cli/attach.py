"""An engine at the tables of a hall: `taflheim attach`."""

import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path

from taflheim.cli.command import Command
from taflheim.cli.progress import compile_games
from taflheim.games.errors import TaflheimError
from taflheim.games.registry import game, rulebooks


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--server", required=True, metavar="URL", help="where the hall is")
    parser.add_argument(
        "--token-file", required=True, metavar="FILE", help="with the token of a program (see the page of your account)"
    )
    parser.add_argument("--engine", required=True, metavar="CMD", help="the engine's command line")
    parser.add_argument("--game", required=True, metavar="GAME", help=", ".join(rulebooks()))
    parser.add_argument("--tables", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    parser.add_argument("--movetime", type=int, default=1000, metavar="MS", help="for a move (default: 1000)")
    parser.add_argument(
        "--table", action="append", default=[], metavar="LINK", help="sit down there only, not at all public tables"
    )


def _run(options: Namespace) -> None:
    import asyncio
    import logging
    import math

    from taflheim.attach.attach import Attached, Plan
    from taflheim.attach.player import Engine
    from taflheim.client.credentials import Bearer
    from taflheim.client.remote import Remote
    from taflheim.engine.protocol.client import EngineFailure

    if options.tables < 1 or options.movetime < 1:
        raise TaflheimError("tables and milliseconds: expected numbers from 1 on")
    chosen = game(options.game)
    token = Path(options.token_file).read_text("utf-8").strip()
    only = tuple(link.rstrip("/").rpartition("/")[2] for link in options.table)
    plan = Plan(chosen.name, Engine(shlex.split(options.engine), options.movetime), options.tables, only)
    # Nobody sits there who could start it again.
    remote = Remote(options.server, Bearer(token), patience_s=math.inf, first_pause_s=1.0)
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    # Who looks at it sees that it waits for the hall.
    logging.getLogger("taflheim.client").setLevel(logging.INFO)
    compile_games([chosen.name])
    try:
        asyncio.run(Attached(remote, plan, lambda line: print(line, flush=True)).run())
    except* (TaflheimError, EngineFailure) as failed:
        raise TaflheimError(str(failed.exceptions[0])) from failed


ATTACH = Command(
    "attach",
    "Let an engine play at the tables of a hall",
    "attach --server http://localhost:8000 --token-file token --engine 'taflheim engine quoridor' --game quoridor",
    _arguments,
    _run,
)
