"""What happens at a table. Events are numbered from 1 on; a table is what its events have made of it."""

from typing import Literal, NamedTuple

Kind = Literal["move", "resign", "undo"]


class Event(NamedTuple):
    """Something that has happened.

    `text` is the move, with what was drawn by lot, or how many moves were taken back; `ply` is how many entries the
    record had before; `request` is the name under which the action was asked for, so that asking again changes nothing.
    """

    number: int
    kind: Kind
    side: str
    text: str
    ply: int
    request: str | None = None


class Move(NamedTuple):
    """Somebody wants to move, in answer to the position after `ply` entries."""

    ply: int
    text: str
    request: str | None = None


class Resign(NamedTuple):
    """Somebody gives up: the named side, or the one this person plays."""

    side: str | None = None
    request: str | None = None


class Undo(NamedTuple):
    """Somebody wants the last move back, and with it the bots' answers to it."""

    ply: int
    request: str | None = None


Action = Move | Resign | Undo
