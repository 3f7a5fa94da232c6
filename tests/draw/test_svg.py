"""Pictures of boards: well-formed, complete, and with everything inside the picture."""

import xml.etree.ElementTree as ET

import pytest

import taflheim
from taflheim.draw import svg


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_every_game_has_a_picture(name: str) -> None:
    game = taflheim.game(name)
    position = game.start(seed=1) if game.rulebook.seeded else game.start()
    root = ET.fromstring(svg.picture(position))
    assert root.findtext("{http://www.w3.org/2000/svg}title") == game.title
    placed = [node for node in root.iter("{http://www.w3.org/2000/svg}g") if "transform" in node.attrib]
    assert len(placed) == len(position.pieces) + len(game.layout.marks)


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


def test_a_piece_without_a_shape_is_a_disc_with_its_letter() -> None:
    layout = taflheim.game("quoridor").layout
    assert ">W<" in svg.shape(layout, "wizard", "")
    assert svg.shape(layout, "mark.unknown", "") == ""
