"""Whether somebody may be helped by an engine at a table: the one place that decides it (PLAY.md).

While other people sit at a running table, hints, analyses and reviews are off for everybody who plays or watches there;
in a game that counts (rated, or the only try at a daily board) also for who is alone.
"""

from taflheim.games.errors import TaflheimError
from taflheim.table.actor import Actor, Person
from taflheim.table.table import Table


class NoAssistance(TaflheimError):
    """No engine helps here."""


def check_hint(table: Table, actor: Actor) -> None:
    """Raise NoAssistance if somebody may not ask for a hint, or for an analysis of what is on the board."""
    if not isinstance(actor, Person):
        raise NoAssistance("hints are for who plays: open Taflheim again, or use the address it printed")
    if table.result:
        raise NoAssistance("the game is over: look at its review")
    if table.terms.serious:
        raise NoAssistance("this game counts: there are no hints before its end")
    if _others(table, actor):
        raise NoAssistance("other people play at this table: there are no hints before its end")


def check_review(table: Table) -> None:
    """Raise NoAssistance if a game cannot be reviewed yet, by anybody."""
    if not table.result:
        raise NoAssistance("the review of a game comes after its end")


def may_have_hints(table: Table, actor: Actor) -> bool:
    """Whether hints can be asked for: for pages that offer them."""
    try:
        check_hint(table, actor)
    except NoAssistance:
        return False
    return True


def _others(table: Table, actor: Person) -> bool:
    """Whether somebody else sits there, or may still sit down or come back."""
    return any((seat.account or seat.is_free) and seat.account != actor.account for seat in table.seats.values())
