"""What happens at a table, and what somebody may want to do there.

Events are numbered from 1 on; a table is what its events have made of it.
"""

import hashlib
from typing import Literal, NamedTuple

Kind = Literal["move", "undo", "resign", "time", "left", "agreed", "aborted", "sit"]


class Event(NamedTuple):
    """Something that has happened.

    `text` is the move, with what was drawn by lot, how many entries were taken back, or the name of who sat down.
    An action may bring several events; the first carries the action's request id and digest, so that asking again
    gets the same answer, and another action under the same id is refused.
    """

    number: int
    kind: Kind
    side: str
    text: str
    at_ms: int
    lag_ms: int = 0
    """What is not charged to a clock: the lag of the connection, or a bot's wait for an engine."""
    account: str | None = None
    """Who has done it; None for the house."""
    request: str | None = None
    digest: str | None = None


class Move(NamedTuple):
    """Somebody wants to move, in answer to the position that the event with this number has made (0: the start)."""

    position_number: int
    text: str
    request: str | None = None


class Undo(NamedTuple):
    """Somebody wants the last move back, and with it the bots' answers to it."""

    position_number: int
    request: str | None = None


class Resign(NamedTuple):
    """Somebody gives up: the named side, or the one this person plays."""

    side: str | None = None
    request: str | None = None


class Sit(NamedTuple):
    """Somebody wants to sit down on a free seat, under this name."""

    side: str
    name: str
    request: str | None = None


Action = Move | Undo | Resign | Sit


def digest(action: Action) -> str:
    """What an action is apart from its request id, short enough to be stored with it.

    >>> digest(Move(0, "e8", "r1")) == digest(Move(0, "e8", "r2")) != digest(Move(0, "e7", "r1"))
    True
    """
    what = repr(action._replace(request=None))
    return hashlib.sha256(what.encode()).hexdigest()[:16]
