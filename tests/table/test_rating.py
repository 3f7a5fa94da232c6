"""Ratings: the scale, what a game changes, and what categories there are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from taflheim.games.errors import InvalidOption
from taflheim.games.registry import rulebooks
from taflheim.table.rating import MOST_SIGMA, Category, Player, Rating, after, categories

ratings = st.builds(Rating, st.floats(-20, 70), st.floats(0.5, 25 / 3))
tables = st.lists(st.tuples(ratings, st.integers(1, 4)), min_size=2, max_size=4)


def test_the_scale_is_that_of_elo() -> None:
    assert str(Rating()) == "1500?" and Rating().value == 1500
    assert Rating() == (25, 25 / 3)
    assert Rating.of_bot(2549).value == pytest.approx(2549) and Rating.of_bot(2549).sigma == 0
    assert Rating(26, 1).value - Rating(25, 1).value == pytest.approx(29.5)


def test_a_rating_is_certain_from_110_points_on() -> None:
    assert pytest.approx(110) == 29.5 * MOST_SIGMA
    assert Rating(25, MOST_SIGMA).certain and not Rating(25, MOST_SIGMA + 1e-9).certain
    assert str(Rating(25, MOST_SIGMA)) == "1500"


@given(tables)
def test_the_best_gains_the_worst_loses_and_everybody_is_known_better(seated: list[tuple[Rating, int]]) -> None:
    before = [Player(*each) for each in seated]
    rated = after(before)
    assert after(before) == rated
    ranks = [player.rank for player in before]
    for player, new in zip(before, rated, strict=True):
        # Time passes between games, so that nobody is ever known for certain.
        assert 0 < new.sigma < player.rating.sigma + 0.01
        if player.rank == min(ranks) and ranks.count(player.rank) == 1:
            assert new.mu >= player.rating.mu
        if player.rank == max(ranks) and ranks.count(player.rank) == 1:
            assert new.mu <= player.rating.mu


@given(tables)
def test_against_bots_people_move_half_as_far_and_bots_not_at_all(seated: list[tuple[Rating, int]]) -> None:
    (rating, rank), *rest = seated
    people = [Player(rating, rank), *(Player(Rating(each.mu, 0.0), rank) for each, rank in rest)]
    bots = [people[0], *(player._replace(is_bot=True) for player in people[1:])]
    whole, half = after(people), after(bots)
    assert half[1:] == [player.rating for player in bots[1:]]
    assert half[0].mu == pytest.approx((rating.mu + whole[0].mu) / 2)
    assert half[0].sigma ** 2 == pytest.approx((rating.sigma**2 + whole[0].sigma ** 2) / 2)


def test_a_draw_brings_two_closer() -> None:
    strong, weak = after([Player(Rating(30, 3), 1), Player(Rating(20, 3), 1)])
    assert strong.mu < 30 and weak.mu > 20


def test_sides_that_differ_are_rated_apart_and_so_are_options() -> None:
    assert str(Category.of(taflheim.game("hnefatafl"), "defenders")) == "hnefatafl/defenders"
    assert str(Category.of(taflheim.game("quoridor"), "a")) == str(Category.of(taflheim.game("quoridor"), "b"))
    assert len({Category.of(taflheim.game("quoridor", players=count), "a") for count in (2, 3, 4)}) == 3
    strict = Category.of(taflheim.game("quoridor", rules="strict", players=4), "a")
    assert str(strict) == "quoridor/players=4/rules=strict"


@pytest.mark.parametrize("name", list(rulebooks()))
def test_a_category_can_be_read_again(name: str) -> None:
    book = rulebooks()[name]
    for option in book.options:
        for value in option.values:
            for category in categories(taflheim.game(name, **{option.name: value})):
                assert Category.parse(str(category)) == category
    assert bool(categories(taflheim.game(name))) == (max(book.players) > 1)


def test_no_such_category() -> None:
    for text in ("quoridor/players=9", "quoridor/players=2=3"):
        with pytest.raises(InvalidOption):
            Category.parse(text)
