"""What all tests share: the toy game, a cache of their own, and rules that are compiled once before anything runs."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

HERE = Path(__file__).parent
CACHE = HERE.parent / ".cache"
PLAIN_PYTHON = os.environ.get("NUMBA_DISABLE_JIT") == "1"

# Before anything imports taflheim; the processes that tests start inherit it.
os.environ.setdefault("TAFLHEIM_CACHE", str(CACHE))
os.environ["TAFLHEIM_GAMES"] = "toy"
os.environ["PYTHONPATH"] = str(HERE)

# A shell that starts tests in the background lets them ignore interrupts, and what they start would, too.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

set_hypothesis_home_dir(CACHE / "hypothesis")
settings.register_profile(
    "taflheim",
    deadline=None,
    derandomize="CI" in os.environ,
    max_examples=6 if PLAIN_PYTHON else 40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("taflheim")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the rules once, before workers share the tests: they would all compile the same."""
    if hasattr(config, "workerinput") or PLAIN_PYTHON:
        return
    command = shutil.which("taflheim", path=Path(sys.executable).parent)
    if command is None:
        pytest.exit("the command taflheim is not installed beside this Python: run `make test`", returncode=1)
    subprocess.run([command, "setup"], check=True)
