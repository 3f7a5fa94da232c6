"""What is told of a board, as types: pieces, what can be clicked, what a move has changed, and how a game has ended."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

Tree = Mapping[str, Any]
"""What can be clicked: by spot, what follows, the move that is complete, or None where the server has to be asked."""
Side = str
Piece = tuple[str, str, str]
"""Kind, side and spot."""
EffectKind = Literal["move", "vanish", "appear", "note"]


class Effect(TypedDict):
    """What a move has changed on the board."""

    kind: EffectKind
    how: str
    spot: str
    to: str
    piece: Piece | None


class Picture(TypedDict):
    """A kind of piece, and the size of its spot."""

    key: str
    width: float
    height: float


class Fact(TypedDict):
    """Something worth knowing beside the board."""

    code: str
    side: Side
    value: int | str
    text: str
    picture: NotRequired[Picture]


class Result(TypedDict):
    """How a game has ended."""

    winner: Side | None
    reason: str
    title: str
    text: str


class Entry(TypedDict):
    """A move, or another entry of the record, as it stands in a list of moves."""

    side: Annotated[Side, "who made it; empty if it is nobody's"]
    text: Annotated[str, "as it is written for people"]
    move: Annotated[str, "as it is typed"]
    round: Annotated[int | None, "where a new round begins"]


class Key(TypedDict):
    """Something short to type instead of a move."""

    key: str
    question: Annotated[str, "what is asked when it was typed; empty if it is a move by itself"]
    spot: Annotated[str, "where it is shown on the board; empty if nowhere"]
    moves: Annotated[dict[str, str], "the legal moves by the answer to the question, or one for an empty answer"]
    spots: Annotated[dict[str, list[str]], "by move, what one clicks for it: where a preview lies"]
