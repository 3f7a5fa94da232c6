"""Running tests against mutants, each in a process forked from one in which the tests stand ready to run."""

import contextlib
import importlib
import io
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.runner import runtestprotocol
from exchange import patch, reload
from hypothesis import Phase, settings
from mutate import Mutant

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "src"
AT_ONCE = int(os.environ.get("JOBS") or os.cpu_count() or 1)
IDLE_S = 60
Note = Callable[[Mutant, bool], None]
"""Is told whether a mutant has survived."""


class Session:
    """A plugin that collects tests and then does something else with them than to run them once."""

    def __init__(self, work: Callable[[pytest.Session], None]):
        self.work = work

    def pytest_collection(self) -> None:
        """Nobody reads the examples that hypothesis finds, so they need not be small."""
        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("mutants", settings.get_profile("taflheim"), max_examples=20, phases=phases)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do the work in the place of pytest's own loop."""
        if not session.items or session.testsfailed:
            raise session.Failed("the tests cannot be loaded")
        self.work(session)
        return True


def collect(tests: list[Path], work: Callable[[pytest.Session], None]) -> int:
    """Load tests anew and do the work with them."""
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").is_relative_to(ROOT / "tests") and not name.startswith("toy"):
            del sys.modules[name]
    with tempfile.TemporaryDirectory() as folder:
        options = "-qq -s --no-header --no-summary -p no:xdist -p no:pytest_cov".split()
        options += ["-o", f"cache_dir={folder}", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
        options += ["-k", "not postgresql", *map(str, tests)]  # a server for each mutant takes too long
        return int(pytest.main(options, plugins=[Session(work)]))


def run(session: pytest.Session, folder: Path, durations: dict[str, float]) -> bool:
    """Run the tests, the quickest first, until one fails; tell whether all have passed."""
    session.config._tmp_path_factory._given_basetemp = folder / "made"  # type: ignore[attr-defined]
    session.config._tmp_path_factory._basetemp = None  # type: ignore[attr-defined]
    items = sorted(session.items, key=lambda item: durations.get(item.nodeid, 0))
    for item, following in zip(items, [*items[1:], None], strict=True):
        reports = runtestprotocol(item, log=False, nextitem=following)
        durations[item.nodeid] = sum(report.duration for report in reports)
        for report in reports:
            if report.failed:
                (folder / "failure").write_text(f"{item.nodeid}\n{report.longreprtext}")
                return False
    return True


@dataclass
class Process:
    """A forked process, what follows its end, and when it was last seen at work."""

    folder: Path
    then: Callable[[bool, Path], None]
    cpu_s: float = 0.0
    seen: float = field(default_factory=time.monotonic)

    def is_stuck(self, pid: int, limit_s: float) -> bool:
        """Whether it has worked for too long, or has waited for a long time for what does not come.

        Time that other programs take from it does not count.
        """
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        cpu_s = (int(rest[10]) + int(rest[11])) / os.sysconf("SC_CLK_TCK")
        if cpu_s != self.cpu_s or state in "RT":  # it runs, waits for its turn, or was stopped by somebody
            self.cpu_s, self.seen = cpu_s, time.monotonic()
        return cpu_s > limit_s or time.monotonic() - self.seen > IDLE_S


class Forked:
    """Processes that try one thing each, some at a time."""

    def __init__(self) -> None:
        self.running: dict[int, Process] = {}
        self.limit_s = 1_000.0
        self.last_s = 0.0
        """How long the last one has worked that has ended by itself."""

    def start(self, work: Callable[[Path], bool], then: Callable[[bool, Path], None]) -> None:
        """Fork a process that does the work; `then` is told whether it went well."""
        while len(self.running) >= AT_ONCE:
            self.reap()
        folder = Path(tempfile.mkdtemp())
        sys.stdout.flush()
        if pid := os.fork():
            self.running[pid] = Process(folder, then)
            return
        code = 1
        try:
            os.setpgid(0, 0)
            with (folder / "output").open("w") as output:
                os.dup2(output.fileno(), 1)
                os.dup2(output.fileno(), 2)
            code = 0 if work(folder) else 1
        finally:
            os._exit(code)

    def reap(self) -> None:
        """Look which have ended, and end those that are stuck."""
        for pid, process in list(self.running.items()):
            ended, status, used = os.wait4(pid, os.WNOHANG)
            if not ended and not process.is_stuck(pid, self.limit_s):
                continue
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            if ended:
                self.last_s = used.ru_utime + used.ru_stime
            else:
                os.waitpid(pid, 0)
            del self.running[pid]
            process.then(bool(ended) and status == 0, process.folder)
            shutil.rmtree(process.folder, ignore_errors=True)
        time.sleep(0.02)

    def finish(self) -> None:
        """Wait for all."""
        while self.running:
            self.reap()


def run_all(path: Path, tests: list[Path], mutants: list[Mutant], note: Note) -> None:
    """Run the tests for all these mutants of a module."""
    os.chdir(ROOT)
    # Rules run as plain Python: nothing has to be compiled.
    os.environ |= {"NUMBA_DISABLE_JIT": "1", "TAFLHEIM_CACHE": str(ROOT / ".cache"), "CI": "1"}
    sys.path[:0] = [str(SOURCES), str(ROOT / "tests")]
    forked = Forked()
    durations: dict[str, float] = {}

    def unchanged(session: pytest.Session, folder: Path) -> bool:
        well = run(session, folder, durations)
        (folder / "durations").write_text(json.dumps(durations))
        return well

    def first(well: bool, folder: Path) -> None:
        if not well:
            found = [folder / name for name in ("failure", "output") if (folder / name).exists()]
            sys.exit("\n".join(file.read_text() for file in found) + "\nWithout mutants the tests must pass.")
        durations.update(json.loads((folder / "durations").read_text()))

    def mutated(session: pytest.Session, module: ModuleType, mutant: Mutant, folder: Path) -> bool:
        if mutant.in_function and patch(module, mutant.tree):
            return run(session, folder, durations)
        reload(module, mutant.tree)
        passed: list[bool] = []
        collect(tests, lambda again: passed.append(run(again, folder, durations)))
        return passed == [True]

    def noted(mutant: Mutant, well: bool, folder: Path) -> None:
        note(mutant, well)

    def work(session: pytest.Session) -> None:
        module = importlib.import_module(".".join(path.relative_to(SOURCES).with_suffix("").parts))
        forked.start(partial(unchanged, session), first)
        forked.finish()
        forked.limit_s = 10 + 5 * forked.last_s
        for mutant in mutants:
            forked.start(partial(mutated, session, module, mutant), partial(noted, mutant))
        forked.finish()

    with contextlib.redirect_stdout(io.StringIO()):
        collect(tests, work)
