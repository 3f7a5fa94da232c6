"""HiVolts with jumps: what they cost, and plans that use them."""

import random

import pytest

import taflheim
from taflheim import Position, TaflheimError
from taflheim.games.hivolts.jumps import ceiling, plan, risk
from taflheim.games.hivolts.solve import solve
from taflheim.games.kernel import COMPILED

pytestmark = pytest.mark.kernel

GAMES = [taflheim.game("hivolts", mhos=mhos) for mhos in ("fierce", "gentle")]
BOARDS = range(12) if COMPILED else (21,)
"""As plain Python only one that takes not long: the fierce one needs a jump, the gentle one does not."""
slow_uncompiled = pytest.mark.skipif(not COMPILED, reason="takes too long as plain Python")

ALONE = "############/#10#/#10#/#10#/#10#/#10#/#10#/#10#/#10#/#10#/#10#/############ b2 k11"
"""No fence inside, so that nobody can win."""


def played(position: Position, rng: random.Random) -> str:
    """Who wins if the player always follows the plan."""
    while True:
        for move in plan(position.state).line:
            position = position.play(move, rng)
            if position.result:
                return position.result.winner or ""


def test_a_jump_is_as_dangerous_as_its_landings() -> None:
    position = taflheim.game("hivolts").start(7)
    landings = position.outcomes("j")
    deaths = [landing for landing in landings if position.play(landing).result]
    assert risk(position.state) == len(deaths) / len(landings)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_plans_can_be_played_and_promise_no_more_than_is_possible(game: taflheim.Game) -> None:
    for seed in BOARDS:
        position = game.start(f"jump {seed}")
        way = plan(position.state)
        solution = solve(position.state)
        assert 0 < way.win_probability <= ceiling(position.state) <= 1
        assert (way.win_probability == 1) == (way.line[-1] != "j") == (solution.verdict == "winnable")
        for move in way.line[:-1]:
            position = position.play(move)
            assert position.result is None
        assert way.line == solution.line or way.line.count("j") == 1


@pytest.mark.slow
@slow_uncompiled
def test_plans_win_most_boards() -> None:
    rng = random.Random(1)
    winners = [played(taflheim.game("hivolts").start(f"jump {seed}"), rng) for seed in range(50)]
    assert winners.count("player") >= 33


@slow_uncompiled
def test_where_nobody_can_win_there_is_a_plan_still() -> None:
    way = plan(taflheim.game("hivolts").position(ALONE).state)
    assert way.line[-1] == "j" and way.win_probability < 1


def test_a_finished_game_has_no_plan() -> None:
    position = taflheim.game("hivolts").position(ALONE.replace("k11", "-"))
    for ask in (plan, ceiling):
        with pytest.raises(TaflheimError, match="the game is over"):
            ask(position.state)
