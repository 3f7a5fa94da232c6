"""The scripts that learn from self-play: a handful of quick games, and the arithmetic on made-up ones."""

import json
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from taflheim.cli import progress
from taflheim.engine.insight.win_probability import Curve
from taflheim.engine.places.local import LocalPlace
from taflheim.engine.places.version import made_with
from taflheim.games.errors import TaflheimError

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(autouse=True)
def _on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))


@pytest.fixture
def tune() -> ModuleType:
    return import_module("tune")


@pytest.fixture
def calibrate() -> ModuleType:
    return import_module("calibrate")


def test_selfplay_is_the_same_for_the_same_seed() -> None:
    selfplay = import_module("selfplay")
    games = selfplay.variants("halatafl", 2)
    assert [game.options["sheep"] for game in games] == [20, 19, 18, 17]
    first, second = (list(selfplay.selfplay(games, 2, 60, 5, 3, LocalPlace(1))) for _ in range(2))
    assert first == second and first != list(selfplay.selfplay(games, 2, 60, 5, 4, LocalPlace(1)))
    for played in first:
        assert len(played.scores) == len(played.record.entries) and played.scores[-1] is not None
        assert played.result("sheep") + played.result("foxes") == 1


def test_a_bar_shows_how_fast_games_are_played_and_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "shows_bars", lambda: True)
    shown: list[str] = []

    class Bar:
        def __enter__(self) -> "Bar":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def add_task(self, description: str, total: float) -> int:
            assert (description, total) == ("self-play", 3)
            return 0

        def update(self, _: int, completed: float, description: str) -> None:
            shown.append(description)
            assert completed == len(shown)

    monkeypatch.setattr("rich.progress.Progress", lambda **_: Bar())
    place = LocalPlace(1)
    monkeypatch.setattr(LocalPlace, "machines", 2)
    assert list(import_module("selfplay").watched("abc", "self-play", 3, place)) == ["a", "b", "c"]
    for done, text in enumerate(shown, start=1):
        assert re.fullmatch(rf"self-play: {done} of 3, [0-9.]+ games/s on 2 machines", text)


def made_up(tune: ModuleType, features: np.ndarray[Any, Any], true: list[float]) -> Any:
    """Positions whose results follow these weights, with 200 hundredths for one log-odds."""
    forecast = 1 / (1 + np.exp(-(features @ true) / 200))
    return tune.Positions(features, (np.random.default_rng(2).random(len(features)) < forecast).astype(float))


def test_tuning_finds_weights_that_forecast_better(tune: ModuleType) -> None:
    features = np.random.default_rng(1).integers(-5, 6, size=(20_000, 3)).astype(float)
    seen, old = made_up(tune, features, [100, -40, 10]), np.array([100.0, 0.0, 10.0])
    present = tune.meaning(seen, old)
    new = tune.tuned(seen, old, present, 0.0)
    assert new[1] / new[0] == pytest.approx(-0.4, abs=0.05) and new[2] / new[0] == pytest.approx(0.1, abs=0.05)
    assert tune.loss(seen, new, tune.meaning(seen, new)) < tune.loss(seen, old, present)
    assert tune.tuned(seen, old, present, 1e6).tolist() == old.tolist()


def test_tuning_finds_where_a_position_is_even(tune: ModuleType) -> None:
    varied = np.random.default_rng(1).integers(-5, 6, size=20_000)
    seen, old = made_up(tune, np.stack([np.ones(20_000), varied], axis=1), [50, 100]), np.array([1000.0, 100.0])
    new = tune.tuned(seen, old, tune.meaning(seen, old), 0.1)
    assert new[0] == pytest.approx(50, abs=10) and new[1] == pytest.approx(100, abs=10)


def test_tuning_a_game(tune: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    tune.main(["halatafl", "--games", "24", "--nodes", "300", "--seed", "2"])
    said = capsys.readouterr().out
    evaluation = import_module("taflheim.games.halatafl.evaluate")
    for feature, weight in zip(evaluation.FEATURES, evaluation.WEIGHTS, strict=True):
        assert any(feature in line and f"| {weight} |" in line for line in said.splitlines())
    assert f"Made with {made_with()}." in said, "results name the version they were made with"
    assert "Log-loss on games held out" in said and "taflheim match" in said


def test_a_game_without_weights_cannot_be_tuned(tune: ModuleType) -> None:
    with pytest.raises(SystemExit, match="HiVolts has no weights to tune"):
        tune.main(["hivolts"])


def test_calibration_finds_the_curve_and_tells_how_it_did(calibrate: ModuleType) -> None:
    rng, true, games = np.random.default_rng(2), Curve(scale=250, offset=0.4), []
    for _ in range(200):
        score, first = rng.normal(0, 400, size=50).round(), rng.choice([-1, 1], size=50)
        won = rng.random(50) < 1 / (1 + np.exp(-score / true.scale - first * true.offset))
        games.append(np.stack([score, first, won], axis=1).astype(float))
    found = calibrate.curve(games)
    assert found.scale == pytest.approx(true.scale, rel=0.1) and found.offset == pytest.approx(true.offset, abs=0.1)
    rows = [row.split(" | ") for row in calibrate.tested(found, games).splitlines()[2:]]
    assert len(rows) == 10 and sum(int(row[2].rstrip(" |")) for row in rows) == 200 * 50
    for tenth, (_, share, _) in enumerate(rows):
        assert int(share.removesuffix(" %")) == pytest.approx(tenth * 10 + 5, abs=6)


def test_draws_are_a_result_of_their_own(calibrate: ModuleType) -> None:
    rng, true, games = np.random.default_rng(3), Curve(scale=250, offset=-1.3, second=(350, -2)), []
    for _ in range(200):
        score, first = rng.normal(0, 400, size=50).round(), rng.choice([-1, 1], size=50)
        told = [true.chances(int(each), first=side > 0) for each, side in zip(score, first, strict=True)]
        won = [rng.choice([1.0, 0.5, 0.0], p=[each.win, each.draw, 1 - each.win - each.draw]) for each in told]
        games.append(np.stack([score, first, won], axis=1).astype(float))
    found = calibrate.curve(games)
    assert found.scale == pytest.approx(true.scale, rel=0.1)
    assert found.offset == pytest.approx(true.offset, abs=0.15)
    assert found.second and true.second
    assert found.second[0] == pytest.approx(true.second[0], rel=0.1)
    assert found.second[1] == pytest.approx(true.second[1], abs=0.15)
    for row in calibrate.tested(found, games).splitlines()[2:]:
        tenth, scored, draws_forecast, drawn, _ = (int(each.split("–")[0].strip("| %")) for each in row.split(" | "))
        assert scored == pytest.approx(tenth + 5, abs=6) and drawn == pytest.approx(draws_forecast, abs=6)


def test_games_that_say_nothing_give_no_curve(calibrate: ModuleType) -> None:
    drawn = np.array([(score, 1, 0.5) for score in range(-100, 101)], float)
    with pytest.raises(TaflheimError, match="play more"):
        calibrate.curve([drawn])


def test_calibrating_a_game(
    calibrate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    curves, docs = tmp_path / "halatafl/win_probability.json", tmp_path / "analysis.md"
    curves.parent.mkdir()
    curves.write_text('{"3": {"scale": 100, "offset": 0.1}}')
    docs.write_text("# Analysis\n")
    monkeypatch.setattr(calibrate, "GAMES", tmp_path)
    monkeypatch.setattr(calibrate, "DOCS", docs)
    for seed in "12":
        calibrate.main(["halatafl", "--games", "8", "--nodes", "300", "--seed", seed])
    assert capsys.readouterr().out.count(f"Made with {made_with()}.") == 2
    found = json.loads(curves.read_text())
    assert found["3"] == {"scale": 100, "offset": 0.1}
    assert Curve(**found["2"]).scale > 0
    text = docs.read_text()
    assert text.startswith("# Analysis\n") and text.count("| forecast |") == 1 and "Halatafl, 2 players" in text


def test_the_prior_is_fitted_to_visits() -> None:
    """Moves that follow known weights: the fit finds them again, and beats the win shares alone."""
    fit_prior = import_module("fit_prior")
    lots = np.random.default_rng(4)
    positions, moves = 3000, 20
    features = lots.integers(0, 8, size=(positions * moves, 6))
    true = np.zeros(fit_prior.prior.FEATURES + 1)
    true[1:8], true[-1] = (1.5, -1.0, 0.5, 0.0, -0.5, 1.0, -1.5), 10.0
    seen = fit_prior.Seen(np.arange(0, positions * moves, moves), features, lots.random(positions * moves), np.zeros(0))
    seen = seen._replace(visit_share=fit_prior.forecast(seen, true))
    assert np.add.reduceat(seen.visit_share, seen.first) == pytest.approx(np.ones(positions))
    assert fit_prior.distance(seen, true) == pytest.approx(0, abs=1e-9)
    new, alone = fit_prior.fit(seen), fit_prior.fit(seen, features=False)
    assert new[1:8] == pytest.approx(true[1:8], abs=0.1) and new[-1] == pytest.approx(10, abs=0.5)
    assert fit_prior.distance(seen, new) < 0.01 < 0.1 < fit_prior.distance(seen, alone)


def test_fitting_the_prior_to_a_few_games(capsys: pytest.CaptureFixture[str]) -> None:
    fit_prior = import_module("fit_prior")
    fit_prior.main(["--games", "2", "--depth", "3", "--seed", "5"])
    said = capsys.readouterr().out
    assert said.startswith(f"Made with {made_with()}.\n")
    assert "positions and" in said and "features and win shares: " in said
    weights = said.split("WEIGHTS:\n")[1].replace("\n", " ")
    assert all(f"# {name}" in said for name in fit_prior.prior.GROUPS)
    numbers = [word for word in weights.replace(",", " ").split() if word.lstrip("-").replace(".", "").isdigit()]
    assert len([number for number in numbers if "." in number]) == fit_prior.prior.FEATURES
