"""The ground of a written board: lines, marks and coordinates."""

from taflheim.terminal.board.lines.figures import has_grid, middle_of
from taflheim.terminal.board.lines.sheet import Sheet
from taflheim.terminal.board.look import LIGHT, rim_edge, rims, sign, stated_ink
from taflheim.terminal.board.plan import Plan

_QUIET, _FAINT = 0xB0B0B0, 0x808080
_GRID = "┌┬┐─", "├┼┤─", "└┴┘─", "│││ "
"""The lines of a grid, from above down: what begins them, what parts squares, what ends them, and what is between."""


def write_ground(sheet: Sheet, plan: Plan) -> None:
    """Everything under the pieces."""
    layout = plan.layout
    if has_grid(plan):
        _write_grid(sheet, plan)
    elif not layout.lines:
        _write_gaps(sheet, plan)
    _write_lines(sheet, plan)
    for spot in layout.spots:
        if spot.kind == "point" or (spot.kind == "square" and not has_grid(plan)):
            letter = sign(layout, spot.kind, ascii_only=plan.form == "ascii")
            sheet.write(*middle_of(plan.boxes[spot.name]), letter or " ", _FAINT)
    for mark in layout.marks:
        if letter := sign(layout, f"mark.{mark.kind}", mark.side, ascii_only=plan.form == "ascii"):
            ink = stated_ink(layout, f"mark.{mark.kind}", mark.side) or _QUIET
            sheet.write(*middle_of(plan.boxes[mark.spot]), letter, ink)
    _write_rims(sheet, plan)
    _write_coordinates(sheet, plan)


def _write_grid(sheet: Sheet, plan: Plan) -> None:
    """A line above and left of every square, and those that close the last."""
    cell, field, height = plan.scale.cell, plan.field, plan.layout.height
    upper, inner, lower, between = ("+++-", "+++-", "+++-", "||| ") if plan.form == "ascii" else _GRID

    def line(signs: str) -> str:
        return signs[0] + signs[1].join([signs[3] * (cell - 1)] * plan.layout.width) + signs[2]

    for y in range(height + 1):
        row = (field.y + y * cell) // 2
        sheet.write(field.x, row, line(upper if y == 0 else lower if y == height else inner), _FAINT)
        for under in range(row + 1, row + cell // 2 if y < height else row):
            sheet.write(field.x, under, line(between), _FAINT)


def _write_gaps(sheet: Sheet, plan: Plan) -> None:
    """What lies between places, if anything does."""
    layout = plan.layout
    for y in range(layout.height):
        for x in range(layout.width):
            kind = {(1, 0): "vertical", (0, 1): "horizontal", (1, 1): "crossing"}.get((x % 2, y % 2), "")
            letter = sign(layout, f"gap.{kind}", ascii_only=plan.form == "ascii")
            if not letter:
                continue
            box = plan.places(x, y)
            level = sign(layout, "gap.horizontal", ascii_only=plan.form == "ascii")
            column = box.x + box.width // 2
            for row in range(box.y // 2, (box.y + box.height) // 2):
                if kind != "vertical":
                    # One column more: in a gap, the line stands in the right one of two columns.
                    sheet.write(box.x, row, level * (box.width + 1), _FAINT)
                if kind != "horizontal":
                    sheet.write(column, row, letter, _FAINT)


def _write_lines(sheet: Sheet, plan: Plan) -> None:
    layout = plan.layout
    for line in layout.lines:
        (x1, y1), (x2, y2) = (middle_of(plan.places(x, y)) for x, y in ((line.x1, line.y1), (line.x2, line.y2)))
        kind = "rank" if y1 == y2 else "file" if x1 == x2 else "up" if (x1 < x2) is (y1 > y2) else "down"
        letter = sign(layout, f"line.{kind}", ascii_only=plan.form == "ascii")
        steps = abs(x2 - x1) if y1 == y2 else abs(y2 - y1)
        for i in range(1, steps):
            sheet.write(x1 + (x2 - x1) * i // steps, y1 + (y2 - y1) * i // steps, letter or " ", _FAINT)


def _write_rims(sheet: Sheet, plan: Plan) -> None:
    """The first letters of sides in the frame, beside the spots of their marks."""
    for (kind, side), spots in rims(plan.layout).items():
        edge = rim_edge(plan.layout, spots, flipped=plan.flipped)
        ink = stated_ink(plan.layout, f"rim.{kind}", side) or LIGHT
        for spot in spots:
            column, row = middle_of(plan.boxes[spot])
            field = plan.field
            place = {
                "top": (column, field.y // 2 - 1),
                "bottom": (column, (field.y + field.height) // 2),
                "left": (field.x - 1, row),
                "right": (field.x + field.width, row),
            }[edge]
            sheet.write(*place, side[:1], ink, bold=True)
            if edge in ("top", "bottom"):
                for beside in (-1, 1):
                    sheet.write(place[0] + beside, place[1], "=" if plan.form == "ascii" else "═", ink)


def _write_coordinates(sheet: Sheet, plan: Plan) -> None:
    layout = plan.layout
    for x, letter in layout.files.items():
        sheet.write(middle_of(plan.places(x, 0))[0], plan.letters_row, letter, _QUIET)
    width = max(map(len, layout.ranks.values()), default=0)
    for y, number in layout.ranks.items():
        sheet.write(0, middle_of(plan.places(0, y))[1], number.rjust(width), _QUIET)
