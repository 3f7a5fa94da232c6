"""What is told of a board without a table, as types: any position, asked for over HTTP."""

from typing import Annotated

from typing_extensions import TypedDict

from taflheim.wire.board import Effect, Fact, Key, Piece, Result, Side, Tree


class Standing(TypedDict):
    """How a position stands."""

    position: Annotated[str, "its text"]
    turn: Side
    pieces: list[Piece]
    choices: Annotated[Tree, "what can be clicked"]
    facts: list[Fact]
    result: Result | None
    words: Annotated[str, "what has happened, or whose turn it is"]
    last: Annotated[list[str], "the spots of the last move"]


class Played(Standing):
    """How it stands after a move, and what that has done."""

    effects: list[Effect]
    move: Annotated[str, "as it is typed, with what was drawn by lot"]
    text: Annotated[str, "as it is written for people"]


class Ways(TypedDict):
    """What can be clicked after some clicks."""

    clicked: list[str]
    tree: Tree


class Reason(TypedDict):
    """Why some clicks or a move are not legal; no text if they are, or if the clicks are no attempt at a move."""

    clicked: list[str]
    text: str | None


class Keys(TypedDict):
    """What can be typed instead of a move."""

    keys: list[Key]


class Meant(TypedDict):
    """Which move a typed line means."""

    line: str
    move: str
