"""The bots: what they are called, and that the weakest beats somebody who moves at random."""

import random

import pytest

import taflheim
from taflheim.engine.levels import level, levels
from taflheim.engine.search import search

GAMES = 6


def beats_random(name: str, side: int, seed: int) -> bool:
    """Whether level 1 on this side wins against random moves."""
    game = taflheim.game(name)
    chance = random.Random(seed)
    record = game.record()
    while not record.result:
        if record.position.state.turn == side:
            record = record.play(search(record, level(game, 1).limits, chance.getrandbits(32)).move)
        else:
            record = record.play(chance.choice(record.position.moves()))
    return record.result.winner == game.sides[side]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", ["halatafl", "hnefatafl", "quoridor", "toy"])
def test_the_weakest_beats_random_moves(name: str, side: int) -> None:
    assert sum(beats_random(name, side, seed) for seed in range(GAMES)) >= GAMES - 2


def test_most_boards_for_one_are_won() -> None:
    game = taflheim.game("hivolts")
    won = 0
    for seed in range(20):
        chance = random.Random(seed)
        record = game.record(game.start(seed))
        while not record.result:
            record = record.play(search(record, level(game, 3).limits, seed).move, chance)
        won += record.result.winner == "player"
    assert won > 10


@pytest.mark.parametrize("name", taflheim.games())
def test_every_game_has_levels_in_order(name: str) -> None:
    known = levels(taflheim.game(name))
    assert [each.number for each in known] == list(range(1, len(known) + 1))
    assert len({each.name for each in known}) == len(known)
    assert all(each.about.endswith(".") and each.limits.nodes for each in known)


@pytest.mark.parametrize("wrong", [0, 4, "x", None, 1.5])
def test_there_are_no_other_levels(wrong: object) -> None:
    with pytest.raises(taflheim.InvalidOption, match="expected 1, 2 or 3"):
        level(taflheim.game("toy"), wrong)
    assert level(taflheim.game("toy"), "2").number == 2
