"""Pixels that become block characters."""

from taflheim.terminal.board.paint.canvas import Canvas

WOOD, STONE, GOLD = 0xB08A58, 0x1D1A19, 0xE7BB4F


def text(canvas: Canvas) -> list[str]:
    return ["".join(segment.text for segment in canvas.row(row)) for row in range(len(canvas.pixels) // 2)]


def colours(canvas: Canvas, row: int) -> set[str]:
    styles = [segment.style for segment in canvas.row(row) if segment.style]
    return {str(one.name) for style in styles for one in (style.color, style.bgcolor) if one}


def test_a_box_may_end_within_a_character() -> None:
    canvas = Canvas(4, 2, WOOD)
    canvas.box(0.5, 1, 2, 2, STONE)
    canvas.strong = frozenset({STONE})
    assert text(canvas) == ["▗▄▖ ", "▝▀▘ "]
    assert colours(canvas, 0) == {"#b08a58", "#1d1a19"}


def test_a_disc_is_round() -> None:
    canvas = Canvas(6, 3, WOOD)
    canvas.disc(0, 0, 6, 6, STONE)
    drawn = text(canvas)
    assert drawn[1].strip() == "" and drawn[0] != drawn[1]
    half = [row[: canvas.columns] for row in canvas.pixels]
    assert half == [list(reversed(row[canvas.columns :])) for row in canvas.pixels]
    assert canvas.pixels == list(reversed(canvas.pixels))
    assert canvas.pixels[0].count(STONE) < canvas.pixels[2].count(STONE) == 12


def test_of_three_inks_two_are_left_and_strong_ones_stay() -> None:
    canvas = Canvas(1, 1, WOOD)
    canvas.box(0, 0, 0.5, 1, STONE)
    canvas.box(0.5, 0, 0.5, 1, 0x3A3633)
    assert colours(canvas, 0) == {"#b08a58", "#1d1a19"} or colours(canvas, 0) == {"#b08a58", "#3a3633"}
    canvas.strong = frozenset({0x3A3633})
    assert colours(canvas, 0) == {"#b08a58", "#3a3633"}


def test_letters_stand_on_what_is_painted() -> None:
    canvas = Canvas(3, 1, WOOD)
    canvas.box(1, 0, 1, 2, STONE)
    canvas.write(1, 0, "●", GOLD)
    canvas.write(2, 0, "xyz", GOLD)  # what lies outside is left out
    canvas.write(0, 7, "x", GOLD)
    assert text(canvas) == [" ●x"]
    style = next(segment.style for segment in canvas.row(0) if "●" in segment.text)
    assert style and style.bgcolor and style.bgcolor.name == "#1d1a19"
    canvas.box(1, 0, 1, 2, WOOD)
    assert text(canvas) == ["  x"]


def test_a_copy_is_another_canvas() -> None:
    canvas = Canvas(2, 1, WOOD)
    copy = canvas.copy()
    copy.box(0, 0, 2, 2, STONE)
    copy.write(0, 0, "x", GOLD)
    assert text(canvas) == ["  "] and colours(canvas, 0) == {"#b08a58"}


def test_slanting_lines_cross() -> None:
    canvas = Canvas(5, 3, WOOD)
    canvas.thread((0, 0), (4, 2), GOLD)
    one = text(canvas)
    canvas.thread((0, 2), (4, 0), GOLD)
    both = text(canvas)
    assert all("\u2800" < letter <= "\u28ff" for letter in "".join(one).replace(" ", ""))
    assert both[0][0] == one[0][0] and both[1][2] > one[1][2]
    canvas.thread((0, 1), (4, 1), GOLD)
    assert text(canvas)[1] == "─────"
