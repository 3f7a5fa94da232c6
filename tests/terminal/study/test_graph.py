"""The graph of the chance to win, in characters."""

import pytest

from taflheim.terminal.study.graph import Cell, Picture, column_of, graph, ply_at
from taflheim.terminal.study.judged import Curve, Point, read_progress
from told_reviews import told, told_move


def lines(picture: Picture) -> list[str]:
    return ["".join(cell.sign for cell in row) for row in picture]


def test_an_area_is_as_high_as_the_chance() -> None:
    curve = Curve("a", (Point(0, 0.0), Point(1, 0.5), Point(2, 1.0)))
    assert lines(graph([curve], [], 2, 3, 3, ascii_only=False)) == ["  █", "─▄█", "▁██"]
    assert lines(graph([curve], [], 2, 3, 3, ascii_only=True)) == ["  *", "-*:", "*::"]


def test_what_is_not_known_is_left_open() -> None:
    curve = Curve("a", (Point(1, 1.0), Point(2, 1.0)))
    assert lines(graph([curve], [], 4, 5, 1, ascii_only=False)) == ["─██──"]
    assert lines(graph([Curve("a", ())], [], 4, 5, 1, ascii_only=False)) == ["─────"]


def test_several_curves_are_lines_that_differ_without_colours() -> None:
    flat = [Curve(side, (Point(0, chance), Point(9, chance))) for side, chance in (("a", 0.9), ("b", 0.5), ("c", 0.1))]
    picture = graph(flat, [], 9, 10, 9, ascii_only=False)
    drawn = ["".join(cell.sign for row in picture for cell in row if cell.role == f"curve-{n}") for n in range(3)]
    assert len({signs[:4] for signs in drawn}) == 3
    assert lines(graph(flat, [], 9, 4, 3, ascii_only=True)) == ["****", "++++", "===="]


def test_steep_lines_have_no_holes() -> None:
    curves = [Curve("a", (Point(0, 0.0), Point(1, 1.0))), Curve("b", ())]
    picture = graph(curves, [], 1, 1, 4, ascii_only=False)
    assert all(row[0].role == "curve-0" for row in picture)


def test_mistakes_have_signs_that_differ_in_shape() -> None:
    moves = read_progress(
        told(
            told_move(1, "a", 0.4, 0.6, kind="inaccuracy"),
            told_move(2, "b", 0.7, 0.9, kind="mistake"),
            told_move(3, "a", 0.0, 1.0, kind="blunder"),
            told_move(4, "b", 0.0, 0.0),
        )
    ).moves
    curve = Curve("a", (Point(0, 0.5), Point(1, 0.5), Point(2, 1.0), Point(3, 0.0), Point(4, 0.0)))
    picture = graph([curve], moves, 4, 5, 3, ascii_only=False)
    assert (picture[1][1], picture[0][2], picture[2][3]) == (
        Cell("○", "inaccuracy"),
        Cell("▲", "mistake"),
        Cell("◆", "blunder"),
    )
    assert lines(graph([curve], moves, 4, 5, 3, ascii_only=True)) == ["  ^  ", "*o:--", ":::X*"]


@pytest.mark.parametrize("length", [0, 1, 7, 70, 700])
@pytest.mark.parametrize("width", [1, 8, 33])
def test_columns_and_plies_belong_together(length: int, width: int) -> None:
    columns = [column_of(ply, length, width) for ply in range(length + 1)]
    assert columns == sorted(columns) and 0 <= columns[0] <= columns[-1] < width
    plies = [ply_at(column, length, width) for column in range(width)]
    assert plies == sorted(plies) and plies[0] == 0 and (plies[-1] == length or width == 1)
    if length < width:
        assert [ply_at(column, length, width) for column in columns] == list(range(length + 1))


def test_any_length_and_size_can_be_drawn() -> None:
    for length in (0, 1, 300):
        curve = Curve("a", tuple(Point(ply, ply % 7 / 6) for ply in range(length + 1)))
        for ascii_only in (False, True):
            picture = graph([curve], [], length, 1, 1, ascii_only=ascii_only)
            assert len(picture) == 1 and len(picture[0]) == 1
