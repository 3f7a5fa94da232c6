"""The strength benchmarks: what they promise to measure exists, and a small one is played through."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import taflheim
from taflheim.engine.contests.engines import engine_config
from taflheim.engine.contests.match_report import MatchReport, Played

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def strength(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return import_module("strength")


def report(*scores: float) -> MatchReport:
    made_up = MatchReport(("a", "b"))
    for number, score in enumerate(scores):
        made_up.add(Played(number // 2, number % 2, score, taflheim.game("toy").record()))
    return made_up


def test_every_trial_can_be_played(strength: ModuleType) -> None:
    for trials in strength.BENCHMARKS.values():
        for trial in trials:
            game = taflheim.game(trial.game, **trial.options)
            assert set(trial.sides) <= set(game.seats)
            if trial.against.startswith("level:"):
                assert engine_config(trial.against, game).sides != game.seats
            else:
                assert (BENCHMARKS / "engines" / trial.against.split()[0]).exists()


@pytest.mark.parametrize(
    ("what", "least", "met", "shown"),
    [
        ("score", 0.6, True, "score 62.5 %"),
        ("score", 0.63, False, "score 62.5 %"),
        ("wins", 0.5, True, "wins 50.0 %"),
        ("losses", 0.25, True, "losses 25.0 %"),
        ("losses", 0.26, False, "losses 25.0 %"),
    ],
)
def test_goals(strength: ModuleType, what: str, least: float, met: bool, shown: str) -> None:
    reached, sentence = strength.verdict(strength.Goal(what, least), report(1, 0.5, 1, 0))
    assert reached is met
    assert sentence.startswith(f"{shown}, 95 % interval ")
    assert sentence.endswith(f"at least {100 * least:.1f} %: {'met' if met else 'missed'}")


def test_a_broken_opponent_proves_nothing(strength: ModuleType) -> None:
    won = report(1)
    won.add(Played(0, 1, 1, taflheim.game("toy").record(), (("B", "the engine has ended by itself"),)))
    reached, sentence = strength.verdict(strength.Goal("score", 0.5), won)
    assert not reached and sentence.endswith("but the opponent has failed: this proves nothing")


@pytest.mark.parametrize(("goal", "status", "said"), [(("score", 0.5), 0, "met"), (("losses", 1.0), 1, "missed")])
def test_a_benchmark(
    strength: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    goal: tuple[str, float],
    status: int,
    said: str,
) -> None:
    crosses = taflheim.game("toy").seats[0]
    trial = strength.Trial("toy", "random_mover.py toy", strength.Goal(*goal), sides=(crosses,))
    monkeypatch.setitem(strength.BENCHMARKS, "quoridor", (trial,))
    records = tmp_path / "games.txt"
    assert strength.main(["quoridor", "--games", "3", "--movetime", "20", "--records", str(records)]) == status
    printed = capsys.readouterr().out
    assert "level:10 Odin scores 3 of 3 against random_mover" in printed and printed.endswith(f": {said}\n\n")
    assert f"3 of 3 as {crosses}" in printed and " as o" not in printed
    assert records.read_text("utf-8").count("[Game ") == 3
