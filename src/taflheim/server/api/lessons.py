"""Lessons: their steps, and what a learner's moves are worth."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from pydantic import ConfigDict, Field

from taflheim import wire
from taflheim.games.lessons import RealGame, Step
from taflheim.games.rulebook import Rulebook
from taflheim.server.api.caller import TheCaller, TheReader
from taflheim.server.api.models import TEXT, Answer, Body, refusals
from taflheim.server.api.positions import GameName
from taflheim.server.identity import TheHall
from taflheim.server.lesson_steps import TRIES, advice, done_by, lessons_of, opponent, shown_at, step_of, try_move
from taflheim.server.rules_loader import TheRules
from taflheim.server.standing import standing

router = APIRouter(tags=["lessons"])

StepName = Annotated[str, Path(max_length=60, pattern=r"^[A-Za-z0-9-]+$", description="The name of a step.")]
Move = Annotated[str, Field(min_length=1, max_length=200, pattern=TEXT)]


class StepLine(Answer):
    """A step of the lessons."""

    name: str
    category: str
    title: str
    goal: str
    done: bool = Field(description="Whether one has done it; without an account, not.")
    played: bool = Field(description="Whether moves are tried on a board; else it is a real game at a table.")


class LessonsView(Answer):
    """The lessons of a game."""

    game: str
    title: str
    steps: list[StepLine]
    current: str = Field(description="The first step that is not done yet; all are done: the last one.")


class Marks(Answer):
    """What is marked on the board."""

    circles: list[str] = Field(description="Around these spots.")
    arrows: list[list[str]] = Field(description="Each a way from spot to spot.")


class RealGameView(Answer):
    """A real game: what `POST /tables` is to be sent."""

    game: str
    options: dict[str, int | str]
    seats: dict[str, int | str] = Field(description="By side: `me`, or the number of a bot.")
    opponent: str = Field(description="The bot's name; empty in a game for one.")


class StepView(StepLine):
    """A step, with its board."""

    number: int
    of: int
    next: str | None = Field(description="The name of the next step.")
    game: str
    options: dict[str, int | str] = Field(description="Of the board: `/boards/GAME` is asked with them.")
    standing: wire.Standing
    marks: Marks
    tries: int = Field(description="After so many wrong moves the hint shows the intended one.")
    table: RealGameView | None


class Attempt(Body):
    """A move of a learner."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"made": [], "move": "e2"}]})

    made: list[Move] = Field([], max_length=100, description="The moves that were made in this step before, as told.")
    move: Move


async def the_lessons(name: GameName, rules: TheRules) -> Rulebook:
    """The lessons that an address names."""
    return await lessons_of(name, rules)


TheLessons = Annotated[Rulebook, Depends(the_lessons)]


async def the_step(rulebook: TheLessons, step: StepName) -> Step:
    """The step that an address names."""
    return step_of(rulebook, step)


TheStep = Annotated[Step, Depends(the_step)]


@router.get("/lessons/{name}", responses=refusals(403, 404))
async def lessons(caller: TheReader, rulebook: TheLessons, hall: TheHall) -> LessonsView:
    """The lessons of a game."""
    done = await done_by(hall, caller.actor, rulebook)
    steps = rulebook.lessons
    return LessonsView(
        game=rulebook.name,
        title=rulebook.title,
        steps=[StepLine(**_line(step, done)) for step in steps],
        current=next((step for step in steps if step.name not in done), steps[-1]).name,
    )


@router.get("/lessons/{name}/{step}", responses=refusals(403, 404))
async def lesson_step(caller: TheReader, rulebook: TheLessons, step: TheStep, hall: TheHall) -> StepView:
    """A step, with the board that it begins with."""
    number, shown = rulebook.lessons.index(step), shown_at(step)
    position = shown.position
    return StepView(
        **_line(step, await done_by(hall, caller.actor, rulebook)),
        number=number + 1,
        of=len(rulebook.lessons),
        next=next((one.name for one in rulebook.lessons[number + 1 :]), None),
        game=position.game.name,
        options=dict(position.game.options),
        standing=standing(position),
        marks=Marks(circles=list(shown.circles), arrows=[list(way) for way in shown.arrows]),
        tries=TRIES,
        table=_real_game(step.table) if step.table else None,
    )


@router.post("/lessons/{name}/{step}", responses=refusals(403, 404))
async def try_a_move(
    sent: Attempt, caller: TheCaller, rulebook: TheLessons, step: TheStep, hall: TheHall
) -> wire.Tried:
    """What a move is worth. Who has an account and does a step has done it for good."""
    caller.check("play")
    return await try_move(hall, caller.actor, rulebook, step, sent.made, sent.move)


@router.get("/lessons/{name}/{step}/hint", responses=refusals(403, 404))
async def hint(
    caller: TheReader,
    step: TheStep,
    made: Annotated[str, Query(max_length=1000, pattern=TEXT, description="As told; commas between.")] = "",
    tries: Annotated[int, Query(ge=0, le=1000, description="How many moves were wrong.")] = 0,
) -> wire.Advice:
    """Words that help; after some tries, the intended move."""
    return advice(step, made.split(",") if made else [], tries)


def _line(step: Step, done: set[str]) -> dict[str, Any]:
    return {
        "name": step.name,
        "category": step.category,
        "title": step.title,
        "goal": step.goal,
        "done": step.name in done,
        "played": bool(step.turns),
    }


def _real_game(table: RealGame) -> RealGameView:
    return RealGameView(
        game=table.game.name,
        options=dict(table.game.options),
        seats={side: "me" if level is None else level for side, level in table.seats.items()},
        opponent=opponent(table),
    )
