"""Lessons: the steps of a game one after the other, and at the end a real game."""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

from rich.text import Text
from textual import on, work
from textual.containers import Horizontal

from taflheim.client.remote import Remote
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.games.registry import game as game_of
from taflheim.terminal.live.commands import Command
from taflheim.terminal.screens.lesson_step import StepScreen
from taflheim.terminal.study.arbiter import Arbiter
from taflheim.terminal.theme import GOOD, QUIET
from taflheim.terminal.widgets.choice_list import ChoiceList
from taflheim.terminal.widgets.coach import Coach, Task
from taflheim.terminal.widgets.free_board import FreeBoard
from taflheim.terminal.widgets.pad import Pad
from taflheim.terminal.widgets.press import Press


class LessonsScreen(StepScreen):
    """The lessons of a game, at one of their steps."""

    DEFAULT_CSS = """
    LessonsScreen #does { height: auto; padding: 0 1; margin-bottom: 1; }
    LessonsScreen #does Press { margin-right: 1; }
    LessonsScreen #does .none { display: none; }
    LessonsScreen #panel ChoiceList { height: 1fr; padding: 0 1; border-top: solid $line; background: $background; }
    """
    commands: ClassVar[tuple[Command, ...]] = (
        Command("hint", "!", "Hint", "words that help, then the move"),
        Command("again", "ctrl+z", "Again", "the step from its beginning"),
        Command("on", "]", "The next step"),
        Command("back", "[", "The step before"),
        Command("first", "{", "The first step"),
        Command("last", "}", "The last step"),
        Command("type", "/", "Type a move"),
        Command("flip", "ctrl+f", "Turn the board"),
        Command("rules", "ctrl+b", "Rules"),
    )
    on_bar: ClassVar[tuple[tuple[str, str], ...]] = (
        ("hint", "hint"),
        ("again", "again"),
        ("on", "next step"),
        ("back", "before"),
        ("rules", "rules"),
    )
    waiting: ClassVar[str] = "The lessons are being fetched …"

    def __init__(self, game: str, step: str | None = None):
        super().__init__(game)
        self._wanted = step
        self._steps: list[Mapping[str, Any]] = []

    # ---- the steps ------------------------------------------------------------------------------------------------

    async def open(self, remote: Remote) -> None:
        """The list of steps, and the one that was wished for, or is next."""
        told = await remote.get("lessons", self.game_name)
        step = await remote.get("lessons", self.game_name, self._wanted or told["current"])
        self._steps = told["steps"]
        arbiter, ascii_only = Arbiter(remote, game_of(self.game_name, **step["options"])), self.program.ascii_only
        does = Horizontal(
            Press("Hint", key="!", name="hint"),
            Press("Again", name="again"),
            Press("Next step", key="]", name="on"),
            Press("Play", name="play", golden=True),
            id="does",
        )
        pad = Pad(arbiter.game.layout, ascii_only=ascii_only)
        await self.lay(FreeBoard(arbiter, ascii_only=ascii_only), Task(), Coach(), pad, does, ChoiceList())
        self.show_title(told["title"], "Lessons")
        self.begin(step)
        self._show_steps()

    @work(exclusive=True, group="step")
    async def _go(self, name: str) -> None:
        """Go to a step."""
        try:
            step = await self.remote.get("lessons", self.game_name, name)
        except TaflheimError as error:
            self.explain(sentence(str(error)))
            return
        self.begin(step)
        self._show_steps()

    def on_screen_resume(self) -> None:
        """A real game may have been won meanwhile."""
        if self.is_open:
            self._ask_steps()

    @work(exclusive=True, group="steps")
    async def _ask_steps(self) -> None:
        try:
            self._steps = (await self.remote.get("lessons", self.game_name))["steps"]
        except TaflheimError:
            return  # what was known before is shown
        self._show_steps()

    def _show_steps(self) -> None:
        assert self.lesson
        steps, name, width = self.query_one(ChoiceList), self.lesson.step["name"], len(str(len(self._steps)))
        rows = [(one["name"], _row(f"{at:>{width}}", one, name)) for at, one in enumerate(self._steps, 1)]
        steps.fill(rows)
        steps.choose(name)

    def finished(self) -> None:
        """The step has its tick, and the keyboard is where it goes on."""
        assert self.lesson
        name = self.lesson.step["name"]
        self._steps = [{**one, "done": one["done"] or one["name"] == name} for one in self._steps]
        self._show_steps()
        self.tell()
        if self.can("on"):
            self._press("on").focus()

    def tell(self) -> None:
        """What can be done changes with what was said."""
        super().tell()
        if self.lesson is None:
            return
        for press in self.query("#does Press").results(Press):
            press.set_class(not self.can(str(press.name)), "none")
        self._press("on").set_class(self.lesson.is_done, "golden")
        table = self.lesson.step["table"]
        self._press("play").set_label(f"Play against {table['opponent']}" if table and table["opponent"] else "Play")

    def _press(self, name: str) -> Press:
        return next(press for press in self.query("#does Press").results(Press) if press.name == name)

    # ---- what one does --------------------------------------------------------------------------------------------

    def can(self, name: str) -> bool:
        """Whether a command does something now."""
        if self.lesson is None:
            return False
        number = int(self.lesson.step["number"])
        match name:
            case "hint" | "type":
                return not self.lesson.is_closed
            case "again":
                return self.lesson.has_begun
            case "play":
                return self.lesson.step["table"] is not None and self.program.me is not None
            case "on" | "last":
                return number < len(self._steps)
            case "back" | "first":
                return number > 1
        return True

    def do(self, name: str) -> None:
        """Give a command."""
        assert self.lesson
        at = int(self.lesson.step["number"]) - 1
        match name:
            case "hint":
                self.help()
            case "again":
                self.begin(self.lesson.step)
            case "on" | "back" | "first" | "last":
                wanted = {"on": at + 1, "back": at - 1, "first": 0, "last": len(self._steps) - 1}[name]
                self._go(self._steps[wanted]["name"])
            case "type":
                self.begin_line("")
            case "flip":
                self.board.flipped = not self.board.flipped
            case "rules":
                self.program.go("rules", game=self.game_name)
            case "play":
                self._play()

    @work(exclusive=True, group="play")
    async def _play(self) -> None:
        """The real game of the last step."""
        assert self.lesson
        wanted = {name: self.lesson.step["table"][name] for name in ("game", "options", "seats")}
        try:
            table = await self.remote.post("tables", **wanted, request=secrets.token_hex(8))
        except TaflheimError as error:
            self.explain(sentence(str(error)))
            return
        self.program.go("table", table_id=table["id"])

    @on(Press.Pressed)
    def _pressed_button(self, event: Press.Pressed) -> None:
        self.give(str(event.press.name))

    @on(ChoiceList.OptionSelected)
    def _chosen_step(self, event: ChoiceList.OptionSelected) -> None:
        self._go(str(event.option_id))


def _row(number: str, step: Mapping[str, Any], current: str) -> Text:
    done = ("✓ ", GOOD) if step["done"] else ("  ", "")
    return Text.assemble(done, (f"{number} ", QUIET), (step["title"], "bold" if step["name"] == current else ""))
