"""Words of the engine protocol that both ends need (docs/engine-protocol.md)."""

import re
from collections.abc import Sequence

from taflheim.engine.search.limits import Limits
from taflheim.engine.search.score import WIN

ERROR = "info string error: "
NO_MOVE = "none"
"""The best move where there is none, because the game is over or the engine has no position."""
RESPONSE = "response "
"""What the answer to a query begins with."""
ANSWERS = ("analysis", "hint", "reviewed")
"""The words before the JSON that answers `analyse`, `hint` and `review`."""
DONE = "done"
"""The line behind the last of these answers."""
LONGEST_LINE = 1 << 20
"""More characters than the longest game needs."""
LIMITS = {"depth": "depth", "nodes": "nodes", "movetime": "movetime_ms"}
"""The words after `go`, and what they are called in `Limits`."""


def score_in(words: Sequence[str]) -> int | None:
    """The score that the words of an `info` line name; None if they name none.

    >>> score_in("info depth 2 score cp 24 nodes 268".split()), score_in("info score mate -2".split())
    (24, -999998)
    >>> score_in("info string error: no position".split())
    """
    match = re.search(r" score (cp|mate) (-?[0-9]{1,9})(?: |$)", " ".join(words))
    if words[:1] != ["info"] or match is None:
        return None
    value = int(match[2])
    return value if match[1] == "cp" else WIN - value if value > 0 else -WIN - value


def go(limits: Limits | None) -> str:
    """The line that starts a search.

    >>> go(Limits(nodes=1000, movetime_ms=50))
    'go nodes 1000 movetime 50'
    >>> go(None)
    'go'
    """
    values = {word: getattr(limits, name, None) for word, name in LIMITS.items()}
    return " ".join(["go", *(f"{word} {value}" for word, value in values.items() if value is not None)])
