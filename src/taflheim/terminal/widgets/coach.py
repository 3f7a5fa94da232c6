"""What a learner is told: what is to be done, what a move was worth, and what may help."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text
from textual.widgets import Static

from taflheim.terminal.study.lesson import Lesson, Verdict
from taflheim.terminal.theme import GOLD, GOOD, IRON, QUIET

_SIGNS: dict[Verdict, tuple[str, str]] = {"done": ("✓ ", GOOD), "right": ("✓ ", GOOD), "wrong": ("✗ ", IRON)}


class Task(Static):
    """The step: its number, its title and its goal."""

    DEFAULT_CSS = """
    Task { height: auto; width: 100%; padding: 0 1; background: $surface; }
    """

    def show(self, step: Mapping[str, Any]) -> None:
        """Another step."""
        self.update(
            Text.assemble(
                (f"{step['category']} · {step['number']} of {step['of']}\n", QUIET),
                (step["title"], f"bold {GOLD}"),
                f"\n{step['goal']}",
            )
        )


class Coach(Static):
    """What is said of the last move; signs say it without colours."""

    DEFAULT_CSS = """
    Coach { height: auto; min-height: 4; width: 100%; padding: 0 1; border-top: solid $line; }
    """

    def show(self, lesson: Lesson, why: str) -> None:
        """What is known now; `why` something could not be is said before all."""
        told = []
        if why:
            told.append(Text(why, style=IRON))
        if lesson.text and lesson.verdict:
            sign, colour = _SIGNS[lesson.verdict]
            told.append(Text.assemble((sign, colour), lesson.text))
        if lesson.advice:
            told.append(Text.assemble(("! ", GOLD), lesson.advice))
        self.update(Text("\n").join(told))
