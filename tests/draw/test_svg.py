"""Pictures of boards: well-formed, complete, and with everything inside the picture."""

import re
import xml.etree.ElementTree as ET

import pytest

import taflheim
from taflheim.draw import svg
from taflheim.games.view import Layout, Spot

SVG = "{http://www.w3.org/2000/svg}"
READABLE = 4.5
"""What WCAG's level AA asks of the contrast of text."""


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_every_game_has_a_picture(name: str) -> None:
    game = taflheim.game(name)
    position = game.start(seed=1) if game.rulebook.seeded else game.start()
    root = ET.fromstring(svg.picture(position))
    assert root.findtext(f"{SVG}title") == game.title
    placed = [node.get("transform", "") for node in root.iter(f"{SVG}g")]
    assert sum(one.startswith("translate(") for one in placed) >= len(position.pieces) + len(game.layout.marks)


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_spots_lie_on_the_board(name: str) -> None:
    layout = taflheim.game(name).layout
    width, height = svg.size(layout)
    for spot in layout.spots:
        if spot.kind != "button":
            box = svg.box(layout, spot)
            assert 0 <= box.x - box.width / 2 < box.x + box.width / 2 <= width
            assert 0 <= box.y - box.height / 2 < box.y + box.height / 2 <= height


def test_ranks_go_up_and_grooves_are_narrow() -> None:
    layout = taflheim.game("quoridor").layout
    a1, a2, wall = (svg.box(layout, layout.by_name[name]) for name in ("a1", "a2", "a1h"))
    assert a2.y < wall.y < a1.y
    assert wall.height < a1.height / 2
    assert wall.width > 2 * a1.width


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", sorted(set(taflheim.rulebooks()) - {"toy"}))
def test_coordinates_can_be_read_on_the_frame(name: str) -> None:
    layout = taflheim.game(name).layout
    assert contrast(svg.colour(layout, "text"), svg.colour(layout, "frame")) >= READABLE


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_coordinates_stand_in_the_frame_beside_their_file_or_rank(name: str) -> None:
    """There no piece and no mark comes; what a game puts into the frame is nearer to the field."""
    layout = taflheim.game(name).layout
    width, height = svg.size(layout)
    inner = svg.RIM if any(svg.shape(layout, f"rim.{mark.kind}", mark.side) for mark in layout.marks) else 0
    root = ET.fromstring(f"<svg>{svg.ground(layout)}</svg>")
    seen, turned = (group for group in root.iter("g") if "coordinates" in group.get("class", ""))
    assert turned.get("display") == "none" and seen.get("display") is None
    for group, half_turn in ((seen, False), (turned, True)):
        labels = {str(text.text): (float(text.get("x", 0)), float(text.get("y", 0))) for text in group.iter("text")}
        assert sorted(labels) == sorted([*layout.files.values(), *layout.ranks.values()])
        for spot in layout.spots:
            at = svg.box(layout, spot)
            x, y = (width - at.x, height - at.y) if half_turn else (at.x, at.y)
            if spot.kind in ("square", "point"):
                file, rank = labels[layout.files[spot.x]], labels[layout.ranks[spot.y]]
                assert file[0] == pytest.approx(x) and height + inner < file[1] < height + svg.MARGIN
                assert rank[1] == pytest.approx(y) and -svg.MARGIN < rank[0] < -inner


def test_the_frame_is_narrow() -> None:
    for name in set(taflheim.rulebooks()) - {"toy"}:
        layout = taflheim.game(name).layout
        width, height = svg.size(layout)
        assert 0.02 < svg.MARGIN / (min(width, height) + 2 * svg.MARGIN) < 0.05
        bare = float(svg.view_box(layout, coordinates=False).split()[2])
        assert 0.012 < svg.BARE_MARGIN / bare < 0.025


def test_a_piece_without_a_shape_is_a_disc_with_its_letter() -> None:
    layout = taflheim.game("quoridor").layout
    assert ">W<" in svg.shape(layout, "wizard", "")
    assert svg.shape(layout, "mark.unknown", "") == ""
