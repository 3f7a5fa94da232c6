"""The graph of the chance to win, to look at and to step along: by arrows, or with the mouse."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import MouseDown, MouseEvent, MouseMove
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from taflheim.games.message import percent
from taflheim.terminal.study.graph import SHAPES, Picture, column_of, graph, ply_at
from taflheim.terminal.study.judged import Curve, Known, chances_at
from taflheim.terminal.theme import GOLD, GOOD, IRON

_GROUND = "#38261a"
_STYLES = {
    "": Style(),
    "area": Style(color="#a5793f"),
    "middle": Style(color="#7d5c3d"),
    "curve-0": Style(color=GOLD),
    "curve-1": Style(color="#7db8f0"),
    "curve-2": Style(color=GOOD),
    "curve-3": Style(color=IRON),
    "inaccuracy": Style(color="#ffe9a8", bgcolor=_GROUND, bold=True),
    "mistake": Style(color="#ffb05c", bgcolor=_GROUND, bold=True),
    "blunder": Style(color="#ff6a4d", bgcolor=_GROUND, bold=True),
}


class ChanceGraph(Widget, can_focus=True):
    """The curves of a game over its plies; below them a sign shows where one looks."""

    DEFAULT_CSS = """
    ChanceGraph { height: 6; width: 100%; padding: 0 1; background: $surface; }
    ChanceGraph:focus { background: $chosen; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("home", "step(-10000)", show=False),
        Binding("end", "step(10000)", show=False),
    ]
    steers = ("left", "right")
    curves: reactive[tuple[Curve, ...]] = reactive(())
    known: reactive[Known] = reactive({}, layout=False)
    length: reactive[int] = reactive(0)
    ply: reactive[int] = reactive(0)

    class Chosen(Message):
        """Somebody wants to see a ply."""

        def __init__(self, ply: int):
            super().__init__()
            self.ply = ply

    def __init__(self, *, ascii_only: bool = False, id: str | None = None):
        super().__init__(id=id)
        self._ascii = ascii_only
        self._asked: object = None
        self._picture: Picture = []

    def _drawn(self) -> Picture:
        """The graph, drawn once for all its rows."""
        width, height = self.content_size.width, self.content_size.height - 1
        asked = self.curves, self.known, self.length, width, height
        if self._asked != asked:
            self._asked = asked
            moves = self.known.values()
            drawn = graph(self.curves, moves, self.length, width, height, ascii_only=self._ascii)
            self._picture = drawn if width > 0 and height > 0 else []
        return self._picture

    def render_line(self, y: int) -> Strip:
        """A row of the graph, or the one below it."""
        picture, width, ground = self._drawn(), self.content_size.width, self.visual_style.rich_style
        column = column_of(self.ply, self.length, width)
        if y >= len(picture):
            return self._foot(column, width, ground)
        segments = [Segment(cell.sign, ground + _STYLES[cell.role]) for cell in picture[y]]
        if segments and picture[y][column].role not in SHAPES:
            # Where one looks is brighter; without colours the sign below says it.
            bright = picture[y][column].sign.strip() or ("|" if self._ascii else "┊")
            segments[column] = Segment(bright, ground + Style(color=GOLD))
        return Strip(segments)

    def _foot(self, column: int, width: int, ground: Style) -> Strip:
        """Where one looks; beside a curve that is alone, the chance there."""
        chances = list(chances_at(self.curves, self.ply).values()) if len(self.curves) == 1 else []
        figure = percent(chances[0]) if chances else ""
        sign, bold = "^" if self._ascii else "▲", ground + Style(color=GOLD, bold=True)
        room = column + 2 + len(figure) <= width
        before, after = ("", f"{sign} {figure}") if room else (f"{figure} ", sign)
        start = Segment(before.rjust(column), ground + Style(color=GOLD))
        return Strip([start, Segment(after, bold)]).adjust_cell_length(width, ground)

    def action_step(self, by: int) -> None:
        """To another ply."""
        self._choose(max(0, min(self.length, self.ply + by)))

    def on_mouse_down(self, event: MouseDown) -> None:
        """The ply under the mouse."""
        self._point(event)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Along the graph, with the button held."""
        if event.button:
            self._point(event)

    def _point(self, event: MouseEvent) -> None:
        at = event.get_content_offset(self)
        if at is not None:
            self._choose(ply_at(at.x, self.length, self.content_size.width))

    def _choose(self, ply: int) -> None:
        if ply != self.ply:
            self.post_message(self.Chosen(ply))
