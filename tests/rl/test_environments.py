"""The games as environments, judged by the tests of PettingZoo and Gymnasium themselves."""

import random
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import taflheim
import taflheim.rl
from play import variants
from taflheim import Game, IllegalMove, TaflheimError
from taflheim.rl.aec import GameEnv

SEVERAL = pytest.mark.parametrize("game", [game for game in variants() if len(game.seats) > 1], ids=repr)
ALONE = pytest.mark.parametrize("game", [game for game in variants() if len(game.seats) == 1], ids=repr)


def aec(game: Game, **more: Any) -> GameEnv:
    return taflheim.rl.aec_env(game.name, **more, **options(game))


def options(game: Game) -> dict[str, Any]:
    return dict(game.options)


def chosen(mask: Any, rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(mask).tolist()))


@SEVERAL
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")  # a Dict, for the mask
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # of whom it is not the turn
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")  # the toy's start: nothing stands there
def test_pettingzoo_is_content(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(aec(game), num_cycles=50)
    seed_test(lambda: aec(game), num_cycles=20)
    render_test(lambda render_mode: aec(game, render_mode=render_mode))
    assert "to move" in capsys.readouterr().out


@SEVERAL
def test_a_game_is_played_as_its_positions_say(game: Game) -> None:
    rng = random.Random(repr(game))
    env = aec(game, max_steps=40)
    for _ in range(3):
        env.reset(seed=rng.getrandbits(32))
        position = game.start()
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            observation, reward, *_ = env.last()
            assert reward == 0 and env.agent_selection == f"player_{position.state.turn}"
            action = chosen(observation["action_mask"], rng)
            seen = taflheim.Batch(game, 1).seen[position.state.turn]
            assert position.mask()[seen].tolist() == observation["action_mask"].astype(bool).tolist()
            env.step(action)
            position = position.step(int(seen[action]))
            assert env.position == position
        winner = position.result.winner if position.result else None
        for side, agent in zip(game.sides, env.possible_agents, strict=True):
            assert env.rewards[agent] == (0 if winner is None else 1 if side == winner else -1)
        for _agent in env.agent_iter():
            env.step(None)
        assert env.agents == []


def test_an_illegal_action_changes_nothing() -> None:
    env = taflheim.rl.aec_env("quoridor")
    env.reset()
    for action in (0, -1, 210):
        with pytest.raises(IllegalMove):
            env.step(action)
    with pytest.raises(TaflheimError, match="expected an action from 0 to 209"):
        env.step(None)
    assert env.position == taflheim.game("quoridor").start() and env.agent_selection == "player_0"


@ALONE
def test_gymnasium_is_content(game: Game) -> None:
    made = gymnasium.make(f"taflheim/{game.name}-v0", render_mode="ansi", **options(game))
    check_env(made.unwrapped)
    many = gymnasium.make_vec(f"taflheim/{game.name}-v0", 3, vectorization_mode="vector_entry_point", **options(game))
    assert many.reset(seed=1)[0].shape == (3, *made.reset()[0].shape)


@ALONE
def test_many_games_at_once_are_the_same_games(game: Game) -> None:
    rng = random.Random(5)
    one = taflheim.rl.vector_env(game.name, 20, max_steps=6, **options(game))
    two = taflheim.rl.vector_env(game.name, 20, max_steps=6, threads=2, **options(game))
    told = [env.reset(seed=3) for env in (one, two)]
    assert np.array_equal(told[0][0], told[1][0])
    before = np.zeros(20, bool)
    seen = set()
    for _ in range(30):
        actions = np.array([chosen(mask, rng) for mask in told[0][1]["action_mask"]] if not before.all() else [0] * 20)
        found = [env.step(actions) for env in (one, two)]
        for first, second in zip(found[0][:4], found[1][:4], strict=True):
            assert np.array_equal(first, second)
        observations, rewards, over, cut, infos = found[0]
        assert one.observation_space.contains(observations)
        assert np.array_equal(rewards != 0, over) and not (over & cut).any()
        assert not rewards[before].any() and not over[before].any(), "a new game has begun"
        assert infos["action_mask"][~over].any(axis=1).all()
        infos["action_mask"][over, 0] = 1  # whatever is chosen there
        told = [(observations, infos)] * 2
        before = over | cut
        seen |= {"over"} if over.any() else set()
        seen |= {"cut"} if cut.any() else set()
    assert "over" in seen


@ALONE
def test_a_game_that_is_over_has_to_begin_anew(game: Game) -> None:
    rng = random.Random(6)
    env = taflheim.rl.gym_env(game.name, max_steps=50, **options(game))
    _, info = env.reset(seed=8)
    over, cut, reward = False, False, 0.0
    while not over and not cut:
        _, reward, over, cut, info = env.step(chosen(info["action_mask"], rng))
    assert over and reward == (1 if env.position.result and env.position.result.winner == game.sides[0] else -1)
    with pytest.raises(TaflheimError, match="reset"):
        env.step(0)


def test_a_game_is_offered_to_as_many_as_play_it() -> None:
    with pytest.raises(TaflheimError, match="use gym_env or vector_env"):
        taflheim.rl.aec_env("hivolts")
    with pytest.raises(TaflheimError, match="use aec_env"):
        taflheim.rl.gym_env("quoridor")
    with pytest.raises(TaflheimError, match="max_steps: expected"):
        taflheim.rl.gym_env("hivolts", max_steps=0)


@pytest.mark.parametrize(
    ("library", "call"),
    [
        ("pettingzoo", "aec_env('quoridor')"),
        ("gymnasium", "gym_env('hivolts')"),
        ("gymnasium", "vector_env('hivolts', 2)"),
    ],
)
def test_without_the_extra_one_is_told_what_to_install(library: str, call: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import taflheim.rl; taflheim.rl.{call}"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True).stderr
    assert said.splitlines()[-1].endswith("is not installed: pip install 'taflheim[rl]'"), said
