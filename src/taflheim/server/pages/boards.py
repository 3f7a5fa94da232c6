"""A board inside a page: what a template draws of it, and what its script needs."""

from functools import cache
from typing import Any, NamedTuple

from taflheim.draw import board, svg
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.server.channels.messages import encode
from taflheim.server.standing import standing


class Button(NamedTuple):
    """A spot beside the board."""

    name: str
    label: str
    key: str
    """The letter that does the same, if there is one."""


class Drawn(NamedTuple):
    """What does not change during a game. The prefix keeps symbols of several boards in one page apart."""

    title: str
    prefix: str
    view_box: str
    ground: str
    symbols: str
    spots: str
    buttons: tuple[Button, ...]
    has_arrows: bool
    """Whether the game uses the arrow keys itself."""


@cache
def drawn(game: Game, prefix: str = "piece-") -> Drawn:
    """The board of a game. Made once; the rules must be loaded."""
    layout = game.layout
    return Drawn(
        game.title,
        prefix,
        svg.view_box(layout),
        svg.ground(layout),
        board.symbols(layout, prefix),
        board.spots(layout),
        _buttons(game),
        "ArrowUp" in layout.keys,
    )


def _buttons(game: Game) -> tuple[Button, ...]:
    """The spots that lie beside the board."""
    layout = game.layout
    moves = game.start(0 if game.rulebook.seeded else None).choices()
    letters = {move: key for key, move in layout.keys.items() if len(key) == 1}
    return tuple(
        Button(spot.name, spot.label.capitalize(), letters.get(str(moves.get(spot.name)), ""))
        for spot in layout.spots
        if spot.kind == "button"
    )


def piece_names(game: Game) -> dict[str, str]:
    """How a screen reader calls each kind of piece: by kind and side where these differ, or by kind alone.

    >>> import taflheim
    >>> piece_names(taflheim.game("hnefatafl"))["king"]
    'king'
    >>> piece_names(taflheim.game("quoridor"))["pawn.a"]
    'pawn of White'
    """
    names = {}
    for key in board.piece_keys(game.layout):
        kind, _, side = key.rpartition(".")
        whose = kind and side in game.sides
        names[key] = f"{kind} of {game.rulebook.spoken(side)}" if whose else " ".join(reversed(key.split(".")))
    return names


def free_data(position: Position, prefix: str = "piece-") -> dict[str, Any]:
    """What `static/free/free_board.js` needs for a board that begins with a position."""
    game = position.game
    return {
        "game": game.name,
        "options": dict(game.options),
        "prefix": prefix,
        "pieceNames": piece_names(game),
        "keys": dict(game.layout.keys),
        "standing": standing(position),
    }


def script_json(data: object) -> str:
    """JSON that can stand inside a page."""
    return encode(data).replace("<", "\\u003c")
