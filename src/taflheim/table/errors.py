"""What can be wrong with what somebody does at a table."""

from taflheim.games.errors import TaflheimError


class NotSeated(TaflheimError):
    """This person does not play here, or not that side."""


class NotYourTurn(TaflheimError):
    """Another side is to move, or the game has not begun."""


class SeatTaken(TaflheimError):
    """Somebody else sits there."""


class Stale(TaflheimError):
    """The action answers a position that is no longer on the board."""


class NothingToUndo(TaflheimError):
    """There is no move that this person could take back."""


class GameOver(TaflheimError):
    """The game has ended; nothing can be done any more."""


class RequestReused(TaflheimError):
    """Another action was done under the same request id."""
