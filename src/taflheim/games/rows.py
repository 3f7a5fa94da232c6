"""Boards written as rows: from the top rank down, with `/` between, a number for that many empty places."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

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


@lru_cache(4096)
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
    return re.sub(r"\.+", _count, "/".join(rows))


def _count(empties: re.Match[str]) -> str:
    return str(len(empties[0]))


def bits(places: str, piece: str) -> int:
    """A piece's places as the set bits of a word; a place's number is that of its character.

    >>> bin(bits("..F.FS", "F"))
    '0b10100'
    """
    return int("0" + places[::-1].translate(_only(piece)), 2)


@cache
def _only(piece: str) -> dict[int, str]:
    return {code: "1" if chr(code) == piece else "0" for code in range(128)}
