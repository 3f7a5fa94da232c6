"""The games in OpenSpiel, judged by its own tests where it can be installed."""

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import taflheim
from play import variants
from taflheim import Game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheels for this platform")

from taflheim.rl import open_spiel  # noqa: E402

EACH_GAME = pytest.mark.parametrize("game", variants(), ids=repr)


def loaded(game: Game) -> Any:
    open_spiel.register()
    return pyspiel.load_game(open_spiel.PREFIX + game.name, dict(game.options))


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_openspiel_is_content(name: str) -> None:
    game = taflheim.game(name, **({"rules": "strict"} if name == "quoridor" else {}))  # no passes: a short game
    pyspiel.random_sim_test(loaded(game), num_sims=1, serialize=False, verbose=False)


@EACH_GAME
def test_a_game_is_played_as_its_positions_say(game: Game) -> None:
    rng = random.Random(7)
    state = loaded(game).new_initial_state()
    position = game.start(0) if game.rulebook.seeded else game.start()
    for _ in range(60):
        if state.is_terminal():
            break
        assert state.current_player() == position.state.turn
        assert state.legal_actions() == sorted(position.legal_numbers())
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
            number = rng.choice(state.chance_outcomes())[0]
            action = number + game.action_size
            assert state.action_to_string(number) == game.move_text([action])
            state.apply_action(number)
        position = position.step(action)
        assert str(state) == str(position)
    if position.result:
        assert state.returns() == [1 if seat == position.result.winner else -1 for seat in game.seats]


def test_observations_are_the_planes() -> None:
    game = taflheim.game("quoridor")
    state = loaded(game).new_initial_state()
    state.apply_action(67)
    batch = taflheim.Batch(game, 1)
    batch.step([67])
    planes = np.zeros((1, *batch.observation_shape), np.float32)
    batch.observe(planes)
    assert state.observation_tensor() == planes.ravel().tolist()
    assert "taflheim_quoridor" in pyspiel.registered_names()
    assert open_spiel.register() == open_spiel.register()


def test_a_program_that_has_used_it_ends_as_it_should() -> None:
    """OpenSpiel frees what makes games after Python has ended: for a function that was a crash."""
    code = "from taflheim.rl import open_spiel; open_spiel.register()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_openspiel_one_is_told_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import taflheim.rl.open_spiel"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True).stderr
    assert said.splitlines()[-1] == "ModuleNotFoundError: OpenSpiel is not installed: pip install open_spiel", said
