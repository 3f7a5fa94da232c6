"""How a position is told to a page: for every game, what the position itself says."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from play import lots, positions, variants
from taflheim import Game
from taflheim.games.view import Effect, Piece, apply, last_spots
from taflheim.server.standing import played, standing, told_keys


@pytest.mark.parametrize("game", variants(), ids=repr)
@given(data=st.data())
def test_a_move_leads_to_the_position_that_it_tells(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    told = standing(position)
    assert (told["turn"], told["choices"]) == (position.turn, position.choices())
    assert bool(told["result"]) == bool(position.result)
    assert (told["words"] == str(position.result)) == bool(position.result)
    assert all(fact["code"] != "turn" for fact in told["facts"])
    json.dumps(told)
    for move in lots(position, random.Random(1))[:3]:
        after = played(position, move)
        assert game.position(after["position"]) == position.play(move)
        effects = [
            Effect(one["kind"], one["how"], one["spot"], one["to"], one["piece"] and Piece(*one["piece"]))
            for one in after["effects"]
        ]
        assert sorted(apply(effects, position.pieces)) == sorted(Piece(*piece) for piece in after["pieces"])
        assert position.play(after["text"]) == position.play(after["move"])
        assert after["words"] and set(after["last"]) <= game.layout.by_name.keys()


@pytest.mark.parametrize("game", variants(), ids=repr)
@given(data=st.data())
def test_keys_stand_for_what_is_legal_and_clicked(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    keys = told_keys(position)
    assert [key["key"] for key in keys] == [typed.key for typed in position.typed]
    for key, typed in zip(keys, position.typed, strict=True):
        assert set(key["moves"].values()) == key["spots"].keys()
        assert {move for move in typed.moves.values() if position.explain(move) is None} == key["spots"].keys()
        for answer, move in key["moves"].items():
            assert position.meant(f"{key['key']} {answer}") == move
            assert position.continuations(key["spots"][move]).move == move


def test_a_lot_falls_somewhere_and_is_named() -> None:
    position = taflheim.game("hivolts").start(seed=1)
    after = played(position, "j")
    assert after["move"] != "j" and after["move"] in position.outcomes("j")
    assert game_of(after["position"]) == position.play(after["move"])


def game_of(text: str) -> taflheim.Position:
    return taflheim.game("hivolts").position(text)


def test_the_end_is_told_with_what_the_move_did() -> None:
    position = taflheim.game("hivolts").start(seed=1)
    result = played(position, "d")["result"]
    assert result and result["text"] == "The Mho from g3 caught you on f3."


def test_the_last_move_is_the_way_of_who_moved() -> None:
    chain = [Effect("move", "jump", "a1", "a3"), Effect("vanish", "captured", "a2"), Effect("move", "jump", "a3", "c3")]
    assert last_spots(chain) == ["a1", "a3", "c3"]
    answer = [Effect("move", "step", "a1", "a2"), Effect("move", "step", "h8", "h7")]
    assert last_spots(answer) == ["a1", "a2"]
    assert last_spots([]) == []
