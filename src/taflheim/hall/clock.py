"""What time it is for the hall."""

import time


def now_ms() -> int:
    """Milliseconds of UTC wall time since 1970."""
    return time.time_ns() // 1_000_000
