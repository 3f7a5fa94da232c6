"""What can be wrong with what somebody does at a table."""

from taflheim.games.errors import TaflheimError


class NotYourTurn(TaflheimError):
    """Somebody else is to move, or this person does not play here."""


class Stale(TaflheimError):
    """The action answers a position that is no longer on the board."""


class NothingToUndo(TaflheimError):
    """There is no move that this person could take back."""


class GameOver(TaflheimError):
    """The game has ended; nothing can be done any more."""
