"""Boards without a table: any position of any game, what can be done there, and how it stands then.

Nothing is kept: every request brings the position it asks about. What else is in the address are options of the game.
"""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request

from taflheim import wire
from taflheim.games.position import Position
from taflheim.server.api.caller import TheReadingPerson
from taflheim.server.api.models import TEXT, refusals
from taflheim.server.api.positions import GameName, PositionText, chosen_game, position_in
from taflheim.server.rules_loader import TheRules
from taflheim.server.standing import played, read_clicks, standing, told_keys, told_reason, told_ways

_OWN_NAMES = ("position", "move", "clicked", "line")

router = APIRouter(tags=["boards"])

Move = Annotated[str, Query(max_length=200, pattern=TEXT, description="As it is typed.", examples=["e8"])]
Clicked = Annotated[
    str, Query(max_length=1000, pattern=TEXT, description="Names of spots, with commas between.", examples=["d4,d5"])
]


async def _position(
    name: GameName, request: Request, person: TheReadingPerson, rules: TheRules, position: PositionText = None
) -> Position:
    return await position_in(chosen_game(name, request, _OWN_NAMES), position, rules)


ThePosition = Annotated[Position, Depends(_position)]


@router.get("/boards/{name}", responses=refusals(403, 404))
async def how_it_stands(position: ThePosition) -> wire.Standing:
    """How a position stands: pieces, what can be clicked, facts, result."""
    return standing(position)


@router.get("/boards/{name}/play", responses=refusals(403, 404))
async def after_a_move(position: ThePosition, move: Move) -> wire.Played:
    """How it stands after a move, and what the move has done. What is drawn by lot falls here."""
    return played(position, move)


@router.get("/boards/{name}/choices", responses=refusals(403, 404))
async def what_can_be_clicked(position: ThePosition, clicked: Clicked = "") -> wire.Ways:
    """What can be clicked after some clicks."""
    return told_ways(position, read_clicks(clicked))


@router.get("/boards/{name}/explain", responses=refusals(403, 404))
async def why_not(position: ThePosition, clicked: Clicked = "", move: Move = "") -> wire.Reason:
    """Why a move, or else some clicks, are not legal; no text if they are, or if the clicks are no attempt at one."""
    return told_reason(position, read_clicks(clicked), move)


@router.get("/boards/{name}/keys", responses=refusals(403, 404))
async def keys(position: ThePosition) -> wire.Keys:
    """What can be typed instead of a move."""
    return {"keys": told_keys(position)}


@router.get("/boards/{name}/typed", responses=refusals(403, 404))
async def typed(
    position: ThePosition,
    line: Annotated[str, Query(min_length=1, max_length=200, pattern=TEXT, examples=["h e3"])],
) -> wire.Meant:
    """Which move a typed line means. What means nothing comes back as it is: playing it gives the reason."""
    return {"line": line, "move": position.meant(line)}
