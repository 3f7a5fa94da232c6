"""The rules of a game as a page to scroll, with boards to play with. It may lie over a table: Escape goes back."""

from collections.abc import Mapping
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import ItemGrid, Vertical, VerticalScroll
from textual.widgets import Static

from taflheim.client.remote import Remote
from taflheim.games.registry import game
from taflheim.terminal.live.commands import Command
from taflheim.terminal.screens.command_screen import CommandScreen
from taflheim.terminal.study.arbiter import Arbiter
from taflheim.terminal.widgets.board import Board
from taflheim.terminal.widgets.diagram import Diagram
from taflheim.terminal.widgets.key_bar import KeyBar

_WIDEST = 100
"""Longer lines are hard to read."""
_COLUMN = 44
"""The least width of a diagram that has others beside it."""


class RulesScreen(CommandScreen):
    """Sections of text, each with its diagrams."""

    DEFAULT_CSS = """
    RulesScreen VerticalScroll { height: 1fr; align-horizontal: center; scrollbar-size-vertical: 1; }
    RulesScreen .section { height: auto; max-width: 100; padding: 0 2; }
    RulesScreen .section > .name { text-style: bold; color: $primary; margin-top: 1; }
    RulesScreen .section > .paragraph { margin-bottom: 1; }
    RulesScreen .note { color: $quiet; max-width: 100; padding: 0 2; margin-top: 1; }
    RulesScreen ItemGrid { height: auto; grid-gutter: 0 2; }
    """
    needs = (40, 18)
    commands: ClassVar[tuple[Command, ...]] = (
        Command("on", "]", "The next section"),
        Command("back", "[", "The section before"),
        Command("first", "{", "To the beginning"),
        Command("last", "}", "To the end"),
        Command("board", "tab", "To the next board", "arrows and Enter move its pieces, Esc leaves it"),
        Command("lessons", "ctrl+n", "Lessons", "learn it step by step"),
    )
    on_bar: ClassVar[tuple[tuple[str, str], ...]] = (
        ("on", "next section"),
        ("back", "before"),
        ("board", "next board"),
        ("lessons", "lessons"),
    )

    def __init__(self, game: str):
        super().__init__()
        self._game_name = game

    def parts(self) -> ComposeResult:
        """The page is empty until the hall has told the rules."""
        yield Static(id="head", markup=False)
        with VerticalScroll():
            yield Static("The rules are being fetched …", id="waiting", markup=False)
        yield KeyBar()

    async def open(self, remote: Remote) -> None:
        """All sections, one below the other."""
        told = await remote.get("rules", self._game_name)
        self.show_title(told["title"], "Rules")
        page = self.query_one(VerticalScroll)
        await page.remove_children()
        note = Static("The boards are yours to play with: move the pieces, and see what happens.", classes="note")
        sections = []
        for section in told["sections"]:
            texts = [Static(text, classes="paragraph", markup=False) for text in section["paragraphs"]]
            diagrams = [self._diagram(remote, one) for one in section["diagrams"]]
            name = Static(section["title"], classes="name", markup=False)
            beside = [ItemGrid(*diagrams, min_column_width=_COLUMN)] if len(diagrams) > 1 else diagrams
            sections.append(Vertical(name, *texts, *beside, classes="section"))
        await page.mount(note, *sections)
        self._fit()
        page.focus()

    def _diagram(self, remote: Remote, told: Mapping[str, Any]) -> Diagram:
        arbiter = Arbiter(remote, game(self._game_name, **told["options"]))
        return Diagram(arbiter, told, ascii_only=self.program.ascii_only)

    def on_resize(self) -> None:
        """The boards are as large as can be seen at once."""
        super().on_resize()
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        width, height = min(self.size.width, _WIDEST) - 6, self.size.height - 2
        columns = max(1, width // (_COLUMN + 2))
        for diagram in self.query(Diagram):
            beside = columns if isinstance(diagram.parent, ItemGrid) else 1
            diagram.fit(width // beside - 2, height)

    def can(self, name: str) -> bool:
        """Whether a command does something."""
        offer = self.program.games.get(self._game_name, {})
        return name != "lessons" or bool(offer.get("lessons"))

    def do(self, name: str) -> None:
        """Give a command."""
        page = self.query_one(VerticalScroll)
        match name:
            case "first":
                page.scroll_home()
            case "last":
                page.scroll_end()
            case "on" | "back":
                self._turn(1 if name == "on" else -1)
            case "board":
                self.focus_next(Board)
            case "lessons":
                self.program.go("lessons", game=self._game_name)

    def _turn(self, way: int) -> None:
        """To the section after the one that is read, or before it."""
        page = self.query_one(VerticalScroll)
        tops = [section.virtual_region.y for section in self.query(".section")]
        here = round(page.scroll_offset.y)
        wanted = [top for top in tops if (top - here) * way > 0]
        if wanted:
            page.scroll_to(y=min(wanted) if way > 0 else max(wanted))

    def action_back(self) -> None:
        """From a board to the page; from there to where one came from."""
        page = self.query_one(VerticalScroll)
        if self.focused is not None and self.focused is not page and page.can_focus:
            page.focus()
        else:
            super().action_back()
