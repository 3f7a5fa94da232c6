"""A board painted with block characters, in the colours of its game."""

from collections.abc import Mapping

from rich.segment import Segment

from taflheim.games.view import Piece
from taflheim.terminal.board.look import piece_ink
from taflheim.terminal.board.marks import Marks
from taflheim.terminal.board.paint import signs
from taflheim.terminal.board.paint.figures import draw_piece, flash
from taflheim.terminal.board.paint.ground import ground
from taflheim.terminal.board.plan import Plan

_SMALL = 7
"""Up to which size of spots a quarter of a character more or less changes the shape of a piece."""


def painted(plan: Plan, pieces: Mapping[str, Piece], marks: Marks, *, palette: bool) -> list[list[Segment]]:
    """The rows of the picture, perhaps with the colours of a fixed palette only; pieces by their spots."""
    canvas = ground(plan, palette=palette).copy()
    if plan.scale.cell <= _SMALL:
        standing = {(piece.kind, piece.side) for piece in pieces.values() if piece.side}
        canvas.strong = frozenset(piece_ink(plan.layout, *piece) for piece in standing)
    signs.draw_under(canvas, plan, marks)
    for spot, piece in pieces.items():
        ring = signs.ring_of(marks, spot)
        draw_piece(canvas, plan.layout, piece.kind, piece.side, plan.boxes[spot], ring)
    signs.draw_over(canvas, plan, marks, pieces)
    for each in marks.moving:
        box = plan.between(each.origin, each.to, each.done)
        draw_piece(canvas, plan.layout, each.kind, each.side, box, None)
    for spot, age in marks.flashes.items():
        flash(canvas, plan.boxes[spot], age)
    return [canvas.row(number) for number in range(plan.rows)]
