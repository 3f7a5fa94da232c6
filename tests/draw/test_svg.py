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
def test_coordinates_can_be_read_on_squares_and_marks(name: str) -> None:
    layout = taflheim.game(name).layout
    ground = "square" if any(spot.kind == "square" for spot in layout.spots) else "board"
    under = [svg.colour(layout, ground)]
    for mark in layout.marks:
        under += re.findall(
            r'^<(?:rect|path)[^>]* fill="(#[0-9a-f]{6})"', svg.shape(layout, f"mark.{mark.kind}", mark.side)
        )
    assert min(contrast(svg.colour(layout, "text"), colour) for colour in under) >= READABLE


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_coordinates_stand_in_places_of_their_file_or_rank_at_the_edge(name: str) -> None:
    layout = taflheim.game(name).layout
    width, height = svg.size(layout)
    root = ET.fromstring(f"<svg>{svg.ground(layout)}</svg>")
    seen, turned = (group for group in root.iter("g") if "coordinates" in group.get("class", ""))
    assert turned.get("display") == "none" and seen.get("display") is None
    for group, half_turn in ((seen, False), (turned, True)):
        labels = {str(text.text): (float(text.get("x", 0)), float(text.get("y", 0))) for text in group.iter("text")}
        assert sorted(labels) == sorted([*layout.files.values(), *layout.ranks.values()])
        for label, (x, y) in labels.items():
            if half_turn:
                x, y = width - x, height - y
            here = [spot for spot in layout.spots if spot.kind in ("square", "point") and beside(layout, spot, x, y)]
            assert len(here) == 1
            assert label in (layout.files.get(here[0].x), layout.ranks.get(here[0].y))
        lowest = max(y for label, (x, y) in labels.items() if label in layout.files.values())
        assert lowest > height - svg.UNIT / 2


def beside(layout: Layout, spot: Spot, x: float, y: float) -> bool:
    """Whether this is in a square, or near a point: between points there is more room."""
    box = svg.box(layout, spot)
    room = 0 if spot.kind == "square" else 10
    return abs(x - box.x) < box.width / 2 + room and abs(y - box.y) < box.height / 2


def test_the_frame_is_narrow() -> None:
    for name in set(taflheim.rulebooks()) - {"toy"}:
        width, height = svg.size(taflheim.game(name).layout)
        assert 0.012 < svg.MARGIN / (min(width, height) + 2 * svg.MARGIN) < 0.02


def test_a_piece_without_a_shape_is_a_disc_with_its_letter() -> None:
    layout = taflheim.game("quoridor").layout
    assert ">W<" in svg.shape(layout, "wizard", "")
    assert svg.shape(layout, "mark.unknown", "") == ""
