"""A step of the lessons on a board: what is to be done, what a learner's moves are worth, and what helps."""

import asyncio
from collections.abc import Mapping
from typing import Any

from textual import work

from taflheim import wire
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.games.registry import game
from taflheim.terminal.board.marks import Way
from taflheim.terminal.screens.free_screen import FreeScreen
from taflheim.terminal.study.lesson import Lesson, asking, begun, helped, judged
from taflheim.terminal.widgets.coach import Coach, Task

_LOOK_S = 0.7
"""How long a move is looked at before the next one, or before a wrong one is taken back."""


class StepScreen(FreeScreen):
    """A learner at a step."""

    def __init__(self, game_name: str):
        super().__init__()
        self.game_name = game_name
        self.lesson: Lesson | None = None
        self._why = ""
        self._is_busy = False

    # ---- what is shown --------------------------------------------------------------------------------------------

    def begin(self, step: Mapping[str, Any]) -> None:
        """Do a step from its beginning, as the hall tells it."""
        arbiter = self.board.arbiter
        self.board.use(arbiter._replace(game=game(self.game_name, **step["options"])))
        self.lesson, self._why, self._is_busy = begun(step), "", False
        self.query_one(Task).show(step)
        self._stand()
        marks = step["marks"]
        circles = [Way((spot,), "drawn") for spot in marks["circles"]]
        self.board.point_out([*circles, *(Way(tuple(way), "drawn") for way in marks["arrows"])])
        self.board.focus()

    def _stand(self) -> None:
        """The board as the learner has it now, and what is said."""
        assert self.lesson
        self.board.stand(self.lesson.standing, closed=self.lesson.is_closed)
        self.tell()

    def tell(self) -> None:
        """Say what there is to say."""
        if self.lesson:
            self.query_one(Coach).show(self.lesson, self._why)
            self.show_bar()

    def explain(self, words: str) -> None:
        """Why something cannot be."""
        self._why = words
        self.tell()

    def finished(self) -> None:
        """The step is done."""

    # ---- moves ----------------------------------------------------------------------------------------------------

    def perform(self, move: str) -> None:
        """A move of the learner's."""
        if self.lesson and not self._is_busy and not self.lesson.is_closed:
            self._is_busy = True
            self._attempt(self.lesson, move)

    @work(group="attempt")
    async def _attempt(self, lesson: Lesson, move: str) -> None:
        step, made = lesson.step["name"], list(lesson.made)
        try:
            tried: wire.Tried = await self.remote.post("lessons", self.game_name, step, made=made, move=move)
        except TaflheimError as error:
            if self.lesson is lesson:
                self._is_busy = False
                self.board.decline(error)
            return
        if self.lesson is lesson:
            await self._follow(lesson, tried)

    async def _follow(self, lesson: Lesson, tried: wire.Tried) -> None:
        """Show the move and the answer to it; a wrong one is taken back."""
        after = self.lesson = judged(lesson, tried)
        self.explain("")
        for played in tried["shown"]:
            self.board.follow(played, closed=True)
            if tried["verdict"] == "wrong" or played is not tried["shown"][-1]:
                await asyncio.sleep(_LOOK_S)
            if self.lesson is not after:
                return  # another step, or the same from its beginning
        self._is_busy = False
        if after.is_done:
            self.finished()
            return
        self._stand()
        if after.is_stuck:
            await self._advise(after)

    # ---- help -----------------------------------------------------------------------------------------------------

    def help(self) -> None:
        """Help the learner."""
        if self.lesson and not self._is_busy:
            self.lesson = asking(self.lesson)
            self._help(self.lesson)

    @work(exclusive=True, group="help")
    async def _help(self, lesson: Lesson) -> None:
        await self._advise(lesson)

    async def _advise(self, lesson: Lesson) -> None:
        """With words first, after some tries with the move."""
        step, made = lesson.step["name"], ",".join(lesson.made)
        try:
            told: wire.Advice = await self.remote.get(
                "lessons", self.game_name, step, "hint", made=made, tries=lesson.failed
            )
        except TaflheimError as error:
            self.explain(sentence(str(error)))
            return
        if self.lesson is lesson:
            self.lesson = helped(lesson, told["text"])
            self.board.point_out([Way(tuple(told["way"]), "hint")] if told["way"] else [])
            self.tell()
