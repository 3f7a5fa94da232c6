"""Pieces painted on a canvas, and how they burst."""

from taflheim.games.view import Layout
from taflheim.terminal.board.ink import Ink, luminance, mixed, readable_on
from taflheim.terminal.board.look import BURSTS, DARK, EMBER, LIGHT, REFUSED, SPARK, piece_ink, sign
from taflheim.terminal.board.paint.canvas import Canvas
from taflheim.terminal.board.plan import Box

_RIM_FROM = 7
"""How wide a disc is that has a rim."""


def disc_on(box: Box) -> Box:
    """Where the disc of a piece lies on its spot: an odd number of columns wide, so that its sign is in the middle."""
    size = min(box.width, box.height)
    wide = 2 * int((0.8 * size - 1) / 2 + 0.499) + 1
    x, y = box.x + (box.width - size) // 2, box.y + (box.height - size) // 2
    return Box(x + (size - wide + 1) // 2, y + (size - wide) // 2, wide, wide)


def middle_of(box: Box) -> tuple[int, int]:
    """The column and the row of the character in the middle of a piece on its spot; of two rows the upper one."""
    disc = disc_on(box)
    return disc.x + disc.width // 2, (disc.y + disc.height // 2) // 2


def draw_piece(canvas: Canvas, layout: Layout, kind: str, side: str, box: Box, ring: Ink | None) -> None:
    """A piece on its spot, perhaps with a ring. What belongs to no side is part of the board, and fills its spot."""
    own = piece_ink(layout, kind, side)
    letter = sign(layout, kind, side) or kind[:1]
    if side:
        _draw_disc(canvas, box, own, letter, ring)
    elif box.width == box.height:
        _draw_block(canvas, box, own, letter)
    else:
        canvas.box(*box, own)


def _draw_disc(canvas: Canvas, box: Box, own: Ink, letter: str, ring: Ink | None) -> None:
    x, y, wide, high = disc_on(box)
    rim, thin = ring if wide > 3 else None, 1 if wide >= _RIM_FROM else 0.5
    if wide == 1:
        canvas.box(x, y, wide, 2, own)
    else:
        if ring is None and wide < min(box.width, box.height):
            canvas.disc(x + 0.5, y + 1, wide, high, mixed(canvas.ink_at(box.x, box.y), DARK, 0.35))
        if not rim and wide >= _RIM_FROM:
            rim = mixed(own, DARK if luminance(own) > 0.1 else LIGHT, 0.25)
        if rim:
            canvas.disc(x, y, wide, high, rim)
            canvas.disc(x + thin, y + 1, wide - 2 * thin, high - 2, own)
        else:
            canvas.disc(x, y, wide, high, own)
    canvas.write(*middle_of(box), letter, readable_on(own), bold=True)


def _draw_block(canvas: Canvas, box: Box, own: Ink, letter: str) -> None:
    canvas.box(*box, mixed(canvas.ink_at(box.x, box.y), own, 0.1))
    for row in range((box.y + 1) // 2, (box.y + box.height) // 2):
        canvas.write(box.x, row, letter * box.width, own)


def flash(canvas: Canvas, box: Box, age: int) -> None:
    """What bursts on a spot: a ball of sparks, a ring that grows, and what is left of it."""
    x, y, width, height = box
    if age == 0:
        canvas.disc(x, y, width, height, SPARK)
    elif age == 1:
        canvas.disc(x, y, width, height, EMBER, hole=0.55)
    canvas.write(*middle_of(box), BURSTS[False][min(age, 2)], REFUSED if age == 0 else SPARK, bold=True)
