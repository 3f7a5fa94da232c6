"""The bots: what they are called, what they may not do, and that the same seed gives the same move."""

import random

import pytest

import taflheim
from taflheim.engine.bots.bot import think
from taflheim.engine.bots.levels import Bot, bots, find_bot, levels
from taflheim.engine.contests.arena import GREEDY, RANDOM, Job, play
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.settings import Settings

FOR_TWO = ["halatafl", "hnefatafl", "quoridor", "toy"]
GAMES = 10


def wins(name: str, bot: Bot, other: Bot) -> int:
    """How many of so many games the first of two bots wins, with either side in turn."""
    game, won = taflheim.game(name), 0
    for number in range(GAMES):
        seat = number % 2
        played = play(Job(game, (bot, other) if seat == 0 else (other, bot), number // 2))
        won += played.winner == game.seats[seat]
    return won


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_every_game_has_ten_levels(name: str) -> None:
    known = levels(taflheim.game(name))
    assert [each.number for each in known] == list(range(1, 11))
    everybody = bots(taflheim.game(name))
    assert everybody[:10] == known
    assert len({each.name for each in everybody}) == len(everybody)
    assert all(each.about.endswith(".") for each in everybody)


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_nine_levels_never_look_at_the_clock(name: str) -> None:
    game = taflheim.game(name)
    *nine, best = levels(game)
    for each in (bot.at(side) for bot in nine for side in game.seats):
        assert each.chooser or (each.limits.nodes and each.limits.movetime_ms is None)
    assert best.chooser or best.limits == Limits(movetime_ms=1000)
    assert best.overlook == 0


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_the_same_seed_gives_the_same_move(name: str) -> None:
    game, rng = taflheim.game(name), random.Random(4)
    record = game.record(game.start(5) if game.rulebook.seeded else None)
    for each in levels(game)[:9]:
        moves = [think(record, each, Settings(seed=6)).move for _ in range(2)]
        assert moves[0] == moves[1]
        assert moves[0] in record.position.moves()
        record = record.play(moves[0], rng)
        if record.result:
            record = record.undo()


@pytest.mark.parametrize("name", FOR_TWO)
def test_the_weakest_beats_random_moves_and_loses_to_whoever_looks_one_move_ahead(name: str) -> None:
    # Measured in earnest by the ladder, whose results tests/engine/test_ratings.py looks at.
    weakest = levels(taflheim.game(name))[0]
    assert wins(name, weakest, RANDOM) >= GAMES - 3
    assert wins(name, weakest, GREEDY) <= 4


def test_the_strongest_wins_most_boards_for_one() -> None:
    game = taflheim.game("hivolts")
    best = levels(game)[-1]
    assert sum(play(Job(game, (best,), number)).winner == "player" for number in range(20)) > 10


def test_a_bot_of_one_side_plays_no_other() -> None:
    game = taflheim.game("halatafl")
    fox = taflheim.bot(game, level="classic fox")
    with pytest.raises(taflheim.InvalidOption, match="the classic fox plays foxes only, not sheep"):
        fox.choose(game.start())
    after = game.start().play("d4-d5")
    assert fox.choose(after) in after.moves()
    with pytest.raises(taflheim.TaflheimError, match="the game is over"):
        fox.choose(game.record(after).resign())


@pytest.mark.parametrize("wrong", [0, 11, "x", None, 1.5, ""])
def test_there_are_no_other_levels(wrong: object) -> None:
    with pytest.raises(taflheim.InvalidOption, match="expected 1, 2, 3, 4, 5, 6, 7, 8, 9 or 10"):
        find_bot(taflheim.game("toy"), wrong)


def test_levels_have_numbers_and_names() -> None:
    game = taflheim.game("halatafl")
    assert find_bot(game, "2") == find_bot(game, 2) == find_bot(game, "Liv") == find_bot(game, "liv")
    assert find_bot(game, 11) == find_bot(game, "Classic fox")


def test_one_side_may_be_played_otherwise() -> None:
    bot = Bot(1, "Bo", "", Limits(depth=1), 300, apart=(("foxes", Limits(depth=2), 700),))
    assert bot.at("sheep") == bot
    assert (bot.at("foxes").limits, bot.at("foxes").overlook) == (Limits(depth=2), 700)


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_only_sides_of_the_game_are_played_otherwise(name: str) -> None:
    game = taflheim.game(name)
    assert {side for bot in bots(game) for side, _, _ in bot.apart} <= set(game.seats)


def test_limits_make_nobody_stronger() -> None:
    bot = Bot(4, "Bo", "", Limits(depth=2, nodes=100))
    assert bot.within(None) == bot.limits
    assert bot.within(Limits(depth=9, nodes=50)) == Limits(depth=2, nodes=50)
    assert bot.within(Limits()) == bot.limits
