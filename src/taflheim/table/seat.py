"""Who sits at a table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat of a person, by account, or of a bot, by level; or a free one.

    >>> Seat.person("7f", "Anna").is_bot, Seat.bot(2, "Bo").is_bot, Seat.free().is_free
    (False, True, True)
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

    @classmethod
    def free(cls) -> "Seat":
        """A seat that waits for somebody."""
        return cls("")

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here."""
        return self.level is not None

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here."""
        return self.account is None and self.level is None
