"""The page of a table."""

from functools import cache
from typing import Any, NamedTuple

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from taflheim.draw import board, svg
from taflheim.games.game import Game
from taflheim.server.channels import messages
from taflheim.server.channels.incoming import VERSION
from taflheim.server.identity import TheActor, TheHall, visible_table
from taflheim.server.pages.new_game import same_again
from taflheim.server.pages.render import page
from taflheim.server.pages.sides import side_title
from taflheim.server.rules_loader import TheRules
from taflheim.table.actor import Actor, Person
from taflheim.table.table import Table

_PREFIX = "piece-"

router = APIRouter()


@router.get("/tables/{table_id}", response_class=HTMLResponse)
async def table(table_id: str, hall: TheHall, actor: TheActor, rules: TheRules) -> Response:
    """A table."""
    found = await visible_table(hall, table_id, actor)
    await rules.ready(found.game.name)
    return page("table", **page_data(found, actor, bots_ready=hall.compiler.progress()[found.game.name].bots))


def page_data(table: Table, actor: Actor, *, bots_ready: bool = True) -> dict[str, Any]:
    """Everything the page shows before a script has run, and what the script needs."""
    layout = table.game.layout
    return {
        "table": table,
        "game": table.game,
        **_drawn(table.game)._asdict(),
        "pieces": board.used(layout, table.record.position.pieces, _PREFIX),
        "prefix": _PREFIX,
        "sides": sides(table, actor),
        "again": same_again(table) if isinstance(actor, Person) else [],
        "has_arrows": "ArrowUp" in layout.keys,
        "data": _script_data(table, actor, bots_ready),
    }


# ---- the same for every table of a game ---------------------------------------------------------------------------


class Button(NamedTuple):
    """A spot beside the board."""

    name: str
    label: str
    key: str
    """The letter that does the same, if there is one."""


class Drawn(NamedTuple):
    """What does not change during a game."""

    view_box: str
    ground: str
    symbols: str
    spots: str
    buttons: list[Button]


@cache
def _drawn(game: Game) -> Drawn:
    layout = game.layout
    return Drawn(
        svg.view_box(layout), svg.ground(layout), board.symbols(layout, _PREFIX), board.spots(layout), _buttons(game)
    )


def _buttons(game: Game) -> list[Button]:
    """The spots that lie beside the board."""
    layout = game.layout
    moves = game.start(0 if game.rulebook.seeded else None).choices()
    letters = {move: key for key, move in layout.keys.items() if len(key) == 1}
    return [
        Button(spot.name, spot.label.capitalize(), letters.get(str(moves.get(spot.name)), ""))
        for spot in layout.spots
        if spot.kind == "button"
    ]


# ---- of this table ------------------------------------------------------------------------------------------------


class Side(NamedTuple):
    """A side at a table."""

    name: str
    title: str
    picture: str
    who: str


def sides(table: Table, actor: Actor) -> list[Side]:
    """Everybody who can win, in the order of their turns."""
    mine = table.seats_of(actor)
    people = sum(not seat.is_bot for seat in table.seats.values())

    def side(name: str) -> Side:
        seat = table.seats.get(name)
        who = ""
        if seat and seat.is_bot:
            who = f"Bot · {seat.name}"
        elif seat and name not in mine:
            who = seat.name
        elif seat and people == 1:
            # Several people before one screen know who is who; one alone wants to see at a glance which side is theirs.
            who = "You"
        picture = board.tile(table.game.layout, board.side_key(table.record.start, name), _PREFIX)
        return Side(name, side_title(name), picture, who)

    return [side(name) for name in table.game.sides]


def _script_data(table: Table, actor: Actor, bots_ready: bool) -> str:
    """JSON that can stand inside a page."""
    parts = {
        "version": messages.encode(VERSION),
        "game": messages.encode(table.game.name),
        "bots_ready": messages.encode(bots_ready),
        "state": messages.state(table, actor),
        "keys": messages.encode(dict(table.game.layout.keys)),
        "piece_names": messages.encode(piece_names(table)),
    }
    text = ",".join(f'"{name}":{part}' for name, part in parts.items())
    return f"{{{text}}}".replace("<", "\\u003c")


def piece_names(table: Table) -> dict[str, str]:
    """How a screen reader calls each kind of piece, by kind and side, or by kind alone.

    >>> import taflheim
    >>> from taflheim.table.seat import Seat
    >>> quoridor = taflheim.game("quoridor")
    >>> piece_names(Table.new("t", quoridor.start(), {side: Seat.free() for side in quoridor.seats}))["pawn.a"]
    'pawn of a'
    """
    names = {key: key.replace(".", " ") for key in board.piece_keys(table.game.layout)}
    for kind, side, _ in table.record.start.pieces:
        name = kind.replace(".", " ")
        names[f"{kind}.{side}" if side else kind] = f"{name} of {side}" if side not in ("", kind) else name
    return names
