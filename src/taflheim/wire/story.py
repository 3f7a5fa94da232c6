"""The story of a game as it is asked for over HTTP, as types: its start, and every ply as changes of the one before."""

from typing import Annotated

from typing_extensions import TypedDict

from taflheim.wire.board import Effect, Entry, Fact, Piece, Side


class StorySide(TypedDict):
    """A side that moves."""

    name: str
    title: str


class StoryStart(TypedDict):
    """How a game began."""

    pieces: list[Piece]
    facts: list[Fact]
    turn: Side
    words: Annotated[str, "what the game is about"]


class Ply(Entry):
    """A move or another entry of the record, and how it stands then."""

    effects: list[Effect]
    last: Annotated[list[str], "the spots of the move"]
    words: Annotated[str, "what has happened"]
    facts: list[Fact]
    turn: Side


class Story(TypedDict):
    """A whole game."""

    sides: Annotated[list[StorySide], "in the order of their turns: the columns of a list"]
    start: StoryStart
    plies: list[Ply]


class TableStory(Story):
    """The story of the game at a table."""

    number: Annotated[int, "of the last event at the table"]
    ply: Annotated[int, "how many plies there are"]
