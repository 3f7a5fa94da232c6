"""Progress of work that takes a while."""

from pathlib import Path

from taflheim.cli.progress import _logged


def test_what_is_compiled_is_logged_as_it_comes(tmp_path: Path) -> None:
    log = tmp_path / "compile.log"
    steps = _logged([(0, 2, "Toy: moves"), (1, 2, "Toy: playing")], log)
    assert next(steps) == (0, 2, "Toy: moves")
    assert log.read_text().endswith("0 of 2  Toy: moves\n")
    assert list(steps) == [(1, 2, "Toy: playing")]
    assert [line.split("  ")[-1] for line in log.read_text().splitlines()] == ["Toy: moves", "Toy: playing"]
