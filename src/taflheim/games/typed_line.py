"""What a person means by a line typed at a terminal or beside a board."""

from collections.abc import Container
from typing import TYPE_CHECKING

from taflheim.games.errors import IllegalMove, InvalidMove

if TYPE_CHECKING:
    from taflheim.games.position import Position


def meant(position: "Position", line: str) -> str:
    """The move that is meant (`Position.meant`)."""
    whole = line.strip()
    word, _, rest = whole.partition(" ")
    answer = " ".join(rest.lower().replace(",", " ").split())
    for typed in position.typed:
        if word.lower() == typed.key:
            return typed.moves.get(answer, answer if typed.question else whole)
    for text in (whole, whole.lower()):
        if position.explain(text) is None:
            return text
    return _by_spots(position, whole.lower())


def _by_spots(position: "Position", line: str) -> str:
    """The move that the spots in a line make by clicks; if they make none, the line as such moves are written."""
    spots = spots_in(line, position.game.layout.by_name)
    found = position.continuations(spots)
    if found.move or found.spots:
        return found.move or line
    joined = "-".join(spots)
    try:
        position.game.move_numbers(joined)
    except InvalidMove:
        return line
    except IllegalMove:
        pass  # of what is written so, the reason can be given
    return joined


def spots_in(line: str, names: Container[str]) -> tuple[str, ...]:
    """The spots that a line names, with spaces, commas or dashes between; none if it says anything else.

    >>> spots_in("c4 - c5", {"c4", "c5"}), spots_in("c4 to c5", {"c4", "c5"})
    (('c4', 'c5'), ())
    """
    words = line.replace(",", " ").replace("-", " ").split()
    return tuple(words) if all(word in names for word in words) else ()
