"""Lessons on a terminal: every step of every game, and what is told on the way."""

from pathlib import Path

import pytest

import taflheim
from at_a_terminal import Seated
from studying import studying
from taflheim.games.lesson_attempt import intended, standing
from taflheim.games.lessons import Step
from taflheim.terminal.screens.lessons import LessonsScreen
from taflheim.terminal.screens.table import TableScreen
from taflheim.terminal.widgets.choice_list import ChoiceList
from taflheim.terminal.widgets.coach import Coach
from taflheim.terminal.widgets.press import Press

NAMES = sorted(taflheim.rulebooks())


async def _at(seated: Seated, step: str) -> LessonsScreen:
    """Wait until a step is on the screen."""
    app = seated.app

    def shown() -> LessonsScreen | None:
        screen = app.screen
        here = isinstance(screen, LessonsScreen) and screen.lesson and screen.lesson.step["name"] == step
        return screen if here and isinstance(screen, LessonsScreen) else None

    return await seated.until(shown)


def _coached(screen: LessonsScreen) -> str:
    return str(screen.query_one(Coach).visual)


@pytest.mark.parametrize("name", NAMES)
def test_a_learner_goes_through_all_steps_to_a_real_game(name: str, tmp_path: Path) -> None:
    steps = taflheim.rulebooks()[name].lessons

    async def work(seated: Seated) -> None:
        for step in steps:
            await _do(seated, step)
        screen = seated.app.screen
        play = await seated.until(
            lambda: next((p for p in screen.query(Press) if p.name == "play" and p.display), None)
        )
        play.focus()
        await seated.press("enter")
        await seated.until(lambda: isinstance(seated.app.screen, TableScreen))
        # What was done is kept with the account.
        done = (await seated.app.remote.get("lessons", name))["steps"]
        assert all(step["done"] for step in done if step["played"])

    studying(tmp_path, work, "lessons", game=name)


async def _do(seated: Seated, step: Step) -> None:
    """Do a step by typing its moves, and go on."""
    screen = await _at(seated, step.name)
    made: list[str] = []

    def is_judged() -> bool:
        return screen.lesson is not None and len(screen.lesson.made) > len(made) and not screen._is_busy

    for turn in step.turns:
        move, _ = intended(standing(step, made))
        await seated.press("slash", *move, "enter")
        await seated.until(is_judged)
        assert turn.right in _coached(screen) and screen.lesson
        made = list(screen.lesson.made)
    if step.turns:
        assert screen.lesson and screen.lesson.is_done
        # The keyboard is on the way on.
        assert isinstance(screen.focused, Press) and screen.focused.name == "on"
        await seated.press("enter")


def test_who_is_stuck_is_helped(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await _at(seated, "three")
        step = taflheim.rulebooks()["toy"].lessons[1]
        await seated.press("exclamation_mark")
        await seated.until(lambda: step.turns[0].hint in _coached(screen))
        # Asking twice shows the move, as a way over the board.
        await seated.press("exclamation_mark")
        await seated.until(lambda: screen.board.marks.ways)
        assert screen.board.marks.ways[0].kind == "hint" and "a1" in _coached(screen)
        # A wrong move is answered, and taken back.
        await seated.press("slash", *"b2", "enter")
        await seated.until(lambda: screen.lesson and screen.lesson.verdict == "wrong" and not screen._is_busy)
        assert "on a1" in _coached(screen) and screen.lesson and screen.lesson.made == ()
        assert frozenset(screen.board.pieces) == frozenset(step.shown.position.pieces if step.shown else ())

    studying(tmp_path, work, "lessons", game="toy", step="three")


def test_a_move_by_arrows_and_the_step_again(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await _at(seated, "sign")
        await seated.until(lambda: screen.board.is_open("b2"))
        await seated.press("up", "enter")
        await seated.until(lambda: screen.lesson and screen.lesson.is_done)
        await seated.press("ctrl+z")
        await seated.until(lambda: screen.lesson and not screen.lesson.is_done)
        assert len(screen.board.pieces) == 0 and screen.focused is screen.board
        # What cannot be is explained.
        await seated.press("slash", *"z9", "enter")
        await seated.until(lambda: "z9" in _coached(screen))

    studying(tmp_path, work, "lessons", game="toy", step="sign")


def test_steps_are_chosen_from_the_list_and_by_brackets(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        await _at(seated, "sign")
        await seated.press("right_square_bracket")
        screen = await _at(seated, "three")
        await seated.press("right_curly_bracket")
        await _at(seated, "game")
        screen.query_one(ChoiceList).focus()
        await seated.press("up", "up", "enter")
        await _at(seated, "sign")
        await seated.press("ctrl+b")
        await seated.until(lambda: seated.app.screen is not screen)
        await seated.press("escape")
        await seated.until(lambda: seated.app.screen is screen)

    studying(tmp_path, work, "lessons", game="toy")


def test_no_such_lessons_leads_back_with_a_word(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        await seated.until(lambda: len(seated.app._notifications) == 1)
        assert not isinstance(seated.app.screen, LessonsScreen)

    studying(tmp_path, work, "lessons", game="toy", step="nonsense")
