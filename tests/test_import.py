"""What needs no thinking does not load the compiler."""

import subprocess
import sys

import pytest

HEAVY = ("numba", "numpy", "llvmlite")

QUICK = {
    "import": "import taflheim",
    "games": "import taflheim; taflheim.games()",
    "start": "import taflheim; [str(taflheim.game(name).start()) for name in taflheim.games()]",
    "look": "import taflheim; [taflheim.game(name).start().diagram() for name in taflheim.games()]",
}


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout


@pytest.mark.parametrize("code", QUICK.values(), ids=QUICK.keys())
def test_the_compiler_is_not_loaded(code: str) -> None:
    loaded = python(f"{code}; import sys; print(*sys.modules)").split()
    assert not [module for module in HEAVY if module in loaded]


def test_importing_is_fast() -> None:
    code = "import time; began = time.process_time(); import taflheim; print(time.process_time() - began)"
    # Time of the processor, and the best of some runs: what else the machine does must not matter.
    assert min(float(python(code)) for _ in range(5)) < 0.15
