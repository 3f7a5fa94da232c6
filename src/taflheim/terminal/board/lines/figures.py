"""Pieces written on a sheet."""

from taflheim.terminal.board.ink import Ink
from taflheim.terminal.board.lines.sheet import Sheet
from taflheim.terminal.board.look import piece_ink, sign
from taflheim.terminal.board.plan import Box, Plan

_ROUND_FROM = 8
"""From which size of a spot on a piece has an outline."""


def middle_of(box: Box) -> tuple[int, int]:
    """The column and the row of the character in the middle of a spot."""
    return box.x + box.width // 2, box.y // 2 + box.height // 4


def has_grid(plan: Plan) -> bool:
    """Whether there is room for lines between squares: they take the upper and the left edge of each."""
    return plan.layout.groove == 1 and plan.scale.cell > 2


def write_piece(sheet: Sheet, plan: Plan, kind: str, side: str, box: Box) -> None:
    """A piece on its spot. What belongs to no side is part of the board, and fills its spot."""
    ink = piece_ink(plan.layout, kind, side)
    letter = sign(plan.layout, kind, side, ascii_only=plan.form == "ascii") or kind[:1]
    if side:
        sheet.write(*middle_of(box), letter, ink, bold=True)
        if plan.scale.cell >= _ROUND_FROM:
            _write_outline(sheet, plan, box, ink)
    elif box.width < box.height:
        for row in range(box.y // 2, (box.y + box.height) // 2):
            sheet.write(box.x + box.width // 2, row, letter, ink, bold=True)
    else:
        # The left column belongs to the line, or to signs, and so does the upper row where there is a grid.
        # What lies in a gap reaches to the line in the next.
        left, more = (1, -1) if box.width == box.height else (0, 1)
        for row in range(box.y // 2 + has_grid(plan), (box.y + box.height) // 2):
            sheet.write(box.x + left, row, letter * (box.width + more), ink, bold=True)


def _write_outline(sheet: Sheet, plan: Plan, box: Box, ink: Ink) -> None:
    column, row = middle_of(box)
    upper, lower, beside = (".---.", "'---'", "|") if plan.form == "ascii" else ("╭───╮", "╰───╯", "│")
    for line, text in ((row - 1, upper), (row, beside), (row + 1, lower)):
        sheet.write(column - 2, line, text, ink)
    sheet.write(column + 2, row, beside, ink)
