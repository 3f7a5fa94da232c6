"""The lines of the engine protocol, as our engine reads and writes them (docs/engine-protocol.md)."""

import re
from collections.abc import Iterator
from typing import NamedTuple, TextIO

from taflheim.engine.protocol.wire import ERROR, LIMITS, LONGEST_LINE
from taflheim.engine.search.found import Found
from taflheim.engine.search.limits import Limits
from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted
from taflheim.games.rulebook import either


class Spin(NamedTuple):
    """An option that is a whole number."""

    default: int
    least: int
    most: int


def read_lines(heard: TextIO) -> Iterator[str | None]:
    """The lines; None for one that is too long, whose rest is skipped."""
    while line := heard.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith("\n"):
            yield line
            continue
        while (rest := heard.readline(LONGEST_LINE)) and not rest.endswith("\n"):
            pass
        yield None


def read_limits(words: list[str]) -> tuple[Limits | None, bool]:
    """The limits after `go`, if there are any, and whether to wait for `stop` (`infinite`)."""
    if not words:
        return None, False
    given: dict[str, int] = {}
    endless = False
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            endless = True
        elif word in LIMITS:
            given[LIMITS[word]] = read_number(word, next(rest, ""), 1, 10**12)
        else:
            raise TaflheimError(f"no limit {quoted(word)}: expected {either([*LIMITS, 'infinite'])}")
    return Limits(**given), endless


def error_line(error: Exception) -> str:
    """The line that says what went wrong."""
    kind = "" if isinstance(error, TaflheimError) else f"{type(error).__name__}: "
    return f"{ERROR}{kind}{' '.join(str(error).split())}"


def read_number(name: str, text: str, least: int, most: int) -> int:
    """The whole number in a text, from least to most."""
    if not re.fullmatch(r"[0-9]{1,19}", text) or not least <= int(text) <= most:
        raise TaflheimError(f"{name} {quoted(text)}: expected a whole number from {least} to {most}")
    return int(text)


def info_line(found: Found) -> str:
    """The line that says what a search has found so far."""
    score = f"cp {found.score}" if found.ends_in is None else f"mate {found.ends_in}"
    speed = int(found.nodes / found.seconds) if found.seconds else 0
    return (
        f"info depth {found.depth} score {score} nodes {found.nodes} nps {speed} "
        f"time {int(found.seconds * 1000)} pv {' '.join(found.line)}"
    )
