"""Faces of bots and people."""

import xml.etree.ElementTree as ET

import pytest

import taflheim
from taflheim.draw.emblem import emblem, initial
from taflheim.engine.bots.levels import bots

NAMES = sorted({bot.name for name in taflheim.rulebooks() for bot in bots(taflheim.game(name))})


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_has_a_face_of_its_own(name: str) -> None:
    ET.fromstring(emblem(name))
    assert emblem(name) != initial(name)
    assert [other for other in NAMES if emblem(other) == emblem(name)] == [name]


@pytest.mark.parametrize(("name", "letter"), [("paula", "P"), ("", "?"), ("  ", "?"), ("<b>", "&lt;")])
def test_everybody_else_has_an_initial(name: str, letter: str) -> None:
    ET.fromstring(initial(name))
    assert f">{letter}</text>" in initial(name)
    assert emblem(name) == initial(name)
