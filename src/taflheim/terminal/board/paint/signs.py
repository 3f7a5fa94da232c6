"""The signs on a painted board: the same in all games, and told apart without colour."""

from collections.abc import Collection

from taflheim.terminal.board.ink import Ink, luminance, mixed, readable_on
from taflheim.terminal.board.look import CHOSEN, CURSOR, DARK, LAST, MOVABLE, PREVIEW, REFUSED, TARGET, WAYS
from taflheim.terminal.board.marks import Marks, Preview, Way
from taflheim.terminal.board.paint.canvas import Canvas
from taflheim.terminal.board.paint.figures import middle_of
from taflheim.terminal.board.plan import Box, Plan
from taflheim.terminal.board.ways import arrow

_SMALL, _LARGE = 5, 10
"""Up to which size a spot has no room for more than its piece, and from which it has plenty."""


def ring_of(marks: Marks, spot: str) -> Ink | None:
    """The ink of the ring around a piece, if it has one."""
    if spot in marks.chosen:
        return CHOSEN
    if spot in marks.movable:
        return MOVABLE
    return TARGET if spot in marks.targets and spot not in marks.dangers else None


def draw_under(canvas: Canvas, plan: Plan, marks: Marks) -> None:
    """What lies under the pieces: the ground of spots that are pointed out."""
    small = plan.scale.cell <= _SMALL
    for spot in marks.last:
        _tint(canvas, plan.boxes[spot], LAST, 0.3)
    for way in marks.ways:
        for spot in way.spots:
            box = plan.boxes[spot]
            _tint(canvas, box, WAYS[way.kind], 0.45 if box.width == box.height else 0.8)
    for spot in (*marks.movable, *marks.chosen):
        _tint(canvas, plan.boxes[spot], CHOSEN, (0.8 if small else 0.3) if spot in marks.chosen else 0.3 * small)
    if marks.cursor:
        _tint(canvas, plan.boxes[marks.cursor], CURSOR, 0.85)


def draw_over(canvas: Canvas, plan: Plan, marks: Marks, taken: Collection[str]) -> None:
    """What lies over the pieces."""
    boxes = plan.boxes
    for spot in marks.last:
        _draw_brackets(canvas, boxes[spot])
    for spot in marks.fallen:
        if spot not in taken:
            _write(canvas, boxes[spot], "×", _strong(canvas, boxes[spot]))
    for spot in marks.targets:
        match marks.target_sign(spot, taken):
            case "danger":
                _draw_danger(canvas, boxes[spot], free=spot not in taken)
            case "label":
                _draw_label(canvas, boxes[spot], marks.labels[spot])
            case "dot":
                _draw_dot(canvas, boxes[spot])
    for way in marks.ways:
        _draw_way(canvas, plan, way, taken)
    if marks.preview:
        _draw_preview(canvas, boxes[marks.preview.spot], marks.preview)


def _tint(canvas: Canvas, box: Box, ink: Ink, share: float) -> None:
    canvas.tint(*box, mixed(canvas.ink_at(box.x, box.y), ink, share))


def _strong(canvas: Canvas, box: Box) -> Ink:
    """A red that shows on the ground of a spot."""
    return 0xFF8A70 if luminance(canvas.ink_at(box.x, box.y)) < 0.25 else 0x8A1408


def _write(canvas: Canvas, box: Box, text: str, ink: Ink) -> None:
    canvas.write(*middle_of(box), text, ink, bold=True)


def _draw_brackets(canvas: Canvas, box: Box) -> None:
    x, y, width, height = box
    if width != height:
        # Too narrow for brackets: both ends are cut off.
        for far, ink in ((0, LAST), (1, DARK)):
            if width > height:
                canvas.box(x + far, y, 1, height, ink)
                canvas.box(x + width - 1 - far, y, 1, height, ink)
            else:
                canvas.box(x, y + far, width, 1, ink)
                canvas.box(x, y + height - 1 - far, width, 1, ink)
        return
    arm = max(1, min(width, height) // 4)
    for left in (x, x + width - arm):
        for top in (y, y + height - 1):
            canvas.box(left, top, arm, 1, LAST)
    for edge in (x, x + width - 0.5):
        for top in (y, y + height - arm):
            canvas.box(edge, top, 0.5, arm, LAST)


def _draw_dot(canvas: Canvas, box: Box) -> None:
    column, row = middle_of(box)
    size = min(box.width, box.height)
    if size <= _SMALL:
        canvas.write(column, row, "●", TARGET)
    elif size < _LARGE:
        canvas.box(column - 0.5, 2 * row, 2, 2, TARGET)
    else:
        canvas.box(column - 1, 2 * row - 1, 3, 4, TARGET)
        canvas.box(column - 1.5, 2 * row, 4, 2, TARGET)


def _draw_danger(canvas: Canvas, box: Box, *, free: bool) -> None:
    ink = _strong(canvas, box)
    first, last = (box.y + 1) // 2, (box.y + box.height) // 2 - 1
    if min(box.width, box.height) > _SMALL:
        for row in (first, last):
            canvas.write(box.x + 1, row, "╌" * (box.width - 2), ink)
    for row in range(first, last + 1):
        canvas.write(box.x, row, "╎", ink)
        canvas.write(box.x + box.width - 1, row, "╎", ink)
    if free:
        _write(canvas, box, "✕", ink)


def _draw_label(canvas: Canvas, box: Box, text: str) -> None:
    column, row = middle_of(box)
    column -= (len(text) - 1) // 2
    canvas.box(column - 0.5, 2 * row, len(text) + 1, 2, TARGET)
    if min(box.width, box.height) > _SMALL:
        _draw_dot(canvas, box)
    canvas.write(column, row, text, readable_on(TARGET), bold=True)


def _draw_preview(canvas: Canvas, box: Box, preview: Preview) -> None:
    """Dashes where it would lie; with a cross if it cannot."""
    ink = PREVIEW if preview.legal else REFUSED
    for i in range(0, max(box.width, box.height), 2):
        if box.width >= box.height:
            canvas.box(box.x + i, box.y, 1, box.height, ink)
        else:
            canvas.box(box.x, box.y + i, box.width, 1, ink)
    if not preview.legal:
        _write(canvas, box, "✕", 0xFFFFFF)


def _draw_way(canvas: Canvas, plan: Plan, way: Way, taken: Collection[str]) -> None:
    """Dots along the way, beside the pieces, and an arrow at its end."""
    if len(way.spots) == 1:
        return
    ink, signs = WAYS[way.kind], {middle_of(plan.boxes[spot]) for spot in taken}
    drawn = arrow([middle_of(plan.boxes[spot]) for spot in way.spots], ascii_only=False)
    for column, row in drawn.dots:
        if canvas.is_plain(column, row) and (column, row) not in signs:
            canvas.write(column, row, "•", ink, bold=True)
    column, row = drawn.tip
    canvas.box(column - 0.5, 2 * row, 2, 2, mixed(ink, DARK, 0.8))
    canvas.write(column, row, drawn.head, ink, bold=True)
