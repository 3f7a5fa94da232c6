"""Python with nothing but what the core depends on: `python core_only.py -m MODULE …` or `python core_only.py -c CODE`.

Everything else that is installed cannot be found, as where only `pip install taflheim` was typed.
"""

import runpy
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

CORE = {"numba", "numpy", "llvmlite", "filelock", "platformdirs"}
"""What `dependencies` in pyproject.toml names, and llvmlite, which is part of numba."""
KNOWN = {*sys.stdlib_module_names, *CORE, "taflheim", "toy"}


class Missing:
    """Finds nothing that the core does not depend on."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse what is not known, and leave the rest to others."""
        if name.partition(".")[0] not in KNOWN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


if __name__ == "__main__":
    sys.meta_path.insert(0, Missing())
    _, how, what, *arguments = sys.argv
    sys.argv = [what, *arguments]
    if how == "-m":
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        exec(what)
