"""Who acts at a table: a person, the house, or somebody who only looks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account."""

    account: str


@dataclass(frozen=True, slots=True)
class House:
    """The hall itself: it moves for bots, calls time, and closes what has expired."""


@dataclass(frozen=True, slots=True)
class Spectator:
    """Anybody else who may look."""


Actor = Person | House | Spectator


def account_of(actor: Actor) -> str | None:
    """The account of somebody who has one."""
    return actor.account if isinstance(actor, Person) else None
