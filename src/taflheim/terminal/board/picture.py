"""The picture of a board: rows of characters with their colours."""

from collections.abc import Iterable

from rich.segment import Segment

from taflheim.games.view import Piece
from taflheim.terminal.board.lines.written import written
from taflheim.terminal.board.look import Colours
from taflheim.terminal.board.marks import Marks
from taflheim.terminal.board.paint.painted import painted
from taflheim.terminal.board.plan import Plan


def picture(plan: Plan, pieces: Iterable[Piece], marks: Marks, *, colours: Colours = "all") -> list[list[Segment]]:
    """The rows of a picture, all of the same width, with colours that a terminal has. What is painted needs some."""
    # From above left to below right, as shadows fall: a position told in another order looks the same.
    here = (piece for piece in pieces if piece.spot in plan.boxes)
    standing = {piece.spot: piece for piece in sorted(here, key=lambda piece: plan.boxes[piece.spot][1::-1])}
    marks = marks.on(plan.boxes)
    if plan.form == "paint":
        return painted(plan, standing, marks, palette=colours == "palette")
    return written(plan, standing, marks, colours=colours != "none")
