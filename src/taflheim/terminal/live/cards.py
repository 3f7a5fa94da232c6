"""What stands on the card of a side: who plays it, what they do, and what they have."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from taflheim import wire
from taflheim.games.view import Layout
from taflheim.terminal.live.table_state import TableState, Told

_GROUP = 5


class Card(NamedTuple):
    """A side, as it is shown."""

    side: str
    title: str
    who: str
    rating: str
    to_move: bool
    doing: str
    """to move, thinking, what a bot waits for, winner, away; nothing if there is nothing to say"""
    facts: tuple[str, ...]
    """In words, with as many pieces as they count."""
    short: tuple[str, ...]
    """The same in words alone, for narrow cards."""


def card(
    table: TableState,
    facts: Iterable[wire.Fact],
    seat: Mapping[str, Any] | None,
    side: str,
    title: str,
    layout: Layout,
    *,
    ascii_only: bool = False,
) -> Card:
    """The card of a side. `facts` are those of the position that is shown; `seat` is told by GET /tables/ID."""
    live = table.live
    mine = live["you"]["seats"]
    doing, own = _doing(side, live), [fact for fact in facts if fact["side"] == side]
    queue = table.queue if doing == "thinking" else None
    away = side in (table.here or {"away": {}})["away"] and side not in mine and not table.is_over
    return Card(
        side,
        title,
        "" if queue else _who(seat, side, mine),  # the words name the bot
        "" if queue else str((seat or {}).get("rating") or ""),
        doing in ("to move", "thinking"),
        "away" if away else queue or doing,
        tuple(fact_text(fact, layout, ascii_only=ascii_only) for fact in own),
        tuple(fact["text"] for fact in own),
    )


def _doing(side: str, live: Told) -> str:
    people, result = live["people"], live["result"]
    if people and people["state"] == "open":
        return ""
    if result:
        return "winner" if result["winner"] == side else ""
    if live["turn"] != side:
        return ""
    return "thinking" if live["thinking"] else "to move"


def _who(seat: Mapping[str, Any] | None, side: str, mine: list[str]) -> str:
    if seat is None:
        return ""
    if seat["who"] == "bot":
        return f"Bot · {seat['name']}"
    if seat["level"] is not None:
        return f"Bot for {seat['name']}"
    if seat["who"] == "free":
        return "Free seat"
    if side in mine:
        # Several people before one screen know who is who; one alone wants to see at a glance which side is theirs.
        return "You" if len(mine) == 1 else ""
    return str(seat["name"])


def fact_text(fact: wire.Fact, layout: Layout, *, ascii_only: bool = False) -> str:
    """A fact in words; what it counts is drawn before them, in groups, so that it can be counted."""
    picture, value = fact.get("picture"), fact["value"]
    if not picture or not isinstance(value, int) or value <= 0:
        return fact["text"]
    kind = picture["key"].partition(".")[0]
    glyph = layout.glyphs.get(picture["key"]) or layout.glyphs.get(kind)
    if glyph is None:
        return fact["text"]
    sign = (glyph.ascii if ascii_only else glyph.unicode).strip() or "*"
    groups = [sign[:1] * min(_GROUP, value - first) for first in range(0, value, _GROUP)]
    return f"{' '.join(groups)} {fact['text']}"
