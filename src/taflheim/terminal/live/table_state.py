"""What a terminal knows of a table: the last that was told (live), the story, and the ply that is looked at (shown)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from taflheim import wire
from taflheim.games.view import Piece, apply
from taflheim.terminal.board.told import read_effects, read_pieces
from taflheim.terminal.live.story import (
    Stand,
    Story,
    read_story,
    spots_since,
    stand_at,
    told,
    truncated,
)

Told = wire.State | wire.Happening


@dataclass(frozen=True)
class TableState:
    """A table as it is known here."""

    live: Told
    """The last that was told and may be shown."""
    pieces: frozenset[Piece]
    """Those of the live position."""
    here: wire.Here | None = None
    queue: str | None = None
    """Whom a bot that is to move has to serve first, in words."""
    story: Story | None = None
    """None until it was asked for; it may be ahead of what is shown."""
    story_number: int = 0
    """Of the last event that the story knows."""
    shown: int | None = None
    """The ply that is looked at; None while the game is followed."""

    @property
    def ply(self) -> int:
        """The ply that is shown."""
        return self.live["ply"] if self.shown is None else self.shown

    @property
    def is_past(self) -> bool:
        """Whether one looks back."""
        return self.shown is not None

    @property
    def choices(self) -> wire.Tree | None:
        """What can be clicked: nothing in the past."""
        return None if self.is_past else self.live["you"]["choices"]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.live["result"] is not None

    @property
    def wants_story(self) -> bool:
        """Whether the story has to be asked for."""
        return self.story is None or self.story_number < self.live["number"]

    @property
    def moves(self) -> Story | None:
        """The story up to the live ply."""
        return truncated(self.story, self.live["ply"]) if self.story else None


def begin(state: wire.State) -> TableState:
    """A table of which the first was told."""
    return TableState(state, frozenset(read_pieces(state["pieces"])), state["here"], state["queue"])


def happened(table: TableState, message: Told) -> TableState:
    """Something has happened, and may be shown now."""
    if message["type"] == "state":
        pieces = frozenset(read_pieces(message["pieces"]))
    else:
        pieces = apply(read_effects(message["effects"]), table.pieces)
    story, number = table.story, table.story_number
    if story is not None and message["number"] == number + 1:
        grown = told(story, message)
        story, number = (grown, number + 1) if grown else (story, number)
    after = replace(table, live=message, pieces=pieces, story=story, story_number=number)
    after = replace(after, here=message["here"], queue=message["queue"])
    return look(after, table.shown)


def refreshed(table: TableState, news: wire.HereNews | Told) -> TableState:
    """Nothing has happened, but somebody else is there or clocks stand otherwise."""
    live, people = table.live, table.live["people"]
    told = news["people"] if news["type"] != "here" else None
    clock = news["clock"] if news["type"] == "here" else told and told["clock"]
    if people is not None:
        live = cast(Told, {**live, "people": {**people, "clock": clock}})
    return replace(table, live=live, here=news["here"], queue=news["queue"])


def with_story(table: TableState, answer: Mapping[str, Any]) -> TableState:
    """The story as the server has answered."""
    return replace(table, story=read_story(answer), story_number=answer["number"])


def look(table: TableState, ply: int | None) -> TableState:
    """Look at a ply; None, or one that is not past, follows the game."""
    known = table.story is not None and ply is not None and ply < table.live["ply"]
    return replace(table, shown=max(0, ply) if known and ply is not None else None)


def stand(table: TableState) -> Stand:
    """How it stands at the ply that is shown."""
    if table.story is not None and table.shown is not None:
        return stand_at(table.story, table.shown)
    live = table.live
    return Stand(table.pieces, _last(table), live["words"], tuple(live["facts"]), live["turn"])


def _last(table: TableState) -> tuple[str, ...]:
    """What is marked as the last move: all that others have done since one's own."""
    live, story = table.live, table.story
    if story is None or live["entry"] is None or len(story.plies) < live["ply"]:
        return tuple(live["last"])
    return spots_since(story, live["ply"], live["you"]["seats"])
