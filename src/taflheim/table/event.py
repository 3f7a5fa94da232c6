"""What happens at a table, and what somebody may want to do there.

Events are numbered from 1 on; a table is what its events have made of it.
"""

import hashlib
from typing import Literal, NamedTuple, get_args

from taflheim.table.actor import Actor, account_of

Recorded = Literal["move", "undo", "resign", "time", "left", "agreed", "aborted"]
"""What changes the record, and with it the position that a move answers."""
Seating = Literal["sit", "rise", "fill", "held", "return"]
"""What changes who sits where."""
Talking = Literal["offer", "answer", "withdraw", "rematch"]
Kind = Recorded | Seating | Talking
OfferKind = Literal["draw", "takeback", "rematch"]

RECORDED: frozenset[str] = frozenset(get_args(Recorded))
SEATING: frozenset[str] = frozenset(get_args(Seating))


class Event(NamedTuple):
    """Something that has happened.

    `text` says the rest; docs/tables.md lists what it is for each kind: the move, with what was drawn by lot, how many
    entries were taken back, the name of who sat down …
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

    def comes_from(self, action: "Action", actor: Actor) -> bool:
        """Whether this is what somebody has asked for, and not another action under the same request id."""
        return (
            self.request is not None
            and self.request == action.request
            and self.account == account_of(actor)
            and self.digest == digest(action)
        )


def said(event: Event) -> tuple[int, bool]:
    """Which offer an answer is about, by the number of its event, and whether it is a yes.

    >>> said(Event(9, "answer", "b", "7 yes", at_ms=0))
    (7, True)
    """
    number, _, answer = event.text.partition(" ")
    return int(number), answer == "yes"


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


class MakeOffer(NamedTuple):
    """Somebody offers a draw, asks for their last move back, or offers a rematch after the end.

    A rematch says which side each would play; without that, swapped sides are proposed.
    """

    kind: OfferKind
    side: str | None = None
    plays: tuple[tuple[str, str], ...] = ()
    request: str | None = None


class Answer(NamedTuple):
    """Somebody answers the offer that the event with this number has made. The house names the bot's side."""

    offer: int
    yes: bool
    side: str | None = None
    request: str | None = None


class WithdrawOffer(NamedTuple):
    """Somebody takes their offer back."""

    offer: int
    request: str | None = None


class Claim(NamedTuple):
    """Somebody claims that this side, which is to move, has left."""

    side: str
    request: str | None = None


class Abort(NamedTuple):
    """Somebody wants no game after all, before the first move of the named side, or of their own.

    At a table that is still open this gives the seat back; of the opener it withdraws the table.
    """

    side: str | None = None
    request: str | None = None


class TakeBackSeat(NamedTuple):
    """Somebody for whom a bot plays on is back: at the named side, or at all of theirs."""

    side: str | None = None
    request: str | None = None


class FillWithBots(NamedTuple):
    """The opener has bots sit down on free seats: side, level and name of each."""

    bots: tuple[tuple[str, int, str], ...]
    request: str | None = None


class WithdrawTable(NamedTuple):
    """The opener closes a table that has not begun; a host any that is not over."""

    request: str | None = None


class CallTime(NamedTuple):
    """The house does what is due: it calls time, aborts late starts, and closes what has expired."""

    request: str | None = None


class CloseAccount(NamedTuple):
    """The house ends what somebody plays here whose account is deleted."""

    account: str
    request: str | None = None


Action = (
    Move
    | Undo
    | Resign
    | Sit
    | MakeOffer
    | Answer
    | WithdrawOffer
    | Claim
    | Abort
    | TakeBackSeat
    | FillWithBots
    | WithdrawTable
    | CallTime
    | CloseAccount
)


def digest(action: Action) -> str:
    """What an action is apart from its request id, short enough to be stored with it.

    >>> digest(Move(0, "e8", "r1")) == digest(Move(0, "e8", "r2")) != digest(Move(0, "e7", "r1"))
    True
    """
    what = repr(action._replace(request=None))
    return hashlib.sha256(what.encode()).hexdigest()[:16]
