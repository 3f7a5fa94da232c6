"""The ladder: who plays whom, which game comes next and what comes of it, with made-up results and with real games."""

import random
import time
from collections import Counter
from functools import partial

import pytest

import taflheim
from taflheim.engine.bots.ladder import BASE, Ladder, rounds
from taflheim.engine.bots.levels import Bot
from taflheim.engine.bots.solo_ladder import SoloLadder
from taflheim.engine.contests.arena import GREEDY, RANDOM, Job, Outcome, playing
from taflheim.engine.contests.elo import expected_score
from taflheim.engine.places.local import LocalPlace

LATER = 600.0
TOY = partial(playing, "toy")


def strength(bot: Bot) -> float:
    """Made up: steps of 150, with one of those who are measured with the levels below and one among them."""
    return {RANDOM: 500, GREEDY: 1250}.get(bot, 850 + 150 * bot.number)


def outcome(job: Job, rng: random.Random) -> Outcome:
    first, second = job.bots
    won = rng.random() < expected_score(strength(first) - strength(second))
    # Stronger bots think longer.
    return Outcome(job, job.game.seats[0 if won else 1], sum(1.5**bot.number for bot in job.bots))


def climb(ladder: Ladder, games: int) -> Counter[str]:
    """Play so many games with made-up results; tells how many each bot has played."""
    rng, played = random.Random(3), Counter[str]()
    for job, _ in zip(ladder.jobs(time.monotonic() + 1e9), range(games), strict=False):
        played.update(bot.name for bot in job.bots)
        ladder.add(outcome(job, rng))
    return played


def test_neighbours_within_two_levels_play_in_both_seats() -> None:
    game = taflheim.game("quoridor")
    pairs = [seating for each in rounds(game, 1, 10) for seating in each]
    assert all((second, first) in pairs for first, second in pairs)
    numbers = {(first.number, second.number) for first, second in pairs if first.number and second.number}
    assert numbers == {(i, j) for i in range(1, 11) for j in range(1, 11) if 0 < abs(i - j) <= 2}


def test_where_sides_differ_they_are_rated_apart() -> None:
    ladder = Ladder(taflheim.game("hnefatafl"), 1, 3)
    climb(ladder, 400)
    assert {(rating.bot, rating.side) for rating in ladder.ratings} == {
        (name, side)
        for name in ("Nils", "Liv", "Torben", "random mover", "one-move greedy")
        for side in ("attackers", "defenders")
    }
    assert pytest.approx(sum(r.value for r in ladder.ratings if r.bot == "Nils") / 2, abs=1) == BASE


def test_a_bot_plays_only_its_sides() -> None:
    seatings = [seating for each in rounds(taflheim.game("halatafl"), 1, 10) for seating in each]
    fox = [(first.name, second.name) for first, second in seatings if "classic fox" in (first.name, second.name)]
    assert fox and all(second == "classic fox" for _, second in fox)


def test_ratings_come_close_to_the_truth_and_the_weak_play_most() -> None:
    ladder = Ladder(taflheim.game("quoridor"), 1, 10)
    played = climb(ladder, 3000)
    assert ladder.games == 3000
    for rating in ladder.ratings:
        true = next(strength(bot) for each in ladder.rounds for bot in each[0] if bot.name == rating.bot)
        assert abs(rating.value - true) <= 1.5 * (rating.high - rating.low)
        assert rating.games == played[rating.bot]
    assert played["Nils"] > 3 * played["Odin"] > 0


def test_what_would_take_too_long_is_not_begun() -> None:
    ladder = Ladder(taflheim.game("quoridor"), 8, 10)
    climb(ladder, 20)
    # A round between these takes over a minute, by what they have taken before.
    assert next(ladder.jobs(time.monotonic() + 60), None) is None
    assert next(ladder.jobs(time.monotonic() + 600), None) is not None


def test_real_games() -> None:
    ladder = Ladder(taflheim.game("toy"), 1, 3)
    deadline = time.monotonic() + LATER
    jobs = (job for job, _ in zip(ladder.jobs(deadline), range(60), strict=False))
    for each in LocalPlace(2).batch(TOY, jobs, deadline):
        assert each.seconds > 0
        ladder.add(each)
    assert ladder.games == 60
    assert sum(each.games for each in ladder.results) == 60
    values = {(rating.bot, rating.side): rating.value for rating in ladder.ratings}
    assert values["Torben", "crosses"] > values["random mover", "crosses"]


def test_games_that_have_not_ended_in_time_are_given_up() -> None:
    jobs = iter([Job(taflheim.game("toy"), (GREEDY, GREEDY), opening=1)] * 5)
    assert list(LocalPlace(1).batch(TOY, jobs, time.monotonic())) == []


def test_a_game_that_fails_says_so() -> None:
    fox = Bot(11, "fox", "", chooser="missing")
    with pytest.raises(ModuleNotFoundError, match="missing"):
        list(
            LocalPlace(1).batch(TOY, iter([Job(taflheim.game("toy"), (fox, fox), opening=1)]), time.monotonic() + LATER)
        )


def test_games_for_more_than_two_have_none() -> None:
    with pytest.raises(taflheim.TaflheimError, match="Quoridor has 3 players"):
        Ladder(taflheim.game("quoridor", players=3), 1, 10)


def test_boards_are_won_by_everybody_on_the_same_ones() -> None:
    boards = SoloLadder(taflheim.game("hivolts"), 9, 10)
    jobs = [job for job, _ in zip(boards.jobs(time.monotonic() + LATER), range(12), strict=False)]
    assert [(job.game.options["mhos"], job.bots[0].number, job.opening) for job in jobs[:5]] == [
        ("fierce", 9, 0),
        ("fierce", 10, 0),
        ("gentle", 9, 0),
        ("gentle", 10, 0),
        ("fierce", 9, 1),
    ]
    for job in jobs:
        boards.add(Outcome(job, "player" if job.game.options["mhos"] == "gentle" else "mhos", 1.0))
    assert boards.games == 12
    assert [(rating.bot, rating.side, rating.value, rating.games) for rating in boards.ratings] == [
        ("Mimir", "fierce", 0, 3),
        ("Odin", "fierce", 0, 3),
        ("Mimir", "gentle", 100, 3),
        ("Odin", "gentle", 100, 3),
    ]
    assert all(rating.low < rating.high for rating in boards.ratings)
