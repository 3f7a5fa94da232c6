"""Names that are typed for people at one's own screen. They belong to the table and to no account."""

from collections.abc import Mapping, Sequence

from taflheim.games.errors import InvalidOption
from taflheim.games.message import quoted
from taflheim.games.rulebook import either
from taflheim.hall import names
from taflheim.table.actor import Actor
from taflheim.table.table import Table

_ALONE = "a name is typed for somebody beside you: who sits alone at a screen plays under their own"


def typed_names(typed: Mapping[str, str], own_sides: Sequence[str]) -> dict[str, str]:
    """The names that were typed for these sides, all at one screen; raises InvalidName, InvalidOption.

    >>> typed_names({"b": " Bea "}, ("a", "b"))
    {'b': 'Bea'}
    """
    found = {side: names.at_a_screen(name) for side, name in typed.items()}
    if found and len(own_sides) < 2:
        raise InvalidOption(_ALONE)
    for side in found:
        if side not in own_sides:
            raise InvalidOption(f"{quoted(side)} is nobody at this screen: names are typed for {either(own_sides)}")
    if len({names.key(name) for name in found.values()}) < len(found):
        raise InvalidOption("two people at one table with the same name cannot be told apart: choose another")
    return found


def name_at(table: Table, actor: Actor, own: str, typed: str) -> str:
    """The name under which somebody takes a seat: their own, or one that was typed for somebody beside them."""
    if not typed:
        return own
    if not table.seats_of(actor):
        raise InvalidOption(_ALONE)
    return names.at_a_screen(typed)
