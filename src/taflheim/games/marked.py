"""A position with marks on it: circles around spots, and arrows along them. What people are taught with."""

from typing import NamedTuple

from taflheim.games.data_file import Entry
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.rulebook import Rulebook

FIELDS = ("position", "options", "circles", "arrows")
"""What an entry has that describes such a position."""

_START = "start"


class Marked(NamedTuple):
    """A position, and what is marked on it."""

    position: Position
    circles: tuple[str, ...] = ()
    arrows: tuple[tuple[str, ...], ...] = ()
    """Each a way from spot to spot."""


def read_marked(rulebook: Rulebook, entry: Entry) -> Marked:
    """The position that an entry describes, with its marks; `"start"` is the one in which a game begins."""
    options, text = entry.mapping("options"), entry.text("position")
    try:
        game = Game(rulebook, options)
        position = game.start() if text == _START and not rulebook.seeded else game.position(text)
    except TaflheimError as error:
        raise entry.wrong(error) from None
    circles = entry.texts("circles")
    arrows = tuple(tuple(way.split()) for way in entry.texts("arrows"))
    for spot in (*circles, *(spot for way in arrows for spot in way)):
        if spot not in game.layout.by_name:
            raise entry.wrong(f"there is no spot {quoted(spot)} on this board")
    if any(len(way) < 2 for way in arrows):
        raise entry.wrong("an arrow goes from one spot to another, as in 'f4 f1'")
    return Marked(position, circles, arrows)
