"""Compiling ahead of time: side by side, with everything told, and errors seen."""

import pytest

import taflheim
from taflheim.engine.compile_ahead import compile_ahead, is_compiled_ahead


def test_games_are_compiled_side_by_side() -> None:
    told = list(compile_ahead(["toy", "halatafl"]))
    done, totals, what = zip(*told, strict=True)
    assert list(done) == sorted(done)
    assert (done[0], done[-1], set(totals), what[-1]) == (0, totals[0], {totals[0]}, "ready")
    parts = [each.partition(": ") for each in what[:-1]]
    assert len(parts) == totals[0]
    titles = {taflheim.rulebooks()[name].title for name in ("toy", "halatafl")}
    assert {title for title, _, _ in parts} == titles
    assert len({part for _, _, part in parts}) == totals[0] // 2
    assert is_compiled_ahead("toy") and is_compiled_ahead("halatafl")


def test_what_goes_wrong_in_another_process_is_seen() -> None:
    with pytest.raises(taflheim.TaflheimError, match="chess"):
        list(compile_ahead(["toy", "chess"]))
