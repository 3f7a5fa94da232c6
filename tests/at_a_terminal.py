"""Somebody at a terminal: the full-screen program with a real hall behind it, played by Textual's Pilot."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from serving_hall import Served, served_evening
from taflheim.client.credentials import Session
from taflheim.client.remote import Remote
from taflheim.terminal.app import TerminalApp
from taflheim.terminal.board.cursor import Direction, step
from taflheim.terminal.board.marks import Preview
from taflheim.terminal.board.plan import Plan
from taflheim.terminal.screens.table import TableScreen
from taflheim.terminal.widgets.board import Board
from taflheim.terminal.widgets.notice_card import NoticeCard
from taflheim.terminal.widgets.pad import Pad
from taflheim.terminal.widgets.table_panel import TablePanel
from taflheim.terminal.widgets.words import Words

_SECONDS = 60
_WAYS: tuple[Direction, ...] = ("up", "down", "left", "right")
_T = TypeVar("_T")


class Seated(NamedTuple):
    """The program, who presses its keys, and the hall."""

    app: TerminalApp
    pilot: Pilot[None]
    served: Served

    async def until(self, what: Callable[[], _T | None]) -> _T:
        """Wait until something is so, and give it."""
        async with asyncio.timeout(_SECONDS):
            while not (found := what()):
                await self.pilot.pause(0.01)
        await self.pilot.pause()
        return found

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Press the keys of a text, and Enter."""
        await self.press(*text, "enter")

    async def sit(self, game: str, **asked: object) -> "AtTable":
        """Open a table and go there."""
        return await self.go_to(await self.served.new_table(game, **asked))

    async def go_to(self, table_id: str, **wishes: Any) -> "AtTable":
        """Go to a table."""
        self.app.go("table", table_id=table_id, **wishes)
        return await self.at_table()

    async def at_table(self) -> "AtTable":
        """Wait until the screen of a table is there, and shows it."""
        screen = await self.until(lambda: s if isinstance(s := self.app.screen, TableScreen) and s.state else None)
        return AtTable(self, screen)


class AtTable(NamedTuple):
    """Somebody at a table."""

    seated: Seated
    screen: TableScreen

    @property
    def notice(self) -> str:
        """What the card beside the board says, with its ways; nothing if there is none."""
        card = self.screen.query_one(NoticeCard)
        if card.notice is None or self.screen.query_one(TablePanel).shows != "notice":
            return ""
        return "\n".join([card.notice.title, *card.notice.lines, *(way.label for way in card.notice.ways)])

    @property
    def told(self) -> str:
        """What is said beside the board."""
        return str(self.screen.query_one(Words).render())

    @property
    def head(self) -> str:
        """The first line of the panel."""
        return str(self.screen.query_one("#head", Static).render())

    async def until_noticed(self, words: str) -> None:
        """Wait until the card beside the board says something."""
        await self.seated.until(lambda: words in self.notice)

    @property
    def board(self) -> Board:
        """The board."""
        return self.screen.query_one(Board)

    @property
    def ply(self) -> int:
        """How many plies were made and shown."""
        return self.screen.state.live["ply"] if self.screen.state else 0

    async def wait_for_ply(self, ply: int) -> None:
        """Wait until so many plies were made, and one can go on."""
        await self.seated.until(lambda: self.ply >= ply)
        await self.seated.until(lambda: not self.board.is_moving)

    @property
    def cursor(self) -> str | None:
        """The spot on which the cursor is."""
        marks = self.board.marks
        return marks.cursor or (marks.preview.spot if marks.preview else None)

    async def click(self, spot: str) -> None:
        """Click a spot with the mouse; a button in the diagram of keys."""
        layout, plan = self.board.game_layout, self.board.plan
        assert layout and plan
        if layout.by_name[spot].kind == "button":
            await self.click_button(spot)
            return
        at = self._place_of(plan, spot)
        if layout.by_name[spot].kind == "groove":
            # The mouse comes from a cell, and what is seen under it is what is clicked.
            await self.seated.pilot.hover(self.board, offset=self._place_of(plan, next(iter(plan.boxes))))
            await self.seated.pilot.hover(self.board, offset=at)
            await self.seated.until(lambda: self.board.marks.preview == Preview(spot, legal=True))
        await self.seated.pilot.click(self.board, offset=at)
        await self.seated.pilot.pause()

    def _place_of(self, plan: Plan, spot: str) -> tuple[int, int]:
        """A character of the board that means a spot: of several, one in the middle."""
        left, top = self.board.corner
        box = plan.boxes[spot]
        rows, columns = range(box.y // 2, (box.y + box.height + 1) // 2), range(box.x, box.x + box.width)
        meant = [
            (left + x, top + y)
            for y in rows
            for x in columns
            if plan.spot_at(x + 0.5, y + 0.5, self.board.is_open, None) == spot
        ]
        return meant[len(meant) // 2]

    async def click_button(self, spot: str) -> None:
        """Click one of the game's buttons beside the board."""
        pad = self.screen.query_one(Pad)
        at = pad.place_of(spot)
        assert at
        await self.seated.pilot.click(pad, offset=at)
        await self.seated.pilot.pause()

    async def steer_to(self, spot: str) -> None:
        """Press arrows until the cursor is on a spot."""
        if self.cursor is None:
            await self.seated.press("up")
        await self.seated.press(*self._way_to(spot))
        assert self.cursor == spot

    def _way_to(self, spot: str) -> list[str]:
        """The arrows of a shortest way."""
        board, cursor = self.board, self.cursor
        layout = board.game_layout
        assert layout and cursor
        ways: dict[str, list[str]] = {cursor: []}
        found = [cursor]
        for here in found:
            for way in _WAYS:
                there = step(layout, here, way, flipped=board.flipped)
                if there and there not in ways:
                    ways[there] = [*ways[here], way]
                    found.append(there)
        return ways[spot]


def owners_remote(served: Served) -> Remote:
    """The hall, with the session of its owner."""
    return Remote(served.address, Session(served.cookie()))


def at_a_terminal(
    folder: Path,
    work: Callable[[Seated], Awaitable[None]],
    *,
    size: tuple[int, int] = (80, 24),
    moves: bool = False,
    colours: str | None = "truecolor",
    **wishes: Any,
) -> None:
    """Open a hall and the program, and do something there; `moves`: whether boards show how pieces go.

    `colours` are Rich's names for what a terminal shows, wherever the tests run; None is NO_COLOR.
    """

    async def evening(served: Served) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("textual.constants.COLOR_SYSTEM", colours or "truecolor")
            patch.delenv("NO_COLOR", raising=False)
            if colours is None:
                patch.setenv("NO_COLOR", "1")
            app = TerminalApp(**wishes)
        app.animation_level = "full" if moves else "none"
        async with app.run_test(size=size) as pilot:
            await app.enter(owners_remote(served))
            await pilot.pause()
            await work(Seated(app, pilot, served))

    served_evening(folder, evening)
