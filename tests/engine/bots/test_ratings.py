"""The ratings that are kept: complete, in order, what the issue of levels promises, and what the games say."""

from itertools import pairwise
from statistics import mean

import pytest

import taflheim
from taflheim.engine.bots.ladder import rate
from taflheim.engine.bots.levels import bots, levels
from taflheim.engine.bots.ratings import Rating, Ratings, from_json, ratings, to_json
from taflheim.engine.contests.arena import GREEDY, RANDOM

FOR_TWO = ["halatafl", "hnefatafl", "quoridor"]
ALL = [*FOR_TWO, "hivolts"]


def known(name: str) -> Ratings:
    found = ratings(taflheim.game(name))
    assert found is not None
    return found


def share(name: str, other: str) -> float:
    """What level 1 scored against somebody, the mean of its shares in both seats."""
    weakest, shares = levels(taflheim.game(name))[0].name, []
    for each in known(name).results:
        if set(each.bots) == {weakest, other}:
            assert each.games >= 5
            shares.append((each.points if each.bots[0] == weakest else each.games - each.points) / each.games)
    assert len(shares) == 2
    return mean(shares)


@pytest.mark.parametrize("name", ALL)
def test_every_bot_has_a_rating_at_each_of_its_sides(name: str) -> None:
    game = taflheim.game(name)
    expected = {
        (bot.name, side) for bot in bots(game) for side in known(name).sides if not bot.sides or side in bot.sides
    }
    assert expected <= {(rating.bot, rating.side) for rating in known(name).ratings}
    assert all(rating.low <= rating.value <= rating.high and rating.games for rating in known(name).ratings)


@pytest.mark.parametrize("name", ALL)
def test_levels_rise(name: str) -> None:
    for side in known(name).sides:
        rated = [rating for bot in levels(taflheim.game(name)) if (rating := known(name).of(bot, side))]
        for lower, higher in pairwise(rated):
            assert higher.high >= lower.low, f"{higher.bot} is weaker than {lower.bot}"
        assert rated[-1].low > rated[0].high


@pytest.mark.parametrize("name", FOR_TWO)
def test_the_weakest_beats_random_moves_and_loses_to_whoever_looks_one_move_ahead(name: str) -> None:
    assert share(name, RANDOM.name) >= 0.9
    assert share(name, GREEDY.name) <= 0.2


@pytest.mark.parametrize("name", FOR_TWO)
def test_ratings_are_what_the_games_say(name: str) -> None:
    assert set(rate(taflheim.game(name), known(name).results)) == set(known(name).ratings)
    assert sum(each.games for each in known(name).results) == known(name).games


@pytest.mark.parametrize("name", ALL)
def test_what_is_written_can_be_read(name: str) -> None:
    assert from_json(to_json(known(name))) == known(name)


def test_what_was_never_measured_is_not_known() -> None:
    assert ratings(taflheim.game("toy")) is None
    nobody = Ratings("Elo", 0, "1", "today", (Rating("Nils", "foxes", 1, 0, 2, 3),))
    bot = levels(taflheim.game("toy"))[0]
    assert nobody.of(bot, "foxes") and not nobody.of(bot, "sheep")
