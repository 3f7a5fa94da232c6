"""What an engine has found about a position, as it is told while it thinks. Pure."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from taflheim.games.message import percent


class EngineLine(NamedTuple):
    """A move that could be made, and what would follow."""

    move: str
    text: str
    way: tuple[str, ...]
    chance: float
    """To win, of the side to move."""
    rest: tuple[str, ...]
    """What would follow the move."""
    note: str
    """What the game itself knows of the move."""

    @property
    def words(self) -> str:
        """What stands behind the move: what the game itself says, or the moves that would follow."""
        return self.note or " ".join(self.rest)

    @property
    def figure(self) -> str:
        """The chance to win, as it is written."""
        return percent(self.chance)


class Found(NamedTuple):
    """What is known at a depth."""

    depth: int
    lines: tuple[EngineLine, ...]
    notes: tuple[str, ...]
    """What the game itself has to say of the position."""


def read_found(told: Mapping[str, Any]) -> Found:
    """What a hall tells of an analysis."""
    lines = tuple(
        EngineLine(
            one["move"],
            one["text"],
            tuple(one["way"]),
            one["win_probability"],
            tuple(one["line"][1:]),
            one["note"] or "",
        )
        for one in told["lines"]
    )
    return Found(told["depth"], lines, tuple(told["notes"]))
