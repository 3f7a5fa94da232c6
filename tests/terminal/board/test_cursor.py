"""Where the arrow keys lead."""

import pytest

import taflheim
from sample_boards import boards
from taflheim import Game
from taflheim.terminal.board.cursor import Direction, nearest, step

DIRECTIONS: tuple[Direction, ...] = ("up", "down", "left", "right")


@pytest.mark.parametrize("game", boards(), ids=repr)
def test_every_spot_can_be_reached(game: Game) -> None:
    wanted = {spot.name for spot in game.layout.spots if spot.kind != "button"}
    start = nearest(game.layout, None)
    assert start is not None
    reached, fresh = {start}, {start}
    while fresh:
        fresh = {step(game.layout, spot, way) or spot for spot in fresh for way in DIRECTIONS} - reached
        reached |= fresh
    assert reached == wanted


def test_cells_and_grooves_follow_each_other() -> None:
    layout = taflheim.game("quoridor").layout
    assert [step(layout, "e5", way) for way in DIRECTIONS] == ["e5h", "e4h", "d5v", "e5v"]
    assert step(layout, "a1", "left") is None


def test_a_turned_board_turns_the_arrows() -> None:
    layout = taflheim.game("hnefatafl").layout
    assert [step(layout, "f6", way, flipped=True) for way in DIRECTIONS] == ["f5", "f7", "g6", "e6"]


def test_only_among_those_that_are_allowed() -> None:
    layout = taflheim.game("quoridor").layout
    walls = {spot.name for spot in layout.spots if spot.name.endswith("h")}
    assert step(layout, "e5h", "up", allowed=walls) == "e6h"
    assert step(layout, "e5h", "right", allowed=walls) == "f5h"
    assert nearest(layout, "e5v", allowed=walls) in {"d5h", "e5h", "e4h"}
    assert nearest(layout, "e5h", allowed=walls) == "e5h"
    assert nearest(layout, "e5h", allowed=()) is None
