"""What a hall tells of a board, as the values that boards are drawn from."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from taflheim.games.view import Effect, Piece


def read_pieces(told: Iterable[Sequence[str]]) -> tuple[Piece, ...]:
    """Pieces, each told by its kind, its side and its spot.

    >>> read_pieces([["pawn", "a", "e9"]])
    (Piece(kind='pawn', side='a', spot='e9'),)
    """
    return tuple(Piece(*piece) for piece in told)


def read_effects(told: Iterable[Mapping[str, Any]]) -> tuple[Effect, ...]:
    """What a move has changed."""
    return tuple(
        Effect(each["kind"], each["how"], each["spot"], each["to"], Piece(*each["piece"]) if each["piece"] else None)
        for each in told
    )
