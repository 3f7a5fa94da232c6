"""The rules for people: every game's pages can be shown, and what is wrong with a file is told."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

import taflheim
from taflheim.games.data_file import Entry
from taflheim.games.errors import InvalidData
from taflheim.games.marked import read_marked
from taflheim.games.rules_page import Diagram

GAMES = pytest.mark.parametrize("name", taflheim.rulebooks())


def diagrams(name: str) -> list[Diagram]:
    return [diagram for section in taflheim.rulebooks()[name].rules_page for diagram in section.diagrams]


@GAMES
def test_there_is_enough_to_look_at(name: str) -> None:
    sections = taflheim.rulebooks()[name].rules_page
    assert sections[0].title == "The aim" and all(section.paragraphs for section in sections)
    assert len({section.title for section in sections}) == len(sections)
    assert name == "toy" or 6 <= len(diagrams(name)) <= 13


@GAMES
def test_every_diagram_can_be_played_with(name: str) -> None:
    for shown, caption, _ in diagrams(name):
        assert shown.position.result is None, caption
        assert shown.position.moves(), caption


@GAMES
def test_spots_that_captions_name_are_on_the_board(name: str) -> None:
    for shown, caption, _ in diagrams(name):
        for spot in re.findall(r"\b[a-l][0-9]{1,2}[hv]?\b", caption):
            assert spot in shown.position.game.layout.by_name, caption


def arrows_as_moves(name: str) -> list[tuple[Diagram, str]]:
    """Arrows that begin with a piece of the side to move, as the moves that they point out."""
    found = []
    for diagram in diagrams(name):
        position = diagram.shown.position
        own = {piece.spot for piece in position.pieces if piece.side == position.turn}
        for way in diagram.shown.arrows:
            if way[0] in own:
                landed = position.continuations(way).move or position.continuations(way[1:]).move
                found.append((diagram, landed or " ".join(way)))
    return found


@pytest.mark.parametrize("name", ["hnefatafl", "halatafl"])
def test_arrows_of_who_is_to_move_are_legal_moves(name: str) -> None:
    assert len(arrows_as_moves(name)) > 4
    for diagram, move in arrows_as_moves(name):
        assert diagram.shown.position.explain(move) is None, (diagram.caption, move)


# What a caption says happens, happens: the move, and a word of what is told about it.
HAPPENS = [
    ("hnefatafl", "An attacker on d5 captures", "d9-d5", "The defender on e5 is captured."),
    ("hnefatafl", "captures two attackers", "h5-d5", "The attacker on d4 is captured. The attacker on d6 is captured."),
    ("hnefatafl", "corner a11", "c5-c11", "The attacker on b11 is captured."),
    ("hnefatafl", "hostile to the defender", "d9-d6", "The defender on e6 is captured."),
    ("hnefatafl", "closes the fourth", "i2-i8", "king_captured"),
    ("hnefatafl", "Beside the throne", "c8-f8", "king_captured"),
    ("hnefatafl", "Two open corners", "a7-a11", "king_escaped"),
    ("hnefatafl", "the ring is closed", "b4-e4", "surrounded"),
    ("halatafl", "The fox jumps over d4", "d5xd3", "captures the sheep on d4"),
    ("halatafl", "One chain, three sheep", "e6xe4xc4xa4", "captures the sheep on e5, d4 and b4"),
    ("halatafl", "it is trapped", "c4-c5", "The fox on e7 is trapped"),
    ("halatafl", "the paddock is full", "d4-d5", "paddock_full"),
    ("halatafl", "Nine sheep are left", "e5xe3", "too_few_sheep"),
    ("quoridor", "Straight over", "e7", "jumps to e7"),
    ("quoridor", "the jump goes aside", "d6", "jumps to d6"),
    ("quoridor", "it is Green's turn", "f9", "arrived"),
    ("hivolts", "would be the end", "w", "killed"),
    ("hivolts", "runs into the fence", "s", "The Mho on h6 runs into the fence on g6. The Mho on c10 goes to c9."),
    ("hivolts", "comes diagonally", "s", "The Mho on h8 goes to g7. The Mho on j5 goes to i5."),
    ("hivolts", "it is gone", "s", "cleared"),
    ("hivolts", "Fierce: if you sit", "s", "killed"),
    ("hivolts", "Gentle", "s", "You sit on f6."),
    ("toy", "Crosses win", "b3", "in_a_row"),
]
REFUSED = [
    ("hnefatafl", "but not stop there", "f2-f6", "throne"),
    ("halatafl", "may not move now", "e7-d7", "must_capture"),
    ("quoridor", "cannot go up or to the right", "d5", "wall_between"),
    ("quoridor", "cannot go up or to the right", "e4", "wall_between"),
    ("quoridor", "the jump goes aside", "e7", "wall_behind"),
    ("quoridor", "overlap one and cross another", "d5h", "overlap"),
    ("quoridor", "shut White in", "h6h", "no_path"),
]


def diagram(name: str, caption: str) -> Diagram:
    [found] = [one for one in diagrams(name) if caption in one.caption]
    return found


@pytest.mark.parametrize(("name", "caption", "move", "what"), HAPPENS)
def test_what_a_caption_says_happens(name: str, caption: str, move: str, what: str) -> None:
    position = diagram(name, caption).shown.position
    told = " ".join(str(effect.message) for effect in position.effects(move) if effect.message)
    result = position.play(move).result
    assert what in told or (result is not None and result.reason == what)


@pytest.mark.parametrize(("name", "caption", "move", "code"), REFUSED)
def test_what_a_caption_says_is_not_allowed(name: str, caption: str, move: str, code: str) -> None:
    reason = diagram(name, caption).shown.position.explain(move)
    assert reason is not None and reason.code == code


def test_in_that_corner_nothing_helps_but_a_jump() -> None:
    position = diagram("hivolts", "In this corner").shown.position
    assert all(position.play(move).result for move in "qweasdzxc")


def test_the_board_at_its_start_can_be_won_as_it_says() -> None:
    position = diagram("hivolts", "A board at its start").shown.position
    assert position.game.par(position) == 7


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({}, "position is missing"),
        ({"position": "x1x/oo1/4 x"}, "toy/rules.toml: "),
        ({"position": "start", "options": {"size": 3}}, "has no option 'size'"),
        ({"position": "start", "circles": ["d4"]}, "there is no spot 'd4' on this board"),
        ({"position": "start", "arrows": ["a1 d4"]}, "there is no spot 'd4' on this board"),
        ({"position": "start", "arrows": ["a1"]}, "from one spot to another"),
    ],
)
def test_what_is_wrong_with_a_marked_position_is_told(values: Mapping[str, Any], wrong: str) -> None:
    with pytest.raises(InvalidData) as raised:
        read_marked(taflheim.rulebooks()["toy"], Entry("toy/rules.toml", values))
    assert wrong in str(raised.value) and str(raised.value).startswith("toy/rules.toml")
