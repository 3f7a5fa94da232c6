"""Lessons, as pages and programs go through them: what a learner is shown and told, and what was done.

A request brings the moves that the learner has made in the step so far: nothing else has to be remembered.
"""

import asyncio
from collections.abc import Sequence
from functools import cache

from taflheim import wire
from taflheim.engine.bots.levels import find_bot
from taflheim.games.errors import TaflheimError
from taflheim.games.lesson_attempt import attempt, intended, standing
from taflheim.games.lessons import RealGame, Step
from taflheim.games.marked import Marked
from taflheim.games.registry import rulebooks
from taflheim.games.rulebook import Rulebook
from taflheim.hall.hall import Hall
from taflheim.server import standing as told
from taflheim.server.rules_loader import RulesLoader
from taflheim.table.actor import Actor, Person

TRIES = 2
"""The number of wrong moves after which the intended one is shown."""
_SEED = 7


class NoSuchLesson(TaflheimError):
    """There are no lessons of this game, or no such step in them."""


async def lessons_of(name: str, rules: RulesLoader) -> Rulebook:
    """The game with a name, with its rules loaded; it has lessons. Raises NoSuchLesson."""
    rulebook = rulebooks().get(name)
    if rulebook is not None:
        await rules.ready(name)
    # Reading and checking them all takes a while the first time, and others must not wait for that.
    if rulebook is None or not await asyncio.to_thread(lambda: rulebook.lessons):
        raise NoSuchLesson("there are no lessons of this game: look at those of others")
    return rulebook


def step_of(rulebook: Rulebook, name: str) -> Step:
    """The step with a name; raises NoSuchLesson."""
    found = next((one for one in rulebook.lessons if one.name == name), None)
    if found is None:
        raise NoSuchLesson(f"there is no such step: the lessons of {rulebook.title} begin with another")
    return found


async def done_by(hall: Hall, actor: Actor, rulebook: Rulebook) -> set[str]:
    """The names of the steps that somebody has done; what was done without an account is not kept."""
    return await hall.lessons.done(actor.account, rulebook) if isinstance(actor, Person) else set()


@cache
def shown_at(step: Step) -> Marked:
    """The board that a step begins with; of a real game, its start."""
    if step.shown:
        return step.shown
    assert step.table is not None
    game = step.table.game
    return Marked(game.start(_SEED if game.rulebook.seeded else None))


def opponent(table: RealGame) -> str:
    """The bot that a real game is played against; empty in a game for one."""
    return "" if table.level is None else find_bot(table.game, table.level).name


async def try_move(hall: Hall, actor: Actor, rulebook: Rulebook, step: Step, made: list[str], move: str) -> wire.Tried:
    """What a learner's move is worth, and how it stands after it; who has done the step has done it for good."""
    answer = tried(step, made, move)
    if answer["verdict"] == "done" and isinstance(actor, Person):
        await hall.lessons.finish(actor.account, rulebook.name, step.name)
    return answer


def tried(step: Step, made: list[str], move: str) -> wire.Tried:
    """What is told about a learner's move: the verdict with its words, what is shown, and where the learner stands.

    >>> import taflheim
    >>> step = taflheim.rulebooks()["quoridor"].lessons[0]
    >>> tried(step, [], "e2")["verdict"], tried(step, [], "f1")["text"][:18]
    ('done', 'That can be done, ')
    """
    one = attempt(step, made, move)
    position = one.standing.position
    shown = [told.played(position, one.move)]
    if one.is_right and one.standing.turn.answer:
        shown.append(told.played(position.play(one.move), one.standing.turn.answer))
    return {
        "verdict": "done" if one.is_done else "right" if one.is_right else "wrong",
        "text": one.text,
        "made": [*made, one.move] if one.is_right else made,
        "shown": shown,
        "standing": shown[-1] if one.is_right else told.standing(position),
    }


def advice(step: Step, made: Sequence[str], tries: int) -> wire.Advice:
    """Words that help; after enough tries, or without words, the intended move."""
    now = standing(step, made)
    if tries < TRIES and now.turn.hint:
        return {"text": now.turn.hint, "way": []}
    move, text = intended(now)
    return {"text": text, "way": list(now.position.way(move))}
