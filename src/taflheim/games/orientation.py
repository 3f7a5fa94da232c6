"""Which way round a board lies before somebody: one's own pieces begin below."""

from collections.abc import Collection, Iterable

from taflheim.games.view import Layout, Piece


def starts_above(layout: Layout, start: Iterable[Piece], side: str, seats: Collection[str]) -> bool:
    """Whether a side begins in the upper half of its board: then the board is turned, and its pieces are near.

    >>> import taflheim
    >>> def above(side, **options):
    ...     start = taflheim.game("quoridor", **options).start()
    ...     return starts_above(start.game.layout, start.pieces, side, start.game.seats)
    >>> above("a"), above("b"), [above(side, players=4) for side in "abcd"]
    (True, False, [True, False, False, False])
    """
    start = list(start)
    heights = [layout.by_name[piece.spot].y for piece in start if piece.side == side]
    others = [layout.by_name[piece.spot].y for piece in start if piece.side not in ("", side)]
    if not heights or not others or len(seats) < 2:
        return False
    return sum(heights) / len(heights) > sum(others) / len(others)
