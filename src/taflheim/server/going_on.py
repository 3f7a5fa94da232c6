"""The games that somebody can go on with, as menus list them: first those in which others wait for one's move."""

from collections.abc import Sequence
from typing import NamedTuple

from taflheim.games.registry import rulebooks
from taflheim.hall.hall import Hall
from taflheim.server.game_words import going_on
from taflheim.store.games import Line
from taflheim.store.turns import Turn
from taflheim.table.actor import Person

LISTED = 6
"""So many of somebody's last games are looked at."""
_TURNS = 12
"""Games in which other people wait for one's move."""


class GoingOn(NamedTuple):
    """A game that one can go on with."""

    id: str
    words: str
    your_turn: bool
    """Whether other people wait for one's move."""


async def games_going_on(hall: Hall, person: Person, last: Sequence[Line]) -> list[GoingOn]:
    """The games that somebody can go on with; `last` are those that were played last."""
    turns = [turn for turn in await hall.feeds.turns(person, _TURNS) if turn.line.game in rulebooks()]
    return in_order(turns, last, person.account)


def in_order(turns: Sequence[Turn], last: Sequence[Line], account: str) -> list[GoingOn]:
    """First the games of days in which others wait for one's move, then the other such, then the rest that last.

    >>> in_order([], [], "7f")
    []
    """
    waiting = [turn.line for turn in sorted(turns, key=lambda turn: turn.clock.kind != "days")]
    known = {line.id for line in waiting}
    rest = [line for line in last if line.reason is None and line.game in rulebooks() and line.id not in known]
    return [GoingOn(line.id, going_on(line, account), line.id in known) for line in (*waiting, *rest)]
