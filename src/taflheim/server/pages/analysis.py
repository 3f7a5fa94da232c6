"""The analysis board: any position of any game, with variations, comments, arrows and an engine beside it.

The server keeps nothing of an analysis. The page holds the tree, its address the line that is shown; here the tree is
read from pasted text, told to the page, and written as text.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from taflheim.draw import board
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import sentence
from taflheim.games.registry import rulebooks
from taflheim.games.tree import Tree
from taflheim.server.body import body
from taflheim.server.channels.messages import encode
from taflheim.server.identity import TheHall, ThePerson, visible_table
from taflheim.server.pages.boards import drawn, piece_names, script_json
from taflheim.server.pages.free import TheGame, ThePosition
from taflheim.server.pages.render import page
from taflheim.server.rules_loader import TheRules
from taflheim.server.standing import standing
from taflheim.server.trees import (
    MAX_BYTES,
    along,
    at_table,
    named_games,
    plain_tree,
    read_arrangement,
    read_pasted,
    read_tree,
)

_PREFIX = "piece-"
_MAX_TREE_BYTES = 4 * MAX_BYTES
"""As JSON a tree takes more room than as text."""

router = APIRouter()


@router.get("/analysis", response_class=HTMLResponse)
async def choose(person: ThePerson) -> Response:
    """Without a game: that of the menu's first card."""
    first = min(rulebooks().values(), key=lambda one: one.order)
    return RedirectResponse(f"/analysis/{first.name}")


@router.get("/analysis/{name}", response_class=HTMLResponse)
async def analysis(
    hall: TheHall, person: ThePerson, position: ThePosition, moves: str = "", table: str = "", ply: int | None = None
) -> Response:
    """The page: from a position and moves, or from a table, at one of its plies."""
    if table:
        found = await visible_table(hall, table, person)
        tree = at_table(found, person)
        shown = len(found.record.entries) if ply is None else min(max(ply, 0), len(found.record.entries))
    else:
        tree = await asyncio.to_thread(along, position, moves.split())
        shown = len(tree.nodes) - 1
    return page("analysis", **await asyncio.to_thread(page_data, tree, shown))


def page_data(tree: Tree, shown: int) -> dict[str, Any]:
    """What the page shows before a script has run, and what the script needs."""
    game = tree.game
    return {
        "game": game,
        "games": [(one.name, one.title) for one in sorted(rulebooks().values(), key=lambda one: one.order)],
        "drawn": drawn(game, _PREFIX),
        "pieces": board.used(game.layout, tree.positions[shown].pieces, _PREFIX),
        "setup": setup(game),
        "sides": [(side, game.rulebook.side_title(side)) for side in game.seats],
        "data": script_json(
            {
                "prefix": _PREFIX,
                "pieceNames": piece_names(game),
                "keys": dict(game.layout.keys),
                "tree": plain_tree(tree),
                "shown": shown,
                "standing": standing(tree.positions[shown]),
                "placeable": [one._asdict() for one in game.rulebook.view.placeable(game.options)],
            }
        ),
    }


def setup(game: Game) -> dict[str, Any]:
    """What can be set up by hand: pieces with their pictures, and numbers."""
    names = piece_names(game)
    pieces = []
    for kind, side, spots in game.rulebook.view.placeable(game.options):
        key = board.piece_key(game.layout, kind, side)
        pieces.append((f"{kind}|{side}", names[key], board.tile(game.layout, key, _PREFIX, spots[0])))
    return {"pieces": pieces, "held": game.held}


# ---- what the page asks -------------------------------------------------------------------------------------------
# Texts and boards that are not right yet are what these are for: they are answered with what is wrong, as `error`.


@router.post("/analysis/{name}/open")
async def opened(request: Request, position: ThePosition, rules: TheRules) -> Response:
    """The tree in a pasted text or a dropped file. It may be of another game: then its page is named."""
    text = (await body(request, MAX_BYTES)).decode("utf-8", "replace").removeprefix("\ufeff")
    for name in named_games(text):
        await rules.ready(name)
    return await _told(lambda: plain_tree(read_pasted(text, position)))


@router.post("/analysis/{name}/record")
async def text(request: Request, chosen: TheGame) -> Response:
    """The text of a tree."""
    sent = await body(request, _MAX_TREE_BYTES)
    return await _told(lambda: {"text": str(read_tree(sent, chosen))})


@router.post("/analysis/{name}/arrange")
async def arrange(request: Request, chosen: TheGame) -> Response:
    """The position that was set up by hand, as the start of a tree; or what is wrong with it."""
    sent = await body(request)
    return await _told(lambda: plain_tree(Tree(read_arrangement(sent, chosen))))


async def _told(work: Callable[[], Mapping[str, Any]]) -> Response:
    try:
        told = await asyncio.to_thread(work)
    except TaflheimError as error:
        told = {"error": sentence(str(error))}
    return Response(encode(told), media_type="application/json")
