"""How much time people have: no limit, for the game, for each move, or days for each move."""

import re
from dataclasses import dataclass
from typing import Literal

from taflheim.games.errors import InvalidOption
from taflheim.games.message import quoted

_UNITS_MS = {"game": 60_000, "move": 1_000, "days": 86_400_000}
_AMOUNTS = {"game": range(1, 181), "move": range(5, 3_601), "days": range(1, 15)}
_INCREMENTS = range(181)
_TEXT = re.compile(r"(?P<game>[0-9]{1,4})\+(?P<plus>[0-9]{1,4})|move (?P<move>[0-9]{1,4})|days (?P<days>[0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time people have.

    >>> TimeControl.parse("5+3")
    TimeControl(kind='game', base_ms=300000, increment_ms=3000)
    >>> str(TimeControl.parse("days 3")), str(TimeControl())
    ('days 3', 'none')
    """

    kind: Literal["none", "game", "move", "days"] = "none"
    base_ms: int = 0
    """The time for the game, or for each move."""
    increment_ms: int = 0
    """What is added after each of one's moves."""

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """The time control with this text: `none`, `5+3`, `move 30` or `days 3`."""
        if text == "none":
            return cls()
        match = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if match:
            plus = int(match["plus"] or 0)
            for kind in ("game", "move", "days"):
                amount = int(match[kind] or 0)
                if amount in _AMOUNTS[kind] and plus in _INCREMENTS:
                    return cls(kind, amount * _UNITS_MS[kind], plus * 1_000)
        raise InvalidOption(
            f"clock {quoted(text)}: expected none, minutes and seconds as 5+3 (1 to 180, 0 to 180), "
            "seconds as move 30 (5 to 3600) or days as days 3 (1 to 14)"
        )

    def __str__(self) -> str:
        if not self.timed:
            return "none"
        amount = self.base_ms // _UNITS_MS[self.kind]
        return f"{amount}+{self.increment_ms // 1_000}" if self.kind == "game" else f"{self.kind} {amount}"

    @property
    def timed(self) -> bool:
        """Whether there is a clock at all."""
        return self.kind != "none"

    @property
    def per_move(self) -> bool:
        """Whether each move has its own time."""
        return self.kind in ("move", "days")
