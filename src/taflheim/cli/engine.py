"""Thinking for other programs: `taflheim engine`."""

import io
import sys
from argparse import ArgumentParser, Namespace

from taflheim.cli.arguments import add_game, chosen_game
from taflheim.cli.command import Command
from taflheim.cli.progress import compile_games


def _arguments(parser: ArgumentParser) -> None:
    add_game(parser, seeded=False)


def _run(options: Namespace) -> None:
    chosen = chosen_game(options)
    compile_games([chosen.name])
    from taflheim.engine.protocol.conversation import converse

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    converse(chosen, sys.stdin, sys.stdout)


ENGINE = Command("engine", "Think for other programs, line by line", "engine quoridor --players 3", _arguments, _run)
