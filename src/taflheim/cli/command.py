"""What a command is."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import NamedTuple


class Command(NamedTuple):
    """One command of the program; a run that ends without an error gets the exit status 0."""

    name: str
    about: str
    """What it does, for the list of commands."""
    example: str
    """How it is called, behind `taflheim`."""
    arguments: Callable[[ArgumentParser], None]
    """Adds its arguments to a parser."""
    run: Callable[[Namespace], None]
