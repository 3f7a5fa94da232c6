"""Who sits at a table."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat of a person, by account, or of a bot, by level; or a free one.

    With an account and a level it is the seat of a person for whom a bot plays on, who may take it back.

    >>> Seat.person("7f", "Anna").is_bot, Seat.bot(2, "Bo").is_bot, Seat.free().is_free
    (False, True, True)
    >>> left = Seat.person("7f", "Anna").held(3)
    >>> left.account, left.player, left.is_bot, left.is_held, left.returned().is_held
    ('7f', None, True, True, False)
    """

    name: str
    account: str | None = None
    """Whose seat it is; see `player`."""
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

    def held(self, level: int) -> "Seat":
        """This person's seat when a bot plays on."""
        return replace(self, level=level)

    def returned(self) -> "Seat":
        """This person's seat when they play themselves."""
        return replace(self, level=None)

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays here, for itself or for somebody who has left."""
        return self.level is not None

    @property
    def is_held(self) -> bool:
        """Whether a bot plays here for a person."""
        return self.is_bot and self.account is not None

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here."""
        return self.account is None and self.level is None

    @property
    def player(self) -> str | None:
        """The account that plays here now; None where a bot does, or nobody."""
        return None if self.is_bot else self.account
