"""Scores of a search: what is a proven win, and what is an evaluation."""

WIN = 1_000_000
"""The score of a game that is won now. Every move until the win costs one, so a quicker win scores higher."""
SURE = WIN - 1000
"""Scores from here on are proven wins; scores down from its opposite are proven losses."""


def ends_in(score: int) -> int | None:
    """After how many moves of all sides the game is won, or lost if negative; None if neither is proven.

    >>> ends_in(WIN - 3), ends_in(4 - WIN), ends_in(250)
    (3, -4, None)
    """
    if abs(score) < SURE:
        return None
    return WIN - score if score > 0 else -WIN - score
