"""What is told of the people at a table, as types: seats, clocks, offers, and who is there."""

from typing import Annotated, Literal

from typing_extensions import TypedDict

from taflheim.wire.board import Side


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
    text: Annotated[str, "for others"]
    own: Annotated[str, "for who plays `side`"]


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

    away: Annotated[dict[Side, int], "who is in the game and has no page open, and since when; 0 if that is long ago"]
    watching: Annotated[int, "how many look on"]
    claim_ms: Annotated[int | None, "from when on the side to move can be claimed against"]
