"""The moves of an analysis: the main line, and variations below the moves that they replace. A click tells the node."""

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from taflheim.terminal.study.tree import ROOT, Tree
from taflheim.terminal.study.tree_rows import Row, Word, place_of, rows, word_at
from taflheim.terminal.theme import GOLD, QUIET

_STYLES = {"main": Style(bold=True), "aside": Style(), "comment": Style(color=QUIET, italic=True)}
_CURRENT = Style(bold=True, color=GOLD, reverse=True)
_EMPTY = "Move a piece. Every other way you try is kept as a variation."


class TreeList(Widget):
    """A list that always shows the move that is looked at; that one is inverse."""

    DEFAULT_CSS = """
    TreeList { height: 1fr; min-height: 3; width: 100%; padding: 0 1; border-top: solid $line; }
    """
    moves: reactive[Tree | None] = reactive(None)
    node: reactive[int] = reactive(ROOT)

    class Chosen(Message):
        """Somebody wants to see a node."""

        def __init__(self, node: int):
            super().__init__()
            self.node = node

    def __init__(self) -> None:
        super().__init__()
        self._known: tuple[Tree | None, int] = (None, 0)
        self._rows: list[Row] = []

    def _laid(self) -> list[Row]:
        """The rows of the tree, laid out once for each width."""
        width = max(8, self.content_size.width)
        if self._known != (self.moves, width):
            self._known = self.moves, width
            self._rows = rows(self.moves, width) if self.moves else []
        return self._rows

    @property
    def _first(self) -> int:
        """The first row that is seen: that of the node is neither the first nor the last, if that can be."""
        laid, height = self._laid(), self.content_size.height
        place = place_of(laid, self.node) or 0
        return max(0, min(place - height // 2, len(laid) - height))

    def render_line(self, y: int) -> Strip:
        """A row of the list."""
        laid, width, ground = self._laid(), self.content_size.width, self.visual_style.rich_style
        if not laid:
            return self._say(y, width, ground)
        place = self._first + y
        if place >= len(laid):
            return Strip.blank(width, ground)
        row = laid[place]
        segments = [Segment(" " * row.indent, ground)]
        for number, word in enumerate(row.words):
            segments += self._word(word, ground, last=number + 1 == len(row.words))
        return Strip(segments).adjust_cell_length(width, ground)

    def _word(self, word: Word, ground: Style, *, last: bool) -> list[Segment]:
        is_current = word.node == self.node and word.node is not None
        style = ground + (_CURRENT if is_current else _STYLES[word.role])
        number = Segment(word.number, ground + Style(color=QUIET))
        return [number, Segment(word.text, style), Segment("" if last else " ", ground)]

    def _say(self, y: int, width: int, ground: Style) -> Strip:
        words, lines = _EMPTY.split(), [""]
        for word in words:
            if len(lines[-1]) + len(word) + 1 > width:
                lines.append("")
            lines[-1] = f"{lines[-1]} {word}".strip()
        text = lines[y] if y < len(lines) else ""
        return Strip([Segment(text, ground + Style(color=QUIET))]).adjust_cell_length(width, ground)

    def on_click(self, event: Click) -> None:
        """The move under the mouse."""
        at, laid = event.get_content_offset(self), self._laid()
        if at is None or self._first + at.y >= len(laid):
            return
        word = word_at(laid[self._first + at.y], at.x)
        if word and word.node is not None:
            self.post_message(self.Chosen(word.node))
