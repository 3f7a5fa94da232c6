"""Calling the command `taflheim` from tests."""

import pytest

from taflheim.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit status of a command, what it printed, and what it said about errors."""
    status = main(list(arguments))
    printed = capsys.readouterr()
    return status, printed.out, printed.err
