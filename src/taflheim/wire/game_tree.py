"""A game with variations as it is asked for over HTTP, as types: its nodes are plies of a story, with their parents."""

from typing import Annotated

from typing_extensions import TypedDict

from taflheim.wire.board import Result
from taflheim.wire.story import Ply, StorySide, StoryStart


class TreeStart(StoryStart):
    """How a game with variations begins."""

    position: Annotated[str, "its text"]
    usual: Annotated[bool, "whether the game always begins so"]


class TreeNode(TypedDict):
    """A place in a tree; the first one is its root."""

    parent: Annotated[int, "the number of the node before; -1 at the root"]
    comment: str
    drawings: Annotated[list[list[str]], "spots: one for a circle, several for an arrow"]


class TreeMove(TreeNode, Ply):
    """A place that a move leads to."""

    position: Annotated[str, "its text"]
    result: Result | None
    over: Annotated[bool, "whether no line goes on behind it"]


class GameTree(TypedDict):
    """A start position and lines of moves from there."""

    game: str
    options: dict[str, int | str]
    headers: dict[str, str]
    sides: list[StorySide]
    start: TreeStart
    nodes: Annotated[list[TreeMove | TreeNode], "each after its parent, the main line first"]
