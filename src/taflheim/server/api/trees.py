"""Games with variations: read from text, from a table or from moves, and written as text. Nothing of them is kept."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field, StrictInt, StrictStr
from starlette.requests import Request

from taflheim import wire
from taflheim.games.registry import game
from taflheim.games.tree import Node
from taflheim.server.api.caller import TheReadingPerson
from taflheim.server.api.models import TEXT, Answer, Body, TableId, Word, refusals
from taflheim.server.api.positions import GameName, PositionText, checked_name, chosen_game, position_in
from taflheim.server.identity import TheHall, visible_table
from taflheim.server.rules_loader import TheRules
from taflheim.server.trees import MAX_BYTES, MAX_PLIES, along, at_table, named_games, plain_tree, read_pasted, tree_of

_OWN_NAMES = ("position", "moves")
_LINES = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$"
"""Text of several lines, without other control characters."""

router = APIRouter(tags=["trees"])

_Options = Annotated[
    dict[Word, StrictInt | Annotated[StrictStr, Field(max_length=100, pattern=TEXT)]],
    Field(max_length=20, description='Those of the game, as `{"players": 3}`.'),
]
_Text = Annotated[str, Field(max_length=1000, pattern=TEXT)]


class PastedText(Body):
    """A text of any kind: a record, a position, or a list of moves."""

    text: Annotated[str, Field(max_length=MAX_BYTES, pattern=_LINES, examples=["1. e8 e2 (1... d1)"])]
    options: _Options = Field({})
    position: _Text | None = Field(None, description="Where boards are random, moves are played from here.")


class SentNode(Body):
    """A place in a tree."""

    parent: int = Field(description="The number of a node before; -1 at the root.")
    move: Annotated[str, Field(max_length=200, pattern=TEXT)] = Field("", description="Nothing at the root.")
    comment: Annotated[str, Field(max_length=2000, pattern=TEXT)] = ""
    drawings: list[Annotated[list[Word], Field(max_length=100)]] = Field(
        [], max_length=100, description="Spots: one for a circle, several for an arrow."
    )


class SentTree(Body):
    """A game with variations."""

    start: _Text = Field(description="The position in which it begins.", examples=["e9,e1 10,10 - - a"])
    options: _Options = Field({})
    headers: dict[Word, _Text] = Field({}, max_length=50)
    nodes: Annotated[list[SentNode], Field(min_length=1, max_length=MAX_PLIES + 1, examples=[[{"parent": -1}]])]


class RecordText(Answer):
    """A game as text."""

    text: str


@router.get("/tables/{table_id}/tree", responses=refusals(403, 404, 409))
async def tree_of_a_table(table_id: TableId, hall: TheHall, person: TheReadingPerson) -> wire.GameTree:
    """The game at a table as a tree with one line; not of a game that others are playing."""
    table = await visible_table(hall, table_id, person)
    return await asyncio.to_thread(lambda: plain_tree(at_table(table, person)))


@router.get("/trees/{name}", responses=refusals(403, 404))
async def tree_along_moves(
    name: GameName,
    request: Request,
    person: TheReadingPerson,
    rules: TheRules,
    position: PositionText = None,
    moves: Annotated[str, Query(max_length=10_000, pattern=TEXT, description="Made from there: spaces between.")] = "",
) -> wire.GameTree:
    """The tree with the moves from a position. What else is in the address are options of the game."""
    start = await position_in(chosen_game(name, request, _OWN_NAMES), position, rules)
    return await asyncio.to_thread(lambda: plain_tree(along(start, moves.split())))


@router.post("/trees/{name}/read", responses=refusals(403, 404))
async def read_a_text(name: GameName, sent: PastedText, person: TheReadingPerson, rules: TheRules) -> wire.GameTree:
    """The tree in a text. It may be one of another game: the answer says which."""
    start = await position_in(game(checked_name(name), **sent.options), sent.position, rules)
    for other in named_games(sent.text):
        await rules.ready(other)
    return await asyncio.to_thread(lambda: plain_tree(read_pasted(sent.text, start)))


@router.post("/trees/{name}/write", responses=refusals(403, 404))
async def write_a_text(name: GameName, sent: SentTree, person: TheReadingPerson, rules: TheRules) -> RecordText:
    """The text of a tree, with all its variations."""
    start = await position_in(game(checked_name(name), **sent.options), sent.start, rules)
    nodes = tuple(Node(one.parent, one.move, one.comment, tuple(map(tuple, one.drawings))) for one in sent.nodes)
    return RecordText(text=await asyncio.to_thread(lambda: str(tree_of(start, sent.headers, nodes))))
