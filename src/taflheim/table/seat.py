"""Who sits at a table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """A person, by account, or a bot, by level.

    >>> Seat.person("7f", "Anna").is_bot, Seat.bot(2, "Bo").is_bot
    (False, True)
    """

    name: str
    account: str | None = None
    level: int | None = None

    @classmethod
    def person(cls, account: str, name: str) -> "Seat":
        """The seat of a person."""
        return cls(name, account=account)

    @classmethod
    def bot(cls, level: int, name: str) -> "Seat":
        """The seat of a bot."""
        return cls(name, level=level)

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here."""
        return self.level is not None
