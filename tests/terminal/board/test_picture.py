"""Pictures of boards: as kept in `pictures`, which were looked at. To renew one, delete it and run the test twice."""

from pathlib import Path
from typing import Literal

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment, Segments

import taflheim
from sample_boards import GAMES, boards, sample
from taflheim import Game
from taflheim.draw.board import piece_keys
from taflheim.terminal.board.ink import contrast
from taflheim.terminal.board.look import Form, ground_ink, piece_ink, sign
from taflheim.terminal.board.marks import Marks, Moving, Preview, Way
from taflheim.terminal.board.picture import picture
from taflheim.terminal.board.plan import Plan, best_scale, needed

KEPT = Path(__file__).parent / "pictures"
BESIDE_A_PANEL = 52, 23
"""What a board has of a terminal of 80×24, beside a panel of 28 columns and over a line of words."""
FORMS: tuple[Form, ...] = ("paint", "lines", "ascii")


def plan_of(game: Game, columns: int, rows: int, form: Form, *, flipped: bool = False) -> Plan:
    scale = best_scale(game.layout, columns, rows, form)
    assert scale is not None
    return Plan(game.layout, form, scale, flipped)


def text(rows: list[list[Segment]]) -> str:
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows) + "\n"


def printed(
    rows: list[list[Segment]], system: Literal["standard", "truecolor"] | None, *, no_color: bool = False
) -> str:
    """What a terminal gets that has these colours."""
    console = Console(color_system=system, force_terminal=True, width=300, legacy_windows=False, no_color=no_color)
    with console.capture() as captured:
        for row in rows:
            console.print(Segments([*row, Segment.line()]), end="")
    return captured.get()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [BESIDE_A_PANEL, (100, 50)], ids=str)
@pytest.mark.parametrize("form", FORMS)
def test_pictures_are_as_kept(name: str, size: tuple[int, int], form: Form) -> None:
    position, marks = sample(name)
    found = text(picture(plan_of(position.game, *size, form), position.pieces, marks))
    kept = KEPT / f"{name}-{form}-{size[0]}x{size[1]}.txt"
    if not kept.exists():
        kept.write_text(found, "utf-8")
        pytest.fail(f"{kept.name} is new: look at it")
    assert found == kept.read_text("utf-8")


@pytest.mark.parametrize("game", boards(), ids=repr)
@pytest.mark.parametrize("form", FORMS)
def test_every_board_fits_beside_a_panel(game: Game, form: Form) -> None:
    plan = plan_of(game, *BESIDE_A_PANEL, form)
    assert plan.columns <= BESIDE_A_PANEL[0] and plan.rows <= BESIDE_A_PANEL[1]
    assert needed(game.layout, form) <= (40, 20)


@pytest.mark.parametrize("game", boards(), ids=repr)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("flipped", [False, True])
def test_rows_are_as_wide_as_the_plan_at_every_size(game: Game, form: Form, flipped: bool) -> None:
    pieces = (game.start(3) if game.rulebook.seeded else game.start()).pieces
    spots = [spot.name for spot in game.layout.spots]
    marks = Marks(
        cursor=spots[0],
        chosen=(spots[1],),
        movable=(spots[2],),
        targets=tuple(spots),
        dangers=tuple(spots[::3]),
        last=(spots[-1], spots[0], "nowhere"),
        fallen=(spots[3],),
        labels={spots[4]: "7", spots[5]: "10"},
        preview=Preview(spots[-2], legal=False),
        ways=(Way((spots[0], spots[7])), Way((spots[3],)), Way(("nowhere",))),
        moving=(Moving(pieces[0].kind, pieces[0].side, spots[0], spots[8], 0.4),) if pieces else (),
        flashes={spots[6]: 0, spots[7]: 1, spots[8]: 5},
    )
    for columns, rows in ((40, 20), (52, 23), (86, 38), (150, 58)):
        plan = plan_of(game, columns, rows, form, flipped=flipped)
        drawn = picture(plan, pieces, marks)
        assert len(drawn) == plan.rows <= rows
        assert {sum(cell_len(segment.text) for segment in row) for row in drawn} == {plan.columns}
        assert plan.columns <= columns


def test_ascii_is_ascii() -> None:
    for name in GAMES:
        position, marks = sample(name)
        for size in ((52, 23), (120, 60)):
            assert text(picture(plan_of(position.game, *size, "ascii"), position.pieces, marks)).isascii()


@pytest.mark.parametrize("name", GAMES)
def test_sides_are_told_apart_by_signs_and_by_colours(name: str) -> None:
    layout = taflheim.game(name).layout
    keys = piece_keys(layout)
    for ascii_only in (False, True):
        assert len({sign(layout, key, ascii_only=ascii_only) for key in keys}) == len(keys)
        assert all(cell_len(sign(layout, key, ascii_only=ascii_only)) == 1 for key in keys)
    inks = {key: piece_ink(layout, *key.partition(".")[::2]) for key in keys if not key.startswith("wall")}
    assert len(set(inks.values())) == len(inks)
    ground = ground_ink(layout, "square" if "square" in layout.glyphs else "board")
    assert all(contrast(ink, ground) > 1.35 for ink in inks.values())


@pytest.mark.parametrize("name", GAMES)
def test_few_colours_and_none_are_enough(name: str) -> None:
    position, marks = sample(name)
    plan = plan_of(position.game, *BESIDE_A_PANEL, "lines")
    few = printed(picture(plan, position.pieces, marks), "standard")
    assert "\x1b[38" not in few and "\x1b[48" not in few  # only the sixteen
    assert "40m" in few  # on black, whatever the terminal's own ground
    colourless = picture(plan, position.pieces, marks, colours="none")
    codes = {
        code
        for part in printed(colourless, "standard", no_color=True).split("\x1b[")[1:]
        for code in part.partition("m")[0].split(";")
    }
    assert codes <= {"0", "1", "7"}  # weight and inversion alone
    assert ("7" in codes) is bool(marks.cursor or marks.chosen)
    lines = printed(colourless, None).splitlines()
    assert [line.rstrip() for line in lines] == text(picture(plan, position.pieces, marks)).splitlines()


def shown(name: str, marks: Marks, form: Form = "ascii") -> str:
    """The sample of a game, with other marks, at the smallest scale."""
    position = sample(name).position
    plan = plan_of(position.game, *needed(position.game.layout, form), form)
    return text(picture(plan, position.pieces, marks))


def test_each_sign_is_another() -> None:
    spot = "c5"
    pictures = [
        shown("hnefatafl", marks)
        for marks in (
            Marks(),
            Marks(cursor=spot),
            Marks(chosen=(spot,)),
            Marks(targets=(spot,)),
            Marks(targets=(spot,), dangers=(spot,)),
            Marks(last=(spot,)),
            Marks(fallen=(spot,)),
            Marks(labels={spot: "4"}, targets=(spot,)),
            Marks(ways=(Way((spot,)),)),
            Marks(flashes={spot: 0}),
            Marks(flashes={spot: 1}),
        )
    ]
    assert len(set(pictures)) == len(pictures)


def test_a_dot_on_a_free_target_and_a_ring_around_a_taken_one() -> None:
    drawn = shown("hnefatafl", Marks(targets=("c5", "a5")))
    assert " 5 (t). * . T" in drawn


def test_neighbours_share_a_bracket() -> None:
    assert "<t|.>" in shown("hnefatafl", Marks(last=("j4", "k4")))


def test_a_way_goes_along_its_spots() -> None:
    assert "[" not in (drawn := shown("hnefatafl", Marks(ways=(Way(("h5", "h3", "e3")),))))
    assert "< o o {.}" not in drawn
    assert " 3  . . . t < o o o . . ." in drawn


def test_a_preview_is_dashed_or_crossed() -> None:
    assert "~~~~~~~" in shown("quoridor", Marks(preview=Preview("c4h", legal=True)))
    assert "xxxxxxx" in shown("quoridor", Marks(preview=Preview("c4h", legal=False)))
    assert shown("quoridor", Marks(preview=Preview("c4v", legal=True))).count("!") == 3


def test_a_turned_board_begins_with_the_other_corner() -> None:
    position = sample("quoridor").position
    plan = plan_of(position.game, *BESIDE_A_PANEL, "ascii", flipped=True)
    lines = text(picture(plan, position.pieces, Marks())).splitlines()
    assert lines[0].split() == ["=a="] * 9
    assert lines[1].startswith("1") and lines[-1].split() == list("ihgfedcba")


def test_a_moving_piece_is_between_its_spots() -> None:
    drawn = shown("toy", Marks(moving=(Moving("sign", "crosses", "a3", "c3", 0.5),)))
    assert drawn.splitlines()[0] == "3  . x x"


def test_pieces_beside_the_board_are_left_out() -> None:
    position = sample("toy").position
    plan = plan_of(position.game, 20, 10, "paint")
    strange = position.pieces[0]._replace(spot="z9")
    assert picture(plan, (*position.pieces, strange), Marks()) == picture(plan, position.pieces, Marks())


def test_the_order_in_which_pieces_are_told_does_not_matter() -> None:
    position = taflheim.game("hivolts").start("7")
    scale = best_scale(position.game.layout, 86, 39, "paint")
    assert scale
    plan = Plan(position.game.layout, "paint", scale)
    drawn = [picture(plan, pieces, Marks(), colours="all") for pieces in (position.pieces, position.pieces[::-1])]
    assert drawn[0] == drawn[1]
