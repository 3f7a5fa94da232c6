"""The list of moves: numbered, a column for each side. A click tells the ply."""

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from taflheim.terminal.live.story import Row, Story, rows
from taflheim.terminal.theme import GOLD

_NUMBER = 5


class MoveList(Widget):
    """The moves of a story; the one that is shown is in brackets, and always seen."""

    DEFAULT_CSS = """
    MoveList { height: 1fr; width: 100%; padding: 0 1; }
    """
    story: reactive[Story | None] = reactive(None)
    ply: reactive[int] = reactive(0)
    signs: reactive[Mapping[int, str]] = reactive({})
    """What stands behind a move, by its ply: that it was a mistake."""

    class Chosen(Message):
        """Somebody wants to see a ply."""

        def __init__(self, ply: int):
            super().__init__()
            self.ply = ply

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Row] = []

    def watch_story(self, story: Story | None) -> None:
        """The rows follow from it."""
        self._rows = rows(story) if story else []

    @property
    def _first(self) -> int:
        """The first row that is seen: the shown ply is among the last of them."""
        height = self.content_size.height
        current = next(
            (i for i, row in enumerate(self._rows) if self.ply - 1 in row.cells),
            0 if self.ply == 0 else len(self._rows) - 1,
        )
        return max(0, min(current - height + 2, len(self._rows) - height))

    @property
    def _column(self) -> int:
        sides = len(self.story.sides) if self.story else 1
        return max(4, (self.content_size.width - _NUMBER) // sides)

    def render_line(self, y: int) -> Strip:
        """A row of the list."""
        width = self.content_size.width
        style = self.visual_style.rich_style
        if not self._rows:
            text = "No move was made yet." if y == 0 and self.story else ""
            return Strip([Segment(text, style + Style(dim=True))]).adjust_cell_length(width, style)
        place = self._first + y
        if place >= len(self._rows):
            return Strip.blank(width, style)
        row = self._rows[place]
        segments = [
            Segment(
                f"{row.round}.".rjust(_NUMBER - 1) + " " if row.round is not None else " " * _NUMBER,
                style + Style(dim=True),
            )
        ]
        segments += [self._cell(cell, style) for cell in row.cells]
        return Strip(segments).adjust_cell_length(width, style)

    def _cell(self, index: int | None, style: Style) -> Segment:
        column = self._column
        if index is None or self.story is None:
            return Segment(" " * column, style)
        text = self.story.plies[index].text + self.signs.get(index + 1, "")
        current = index + 1 == self.ply
        shown = f"[{text}]" if current else f" {text}"
        if len(shown) >= column:
            shown = shown[: column - 2] + "… "
        return Segment(shown.ljust(column), style + Style(bold=True, color=GOLD) if current else style)

    def on_click(self, event: Click) -> None:
        """The ply under the mouse."""
        at = event.get_content_offset(self)
        if at is None or self._first + at.y >= len(self._rows):
            return
        cells = self._rows[self._first + at.y].cells
        column = max(0, at.x - _NUMBER) // self._column
        index = cells[min(column, len(cells) - 1)]
        if index is not None:
            self.post_message(self.Chosen(index + 1))
