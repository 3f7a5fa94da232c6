"""Lessons: a page for each step, and what is said about the learner's moves.

Everybody may try; what was done is kept for people with a session. A request brings the moves that the learner has
made in the step so far: nothing else has to be remembered.
"""

import json
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from itertools import groupby
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taflheim.draw import board
from taflheim.games.errors import TaflheimError
from taflheim.games.lesson_attempt import Standing, standing
from taflheim.games.lessons import RealGame, Step
from taflheim.games.rulebook import Rulebook
from taflheim.server import standing as told
from taflheim.server.body import body
from taflheim.server.channels.messages import encode
from taflheim.server.identity import TheActor, TheHall
from taflheim.server.lesson_steps import (
    TRIES,
    NoSuchLesson,
    advice,
    done_by,
    lessons_of,
    opponent,
    shown_at,
    step_of,
    try_move,
)
from taflheim.server.pages.boards import drawn, piece_names, script_json
from taflheim.server.pages.render import page
from taflheim.server.pages.rules import marks
from taflheim.server.rules_loader import TheRules
from taflheim.table.actor import Actor, Person

_PREFIX = "piece-"

router = APIRouter()


async def the_lessons(name: str, rules: TheRules) -> Rulebook:
    """The game that an address names, with its rules loaded; it has lessons."""
    try:
        return await lessons_of(name, rules)
    except NoSuchLesson:
        raise HTTPException(HTTPStatus.NOT_FOUND) from None


TheLessons = Annotated[Rulebook, Depends(the_lessons)]


async def the_step(rulebook: TheLessons, step: str) -> Step:
    """The step that an address names."""
    try:
        return step_of(rulebook, step)
    except NoSuchLesson:
        raise HTTPException(HTTPStatus.NOT_FOUND) from None


TheStep = Annotated[Step, Depends(the_step)]


# ---- pages --------------------------------------------------------------------------------------------------------


@router.get("/learn/{name}", response_class=HTMLResponse)
async def learn(rulebook: TheLessons, hall: TheHall, actor: TheActor) -> Response:
    """The first step that is not done yet; all are done: the last one."""
    done = await done_by(hall, actor, rulebook)
    step = next((one for one in rulebook.lessons if one.name not in done), rulebook.lessons[-1])
    return _page(rulebook, step, done, actor)


@router.get("/learn/{name}/{step}", response_class=HTMLResponse)
async def learn_step(rulebook: TheLessons, step: TheStep, hall: TheHall, actor: TheActor) -> Response:
    """A step."""
    return _page(rulebook, step, await done_by(hall, actor, rulebook), actor)


def _page(rulebook: Rulebook, step: Step, done: set[str], actor: Actor) -> Response:
    steps = rulebook.lessons
    number = steps.index(step)
    return page(
        "learn",
        rulebook=rulebook,
        step=step,
        number=number + 1,
        steps=steps,
        categories=[(category, list(one)) for category, one in groupby(steps, lambda one: one.category)],
        done=done,
        next_step=steps[number + 1] if number + 1 < len(steps) else None,
        form=_form(step.table) if step.table else [],
        opponent=opponent(step.table) if step.table else "",
        may_play=isinstance(actor, Person),
        **_board(step)._asdict(),
    )


def _form(table: RealGame) -> list[tuple[str, str]]:
    """The fields of the form that opens a table."""
    options = [(f"option.{name}", str(value)) for name, value in table.game.options.items()]
    seats = [(f"seat.{side}", "person" if level is None else str(level)) for side, level in table.seats.items()]
    return [("game", table.game.name), *options, *seats]


class StepBoard(NamedTuple):
    """The board of a step, as the template draws it."""

    drawn: Any
    pieces: str
    data: str
    """JSON for the script."""


@cache
def _board(step: Step) -> StepBoard:
    shown = shown_at(step)
    position = shown.position
    data = {
        "prefix": _PREFIX,
        "pieceNames": piece_names(position.game),
        "keys": dict(position.game.layout.keys),
        "standing": told.standing(position),
        "marks": marks(shown),
        "isPlayed": bool(step.turns),
        "tries": TRIES,
    }
    pieces = board.used(position.game.layout, position.pieces, _PREFIX)
    return StepBoard(drawn(position.game, _PREFIX), pieces, script_json(data))


# ---- moves --------------------------------------------------------------------------------------------------------


@router.post("/learn/{name}/{step}")
async def learner_moves(
    request: Request, rulebook: TheLessons, step: TheStep, hall: TheHall, actor: TheActor
) -> Response:
    """What a learner's move is worth, and how the board stands after it; who has done the step has done it for good."""
    made, move = _read_move(await body(request))
    return _json(await try_move(hall, actor, rulebook, step, made, move))


@router.get("/learn/{name}/{step}/choices")
async def learner_choices(step: TheStep, made: str = "", clicked: str = "") -> Response:
    """What can be clicked after some clicks."""
    return _json(told.told_ways(_standing(step, made).position, told.read_clicks(clicked)))


@router.get("/learn/{name}/{step}/explain")
async def learner_asks_why(step: TheStep, made: str = "", clicked: str = "") -> Response:
    """Why some clicks make no move."""
    return _json(told.told_reason(_standing(step, made).position, told.read_clicks(clicked)))


@router.get("/learn/{name}/{step}/hint")
async def learner_is_stuck(step: TheStep, made: str = "", tries: int = 0) -> Response:
    """Words that help; after enough tries, the intended move."""
    return _json(advice(step, _listed(made), tries))


_LONGEST = 1000


def _read_move(sent: bytes) -> tuple[list[str], str]:
    try:
        data = json.loads(sent)
    except (ValueError, RecursionError):
        data = None
    made = data.get("made", []) if isinstance(data, Mapping) else None
    move = data.get("move") if isinstance(data, Mapping) else None
    if not isinstance(move, str) or not isinstance(made, list) or not all(isinstance(one, str) for one in made):
        raise TaflheimError('expected JSON as {"made": [], "move": "e2"}')
    return made, move


def _standing(step: Step, made: str) -> Standing:
    return standing(step, _listed(made))


def _listed(text: str) -> list[str]:
    if len(text) > _LONGEST:
        raise TaflheimError(f"expected at most {_LONGEST} characters")
    return text.split(",") if text else []


def _json(data: Mapping[str, Any]) -> Response:
    return Response(encode(data), media_type="application/json")
