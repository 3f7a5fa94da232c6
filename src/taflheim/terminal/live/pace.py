"""How fast moves are shown: one's own at once, those of others when the one before has come to rest."""

import time
from collections import deque
from collections.abc import Callable

from taflheim.terminal.live.table_state import Told


class Pace:
    """What was told and waits to be shown."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._waiting: deque[Told] = deque()
        self._next = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether something waits to be shown."""
        return bool(self._waiting)

    def push(self, message: Told) -> None:
        """The server has said something."""
        # A whole state says everything that waits, and more.
        if message["type"] == "state":
            self._waiting.clear()
        self._waiting.append(message)

    def take(self) -> Told | None:
        """What is to be shown now; None if nothing is."""
        return self._waiting.popleft() if self._waiting and self.wait_s <= 0 else None

    @property
    def wait_s(self) -> float:
        """How long the next message still waits."""
        if not self._waiting or self._waiting[0]["type"] == "state" or _is_own(self._waiting[0]):
            return 0.0
        return max(0.0, self._next - self._clock())

    def shown(self, rest_s: float, gap_s: float) -> None:
        """Something is shown: it moves for so long, and then the board rests for so long."""
        self._next = self._clock() + rest_s + gap_s if gap_s else 0.0


def _is_own(message: Told) -> bool:
    """Whether the person before this screen has asked for it."""
    return message["entry"] is not None and message["entry"]["side"] in message["you"]["seats"]
