"""Little pictures of the last positions of many games: what they have in common is drawn once for a page."""

from collections.abc import Iterable
from typing import NamedTuple

from taflheim.draw import board, svg
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.registry import game
from taflheim.store.games import Line


class Pictures(NamedTuple):
    """Pictures for a page."""

    shared: str
    """Must stand in the page before the pictures."""
    by_table: dict[str, str]
    """The pictures by the ids of the tables; none of a table of which it is not known how it stands."""


def pictures(lines: Iterable[Line]) -> Pictures:
    """The last positions of games whose rules are loaded."""
    prefixes: dict[Game, str] = {}
    drawn: dict[str, str] = {}
    for line in lines:
        if line.position is None:
            continue
        try:
            played = game(line.game, **line.options)
            position = played.position(line.position)
        except TaflheimError:
            continue  # another version has written it
        prefix = prefixes.setdefault(played, f"last-{len(prefixes)}-")
        drawn[line.id] = (
            f'<svg viewBox="{svg.view_box(played.layout)}" aria-hidden="true"><use href="#{prefix}ground"/>'
            f"{board.used(played.layout, position.pieces, prefix)}</svg>"
        )
    shared = "".join(_shared(played, prefix) for played, prefix in prefixes.items())
    return Pictures(f'<svg class="unseen" aria-hidden="true">{shared}</svg>' if shared else "", drawn)


def _shared(played: Game, prefix: str) -> str:
    ground = svg.ground(played.layout, coordinates=False)
    return f'{board.symbols(played.layout, prefix)}<defs><g id="{prefix}ground">{ground}</g></defs>'
