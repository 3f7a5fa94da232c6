"""Boards written as rows: from the top rank down, with `/` between, a number for that many empty places."""

import re
from collections.abc import Sequence
from itertools import groupby

from taflheim.games.errors import InvalidPosition
from taflheim.games.message import quoted

EMPTY = "."


def read_rows(text: str, lengths: Sequence[int], pieces: str) -> list[str]:
    """The rows of a board, each as long as it must be, with a dot for an empty place.

    >>> read_rows("2F/3", [3, 3], "FS")
    ['..F', '...']
    >>> read_rows("11F/3", [3, 3], "FS")
    Traceback (most recent call last):
    taflheim.InvalidPosition: row '11F': expected 3 places, found 12
    """
    rows = text.split("/")
    if len(rows) != len(lengths):
        raise InvalidPosition(f"board {quoted(text)}: expected {len(lengths)} rows with / between, found {len(rows)}")
    return [_read_row(row, length, pieces) for row, length in zip(rows, lengths, strict=True)]


def _read_row(row: str, length: int, pieces: str) -> str:
    if not re.fullmatch(f"(?:[{pieces}]|[1-9][0-9]?(?![0-9]))*", row):
        known = ", ".join(pieces)
        raise InvalidPosition(f"row {quoted(row)}: expected {known} and numbers for empty places")
    places = re.sub("[0-9]+", lambda number: EMPTY * int(number[0]), row)
    if len(places) != length:
        raise InvalidPosition(f"row {quoted(row)}: expected {length} places, found {len(places)}")
    return places


def write_rows(rows: Sequence[str]) -> str:
    """The text of rows in which dots are empty places.

    >>> write_rows(["..F", "..."])
    '2F/3'
    """
    return "/".join(
        "".join(str(len(list(run))) if empty else "".join(run) for empty, run in groupby(row, lambda c: c == EMPTY))
        for row in rows
    )
