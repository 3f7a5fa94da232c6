"""A board written with box drawing and signs, or with ASCII alone."""

from collections.abc import Mapping

from rich.segment import Segment

from taflheim.games.view import Piece
from taflheim.terminal.board.lines.figures import write_piece
from taflheim.terminal.board.lines.ground import write_ground
from taflheim.terminal.board.lines.sheet import Sheet
from taflheim.terminal.board.lines.signs import write_signs
from taflheim.terminal.board.marks import Marks
from taflheim.terminal.board.plan import Plan


def written(plan: Plan, pieces: Mapping[str, Piece], marks: Marks, *, colours: bool) -> list[list[Segment]]:
    """The rows of the picture; pieces by their spots."""
    sheet = Sheet(plan.columns, plan.rows, colours=colours)
    write_ground(sheet, plan)
    for spot, piece in pieces.items():
        write_piece(sheet, plan, piece.kind, piece.side, plan.boxes[spot])
    write_signs(sheet, plan, marks, pieces)
    for each in marks.moving:
        write_piece(sheet, plan, each.kind, each.side, plan.between(each.origin, each.to, each.done))
    return list(sheet.segments())
