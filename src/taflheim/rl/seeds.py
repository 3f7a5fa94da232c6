"""What a game's chance begins with."""

import numpy as np

from taflheim.games.checks import as_int
from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted


def first_seed(seed: object) -> int:
    """A seed that was given, checked; without one, another every time.

    >>> first_seed(7), first_seed(None) != first_seed(None)
    (7, True)
    """
    if seed is None:
        entropy = np.random.SeedSequence().entropy
        assert isinstance(entropy, int)
        return entropy
    number = as_int(seed)
    if number is None or number < 0:
        raise TaflheimError(f"seed: expected a whole number from 0 on, not {quoted(seed)}")
    return number
