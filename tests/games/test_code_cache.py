"""Where compiled code is kept."""

import ast
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from taflheim.games import code_cache


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], Path]:
    """Finds the cache folder anew, in homes of the test's own."""
    monkeypatch.setenv("TAFLHEIM_CACHE", str(tmp_path / "chosen"))
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path / "user"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return code_cache.cache_folder.__wrapped__


def test_the_folder_is_the_one_that_was_chosen(folder: Callable[[], Path], tmp_path: Path) -> None:
    assert folder().parent == tmp_path / "chosen" / "compiled"
    assert folder() == folder()
    assert folder().is_dir()


def test_a_home_that_cannot_be_written_is_passed_over(folder: Callable[[], Path], tmp_path: Path) -> None:
    (tmp_path / "chosen").write_text("a file, where a folder should be")
    assert folder().is_relative_to(tmp_path / "user")
    (tmp_path / "user").rename(tmp_path / "gone")
    (tmp_path / "user").write_text("")
    found = folder()
    assert found.is_relative_to(tmp_path)
    assert not found.is_relative_to(tmp_path / "chosen") and not found.is_relative_to(tmp_path / "user")


def test_without_any_home_the_error_says_what_to_do(
    folder: Callable[[], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    nowhere = str(tmp_path / "file" / "below")
    monkeypatch.setenv("TAFLHEIM_CACHE", nowhere)
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: nowhere)
    monkeypatch.setattr("tempfile.tempdir", nowhere)
    with pytest.raises(OSError, match="set TAFLHEIM_CACHE"):
        folder()


def test_compiled_code_depends_on_no_other_sources() -> None:
    sources = set(code_cache.compiled_sources())
    other = [path for path in code_cache.SOURCES.glob("**/*.py") if path not in sources]
    assert code_cache.SOURCES / "games" / "quoridor" / "view.py" in other
    compiles = re.compile(r"@jit|@implements|@rule|@overload|_with_arrays")
    assert not [path for path in other if compiles.search(path.read_text("utf-8"))]
    names = {".".join(path.with_suffix("").relative_to(code_cache.SOURCES.parent).parts) for path in other}
    for path in sources:
        text = path.read_text("utf-8")
        if compiles.search(text):
            # A constant from elsewhere would be compiled in, and an edit of it would not be noticed.
            taken = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
            constants = [name.name for node in taken if node.module in names for name in node.names]
            assert not [name for name in constants if name.isupper()], path


@pytest.mark.parametrize("variable", ["NUMBA_BOUNDSCHECK", "TAFLHEIM_GAMES"])
def test_what_changes_the_code_changes_the_folder(
    folder: Callable[[], Path], monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    before = folder()
    monkeypatch.setenv(variable, "json" if os.environ.get(variable) != "json" else "")
    assert folder() != before


def test_an_edit_of_any_rule_changes_the_folder(
    folder: Callable[[], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Numba itself notices only edits of the calling function's own file."""
    package = tmp_path / "place" / "fifth"
    package.mkdir(parents=True)
    for file in ("__init__.py", "rules.py"):
        (package / file).write_text("")
    monkeypatch.setenv("TAFLHEIM_GAMES", "fifth")
    monkeypatch.syspath_prepend(package.parent)
    before = folder()
    (package / "rules.py").write_text("# edited")
    assert folder() != before
    assert "fifth.rules" not in sys.modules


def test_code_that_nobody_has_used_for_long_is_removed(folder: Callable[[], Path]) -> None:
    current = folder()
    old, recent = current.with_name("old"), current.with_name("recent")
    for other in (old, recent):
        other.mkdir()
        (other / "code").write_text("")
    month_ago = time.time() - 40 * 24 * 3600
    os.utime(old, (month_ago, month_ago))
    folder()
    assert sorted(path.name for path in current.parent.iterdir()) == sorted([current.name, "recent"])
