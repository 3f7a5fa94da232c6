"""The ground of a painted board: field, marks, lines, frame and coordinates. It stays as it is during a game."""

from functools import lru_cache

from taflheim.terminal.board.ink import mixed
from taflheim.terminal.board.look import DARK, LIGHT, ground_ink, rim_edge, rims, sign, stated_ink
from taflheim.terminal.board.paint.canvas import Canvas
from taflheim.terminal.board.paint.figures import middle_of
from taflheim.terminal.board.palette import other_tone
from taflheim.terminal.board.plan import Box, Plan, cloth


@lru_cache(maxsize=4)
def ground(plan: Plan, *, palette: bool) -> Canvas:
    """The ground of a board; it is not to be painted on, but for a copy."""
    layout = plan.layout
    canvas = Canvas(plan.columns, plan.rows, ground_ink(layout, "frame"), palette=palette)
    _field(canvas, plan)
    _marks(canvas, plan)
    _lines(canvas, plan)
    _rims(canvas, plan)
    _coordinates(canvas, plan)
    return canvas


def _field(canvas: Canvas, plan: Plan) -> None:
    layout = plan.layout
    squares = [spot for spot in layout.spots if spot.kind == "square"]
    canvas.box(*_cloth(plan), ground_ink(layout, "board"))
    even = ground_ink(layout, "square")
    odd = other_tone(even) if canvas.palette else mixed(even, DARK, 0.08)
    for spot in squares:
        canvas.box(*plan.boxes[spot.name], odd if layout.groove == 1 and (spot.x + spot.y) % 2 else even)


def _cloth(plan: Plan) -> Box:
    """The ground of the field."""
    x, y, width, height = plan.field
    more = cloth(plan.layout, roomy=plan.scale.right > 0)
    return Box(x - more, y - more, width + 2 * more, height + 2 * more)


def _marks(canvas: Canvas, plan: Plan) -> None:
    layout = plan.layout
    for mark in layout.marks:
        tint = stated_ink(layout, f"mark.{mark.kind}", mark.side)
        if tint is None:
            continue
        box = plan.boxes[mark.spot]
        if layout.by_name[mark.spot].kind == "point":
            # The ground of points is one piece, and ends between two rows of characters.
            more, cloth = (plan.scale.gap + 1) // 2, _cloth(plan)
            top, bottom = max(cloth.y, (box.y - more) // 2 * 2), (box.y + box.height + more) // 2 * 2
            bottom = min(bottom, cloth.y + cloth.height)
            canvas.box(box.x - more, top, box.width + 2 * more, bottom - top, tint)
        else:
            canvas.box(*box, tint)
            canvas.write(*middle_of(box), sign(layout, f"mark.{mark.kind}", mark.side), mixed(tint, LIGHT, 0.55))


def _lines(canvas: Canvas, plan: Plan) -> None:
    layout = plan.layout
    thread = ground_ink(layout, "thread" if "thread" in layout.colours else "line")
    for line in layout.lines:
        begin, end = middle_of(plan.places(line.x1, line.y1)), middle_of(plan.places(line.x2, line.y2))
        canvas.thread(begin, end, thread)
    for spot in layout.spots:
        if spot.kind == "point":
            column, row = middle_of(plan.boxes[spot.name])
            canvas.write(column, row, "•", thread)


def _rims(canvas: Canvas, plan: Plan) -> None:
    """Bands beside the field, with as many notches for each spot as there were bands before."""
    field = plan.field
    for number, ((kind, side), spots) in enumerate(rims(plan.layout).items()):
        ink = stated_ink(plan.layout, f"rim.{kind}", side)
        assert ink is not None
        edge = rim_edge(plan.layout, spots, flipped=plan.flipped)
        for box in (plan.boxes[spot] for spot in spots):
            band = {
                "top": Box(box.x, field.y - 1, box.width, 1),
                "bottom": Box(box.x, field.y + field.height, box.width, 1),
                "left": Box(field.x - 1, box.y, 1, box.height),
                "right": Box(field.x + field.width, box.y, 1, box.height),
            }[edge]
            canvas.box(*band, ink)
            for notch in range(1, number + 1):
                if band.width > band.height:
                    canvas.box(band.x + band.width * notch // (number + 1), band.y, 0.5, 1, DARK)
                elif band.height >= 2 * number + 1:
                    canvas.box(band.x, band.y + band.height * notch // (number + 1), 1, 1, DARK)


def _coordinates(canvas: Canvas, plan: Plan) -> None:
    layout = plan.layout
    text = mixed(ground_ink(layout, "frame"), LIGHT, 0.7)
    for x, letter in layout.files.items():
        column, _ = middle_of(plan.places(x, 0))
        canvas.write(column, plan.letters_row, letter, text)
    width = max(map(len, layout.ranks.values()), default=0)
    for y, number in layout.ranks.items():
        _, row = middle_of(plan.places(0, y))
        canvas.write(plan.field.x - width - 1, row, number.rjust(width), text)
