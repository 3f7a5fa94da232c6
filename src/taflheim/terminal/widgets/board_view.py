"""A board on the screen: as large as fits, repainted only where something has changed, with movement."""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from taflheim.games.view import Effect, Layout, Piece
from taflheim.terminal.board.look import Look
from taflheim.terminal.board.marks import Marks
from taflheim.terminal.board.motion import FRAME_MS, Frame, frames
from taflheim.terminal.board.picture import picture
from taflheim.terminal.board.plan import Plan, best_scale, needed

_MOST_FRAMES = 2500 // FRAME_MS
"""How many pictures may wait to be shown; who falls farther behind sees the last at once."""


class BoardView(Widget):
    """A board to look at. What is set to its attributes is shown; `play` shows how a position comes about."""

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; }"

    game_layout: reactive[Layout | None] = reactive(None, repaint=False, init=False)
    pieces: reactive[tuple[Piece, ...]] = reactive((), repaint=False, init=False)
    marks: reactive[Marks] = reactive(Marks(), repaint=False, init=False)
    flipped: reactive[bool] = reactive(False, repaint=False, init=False)
    ascii_only: reactive[bool] = reactive(False, repaint=False, init=False)

    class Told(Message):
        """Something that a board tells."""

        def __init__(self, board: "BoardView"):
            super().__init__()
            self.board = board

        @property
        def control(self) -> "BoardView":
            """The board."""
            return self.board

    class Rested(Told):
        """Everything has come to rest that moved."""

    def __init__(
        self,
        game_layout: Layout | None = None,
        pieces: Iterable[Piece] = (),
        *,
        marks: Marks | None = None,
        flipped: bool = False,
        ascii_only: bool = False,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
    ):
        super().__init__(name=name, id=id, classes=classes)
        self.set_reactive(BoardView.game_layout, game_layout)
        self.set_reactive(BoardView.pieces, tuple(pieces))
        self.set_reactive(BoardView.marks, marks or Marks())
        self.set_reactive(BoardView.flipped, flipped)
        self.set_reactive(BoardView.ascii_only, ascii_only)
        self.plan: Plan | None = None
        """Where everything lies; None while there is no room or nothing to draw."""
        self._waiting: deque[Frame] = deque()
        self._frame: Frame | None = None
        self._strips: list[Strip] = []
        self._drawn_size = Size()
        self._redraw_due = False

    # ---- what happens ---------------------------------------------------------------------------------------------

    def play(self, effects: Sequence[Effect], after: Iterable[Piece], landings: Collection[str] = ()) -> None:
        """Show how effects lead to the pieces after them; at once, where nothing is to move.

        What is shown already comes to its end first. Landings are where the mover was seen to go before.
        """
        before = self.pieces
        self.set_reactive(BoardView.pieces, tuple(after))
        self.animate_from(before, effects, landings)

    def animate_from(self, before: Sequence[Piece], effects: Sequence[Effect], landings: Collection[str] = ()) -> None:
        """Show what effects do to pieces, and then those that are to be shown."""
        if self.is_mounted and self.app.animation_level != "none" and self.game_layout is not None:
            self._waiting.extend(frames(self.game_layout, before, effects, landings))
        if not self._waiting or len(self._waiting) > _MOST_FRAMES:
            self._rest()
        elif self._frame is None:
            self._show_next()

    @property
    def is_moving(self) -> bool:
        """Whether something moves on the board."""
        return self._frame is not None

    @property
    def rest_s(self) -> float:
        """How long it takes until everything rests."""
        return (len(self._waiting) + 1) * FRAME_MS / 1000 if self.is_moving else 0.0

    def _show_next(self) -> None:
        if not self._waiting:
            if self._frame is not None:
                self._rest()
            return
        self._frame = self._waiting.popleft()
        self._redraw()
        self.set_timer(FRAME_MS / 1000, self._show_next)

    def _rest(self) -> None:
        self._waiting.clear()
        self._frame = None
        self._redraw_soon()
        self.post_message(self.Rested(self))

    # ---- what is shown --------------------------------------------------------------------------------------------

    def shown_marks(self) -> Marks:
        """The marks, with what moves."""
        if self._frame is None:
            return self.marks
        return replace(self.marks, moving=self._frame.moving, flashes=self._frame.flashes)

    def shown_pieces(self) -> tuple[Piece, ...]:
        """The pieces that stand somewhere now."""
        return self.pieces if self._frame is None else self._frame.pieces

    @property
    def look(self) -> Look:
        """What this terminal can show."""
        system = None if self.app.no_color else self.app.console.color_system
        return Look.of(system, ascii_only=self.ascii_only)

    def place_of(self, event: events.MouseEvent) -> tuple[float, float]:
        """Where on the widget the pointer is, in columns and rows."""
        # Some terminals tell where in a character it is; for others it is in the middle.
        x, y = (at if at % 1 else at + 0.5 for at in (event.pointer_x, event.pointer_y))
        return x, y

    def spot_at(self, x: float, y: float, previewed: str | None = None) -> str | None:
        """The spot at a place of the widget."""
        if self.plan is None:
            return None
        left, top = self.corner
        return self.plan.spot_at(x - left, y - top, self.is_open, previewed)

    def is_open(self, spot: str) -> bool:
        """Whether a click on a spot leads to something."""
        return False

    @property
    def corner(self) -> tuple[int, int]:
        """The column and the row in which the picture begins."""
        if self.plan is None:
            return 0, 0
        return (self.size.width - self.plan.columns) // 2, (self.size.height - self.plan.rows) // 2

    def _find_plan(self) -> Plan | None:
        layout, form = self.game_layout, self.look.form
        if layout is None:
            return None
        scale = best_scale(layout, self.size.width, self.size.height, form)
        if scale is None:
            return None
        old = self.plan
        if old and old.layout is layout and (old.form, old.scale, old.flipped) == (form, scale, self.flipped):
            return old
        return Plan(layout, form, scale, self.flipped)

    def _draw(self) -> list[Strip]:
        """All lines of the widget."""
        self._drawn_size = self.size
        self.plan = plan = self._find_plan()
        ground = self.rich_style
        width, height = self.size
        if plan is None:
            rows = self._words(width)
        else:
            rows = picture(plan, self.shown_pieces(), self.shown_marks(), colours=self.look.colours)
        wide = max((sum(len(segment.text) for segment in row) for row in rows), default=0)
        left, top = max(0, (width - wide) // 2), max(0, (height - len(rows)) // 2)
        margin = [Segment(" " * left, ground)]
        rest = [Segment(" " * (width - wide - left), ground)]
        blank = Strip.blank(width, ground)
        strips = [Strip([*margin, *_over(ground, row), *rest]).adjust_cell_length(width, ground) for row in rows]
        return ([blank] * top + strips + [blank] * height)[:height]

    def _words(self, width: int) -> list[list[Segment]]:
        """What is said in place of a board that does not fit."""
        if self.game_layout is None:
            return []
        columns, rows = needed(self.game_layout, self.look.form)
        lines = ("This board needs", f"{columns} columns", f"and {rows} rows.")
        return [[Segment(line[:width].center(min(width, 16)))] for line in lines]

    def _redraw_soon(self) -> None:
        """Draw once for all that is changed at the same time."""
        if self.is_mounted and not self._redraw_due:
            self._redraw_due = True
            self.call_next(self._redraw)

    def _redraw(self) -> None:
        self._redraw_due = False
        if not self.size:
            return
        old, self._strips = self._strips, self._draw()
        if len(old) != len(self._strips):
            self.refresh()
            return
        changed = [
            _changed(y, *both) for y, both in enumerate(zip(old, self._strips, strict=True)) if both[0] != both[1]
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """A line of the widget."""
        if self._drawn_size != self.size:
            # A widget that gets its size while it is out of sight is not told.
            self._strips = self._draw()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.rich_style)

    def on_mount(self) -> None:
        """Draw for the first time."""
        self._redraw_soon()

    def on_resize(self) -> None:
        """Draw in the new size."""
        self._strips = []
        self._redraw()

    def notify_style_update(self) -> None:
        """Other colours around the board."""
        super().notify_style_update()
        self._redraw_soon()

    def watch_game_layout(self) -> None:
        """Another game."""
        self._redraw_soon()

    def watch_pieces(self) -> None:
        """Pieces that stand elsewhere all at once: nothing moves any more."""
        self._waiting.clear()
        self._frame = None
        self._redraw_soon()

    def watch_marks(self) -> None:
        """Something else is pointed out."""
        self._redraw_soon()

    def watch_flipped(self) -> None:
        """The board is seen from another side."""
        self._redraw_soon()

    def watch_ascii_only(self) -> None:
        """Other characters."""
        self._redraw_soon()


def _over(ground: Style, row: list[Segment]) -> Iterable[Segment]:
    """What has no colours of its own gets those of the ground."""
    return Segment.apply_style(row, ground)


def _changed(y: int, old: Strip, new: Strip) -> Region:
    """The part of a line that is not the same any more."""
    cells = [[(letter, segment.style) for segment in strip for letter in segment.text] for strip in (old, new)]
    differ = [x for x, (one, other) in enumerate(zip(*cells, strict=False)) if one != other]
    return Region(differ[0], y, differ[-1] + 1 - differ[0], 1) if differ else Region(0, y, len(cells[1]), 1)
