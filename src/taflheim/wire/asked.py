"""What a client sends to a table, as types. What it says to others there (chat.py) is sent, too."""

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from taflheim.wire.board import Side
from taflheim.wire.chat import ListenQuestion, SayQuestion

Kind = Literal["draw", "takeback", "rematch"]

# ---- what is to be done: each is sent with a `request` ------------------------------------------------------------


class MoveAction(TypedDict):
    """A move, in answer to a position."""

    type: Literal["move"]
    position_number: int
    move: str


class UndoAction(TypedDict):
    """Take the last move back, where nobody else has to agree."""

    type: Literal["undo"]
    position_number: int


class ResignAction(TypedDict):
    """Give up."""

    type: Literal["resign"]
    side: NotRequired[Side | None]


class SitAction(TypedDict):
    """Sit down on a free seat, under one's own name."""

    type: Literal["sit"]
    side: Side


class OfferAction(TypedDict):
    """Offer a draw or a rematch, or ask for one's last move back."""

    type: Literal["offer"]
    kind: Kind
    side: NotRequired[Side | None]
    plays: NotRequired[Annotated[dict[Side, Side], "of a rematch; without it, everybody plays the next side"]]


class AnswerAction(TypedDict):
    """Answer the offer that the event with this number has made."""

    type: Literal["answer"]
    offer: int
    yes: bool


class WithdrawAction(TypedDict):
    """Take one's own offer back."""

    type: Literal["withdraw"]
    offer: int


class ClaimAction(TypedDict):
    """Claim that the side to move has left."""

    type: Literal["claim"]
    side: Side


class AbortAction(TypedDict):
    """No game after all, before one's own first move; at an open table, get up."""

    type: Literal["abort"]
    side: NotRequired[Side | None]


class TakeBackAction(TypedDict):
    """Take one's seat back from the bot that plays on."""

    type: Literal["take_back"]
    side: NotRequired[Side | None]


class FillAction(TypedDict):
    """Have bots sit down on free seats."""

    type: Literal["fill"]
    bots: Annotated[dict[Side, int], "the level of each"]


class WithdrawTableAction(TypedDict):
    """Close a table that has not begun."""

    type: Literal["withdraw_table"]


Action = (
    MoveAction
    | UndoAction
    | ResignAction
    | SitAction
    | OfferAction
    | AnswerAction
    | WithdrawAction
    | ClaimAction
    | AbortAction
    | TakeBackAction
    | FillAction
    | WithdrawTableAction
)

# ---- the rest -----------------------------------------------------------------------------------------------------


class Hello(TypedDict):
    """The first message: a page is there, and knows the events up to this number."""

    type: Literal["hello"]
    version: int
    have: int


class TimeQuestion(TypedDict):
    """What time is it? Also a sign of life."""

    type: Literal["time"]


class ClicksQuestion(TypedDict):
    """What can be clicked after some clicks, or why they make no move."""

    type: Literal["choices", "explain"]
    position_number: int
    clicked: list[str]


class TypedQuestion(TypedDict):
    """Which move a typed line means."""

    type: Literal["typed"]
    position_number: int
    line: str


class KeysQuestion(TypedDict):
    """What can be typed instead of a move."""

    type: Literal["keys"]
    position_number: int


Question = TimeQuestion | ClicksQuestion | TypedQuestion | KeysQuestion | ListenQuestion | SayQuestion
