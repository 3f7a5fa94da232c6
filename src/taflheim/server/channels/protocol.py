"""The messages between a table's page and the server, as types: the one source of them.

The page's types (static/net/messages.js) and the tables of docs/protocol-live.md are written from this module by
tests/typedefs.py. A field's text says what it is for.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from taflheim.server.channels.protocol_chat import ChatLine as ChatLine
from taflheim.server.channels.protocol_chat import (
    ChatTold,
    LineNews,
    ListenQuestion,
    Said,
    SayQuestion,
    Unsaid,
)

VERSION = 1
"""Of the messages between page and server. A page that speaks another one is told to reload itself."""
NO_SUCH_TABLE = 4404
"""The code with which a connection is closed that asks for a table that is not there."""
LOGGED_OUT = 4401
"""The code with which a connection is closed when its session has ended."""

Tree = Mapping[str, Any]
"""What can be clicked: by spot, what follows, the move that is complete, or None where the server has to be asked."""
Side = str
Piece = tuple[str, str, str]
EffectKind = Literal["move", "vanish", "appear", "note"]
Kind = Literal["draw", "takeback", "rematch"]
May = Literal["draw", "takeback", "abort", "claim", "take_back", "rematch", "fill", "withdraw_table"]

# ---- parts of messages --------------------------------------------------------------------------------------------


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


class Clock(TypedDict):
    """The clocks. The page runs them itself: `left_ms` is what they showed at `at_ms`, by the server's time."""

    kind: Literal["game", "move", "days"]
    left_ms: dict[Side, int]
    running: Annotated[Side | None, "the side whose clock runs since `at_ms`"]
    at_ms: int


class SeatTold(TypedDict):
    """Who sits on a side."""

    name: str
    kind: Annotated[Literal["person", "bot", "held", "free"], "`held`: a bot plays on for this person"]


class Offer(TypedDict):
    """An open offer of a draw or a takeback."""

    number: Annotated[int, "of its event: answers name it"]
    kind: Literal["draw", "takeback"]
    by: Side
    waiting: Annotated[list[Side], "who has not answered yet"]
    text: Annotated[str, "for others"]
    own: Annotated[str, "for who has made it"]


class Rematch(TypedDict):
    """An open offer of a rematch."""

    number: int
    by: Side
    plays: Annotated[dict[Side, Side], "which side each side would play"]
    same: Annotated[bool, "whether everybody keeps their side"]
    waiting: list[Side]
    ends_ms: Annotated[int, "until when it stands"]
    text: Annotated[str, "for others"]
    own: Annotated[str, "for who has made it"]


class Due(TypedDict):
    """What the house will do by itself, and when: a first move is late, an open or a deserted table is closed."""

    kind: Literal["late", "expired", "deserted"]
    side: Annotated[Side, "whose first move is awaited; else empty"]
    at_ms: int
    text: str


class Claim(TypedDict):
    """What a claim against the side to move would bring about."""

    side: Side
    text: Annotated[str, "that they are away"]
    button: Annotated[str, "what the claim does"]


class People(TypedDict):
    """What only tables have where people play each other, or against a clock."""

    state: Literal["open", "playing", "over", "aborted"]
    seats: dict[Side, SeatTold]
    rated: bool
    policy: Annotated[Literal["out", "bot"], "what becomes of the seat of who leaves"]
    clock: Clock | None
    offers: list[Offer]
    claim: Claim | None
    due: Due | None
    rematch: Rematch | None
    next_table: Annotated[str | None, "the id of the rematch's table"]


class Here(TypedDict):
    """Who is there. This changes without an event."""

    away: Annotated[dict[Side, int], "who has no page open, and since when; 0 if that is long ago"]
    watching: Annotated[int, "how many look on"]
    claim_ms: Annotated[int | None, "from when on the side to move can be claimed against"]


class You(TypedDict):
    """What only this page is told: what its reader may do now."""

    seats: Annotated[list[Side], "the sides that one plays"]
    choices: Annotated[Tree | None, "what can be clicked; null if it is not one's turn"]
    can_undo: bool
    resigns: Annotated[Side | None, "the side that would give up, if one can"]
    outcome: Annotated[Literal["won", "lost", "drawn"] | None, "how the game has ended for who plays one side"]
    may: Annotated[list[May], "what else one may do; `claim` from `claim_ms` on"]
    sit: Annotated[list[Side], "where one may sit down"]
    answers: Annotated[list[int], "the offers that one is asked to answer"]
    withdraws: Annotated[list[int], "the offers that one may take back"]


class Now(TypedDict):
    """How a table stands."""

    number: Annotated[int, "of the last event"]
    position_number: Annotated[int, "of the event that made the position: what moves answer"]
    ply: int
    turn: Side
    facts: list[Fact]
    last: Annotated[list[str], "the spots of the last move"]
    dangers: Annotated[Sequence[str], "where the side to move would lose at once"]
    words: Annotated[str, "what has happened last"]
    result: Result | None
    thinking: Annotated[bool, "whether a bot is to move"]
    entry: Annotated[Entry | None, "what the last event has added to the story, if it has"]
    effects: Annotated[list[Effect], "what that has changed on the board"]
    people: Annotated[People | None, "null where somebody is alone or only bots are opponents, without a clock"]


class Told(Now):
    """How a table stands, and what one reader may do there."""

    here: Annotated[Here | None, "null where nobody else is concerned"]
    you: You
    now_ms: Annotated[int, "the server's time"]


# ---- from the server ----------------------------------------------------------------------------------------------


class State(Told):
    """Everything that changes during a game, as it is now."""

    type: Literal["state"]
    pieces: list[Piece]


class Happening(Told):
    """A move: the changes on the board."""

    type: Literal["event"]


class HereNews(TypedDict):
    """Somebody came or went, or the hall did not run for a while; nothing has happened at the table."""

    type: Literal["here"]
    here: Here | None
    clock: Clock | None
    now_ms: int


class Time(TypedDict):
    """The answer to `time`."""

    type: Literal["time"]
    now_ms: int


class ChoicesAnswer(TypedDict):
    """What can be clicked after some clicks."""

    type: Literal["choices"]
    position_number: int
    clicked: list[str]
    tree: Tree


class ExplainAnswer(TypedDict):
    """Why some clicks make no move; null if nobody meant one."""

    type: Literal["explain"]
    position_number: int
    clicked: list[str]
    text: str | None


class TypedAnswer(TypedDict):
    """Which move a typed line means."""

    type: Literal["typed"]
    position_number: int
    line: str
    move: str


class Ack(TypedDict):
    """What was asked for is done, and on the disk; its last event has this number."""

    type: Literal["ack"]
    request: str
    number: int


class Refusal(TypedDict):
    """Something may not be, or was not understood; nothing has changed."""

    type: Literal["error"]
    request: str | None
    code: str
    text: Annotated[str, "a sentence for people"]


class Reload(TypedDict):
    """The page speaks another version."""

    type: Literal["reload"]


Message = (
    State
    | Happening
    | HereNews
    | Time
    | ChoicesAnswer
    | ExplainAnswer
    | TypedAnswer
    | Ack
    | Refusal
    | ChatTold
    | LineNews
    | Said
    | Unsaid
    | Reload
)

# ---- from the page: what is to be done. Each is sent with a `request` ---------------------------------------------


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

# ---- from the page: the rest --------------------------------------------------------------------------------------


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


Question = TimeQuestion | ClicksQuestion | TypedQuestion | ListenQuestion | SayQuestion


class PageData(TypedDict):
    """What the page of a table brings with it."""

    version: int
    game: Annotated[str, "its name"]
    bots_ready: Annotated[bool, "whether bots can think, or their search is still being compiled"]
    state: State
    keys: Annotated[dict[str, str], "moves by the names of keys"]
    piece_names: dict[str, str]
