"""What a decision at a table has to know beside its log: what the hall sees and looks up, given like the time."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from taflheim.table.presence import Presence

STAND_IN_LEVEL = 3
"""The bot that plays on for somebody who has no rating."""
_NOTHING: Mapping[str, int] = MappingProxyType({})


class Account(NamedTuple):
    """What is known of an account. The owner of a hall counts as registered."""

    kind: Literal["registered", "guest", "program"] = "guest"
    maker: str | None = None
    """Of a program, the account of who has made it."""


GUEST = Account()


class Circumstances(NamedTuple):
    """What the hall knows when something is decided."""

    delays_ms: Mapping[str, int] = _NOTHING
    """What has slowed a side down in this turn: the smallest of its last round trips; for a bot, its whole wait for
    an engine."""
    presence: Mapping[str, Presence] = MappingProxyType({})
    """Who is there, by account."""
    accounts: Mapping[str, Account] = MappingProxyType({})
    """The accounts at a rated table, and who wants to sit down there. Unknown ones are taken for guests."""
    measured: bool = False
    """Whether the house's bots were measured at this game with these options."""
    stand_ins: Mapping[str, int] = _NOTHING
    """By account, the level of a bot that is about as strong as this person."""
    host: bool = False
    """Whether who acts is a host."""
    new_table: str = ""
    """The id that the table of a rematch gets, if this begins one."""
    blocked: frozenset[str] = frozenset()
    """Accounts with which who wants to sit down does not play: one of the two has blocked the other."""


NOTHING_KNOWN = Circumstances()
