"""Calling the command `taflheim` from tests."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping

import pytest

from taflheim.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit status of a command, what it printed, and what it said about errors."""
    status = main(list(arguments))
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def on_terminal(*arguments: str, interrupt_after: bytes = b"") -> tuple[int, bytes]:
    """The exit status of a command and all that a terminal was sent; it is interrupted when it has shown something."""
    return python_on_terminal("-m", "taflheim", *arguments, interrupt_after=interrupt_after)


def python_on_terminal(
    *arguments: str, interrupt_after: bytes = b"", environment: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    """The same of any program in Python, with something added to its environment."""
    import pty

    ours, theirs = pty.openpty()
    surroundings = {**os.environ, "TERM": "xterm", "COLUMNS": "60", **(environment or {})}
    with subprocess.Popen([sys.executable, *arguments], stdout=theirs, stderr=theirs, env=surroundings) as process:
        os.close(theirs)
        shown = b""
        while chunk := _read(ours):
            shown += chunk
            if interrupt_after and interrupt_after in shown:
                process.send_signal(signal.SIGINT)
                interrupt_after = b""
    os.close(ours)
    return process.returncode, shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # nobody writes to it any more
        return b""
