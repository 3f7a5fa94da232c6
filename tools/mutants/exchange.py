"""Putting a mutant in the place of its module, in a process where the module is loaded already."""

import ast
import gc
import importlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions and methods of a module, or of a class."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes(constant)


Functions = Mapping[tuple[str, int], list[FunctionType]]
"""The functions of a module, by their names and first lines: one may be there several times."""


def functions(module: ModuleType) -> Functions:
    """All functions of a module, under whatever decorators, and also those that other functions have made.

    To look through all objects takes longer than many a test, so it is done once for all mutants.
    """
    found: dict[tuple[str, int], list[FunctionType]] = {}
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == module.__file__:
            found.setdefault((function.__code__.co_qualname, function.__code__.co_firstlineno), []).append(function)
    return found


def patch(module: ModuleType, there: Functions, tree: ast.Module) -> bool:
    """Exchange the code of the one function that is different; tell whether that was all there was to do."""
    file = str(module.__file__)
    old = compile(ast.parse(Path(file).read_text()), file, "exec")
    new = compile(tree, file, "exec")
    before = {(code.co_qualname, code.co_firstlineno): code for code in codes(old)}
    changed = {key: code for code in codes(new) if code != before.get(key := (code.co_qualname, code.co_firstlineno))}
    found = [
        (function, code)
        for key, code in changed.items()
        for function in there.get(key, [])
        if function.__code__ == before.get(key)
    ]
    if any(code.co_freevars != function.__code__.co_freevars for function, code in found):
        return False
    for function, code in found:
        function.__code__ = code
    return bool(found)


def reload(module: ModuleType, tree: ast.Module) -> None:
    """Load a mutant in the place of its module, and all modules that hold names of it once more."""
    ours = {name: each for name, each in sys.modules.items() if name.split(".")[0] == "taflheim" and each.__file__}
    needs = {name: imports(Path(str(each.__file__))) & set(ours) for name, each in ours.items()}
    stale = {module.__name__}
    while more := {name for name in ours if needs[name] & stale} - stale:
        stale |= more
    exec(compile(tree, str(module.__file__), "exec"), module.__dict__)  # noqa: S102
    waiting = stale - {module.__name__}
    while waiting:
        ready = {name for name in waiting if not needs[name] & waiting - {name}} or waiting  # a circle: in any order
        for name in sorted(ready):
            importlib.reload(ours[name])
        waiting -= ready


def imports(path: Path) -> set[str]:
    """The modules that are imported when this one is."""
    found: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found
