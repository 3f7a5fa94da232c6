"""How long a bot thinks at a table with a clock, and for how long it has waited for an engine."""

from dataclasses import dataclass

from taflheim.engine.bots.levels import find_bot
from taflheim.table.table import Table

_SHARE = 20
"""Of what is left for the game a bot thinks no longer than one part of so many about a move."""
_SHARE_OF_A_MOVE = 4
"""The same of what is left for each move."""
_LEAST_MS = 10


def movetime_ms(table: Table, now_ms: int) -> int | None:
    """How long the bot that is to move thinks at most: as its level does, or a share of what is left to it.

    None if its level says it all.
    """
    turn = table.record.turn
    left_ms = table.clock.shown_ms(turn, now_ms)
    if left_ms is None:
        return None
    share_ms = max(_LEAST_MS, left_ms // (_SHARE_OF_A_MOVE if table.terms.clock.per_move else _SHARE))
    own_ms = find_bot(table.game, table.seats[turn].level).at(turn).limits.movetime_ms
    return share_ms if own_ms is None else min(own_ms, share_ms)


@dataclass(slots=True)
class Wait:
    """How long a bot waits for an engine in a turn: from its beginning until the engine thinks."""

    began_ms: int
    thinks_ms: int | None = None
    """Since when an engine thinks; None while it is waited for."""

    def waited_ms(self, now_ms: int) -> int:
        """What is not charged to the bot's clock.

        >>> Wait(1_000).waited_ms(1_500), Wait(1_000, thinks_ms=1_200).waited_ms(1_500)
        (500, 200)
        """
        return max(0, (now_ms if self.thinks_ms is None else self.thinks_ms) - self.began_ms)
