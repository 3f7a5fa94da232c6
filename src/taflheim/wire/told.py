"""What the server tells whoever is connected to a table, as types. What is said there (chat.py) is told, too."""

from collections.abc import Sequence
from typing import Annotated, Literal

from typing_extensions import TypedDict

from taflheim.wire.board import Effect, Entry, Fact, Key, Piece, Result, Side, Tree
from taflheim.wire.chat import ChatTold, LineNews, Said, Unsaid
from taflheim.wire.people import Clock, Here, People

May = Literal["draw", "takeback", "abort", "claim", "take_back", "rematch", "fill", "withdraw_table"]

# ---- how a table stands -------------------------------------------------------------------------------------------


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
    queue: Annotated[str | None, "whom a bot that is to move has to serve first, in words; null if it does not wait"]
    you: You
    now_ms: Annotated[int, "the server's time"]


class State(Told):
    """Everything that changes during a game, as it is now."""

    type: Literal["state"]
    pieces: list[Piece]


class Happening(Told):
    """A move: the changes on the board."""

    type: Literal["event"]


class HereNews(TypedDict):
    """Somebody came or went, a bot waits, or the hall did not run for a while; nothing has happened at the table."""

    type: Literal["here"]
    here: Here | None
    queue: str | None
    clock: Clock | None
    now_ms: int


# ---- answers ------------------------------------------------------------------------------------------------------


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


class KeysAnswer(TypedDict):
    """What can be typed instead of a move."""

    type: Literal["keys"]
    position_number: int
    keys: Annotated[list[Key], "none in games whose moves are short enough"]


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
    | KeysAnswer
    | Ack
    | Refusal
    | ChatTold
    | LineNews
    | Said
    | Unsaid
    | Reload
)
