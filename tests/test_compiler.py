"""Compiled code: the same answers as plain Python, in every process, and nothing compiled twice."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import taflheim
from answers import answers

HERE = Path(__file__).parent
EACH_GAME = pytest.mark.parametrize("name", taflheim.rulebooks())


def in_a_process(name: str, **environment: str) -> dict[str, Any]:
    """What a fresh process answers, and what it had to compile."""
    run = subprocess.run(
        [sys.executable, HERE / "answers.py", name],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@EACH_GAME
def test_plain_python_gives_the_same_answers(name: str) -> None:
    assert in_a_process(name, NUMBA_DISABLE_JIT="1")["answers"] == answers(name)


@EACH_GAME
def test_fresh_processes_find_everything_compiled(name: str) -> None:
    """Also a trap of Numba: cached recursive functions can crash, but only where another process has compiled them."""
    found = in_a_process(name)
    assert found["compiled"] == []
    assert found["answers"] == answers(name)


def test_a_second_process_reads_what_the_first_compiled(tmp_path: Path) -> None:
    first, second = (in_a_process("toy", TAFLHEIM_CACHE=str(tmp_path)) for _ in range(2))
    assert first["compiled"]
    assert second["compiled"] == []
    assert first["answers"] == second["answers"] == answers("toy")
