"""Why something may not be done at a table: few types, and with each a reason as a code with parameters.

Types are for programs that answer (a page, an API's status); codes for those that explain; sentences for people.
"""

from typing import TYPE_CHECKING

from taflheim.games.errors import TaflheimError
from taflheim.games.message import Message, phrases

if TYPE_CHECKING:
    from taflheim.table.decision import Decision


class Refused(TaflheimError):
    """Something that may not be done; `reason` says why, as a code and as a sentence."""

    def __init__(self, reason: Message):
        super().__init__(str(reason))
        self.reason = reason

    def __reduce__(self) -> tuple[type["Refused"], tuple[Message]]:
        return type(self), (self.reason,)


class NotSeated(Refused):
    """This person does not play here, or not that side."""


class NotYourTurn(Refused):
    """Another side is to move, or the game has not begun."""


class NotYours(Refused):
    """This is for somebody else to do: for the opener, a host, or the house."""


class SeatTaken(Refused):
    """Somebody else sits there."""


class SeatRefused(Refused):
    """Not everybody may have this seat: the table is rated, or one of two has blocked the other."""


class Stale(Refused):
    """The action answers a position that is no longer on the board."""


class NothingToUndo(Refused):
    """There is no move that this person could take back."""


class GameOver(Refused):
    """The game has ended; nothing can be done any more."""


class ClaimRefused(Refused):
    """Nobody is away for so long that a claim could be made."""


class TooLate(Refused):
    """What could be done once cannot be done any more, or not at a table with so many events."""


class CannotTalk(Refused):
    """This person may not say anything at this table."""


class LineRefused(Refused):
    """A line of chat that cannot be: empty, or too long."""


class RequestReused(Refused):
    """Another action was done under the same request id."""


class Overtaken(TaflheimError):
    """Something was due before what somebody wants to do, such as time that is up, and now that may not be done.

    `decision` is what has happened; it is to be kept and told like any other. `refusal` says why the rest may not be.
    """

    def __init__(self, decision: "Decision", refusal: TaflheimError):
        super().__init__(str(refusal))
        self.decision = decision
        self.refusal = refusal


_REASONS: dict[str, tuple[type[Refused], str]] = {
    "seats_unnamed": (NotSeated, "{game} has the seats {seats}: say of each who sits there"),
    "not_seated": (NotSeated, "you do not play here"),
    "no_account": (NotSeated, "to sit down one needs an account"),
    "no_such_seat": (NotSeated, "{game} has no seat {seat}: expected {seats}"),
    "not_begun": (NotYourTurn, "the game begins when every seat is taken"),
    "turn_of": (NotYourTurn, "it is the turn of {name} ({side})"),
    "not_your_turn": (NotYourTurn, "it is not your turn"),
    "left_already": (NotYourTurn, "{side} does not play any more"),
    "house_only": (NotYours, "only the house does this"),
    "opener_only": (NotYours, "only who has opened the table, or a host, can do this"),
    "seat_taken": (SeatTaken, "somebody sits there already: {name}"),
    "no_seat_free": (SeatTaken, "every seat is taken"),
    "rated_alone": (SeatRefused, "a game for one is not rated"),
    "rated_guest": (SeatRefused, "at a rated table people have accounts: register, or play a casual game"),
    "rated_twice": (SeatRefused, "at a rated table everybody has one seat"),
    "rated_clock": (SeatRefused, "a rated game between people has a clock"),
    "rated_program": (SeatRefused, "programs play at this rated table only if it says so"),
    "rated_maker": (SeatRefused, "two programs of one maker do not play a rated game together"),
    "rated_ladder": (SeatRefused, "against our bots a game is rated only where their strength was measured"),
    "paired_program": (SeatRefused, "quick pairing brings people together: programs sit down at open tables"),
    "blocked_seat": (SeatRefused, "you cannot sit down at this table: choose another"),
    "stale": (Stale, "the position has changed meanwhile: look at the board and try again"),
    "deserted": (Stale, "nobody is left at this table: its bots have stopped"),
    "nothing_to_undo": (NothingToUndo, "there is no move that you could take back"),
    "entries_to_undo": (NothingToUndo, "{count} of {entries} entries cannot be taken back"),
    "no_undo_here": (NothingToUndo, "in a game that counts no move is taken back"),
    "game_over": (GameOver, "the game is over"),
    "not_to_move": (ClaimRefused, "it is not the turn of {side}: only who is to move can be claimed against"),
    "claim_bot": (ClaimRefused, "a bot plays {side}: it will move"),
    "claim_self": (ClaimRefused, "you cannot claim against yourself"),
    "claim_days": (ClaimRefused, "in a game of days the clock decides, and nobody can be claimed against"),
    "claim_connected": (ClaimRefused, "{side} is there: wait for the move"),
    "claim_early": (ClaimRefused, "{side} may be away for a moment longer: you can claim in {seconds} seconds"),
    "has_moved": (TooLate, "after one's first move a game is not aborted any more: you could resign"),
    "begun": (TooLate, "the game has begun: its table is not withdrawn any more"),
    "nothing_held": (TooLate, "no bot plays for you here"),
    "too_many_events": (TooLate, "so much has happened at this table that only moves, answers and ends are left"),
    "nobody_to_talk_with": (CannotTalk, "nobody else is at this table"),
    "players_talk_only": (CannotTalk, "only who plays at this table talks here"),
    "talk_needs_name": (CannotTalk, "to talk one needs a name: log in, or come in as a guest"),
    "line_empty": (LineRefused, "there is nothing to read in this line: write something"),
    "line_too_long": (LineRefused, "a line has at most {most} characters: make it shorter"),
    "request_reused": (RequestReused, "another action was done under this request id: send a new one"),
}
_say = phrases({code: sentence for code, (_, sentence) in _REASONS.items()})


def refused(code: str, **params: object) -> Refused:
    """The error with this code.

    >>> refused("turn_of", name="Bo", side="b")
    NotYourTurn('it is the turn of Bo (b)')
    """
    return _REASONS[code][0](_say(code, **params))
