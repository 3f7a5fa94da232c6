"""Words of the engine protocol that both ends need (docs/engine-protocol.md)."""

from taflheim.engine.search.limits import Limits

ERROR = "info string error: "
NO_MOVE = "none"
"""The best move where there is none, because the game is over or the engine has no position."""
ANSWERS = ("analysis", "hint", "reviewed")
"""The words before the JSON that answers `analyse`, `hint` and `review`."""
DONE = "done"
"""The line behind the last of these answers."""
LONGEST_LINE = 1 << 20
"""More characters than the longest game needs."""
LIMITS = {"depth": "depth", "nodes": "nodes", "movetime": "movetime_ms"}
"""The words after `go`, and what they are called in `Limits`."""


def go(limits: Limits | None) -> str:
    """The line that starts a search.

    >>> go(Limits(nodes=1000, movetime_ms=50))
    'go nodes 1000 movetime 50'
    >>> go(None)
    'go'
    """
    values = {word: getattr(limits, name, None) for word, name in LIMITS.items()}
    return " ".join(["go", *(f"{word} {value}" for word, value in values.items() if value is not None)])
