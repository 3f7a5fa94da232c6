"""The board of a day, and how people have fared with it, as text. Pure."""

from collections.abc import Mapping
from typing import Any

from taflheim.games.message import counted
from taflheim.terminal.plain.columns import columns

_OWN = {
    None: "You have not tried it.",
    "playing": "Your try goes on.",
    "won": "You have won.",
    "lost": "You have lost.",
}


def daily_text(day: Mapping[str, Any]) -> str:
    """A day, as GET /daily/DAY tells it."""
    lines = [f"{day['title']}, the board of {day['day']}. Par: {counted(day['par'], 'move')}. {_OWN[day['own']]}"]
    if (streak := day["streak"]) and streak["best"]:
        now = f"{counted(streak['now'], 'day')} won in a row" if streak["now"] else "No streak now"
        lines.append(f"{now}, at best {streak['best']}.")
    if not day["results"]:
        return "\n".join([*lines, "Nobody has finished it yet."])
    rows = [("", "NAME", "RESULT", "MOVES", "JUMPS")]
    rows += [
        (str(place), one["name"], one["state"], str(one["moves"]), str(one["jumps"]))
        for place, one in enumerate(day["results"], 1)
    ]
    return "\n".join([*lines, "", *columns(rows)])
