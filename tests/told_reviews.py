"""Reviews as a hall tells them."""

from typing import Any


def told_move(number: int, side: str, played: float, best: float, **more: Any) -> dict[str, Any]:
    """A move as a hall tells it."""
    one = {"move": "x", "text": "x", "way": ["a1", "a2"], "line": ["x", "y"], "ends_in": None}
    return {
        "number": number,
        "side": side,
        "kind": None,
        "cost": best - played,
        "words": "Words.",
        "noted": False,
        "played": {**one, "win_probability": played},
        "best": {**one, "move": "x" if best == played else "z", "win_probability": best},
        **more,
    }


def told(*moves: dict[str, Any]) -> dict[str, Any]:
    """A progress as a hall tells it."""
    card = {"side": "a", "accuracy": "91 %", "inaccuracy": 0, "mistake": 1, "blunder": 0}
    return {"done": 1, "of": 4, "complete": False, "failure": None, "sides": [card], "moves": list(moves)}
