"""Jobs of batches, in a module that other processes can import: some fail, some kill their process, some are late."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")


@contextmanager
def doing(do: Callable[[int], Result]) -> Iterator[Callable[[int], Result]]:
    """The work of a process that needs no preparation."""
    yield do


def double(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def refuse(number: int) -> int:
    raise LookupError(f"no job {number}")


def die_once(folder: Path, number: int) -> int:
    """The first process that is to do an odd job dies."""
    if number % 2:
        try:
            (folder / str(number)).touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        except FileExistsError:
            pass
    return number


def late_once(folder: Path, number: int) -> int:
    """Whoever is the first to do a job takes for ever."""
    try:
        (folder / str(number)).touch(exist_ok=False)
    except FileExistsError:
        return number
    time.sleep(3600)
    return number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def sleep_long(_: int) -> None:
    time.sleep(600)


@contextmanager
def broken() -> Iterator[Callable[[int], int]]:
    raise LookupError("nothing can be done here")
    yield abs
