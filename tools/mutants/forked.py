"""Running tests against mutants, each in a forked process that has everything loaded already."""

import ast
import contextlib
import importlib
import io
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from mutate import Mutant

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "src"
AT_ONCE = int(os.environ.get("JOBS") or os.cpu_count() or 1)
SLOWEST_S = 120


def imports(tree: ast.Module) -> set[str]:
    """The modules of ours that are imported when this one is."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return {name for name in found if name.split(".")[0] == "taflheim"}


def load(tests: list[Path], path: Path) -> ModuleType:
    """Load what the tests will need, and give the module."""
    os.chdir(ROOT)
    # Rules run as plain Python: nothing has to be compiled, and processes start at once.
    os.environ |= {"NUMBA_DISABLE_JIT": "1", "TAFLHEIM_CACHE": str(ROOT / ".cache"), "CI": "1"}
    sys.path[:0] = [str(SOURCES), str(ROOT / "tests")]
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        run_pytest(tests, folder, "--collect-only")
    return importlib.import_module(".".join(path.relative_to(SOURCES).with_suffix("").parts))


def dependents(module: ModuleType) -> list[ModuleType]:
    """The loaded modules that hold names of this one, in the order in which to load them again."""
    ours = {name: each for name, each in sys.modules.items() if name.split(".")[0] == "taflheim" and each.__file__}
    needs = {name: imports(ast.parse(Path(each.__file__ or "").read_text())) & set(ours) for name, each in ours.items()}
    stale = {module.__name__}
    order: list[str] = []
    while more := {name for name in ours if needs[name] & stale} - stale:
        stale |= more
    while waiting := stale - {module.__name__} - set(order):
        ready = [name for name in sorted(waiting) if not needs[name] & waiting - {name}]
        order += ready or sorted(waiting)  # a circle is loaded in any order
    return [ours[name] for name in order]


class Quickly:
    """A plugin for tests of which only the outcome is asked for."""

    def pytest_collection(self) -> None:
        """Nobody reads the examples that hypothesis finds, so they need not be small."""
        from hypothesis import Phase, settings

        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("mutants", settings.get_profile("taflheim"), max_examples=20, phases=phases)
        settings.load_profile("mutants")


def run_pytest(tests: list[Path], folder: str, *options: str) -> int:
    """Run tests in this process, with all that is written kept in a folder."""
    import pytest

    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").is_relative_to(ROOT / "tests") and not name.startswith("toy"):
            del sys.modules[name]
    options += ("-x", "-q", "--tb=short", "-p", "no:xdist", "-p", "no:pytest_cov", f"--basetemp={folder}/made")
    options += ("-o", f"cache_dir={folder}/cache", "-W", "ignore::pytest.PytestAssertRewriteWarning")
    return int(pytest.main([*options, *map(str, tests)], plugins=[Quickly()]))


def run_tests(module: ModuleType, tree: ast.Module, tests: list[Path], folder: str) -> int:
    """In a forked process: load the mutant in place of its module, and run the tests."""
    os.setpgid(0, 0)
    with Path(folder, "output").open("w") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    exec(compile(tree, str(module.__file__), "exec"), module.__dict__)  # noqa: S102
    for each in dependents(module):
        importlib.reload(each)
    return run_pytest(tests, folder)


def start(module: ModuleType, tree: ast.Module, tests: list[Path], folder: str) -> int:
    """Fork a process for a mutant, and give its number."""
    sys.stdout.flush()
    if pid := os.fork():
        return pid
    code = 9  # a mutant that cannot even be loaded is noticed
    try:
        code = run_tests(module, tree, tests, folder)
    finally:
        os._exit(code)


def run_all(module: ModuleType, waiting: list[Mutant], tests: list[Path], note: Callable[[Mutant, str], None]) -> None:
    """Run the tests for all these mutants, some at a time."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        unchanged = ast.parse(Path(str(module.__file__)).read_text())
        _, status = os.waitpid(start(module, unchanged, tests, folder), 0)
        if status:
            sys.exit(Path(folder, "output").read_text() + "\nThe tests must pass before mutants are made.")
    limit_s = min(SLOWEST_S, 10 + 5 * (time.monotonic() - began))
    running: dict[int, tuple[Mutant, float, str]] = {}
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            mutant, folder = waiting.pop(0), tempfile.mkdtemp()
            running[start(module, mutant.tree, tests, folder)] = (mutant, time.monotonic(), folder)
        for pid, (mutant, started, folder) in list(running.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            late = time.monotonic() - started > limit_s
            if not ended and not late:
                continue
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            if not ended:
                os.waitpid(pid, 0)
            note(mutant, "survived" if ended and status == 0 else "killed")
            del running[pid]
            shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.01)
