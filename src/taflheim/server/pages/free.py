"""Free boards: any position of any game, played on from there, without a table. Boards of rules, lessons and analyses.

Nothing is kept: every request brings the position it asks about, as a text. Options of the game stand beside it in the
address, by their names.
"""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from taflheim.games.errors import InvalidPosition, TaflheimError
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.registry import game
from taflheim.server.channels.messages import encode
from taflheim.server.identity import ThePerson
from taflheim.server.rules_loader import TheRules
from taflheim.server.standing import played, read_clicks, standing, told_reason, told_ways

OWN_NAMES = ("position", "move", "moves", "clicked", "table", "ply")
"""What an address says beside the game's options."""
_MAX_POSITION = 1000
_MAX_MOVE = 200

router = APIRouter()


async def chosen_game(person: ThePerson, name: str, request: Request, rules: TheRules) -> Game:
    """The game that an address names, with its options and its rules loaded. Only with a session."""
    options = {key: value for key, value in request.query_params.items() if key not in OWN_NAMES}
    found = game(name, **options)
    await rules.ready(found.name)
    return found


TheGame = Annotated[Game, Depends(chosen_game)]


def given_position(chosen: TheGame, position: str | None = None) -> Position:
    """The position that an address names, or the game's start."""
    if position is None:
        return chosen.start()
    if len(position) > _MAX_POSITION:
        raise InvalidPosition(f"a position is a text of at most {_MAX_POSITION} characters")
    return chosen.position(position)


ThePosition = Annotated[Position, Depends(given_position)]


@router.get("/free/{name}")
async def stands(position: ThePosition) -> Response:
    """How a position stands."""
    return _json(standing(position))


@router.get("/free/{name}/play")
async def plays(position: ThePosition, move: str = "") -> Response:
    """How it stands after a move. What is drawn by lot falls here."""
    return _json(played(position, _short(move)))


@router.get("/free/{name}/choices")
async def choices(position: ThePosition, clicked: str = "") -> Response:
    """What can be clicked after some clicks: names of spots, with commas between."""
    return _json(told_ways(position, read_clicks(clicked)))


@router.get("/free/{name}/explain")
async def explains(position: ThePosition, clicked: str = "", move: str = "") -> Response:
    """Why some clicks, or a move, are not legal; no text if they are, or if the clicks are no attempt at a move."""
    return _json(told_reason(position, read_clicks(clicked), _short(move)))


def _short(move: str) -> str:
    if len(move) > _MAX_MOVE:
        raise TaflheimError(f"a move is a text of at most {_MAX_MOVE} characters")
    return move


def _json(data: Mapping[str, object]) -> Response:
    return Response(encode(data), media_type="application/json")
