"""What rules are written with: bits of a word, states that the compiler tells apart, and what is said when it works."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import taflheim
from commands import python_on_terminal
from taflheim.games import kernel, rules


@pytest.mark.parametrize("word", [1, 2, 3, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0x0123456789ABCDEF])
def test_bits(word: int) -> None:
    assert kernel.popcount(word) == f"{word:b}".count("1")
    assert kernel.lowest(word) == len(f"{word:b}") - len(f"{word:b}".rstrip("0"))


def test_states_that_the_compiler_would_confuse_are_refused() -> None:
    """The second game would silently have been searched with the first one's code."""
    known = taflheim.rulebooks()["halatafl"].rules.State
    twin = NamedTuple("State", [(name, int) for name in known._fields])  # type: ignore[misc]
    with pytest.raises(TypeError, match=r"both have 4 fields: .* give one of them another name"):
        kernel.implements(rules.decided, twin)


COMPILES_TWICE = """
from taflheim.games.kernel import jit

@jit
def doubled(number):
    return 2 * number

@jit
def tripled(number):
    return 3 * number

assert (doubled(2), tripled(2)) == (4, 6)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such terminals")
def test_somebody_at_a_terminal_is_told_once_why_they_wait(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(COMPILES_TWICE)
    fresh = {"TAFLHEIM_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    status, told = python_on_terminal(str(script), environment=fresh)
    assert status == 0 and told.count(b"taflheim: compiling, once;") == 1, told
    status, told = python_on_terminal(str(script), environment=fresh)
    assert status == 0 and b"compiling" not in told, "now it is compiled"
    script.write_text(COMPILES_TWICE + "# another text is compiled anew\n")
    done = subprocess.run([sys.executable, script], env={**os.environ, **fresh}, capture_output=True, check=True)
    assert b"compiling" not in done.stderr, "nobody is there"
