"""What time it is for the hall."""

import time

_ahead_ms = 0


def now_ms() -> int:
    """Milliseconds of UTC wall time since 1970: by this machine, or by the database that several machines share."""
    return machine_ms() + _ahead_ms


def machine_ms() -> int:
    """The same by this machine alone, as other programs on it know it."""
    return time.time_ns() // 1_000_000


def follow(ahead_ms: int) -> None:
    """From now on it is so much later than this machine's clock says."""
    global _ahead_ms
    _ahead_ms = ahead_ms
