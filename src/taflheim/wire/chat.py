"""The messages of a table's chat, as types."""

from typing import Annotated, Literal

from typing_extensions import TypedDict

ChatRoom = Literal["players", "spectators"]


class ChatLine(TypedDict):
    """A line that was said."""

    number: int
    room: ChatRoom
    name: Annotated[str, "of who has said it"]
    bot: Annotated[bool, "whether a program has said it"]
    mine: bool
    text: Annotated[str, "empty if it is hidden"]
    hidden: Annotated[bool, "by the host"]
    at_ms: int


class ChatTold(TypedDict):
    """What was said, and where one may read and speak."""

    type: Literal["chat"]
    whole: Annotated[bool, "whether it takes the place of all that was told before"]
    rooms: Annotated[list[ChatRoom], "those that one may read"]
    room: Annotated[ChatRoom | None, "where one's own lines are; null if one may not speak"]
    named: Annotated[bool, "whether one has a name; who has none becomes a guest by speaking"]
    host: Annotated[bool, "whether one may hide lines"]
    lines: list[ChatLine]


class LineNews(TypedDict):
    """Somebody has said something."""

    type: Literal["line"]
    line: ChatLine


class Said(TypedDict):
    """One's own line is on the disk under this number."""

    type: Literal["said"]
    request: str
    number: int


class Unsaid(TypedDict):
    """One's own line was refused; nobody has read it."""

    type: Literal["unsaid"]
    request: str
    code: str
    text: Annotated[str, "a sentence for people"]


class ListenQuestion(TypedDict):
    """A page wants to be told what is said. It has the lines of these rooms up to this number."""

    type: Literal["listen"]
    have: int
    rooms: list[ChatRoom]


class SayQuestion(TypedDict):
    """Say something. It is said once, however often it is sent under the same request id."""

    type: Literal["say"]
    text: str
    request: str
