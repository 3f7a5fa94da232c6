"""The examples run, in a short form, and what they learn with is right."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))

import arena  # type: ignore[import-not-found]  # noqa: E402
import net  # type: ignore[import-not-found]  # noqa: E402
import ppo  # type: ignore[import-not-found]  # noqa: E402

import taflheim  # noqa: E402

SHORT = {
    "random agent, several": ("random_agent.py", "quoridor", "players=3", "rules=strict"),
    "random agent, alone": ("random_agent.py", "hivolts"),
    "ppo, alone": (*"ppo.py hivolts --centre player --minutes 0 --rows 8 --ticks 4 --games 8".split(),),
    "ppo": (*"ppo.py halatafl --option sheep=17 --side sheep --minutes 0 --rows 8 --ticks 4 --games 8".split(),),
    "alphazero": (*"alphazero.py toy --minutes 0 --rows 4 --simulations 4 --games 8".split(),),
}


@pytest.mark.parametrize("command", SHORT.values(), ids=SHORT)
def test_programs_run(command: tuple[str, ...]) -> None:
    name, *arguments = command
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *arguments], capture_output=True, check=False, text=True, env=os.environ
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("path", sorted((EXAMPLES / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(path.parent)
    notebook = json.loads(path.read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    cells = notebook["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    assert all(not cell.get("outputs") for cell in cells), "notebooks are kept without what they printed"
    names: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert capsys.readouterr().out


def test_gradients_are_those_of_the_loss() -> None:
    """A small step of each weight changes the loss as much as its gradient says."""
    rng = np.random.default_rng(1)
    seen, mask = rng.random((5, 7)).astype(np.float32), rng.random((5, 4)) < 0.8
    mask[:, 0] = True
    shares = mask / mask.sum(axis=1, keepdims=True)
    outcomes = rng.uniform(-1, 1, 5)
    learner = net.Net(7, 4, hidden=6)
    learner.weights = [weight.astype(np.float64) + rng.normal(size=weight.shape) * 0.3 for weight in learner.weights]

    def loss() -> float:
        policy, values = learner(seen, mask)
        return float(-(shares * np.log(np.maximum(policy, 1e-12))).sum() + 0.5 * ((values - outcomes) ** 2).sum())

    found: list[Any] = []
    learner._update = found.extend
    learner.learn(seen, mask, lambda policy, values: ((policy - shares) * 0.01, (values - outcomes) * 0.01))
    for weight, gradient in zip(learner.weights, found, strict=True):
        place = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        before = weight[place]
        above, below = [(weight.__setitem__(place, before + step), loss())[1] for step in (1e-5, -1e-5)]
        weight[place] = before
        assert gradient[place] == pytest.approx((above - below) / 2e-5 * 0.01, rel=1e-3)


def test_ppo_learns() -> None:
    game = taflheim.game("toy")
    learner = ppo.Learner(game, 0, rows=64, centre=None, seed=1, hidden=32)
    for _ in range(25):
        learner.learn(ticks=16)
    lot = arena.win_rate(game, 0, arena.by_lot, 400, centre=None, seed=2)
    learnt = arena.win_rate(game, 0, arena.policy_of(learner.net), 400, centre=None, seed=2)
    assert learnt > lot + 0.1
