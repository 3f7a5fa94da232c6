"""What can be wrong with something a caller passes. Every error says what to do."""

from taflheim.games.message import Message


class TaflheimError(ValueError):
    """The base of all errors that Taflheim raises for what it was given."""


class InvalidOption(TaflheimError):
    """There is no such game, or no such option or value of a game."""


class InvalidPosition(TaflheimError):
    """The text is not a position of this game."""


class InvalidRecord(TaflheimError):
    """The text is not a record of a game."""


class InvalidData(TaflheimError):
    """A data file of a game's folder is not as it should be; the sentence names the file and the entry."""


class MoveError(TaflheimError):
    """Something is wrong with a move; `reason` says what, as a code and as a sentence."""

    def __init__(self, reason: Message):
        super().__init__(str(reason))
        self.reason = reason

    def __reduce__(self) -> tuple[type["MoveError"], tuple[Message]]:
        return type(self), (self.reason,)


class InvalidMove(MoveError):
    """The text is no move of this game at all."""


class IllegalMove(MoveError):
    """The move is not allowed here."""


for _error in (
    *(TaflheimError, InvalidOption, InvalidPosition, InvalidRecord, InvalidData),
    *(MoveError, InvalidMove, IllegalMove),
):
    # People import them from the package and should see that name in a traceback.
    _error.__module__ = "taflheim"
