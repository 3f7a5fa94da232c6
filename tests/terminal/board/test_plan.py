"""Where things lie: scales, boxes, and which spot a point hits."""

import pytest

import taflheim
from sample_boards import boards
from taflheim import Game
from taflheim.terminal.board.look import Form
from taflheim.terminal.board.plan import Plan, Scale, best_scale, needed

FORMS: tuple[Form, ...] = ("paint", "lines", "ascii")
SIZES = ((40, 20), (52, 23), (86, 38), (150, 58))


def plan_of(game: Game, columns: int, rows: int, form: Form = "paint", *, flipped: bool = False) -> Plan:
    scale = best_scale(game.layout, columns, rows, form)
    assert scale is not None
    return Plan(game.layout, form, scale, flipped)


def spots(game: Game, *kinds: str) -> list[str]:
    return [spot.name for spot in game.layout.spots if spot.kind in kinds]


@pytest.mark.parametrize("game", boards(), ids=repr)
@pytest.mark.parametrize("form", FORMS)
def test_places_are_square_and_more_room_makes_them_no_smaller(game: Game, form: Form) -> None:
    cells = []
    for columns, rows in SIZES:
        plan = plan_of(game, columns, rows, form)
        boxes = [plan.boxes[name] for name in spots(game, "square", "point")]
        assert {box.width for box in boxes} == {box.height for box in boxes} == {plan.scale.cell}
        cells.append(plan.scale.cell)
    assert cells == sorted(cells) and cells[0] < cells[-1]


def test_the_largest_scale_that_fits_is_taken() -> None:
    layout = taflheim.game("hnefatafl").layout
    wide, high = 47, 23
    assert best_scale(layout, wide, high, "paint") == Scale(4, 4, 3, 0, 0, 2, 0)
    for columns, rows in ((wide - 1, high), (wide, high - 1)):
        smaller = best_scale(layout, columns, rows, "paint")
        assert smaller and smaller.cell == 3
    framed = best_scale(layout, wide + 4, high + 2, "paint")
    assert framed and framed.cell == 4 and framed.top == framed.right == 2


@pytest.mark.parametrize("game", boards(), ids=repr)
@pytest.mark.parametrize("form", FORMS)
def test_what_is_needed_is_enough_and_less_is_not(game: Game, form: Form) -> None:
    columns, rows = needed(game.layout, form)
    plan = plan_of(game, columns, rows, form)
    assert (plan.columns, plan.rows) == (columns, rows)
    assert best_scale(game.layout, columns - 1, rows, form) is None
    assert best_scale(game.layout, columns, rows - 1, form) is None
    assert best_scale(game.layout, 0, 0, form) is None


@pytest.mark.parametrize("game", boards(), ids=repr)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("flipped", [False, True])
def test_the_middle_of_a_spot_is_that_spot(game: Game, form: Form, flipped: bool) -> None:
    for size in SIZES:
        plan = plan_of(game, *size, form, flipped=flipped)
        for name in spots(game, "square", "point"):
            x, y = plan.boxes[name].middle
            assert plan.spot_at(x, y / 2, lambda _: True, None) == name


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", SIZES[:2], ids=str)
@pytest.mark.parametrize("flipped", [False, True])
def test_every_wall_and_every_cell_can_be_clicked_somewhere(form: Form, size: tuple[int, int], flipped: bool) -> None:
    """Also with a mouse that tells no more than the character it is on."""
    game = taflheim.game("quoridor")
    plan = plan_of(game, *size, form, flipped=flipped)
    characters = [(column + 0.5, row + 0.5) for column in range(plan.columns) for row in range(plan.rows)]
    hit = {plan.spot_at(x, y, lambda _: True, None) for x, y in characters}
    assert hit >= {*spots(game, "square", "groove")}


def test_where_walls_cross_an_open_one_is_meant() -> None:
    game = taflheim.game("quoridor")
    plan = plan_of(game, 86, 38)
    x, y = plan.boxes["d4h"].middle
    assert plan.spot_at(x, y / 2, lambda _: True, None) == "d4h"
    assert plan.spot_at(x, y / 2, lambda spot: spot == "d4v", None) == "d4v"
    assert plan.spot_at(x, y / 2, lambda _: True, "d4v") == "d4v"
    assert plan.spot_at(x, y / 2, lambda _: False, None) == "d4h"


def test_of_walls_in_a_row_the_nearest_is_meant() -> None:
    plan = plan_of(taflheim.game("quoridor"), 86, 38)
    x, y = plan.boxes["d4h"].middle
    pitch = plan.scale.cell + plan.scale.gap
    for beside, wanted in ((-2, "d4h"), (2, "d4h"), (pitch - 2, "e4h"), (2 - pitch, "c4h")):
        assert plan.spot_at(x + beside, y / 2, lambda spot: spot.endswith("h"), None) == wanted


def test_a_point_far_beside_the_board_hits_nothing() -> None:
    game = taflheim.game("halatafl")
    plan = plan_of(game, 86, 38)
    corner = plan.field
    assert plan.spot_at(corner.x + 1, corner.y / 2 + 1, lambda _: True, None) is None
    assert plan.spot_at(-5, -5, lambda _: True, None) is None


def test_halfway() -> None:
    plan = plan_of(taflheim.game("toy"), 52, 23)
    begin, end = plan.boxes["a1"], plan.boxes["c1"]
    assert plan.between("a1", "c1", 0) == begin and plan.between("a1", "c1", 1) == end
    assert plan.between("a1", "c1", 0.5) == plan.boxes["b1"]
