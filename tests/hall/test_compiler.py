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
            assert waiting.done() == (count > 3)
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


def test_what_is_compiled_already_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def compiled(name: str, *, rules_only: bool = False) -> bool:
        return name == "whole" or (name == "half" and rules_only)

    async def work() -> None:
        monkeypatch.setattr(compiler_module, "is_compiled_ahead", compiled)
        compiler = Scripted("whole", "half", "new")
        assert compiler.progress() == dict.fromkeys(
            ("whole", "half", "new"), Progress(0, len(PARTS), rules=False, bots=False)
        )
        await asyncio.gather(compiler.bots("whole"), compiler.rules("half"))
        assert compiler.progress() == {
            "whole": Progress(len(PARTS), len(PARTS), rules=True, bots=True),
            "half": Progress(len(RULES), len(PARTS), rules=True, bots=False),
            "new": Progress(0, len(PARTS), rules=False, bots=False),
        }
        for _ in range(3):
            compiler.may_end.release()
        await compiler._tasks.finish()
        assert sorted(compiler.begun) == [("half", False), ("new", False), ("new", True)]

    asyncio.run(asyncio.wait_for(work(), 60))


@pytest.mark.parametrize(("cores", "at_once"), [(3, 3), (None, 1)])
def test_as_many_at_a_time_as_there_are_cores(cores: int | None, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(compiler_module, "is_compiled_ahead", nothing_compiled)
        monkeypatch.setattr(os, "cpu_count", lambda: cores)
        compiler = Scripted(*(f"game {number}" for number in range(5)))
        while not compiler.begun:
            await settle()
        await settle()
        assert len(compiler.begun) == at_once
        await compiler.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_nobody_compiles_a_game_before_its_rules_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(compiler_module, "is_compiled_ahead", nothing_compiled)
        monkeypatch.setattr(os, "cpu_count", lambda: 2)
        compiler = Scripted("one")
        while not compiler.begun:
            await settle()
        await settle()
        assert compiler.begun == [("one", True)]
        compiler.may_end.release()
        await compiler.rules("one")
        await settle()
        assert compiler.begun == [("one", True), ("one", False)]
        await compiler.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_who_was_wanted_last_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(compiler_module, "is_compiled_ahead", nothing_compiled)
        monkeypatch.setattr(os, "cpu_count", lambda: 1)
        compiler = Scripted("one", "two", "three", "four")
        while not compiler.begun:
            await settle()
        waiting = asyncio.create_task(compiler.bots("two"))
        await settle()
        assert compiler._wanted == ["two"] and not waiting.done(), "who waits for a bot wants its game"
        for name in ("three", "two", "four", "three"):
            compiler.want(name)
        for _ in range(8):
            compiler.may_end.release()
        await asyncio.gather(compiler.rules("three"), compiler.bots("three"), waiting)
        await compiler._tasks.finish()
        assert [name for name, rules_only in compiler.begun if rules_only] == ["one", "three", "four", "two"]
        assert [name for name, rules_only in compiler.begun if not rules_only] == ["three", "four", "two", "one"]
        compiler.want("two")
        await asyncio.gather(compiler.rules("one"), compiler.bots("one"))
        assert compiler._wanted[0] == "two", "who need not wait puts nobody back"
        await compiler.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_process_compiles_and_its_lines_are_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = f"""
import os, time, pathlib, sys
pathlib.Path({str(tmp_path / "process")!r}).write_text(f"{{os.getpid()}} {{os.getsid(0)}}")
print("one", "two", "three", sep="\\n", flush=True)
print("not for anybody", file=sys.stderr)
time.sleep(600)
"""

    def command(name: str, *, rules_only: bool) -> list[str]:
        asked.append((name, rules_only))
        return [sys.executable, "-c", script if rules_only else "print()"]

    async def work() -> None:
        monkeypatch.setattr(compiler_module, "is_compiled_ahead", nothing_compiled)
        monkeypatch.setattr(compiler_module, "command", command)
        monkeypatch.setattr(compiler_module, "_NICENESS", 15)
        compiler = Compiler(["toy"])
        while compiler.progress()["toy"].done < 2:
            await settle()
        assert compiler.progress()["toy"] == Progress(2, len(PARTS), rules=False, bots=False), "the third is not done"
        pid, session = map(int, (tmp_path / "process").read_text().split())
        assert os.getpriority(os.PRIO_PROCESS, pid) == 15
        assert session != os.getsid(0), "an interrupt at the terminal is not for it"
        await compiler.close()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        assert asked == [("toy", True)]

    asked: list[tuple[str, bool]] = []
    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_process_that_fails_is_told_of(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def command(name: str, *, rules_only: bool) -> list[str]:
        # More lines than there are parts of the rules.
        return [sys.executable, "-c", f"print('part\\n' * {len(PARTS)}); raise SystemExit({3 * rules_only})"]

    async def work() -> None:
        monkeypatch.setattr(compiler_module, "is_compiled_ahead", nothing_compiled)
        monkeypatch.setattr(compiler_module, "command", command)
        compiler = Compiler(["toy"])
        await compiler.bots("toy")
        assert compiler.progress()["toy"] == Progress(len(PARTS), len(PARTS), rules=True, bots=True)
        await compiler._tasks.finish()

    asyncio.run(asyncio.wait_for(work(), 60))
    (told,) = caplog.records
    assert told.message == "toy could not be compiled ahead" and told.exc_info
    assert str(told.exc_info[1]) == "the process that compiles toy has ended with 3"


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
