"""The real program in processes forked from one that has loaded everything: they start in a fraction of the time."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import TextIO

import taflheim
from taflheim.cli import main
from taflheim.server import program  # noqa: F401  the command loads it when it runs
from taflheim.server.channels import messages
from taflheim.table.actor import Person
from taflheim.table.seat import Seat
from taflheim.table.table import Table

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload([__name__])

# Compiled rules are loaded when they are first called.
_START = taflheim.game("quoridor").start()
_AFTER = _START.play(_START.moves()[0])
messages.state(Table.new("t", _AFTER, {side: Seat.person("a", "Anna") for side in _AFTER.game.seats}), Person("a"))


@contextmanager
def program_without_window(**environment: str) -> Iterator[tuple[ForkServerProcess, TextIO]]:
    """`taflheim --no-window`, and what it prints. It is killed in the end, if that has not happened before."""
    reader, writer = Pipe(duplex=False)
    process = _FORKS.Process(target=_run, args=(writer, environment))
    process.start()
    writer.close()
    with os.fdopen(os.dup(reader.fileno()), encoding="utf-8") as printed:
        reader.close()
        try:
            yield process, printed
        finally:
            process.kill()
            process.join()


def _run(output: Connection, environment: dict[str, str]) -> None:
    os.environ.update(environment)
    os.dup2(output.fileno(), sys.stdout.fileno())
    output.close()
    sys.exit(main(["--no-window"]))
