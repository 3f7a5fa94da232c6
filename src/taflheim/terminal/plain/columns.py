"""Rows of text whose columns stand under each other."""

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines.

    >>> columns([("GAME", "ID"), ("Toy", "7f")])
    ['GAME  ID', 'Toy   7f']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
