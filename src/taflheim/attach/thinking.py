"""How long an engine may think about a move, by what its clock shows."""

from taflheim.engine.search.limits import Limits

_MOVES_LEFT = 30
"""The number of moves that a game is expected to last."""
_SHARE_OF_INCREMENT = 0.7
_SHARE_OF_MOVE = 0.5
_SHORTEST_MS = 20
_ON_THE_WAY_MS = 100
"""What the way to the hall and back may take."""


def limits(movetime_ms: int, clock: str, left_ms: int | None) -> Limits:
    """The limits of a search: the time for a move, or less if the clock demands it.

    >>> limits(5000, "5+3", 60_000).movetime_ms, limits(5000, "none", None).movetime_ms, limits(5000, "5+0", 900)
    (4096, 5000, Limits(depth=None, nodes=None, movetime_ms=26))
    """
    if left_ms is None:
        return Limits(movetime_ms=movetime_ms)
    left_ms = max(0, left_ms - _ON_THE_WAY_MS)
    minutes, plus, seconds = clock.partition("+")
    share_ms = left_ms * _SHARE_OF_MOVE
    if plus and minutes.isdigit():
        share_ms = min(left_ms * _SHARE_OF_MOVE, left_ms / _MOVES_LEFT + int(seconds) * 1000 * _SHARE_OF_INCREMENT)
    return Limits(movetime_ms=max(_SHORTEST_MS, min(movetime_ms, int(share_ms))))
