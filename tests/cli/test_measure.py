"""Counting and timing the rules."""

import json

import pytest

from commands import run


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "perft", "quoridor", "2", "--rules", "strict")[1] == "16677\n"
    assert run(capsys, "perft", "halatafl", "0")[1] == "1\n"
    _, out, _ = run(capsys, "perft", "halatafl", "3", "--divide")
    *rows, total = out.splitlines()
    assert len(rows) == 7
    assert sum(int(row.split(": ")[1]) for row in rows) == int(total) == 452


def test_bench_prints_a_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "bench", "toy", "--json")
    measures = json.loads(out)
    assert {measure["what"] for measure in measures} >= {"perft in bulk", "random games"}
    assert all(measure["value"] > 0 for measure in measures)
