"""What is seen between two positions."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from play import lots, positions
from sample_boards import boards
from taflheim import Game
from taflheim.games.view import Effect, Piece
from taflheim.terminal.board.motion import FRAME_MS, frames

HNEFATAFL = taflheim.game("hnefatafl").layout
ROOK, OTHER = Piece("attacker", "attackers", "a4"), Piece("defender", "defenders", "d5")
STEP = Effect("move", "slide", "a4", "d4")


def test_a_piece_moves_little_by_little() -> None:
    seen = frames(HNEFATAFL, [ROOK, OTHER], [STEP])
    done = [moving.done for frame in seen for moving in frame.moving]
    assert len(done) >= 3 and done == sorted(done) and 0 < done[0] < done[-1] < 1
    assert all(OTHER in frame.pieces for frame in seen)


def test_what_is_captured_falls_when_the_mover_is_there() -> None:
    seen = frames(HNEFATAFL, [ROOK, OTHER], [STEP, Effect("vanish", "captured", "d5")])
    while_moving = [frame for frame in seen if any(moving.kind == "attacker" for moving in frame.moving)]
    assert while_moving and all(OTHER in frame.pieces for frame in while_moving)
    assert seen[-1].flashes and seen[-1].pieces == (ROOK._replace(spot="d4"),)


def test_an_explosion_grows_old() -> None:
    layout = taflheim.game("hivolts").layout
    player = Piece("player", "player", "c3")
    seen = frames(layout, [player], [Effect("vanish", "electrocuted", "c3", "c4")])
    ages = [age for frame in seen for spot, age in frame.flashes.items() if spot == "c4"]
    assert ages == sorted(ages) and {*ages} == {0, 1, 2}


def test_landings_were_seen_already() -> None:
    layout = taflheim.game("halatafl").layout
    fox = Piece("fox", "foxes", "c5")
    effects = [Effect("move", "jump", "c5", "c3"), Effect("move", "jump", "c3", "e3")]
    seen = frames(layout, [fox], effects, landings=["c3"])
    assert {moving.origin for frame in seen for moving in frame.moving} == {"c3"}
    assert len(seen) < len(frames(layout, [fox], effects))


def test_nothing_happens_at_once() -> None:
    assert frames(HNEFATAFL, [ROOK], []) == []
    assert frames(HNEFATAFL, [ROOK], [Effect("note", "passed")]) == []
    # What does not fit the pieces is left out.
    assert all(frame.pieces == (ROOK,) for frame in frames(HNEFATAFL, [ROOK], [Effect("move", "slide", "b1", "b2")]))


@pytest.mark.parametrize("game", boards(), ids=repr)
@given(data=st.data())
def test_all_moves_of_all_games_end_soon_and_lose_no_piece(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game, 12))
    rng = random.Random(data.draw(st.integers(0, 99)))
    if position.result:
        return
    move = rng.choice(lots(position, rng))
    effects = position.effects(move)
    seen = frames(game.layout, position.pieces, effects)
    assert len(seen) * FRAME_MS < 2500
    gone = sum(effect.kind == "vanish" for effect in effects)
    for frame in seen:
        assert len(frame.pieces) + len(frame.moving) >= len(position.pieces) - gone
