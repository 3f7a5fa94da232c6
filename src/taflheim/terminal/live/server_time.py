"""What time it is at the server, by what it says: clocks are run by its time, not by that of this machine."""

import time
from collections.abc import Callable

# A difference that is larger means that somebody has set the clock of this machine.
_MOST_DELAY_MS = 5000


def _machine_ms() -> float:
    return time.time() * 1000


class ServerTime:
    """The server's clock, as seen from here."""

    def __init__(self, clock: Callable[[], float] = _machine_ms):
        self._clock = clock
        self._ahead: float | None = None

    def hear(self, told_ms: float) -> None:
        """The server has said what time it is."""
        ahead = told_ms - self._clock()
        # What was long on its way says too little: the largest difference comes nearest to the truth.
        if self._ahead is None or ahead > self._ahead or ahead < self._ahead - _MOST_DELAY_MS:
            self._ahead = ahead

    def forget(self) -> None:
        """Forget what was said: the next that is said counts."""
        self._ahead = None

    @property
    def now_ms(self) -> float:
        """The server's time."""
        return self._clock() + (self._ahead or 0)
