"""How long to wait before what has failed is tried again."""

import random
from collections.abc import Iterator


def pauses(first_s: float, longest_s: float) -> Iterator[float]:
    """Seconds, twice as many after each try; never the same for all, so that they do not come back all at once."""
    pause_s = first_s
    while True:
        yield pause_s * random.uniform(0.75, 1.25)
        pause_s = min(2 * pause_s, longest_s)
