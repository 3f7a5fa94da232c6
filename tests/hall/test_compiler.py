"""Compiling beside the running hall."""

import asyncio
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from conftest import PLAIN_PYTHON
from taflheim.engine.compile_ahead import PARTS, RULES
from taflheim.hall import compiler as compiler_module
from taflheim.hall.compiler import Compiler, Progress


class Scripted(Compiler):
    """Notes what is compiled, and is done with it when the test says so."""

    def __init__(self, *names: str):
        self.begun: list[tuple[str, bool]] = []
        self.may_end = asyncio.Semaphore(0)
        super().__init__(names)

    async def _compile(self, name: str, *, rules_only: bool) -> None:
        self.begun.append((name, rules_only))
        await self.may_end.acquire()
        if name == "broken":
            raise OSError("no compiler here")


def nothing_compiled(name: str, *, rules_only: bool = False) -> bool:
    return False


async def settle() -> None:
    for _ in range(30):
        await asyncio.sleep(0.001)


def test_rules_come_first_and_the_chosen_game_before_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(compiler_module, "is_compiled_ahead", nothing_compiled)
        monkeypatch.setattr(os, "cpu_count", lambda: 1)
        compiler = Scripted("one", "two", "three")
        while not compiler.begun:
            await settle()
        waiting = asyncio.create_task(compiler.rules("three"))
        for count in range(2, 7):
            await settle()
            compiler.may_end.release()
            while len(compiler.begun) < count:
                await settle()
            if count == 3:
                await waiting
        assert compiler.begun == [
            ("one", True),
            ("three", True),
            ("three", False),
            ("two", True),
            ("one", False),
            ("two", False),
        ]
        assert compiler.progress()["one"] == Progress(len(PARTS), len(PARTS), rules=True, bots=True)
        assert compiler.progress()["two"] == Progress(len(RULES), len(PARTS), rules=True, bots=False)
        await compiler.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_game_that_cannot_be_compiled_ahead_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        monkeypatch.setattr(compiler_module, "is_compiled_ahead", nothing_compiled)
        compiler = Scripted("broken", "whole")
        for _ in range(4):
            compiler.may_end.release()
        await asyncio.gather(*(wait(name) for wait in (compiler.rules, compiler.bots) for name in ("broken", "whole")))
        await compiler.bots("a game that nobody compiles")
        await compiler.close()

    asyncio.run(asyncio.wait_for(work(), 60))
    assert {record.message for record in caplog.records} == {"broken could not be compiled ahead"}


@pytest.mark.skipif(PLAIN_PYTHON, reason="nothing is compiled")
def test_a_game_is_really_compiled_and_told_of(tmp_path: Path) -> None:
    script = textwrap.dedent("""
        import asyncio
        from taflheim.hall.compiler import Compiler

        async def work():
            compiler = Compiler(["toy"])
            assert compiler.progress()["toy"].done == 0
            await compiler.rules("toy")
            assert not compiler.progress()["toy"].bots
            seen = compiler.progress()["toy"].done
            await compiler.bots("toy")
            last = compiler.progress()["toy"]
            assert seen < last.done == last.total and last.rules and last.bots
            await compiler.close()
            again = Compiler(["toy"])
            await again.bots("toy")
            await again.close()

        asyncio.run(asyncio.wait_for(work(), 300))
        print("compiled")
    """)
    environment = {**os.environ, "TAFLHEIM_CACHE": str(tmp_path)}
    told = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert told.stdout == "compiled\n", told.stderr
