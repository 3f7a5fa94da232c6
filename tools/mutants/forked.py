"""Running tests against mutants, each in a process forked from one in which the tests stand ready to run."""

import ast
import contextlib
import gc
import importlib
import io
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Literal, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from exchange import Functions, functions, patch, reload
from hypothesis import Phase, settings
from mutate import Mutant
from sqlalchemy import make_url

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "src"
AT_ONCE = int(os.environ.get("JOBS") or os.cpu_count() or 1)
IN_MEMORY = next((folder for folder in ("/dev/shm",) if os.access(folder, os.W_OK)), None)  # noqa: S108
"""Where tests write: they wait for the disk more than for anything else."""
ON_POSTGRES = {"backup.py", "only_server.py", "postgres.py", "restore.py", "store.py"}
"""Modules whose tests that are made for both databases are run on PostgreSQL, too: it is the slower one."""
STOP_POSTGRES = {"postgres.py"}
"""Modules whose tests stop the server. All others share one, for which they need not wait again and again."""
MAKE_DATABASES = ON_POSTGRES | {"migrate.py", "schema.py", "sqlite.py"}
"""Modules whose tests ask how a database is made. Those of all others get copies: to make one takes the longest."""
SHARED: dict[str, Any] = {}
"""The PostgreSQL server that all processes share, if there is one."""
Result = Literal["survived", "killed", "stuck"]
"""What became of a mutant; a stuck one is killed too, but no test said what is wrong."""
Note = Callable[[Mutant, Result], None]


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


def collect(tests: list[Path], work: Callable[[pytest.Session], None], *, postgres: bool) -> int:
    """Load tests anew, with those that need PostgreSQL or without, and do the work with them."""
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").is_relative_to(ROOT / "tests") and not name.startswith("toy"):
            del sys.modules[name]
    with tempfile.TemporaryDirectory() as folder:
        options = "-qq -s --no-header --no-summary -p no:xdist -p no:pytest_cov --doctest-modules".split()
        options += ["-o", f"cache_dir={folder}", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
        options += [] if postgres else ["-k", "not postgresql"]
        return int(pytest.main([*options, *map(str, tests)], plugins=[Session(work)]))


class Seen(NamedTuple):
    """What was seen of a test while the module was as it is."""

    duration: float
    cpu_s: float
    lines: list[int]
    """By which lines of the module it came."""


@contextlib.contextmanager
def traced(file: str, lines: set[int]) -> Iterator[None]:
    """Note which lines of a file are run, in whatever thread."""

    def each_line(frame: FrameType, event: str, _: object) -> Any:
        lines.add(frame.f_lineno)
        return each_line

    def each_call(frame: FrameType, event: str, _: object) -> Any:
        return each_line(frame, event, _) if frame.f_code.co_filename == file else None

    threading.settrace(each_call)
    sys.settrace(each_call)
    try:
        yield
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]


@contextlib.contextmanager
def shared_postgres(session: pytest.Session, path: Path) -> Iterator[None]:
    """Where tests need PostgreSQL: one server for all, in which each process makes databases of its own."""
    needed = any("postgres" in getattr(item, "fixturenames", ()) for item in session.items)
    if not needed or path.name in STOP_POSTGRES:
        yield
        return
    with importlib.import_module("postgres").cluster() as SHARED["postgres"]:
        if path.name not in MAKE_DATABASES:
            made = SHARED["postgres"].address()
            importlib.import_module("taflheim.store.store").Store.open(made).close()
            SHARED["postgres"].template = make_url(made).database
        yield


@contextlib.contextmanager
def copied_files(path: Path) -> Iterator[None]:
    """Where a new file is opened as a database, it is a copy of one that was made already."""
    if path.name in MAKE_DATABASES:
        yield
        return
    sqlite = importlib.import_module("taflheim.store.sqlite")
    open_file = sqlite.open_file
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        made = Path(folder) / "made"
        importlib.import_module("taflheim.store.store").Store.open(made).close()

        def copy_and_open(file: Path) -> Any:
            if not file.exists():
                with contextlib.suppress(OSError):
                    shutil.copyfile(made, file)
            return open_file(file)

        sqlite.open_file = copy_and_open
        yield


def run(session: pytest.Session, items: list[pytest.Item], folder: Path) -> bool:
    """Run tests until one fails; tell whether all have passed."""
    if running := SHARED.get("postgres"):
        running.prefix = f"test{os.getpid()}x"
        importlib.import_module("databases").cluster = partial(contextlib.nullcontext, running)
    session.config._tmp_path_factory._given_basetemp = folder / "made"  # type: ignore[attr-defined]
    session.config._tmp_path_factory._basetemp = None  # type: ignore[attr-defined]
    for item, following in zip(items, [*items[1:], None], strict=True):
        (folder / "running").write_text(item.nodeid)
        for report in runtestprotocol(item, log=False, nextitem=following):
            if report.failed:
                (folder / "failure").write_text(f"{item.nodeid}\n{report.longreprtext}")
                return False
    return True


def watch(session: pytest.Session, file: str, folder: Path) -> bool:
    """Run all tests, note for each what is seen of it, and tell whether all have passed."""
    seen: dict[str, Seen] = {}
    for item in session.items:
        lines: set[int] = set()
        began, cpu_s = time.monotonic(), time.process_time()
        with traced(file, lines):
            if not run(session, [item], folder):
                return False
        seen[item.nodeid] = Seen(time.monotonic() - began, time.process_time() - cpu_s, sorted(lines))
    (folder / "seen").write_text(json.dumps(seen))
    return True


@dataclass
class Process:
    """A forked process, what follows its end, and when it was last seen at work."""

    folder: Path
    then: Callable[[Result, Path], None]
    seen: Mapping[str, Seen]
    """What the tests take that it runs; nothing where that is not known yet."""
    test: str = ""
    """That is running."""
    test_began_s: float = 0.0
    """How much it had worked by then."""
    test_took_s: float = 0.0
    """How long it has been running."""
    cpu_s: float = 0.0
    at_work: float = field(default_factory=time.monotonic)
    looked: float = field(default_factory=time.monotonic)

    def is_stuck(self, pid: int) -> bool:
        """Whether it has worked for too long at one test, or waits in one for what does not come.

        Time that other programs take from it does not count, or (where it asks again and again) not as much.
        """
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        cpu_s = (int(rest[10]) + int(rest[11])) / os.sysconf("SC_CLK_TCK")
        if cpu_s != self.cpu_s or state in "RT":  # it runs, waits for its turn, or was stopped by somebody
            self.cpu_s, self.at_work = cpu_s, time.monotonic()
        running = self.folder / "running"
        test = running.read_text() if running.exists() else ""
        now = time.monotonic()
        self.test_took_s += min(now - self.looked, 0.5)  # both may have been stopped for a while
        self.looked = now
        if test != self.test:
            self.test, self.test_began_s, self.test_took_s = test, cpu_s, 0.0
        usual = self.seen.get(test, Seen(100, 100, []))
        return (
            cpu_s - self.test_began_s > 5 + 3 * usual.cpu_s
            or now - self.at_work > 5 + 3 * usual.duration
            or self.test_took_s > 10 + 4 * usual.duration
        )


class Forked:
    """Processes that try one thing each, some at a time."""

    def __init__(self) -> None:
        self.running: dict[int, Process] = {}

    def start(
        self, work: Callable[[Path], bool], then: Callable[[Result, Path], None], seen: Mapping[str, Seen]
    ) -> None:
        """Fork a process that does the work; `then` is told what became of it."""
        while len(self.running) >= AT_ONCE:
            self.reap()
        folder = Path(tempfile.mkdtemp(dir=IN_MEMORY))
        folder.chmod(0o711)  # PostgreSQL runs as somebody else
        sys.stdout.flush()
        if pid := os.fork():
            self.running[pid] = Process(folder, then, seen)
            return
        code = 1
        try:
            os.setpgid(0, 0)
            tempfile.tempdir = str(folder)
            with (folder / "output").open("w") as output:
                os.dup2(output.fileno(), 1)
                os.dup2(output.fileno(), 2)
            code = 0 if work(folder) else 1
        finally:
            os._exit(code)

    def reap(self) -> None:
        """Look which have ended, and end those that are stuck."""
        for pid, process in list(self.running.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if not ended and not process.is_stuck(pid):
                continue
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            if not ended:
                os.waitpid(pid, 0)
            del self.running[pid]
            if running := SHARED.get("postgres"):
                running.drop(f"test{pid}x")
            process.then("stuck" if not ended else "survived" if status == 0 else "killed", process.folder)
            shutil.rmtree(process.folder, ignore_errors=True)
        time.sleep(0.02)

    def finish(self) -> None:
        """Wait for all."""
        while self.running:
            self.reap()


def load_rules() -> None:
    """Load the compiled rules of all games, so that no forked process has to."""
    registry = importlib.import_module("taflheim.games.registry")
    for name, rulebook in registry.rulebooks().items():
        game = registry.game(name)
        start = game.start(1) if rulebook.seeded else game.start()
        game.record(start).play(start.moves()[0])


def run_all(path: Path, tests: list[Path], mutants: list[Mutant], note: Note) -> None:
    """Run, for each of these mutants of a module, the tests that come by it: the quickest first, and likely ones."""
    os.chdir(ROOT)
    # Rules run as plain Python: nothing has to be loaded or compiled. Only the hall has engines, who would be too slow.
    compiled = path.parent.name == "hall"
    postgres = path.name in ON_POSTGRES
    tests = [*tests, path]  # with the examples in it
    os.environ |= {"NUMBA_DISABLE_JIT": "0" if compiled else "1", "CI": "1"}
    os.environ.setdefault("TAFLHEIM_CACHE", str(ROOT / ".cache"))
    sys.path[:0] = [str(SOURCES), str(ROOT / "tests")]
    forked = Forked()
    seen: dict[str, Seen] = {}
    killers: dict[str, set[str]] = {}
    """Tests that have noticed mutants, by the function or class of these: they are likely to notice its others."""

    def must_pass(result: Result, folder: Path) -> None:
        if result != "survived":
            found = [folder / name for name in ("failure", "output") if (folder / name).exists()]
            print(*(file.read_text() for file in found), "Without mutants the tests must pass.", file=sys.stderr)
            os._exit(1)  # pytest would keep an exception to itself

    def watched(result: Result, folder: Path) -> None:
        must_pass(result, folder)
        seen.update({name: Seen(*values) for name, values in json.loads((folder / "seen").read_text()).items()})

    def mutated(
        session: pytest.Session,
        module: ModuleType,
        there: Functions,
        mutant: Mutant,
        names: list[str],
        folder: Path,
    ) -> bool:
        def run_named(session: pytest.Session) -> bool:
            items = {item.nodeid: item for item in session.items}
            return run(session, [items[name] for name in names], folder)

        if mutant.in_function and patch(module, there, mutant.tree):
            return run_named(session)
        reload(module, mutant.tree)
        passed: list[bool] = []
        collect(tests, lambda again: passed.append(run_named(again)), postgres=postgres)
        return passed == [True]

    def noted(mutant: Mutant, result: Result, folder: Path) -> None:
        if (folder / "failure").exists():
            test, _, _ = (folder / "failure").read_text().partition("\n")
            killers.setdefault(mutant.scope, set()).add(test)
        note(mutant, result)

    def likely_first(names: list[str], mutant: Mutant) -> list[str]:
        likely = killers.get(mutant.scope, set())
        return sorted(names, key=lambda name: seen[name].duration / (5 if name in likely else 1))

    def work(session: pytest.Session) -> None:
        module = importlib.import_module(".".join(path.relative_to(SOURCES).with_suffix("").parts))
        if compiled:
            load_rules()
        with copied_files(path), shared_postgres(session, path):
            judge(session, module)

    def judge(session: pytest.Session, module: ModuleType) -> None:
        forked.start(partial(watch, session, str(path)), watched, {})
        forked.finish()
        there = functions(module)
        gc.freeze()  # what is there already stays: processes that do not look through it share its memory
        quickest = sorted(seen, key=lambda name: seen[name].duration)
        if not all(mutant.in_function for mutant in mutants):
            # Those that change more than a function are loaded anew: that alone must be no reason to fail.
            same = Mutant("", 0, range(0), ast.parse(path.read_text()), in_function=False)
            forked.start(partial(mutated, session, module, there, same, quickest), must_pass, seen)
            forked.finish()
        for mutant in mutants:
            names = [name for name in quickest if not mutant.in_function or {*mutant.lines} & {*seen[name].lines}]
            if not names:
                # Nobody comes by, unless the module itself does when it is loaded.
                names, mutant = quickest, mutant._replace(in_function=False)
            names = likely_first(names, mutant)
            forked.start(partial(mutated, session, module, there, mutant, names), partial(noted, mutant), seen)
        forked.finish()

    with contextlib.redirect_stdout(io.StringIO()):
        collect(tests, work, postgres=postgres)
