"""The one module that knows the compiler.

Rules are written in a small subset of Python and compiled by Numba. This module offers what they are written with:
`jit` compiles a function, `rule` declares an operation that every game implements for its own state, `U64` and `I64`
are the two kinds of number, `popcount` and `lowest` look into a bitboard.

A game's state is a `NamedTuple` whose fields are all unsigned 64-bit words. Python code holds the words as plain `int`;
`words` gives them their machine type on the way into compiled code.

With `NUMBA_DISABLE_JIT=1` the same code runs as plain Python and can be stepped through in a debugger.
"""

import getpass
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, singledispatch
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from typing import Any, TypeVar, cast

import filelock
import llvmlite.binding
import numba
import numpy as np
import platformdirs
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

Function = TypeVar("Function", bound=Callable[..., Any])
State = TypeVar("State")
Buffer = np.ndarray[tuple[int], np.dtype[np.int32]]

# For the type checker every number in the rules is an `int`; for the compiler these two say which kind it is. A uint64
# mixed with a Python int silently becomes an int64 or a float, so constants in the rules are always spelt with them.
U64 = cast("Callable[[int], int]", np.uint64)
I64 = cast("Callable[[int], int]", np.int64)

COMPILED = not numba.config.DISABLE_JIT
if not COMPILED:
    # Machine words wrap around; plain NumPy scalars would warn that they do.
    np.seterr(over="ignore")

SOURCES = Path(__file__).parent.parent
_KEEP_UNUSED_S = 30 * 24 * 3600


# ---- where compiled code is kept ----------------------------------------------------------------------------------


@cache
def cache_folder() -> Path:
    """The folder for compiled code, one for each content of the compiled sources.

    Numba notices an edit of a function's own file only, never of a callee's, so a search would keep playing by the old
    rules of an edited game. Bounds checks and the machine change the code as well and are part of the name.
    """
    digest = hashlib.sha256()
    for folder in _compiled_folders():
        for source in sorted(folder.glob("**/*.py")):
            digest.update(source.read_bytes())
    for fact in (
        version("numba"),
        sys.version,
        llvmlite.binding.get_host_cpu_name(),
        os.environ.get("NUMBA_BOUNDSCHECK", ""),
        os.environ.get("TAFLHEIM_GAMES", ""),
    ):
        digest.update(fact.encode())
    name = digest.hexdigest()[:16]
    homes = [os.environ.get("TAFLHEIM_CACHE"), platformdirs.user_cache_dir("taflheim", appauthor=False)]
    for home in map(Path, filter(None, homes)):
        if _writable(home / "compiled" / name):
            return home / "compiled" / name
    shared = Path(tempfile.gettempdir()) / f"taflheim-{getpass.getuser()}"
    # Anybody can make folders there, and code is loaded from this one: it must be ours.
    if _writable(shared / "compiled" / name) and (not hasattr(os, "getuid") or shared.stat().st_uid == os.getuid()):
        return shared / "compiled" / name
    raise OSError("no folder for compiled code can be written; set TAFLHEIM_CACHE to one that can")


def _writable(folder: Path) -> bool:
    """Whether a folder, made if need be, can be written to; if so, what is old beside it is removed."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.utime(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    _prune(folder)
    return True


def _compiled_folders() -> Iterator[Path]:
    """Where compiled code comes from: ours, and games that were added from outside."""
    yield SOURCES / "games"
    yield SOURCES / "engine"
    for package in filter(None, os.environ.get("TAFLHEIM_GAMES", "").split(",")):
        spec = find_spec(package)
        yield from map(Path, (spec and spec.submodule_search_locations) or ())


def _prune(current: Path) -> None:
    """Remove compiled code of other versions that nobody has used for a month."""
    for other in current.parent.iterdir():
        with suppress(FileNotFoundError):  # another process may prune at the same time
            if other != current and other.stat().st_mtime < time.time() - _KEEP_UNUSED_S:
                rmtree(other, ignore_errors=True)


def is_compiled(part: str) -> bool:
    """Whether `compiling` has been through for this part; uncompiled code never waits."""
    return not COMPILED or (cache_folder() / f"{part}.done").exists()


@contextmanager
def compiling(part: str) -> Iterator[bool]:
    """Around the work that compiles a part ahead of time; tells whether it still has to be done.

    One process does it and the others wait, rather than all doing the same work.
    """
    if is_compiled(part):
        yield False
        return
    global _told
    _told = True  # whoever compiles ahead shows its own progress
    with filelock.FileLock(cache_folder() / f"{part}.lock"):
        missing = not is_compiled(part)
        yield missing
        if missing:
            (cache_folder() / f"{part}.done").touch()


# ---- compiling ----------------------------------------------------------------------------------------------------


def jit(function: Function) -> Function:
    """Compile `function` on its first call; threads may run it side by side.

    It works in arrays it is given and makes none: then nobody need count who still holds them, which took a third of
    the time of a search. For the few that do make arrays there is `jit_with_arrays`.
    """
    return _compiled(function, _nrt=False)


def jit_with_arrays(function: Function) -> Function:
    """The same for a function that makes arrays."""
    return _compiled(function, _nrt=True)


def _compiled(function: Function, **options: bool) -> Function:
    if not COMPILED:
        return function
    # Numba asks for the folder when a function is decorated. It is ours only for that moment, so that a program which
    # uses Numba for itself keeps its own.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        # Nobody calls it from C, and what that would need takes an eighth of the time to compile.
        compiled = numba.njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)
    finally:
        numba.config.CACHE_DIR = before
    compiled._cache.save_overload = _one_at_a_time(compiled._cache.save_overload)
    compiled._cache.load_overload = _telling(compiled._cache.load_overload)
    return cast("Function", compiled)


_told = False


def _telling(load: Callable[..., Any]) -> Callable[..., Any]:
    """Where nothing is in the cache something is about to be compiled: a person at a terminal is told so, once."""

    def loading(*arguments: Any) -> Any:
        global _told
        found = load(*arguments)
        if found is None and not _told and sys.stderr.isatty():
            _told = True
            print("taflheim: compiling, once; `taflheim setup` does it ahead of time …", file=sys.stderr)
        return found

    return loading


def _one_at_a_time(save: Callable[..., None]) -> Callable[..., None]:
    """Two processes that write to Numba's cache at once can leave its index pointing at another game's code."""

    def locked(*arguments: Any) -> None:
        with filelock.FileLock(cache_folder() / "save.lock"):
            save(*arguments)

    return locked


def words(state: State) -> State:
    """`state` as compiled code wants it: every field a machine word."""
    return type(state)(*map(np.uint64, cast("Any", state)))


def rule(stub: Function) -> Function:
    """Declare an operation that each game implements for its own state, the first argument.

    A game registers its function with `implements`. Compiled code resolves the call when it is compiled, at no cost;
    plain Python resolves it by the type of the state.
    """
    return _declare(stub, None)


def optional_rule(default: Function) -> Function:
    """Declare an operation that a game may implement; for those that do not, the decorated function is it."""
    return _declare(default, jit(default))


def _declare(stub: Function, default: Function | None) -> Function:
    chosen = singledispatch(stub)

    def resolve(*arguments: Any) -> Any:
        function = chosen.registry.get(getattr(arguments[0], "instance_class", None), default)
        if function is None:
            return None
        return lambda *arguments: function(*arguments)

    overload(chosen, strict=False)(resolve)
    return cast("Function", chosen)


_states: dict[tuple[str, int], str] = {}


def _check_told_apart(state: type) -> None:
    """Numba keeps code by the name and the number of fields of a state: two alike would run each other's code."""
    shape = state.__name__, len(cast("Any", state)._fields)
    if _states.setdefault(shape, state.__module__) != state.__module__:
        raise TypeError(
            f"{state.__module__}.{shape[0]} and {_states[shape]}.{shape[0]} both have {shape[1]} fields: compiled code "
            "would take one for the other, so give one of them another name"
        )


def implements(declared: Callable[..., Any], state: type) -> Callable[[Function], Function]:
    """Register the decorated function as a game's implementation of a declared rule."""
    _check_told_apart(state)

    def register(function: Function) -> Function:
        compiled = jit(function)
        cast("Any", declared).register(state, compiled)
        return compiled

    return register


# ---- bits ---------------------------------------------------------------------------------------------------------


@intrinsic
def _ctpop(_context: Any, _word: Any) -> Any:
    return types.uint64(types.uint64), lambda _c, builder, _s, arguments: builder.ctpop(arguments[0])


@intrinsic
def _cttz(_context: Any, _word: Any) -> Any:
    true = ir.Constant(ir.IntType(1), 1)
    return types.uint64(types.uint64), lambda _c, builder, _s, arguments: builder.cttz(arguments[0], true)


def popcount(word: int) -> int:
    """How many bits are set, as an I64."""
    return I64(int(word).bit_count())


def lowest(word: int) -> int:
    """The number of the lowest set bit, as an I64; `word` is not 0."""
    bits = int(word)
    return I64((bits & -bits).bit_length() - 1)


@overload(popcount, inline="always", strict=False)
def _popcount(word: int) -> Any:
    return lambda word: types.int64(_ctpop(word))


@overload(lowest, inline="always", strict=False)
def _lowest(word: int) -> Any:
    return lambda word: types.int64(_cttz(word))


# ---- stopping -----------------------------------------------------------------------------------------------------


@intrinsic
def _load_first(_context: Any, flag: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.load_atomic(array.data, "monotonic", 4)

    return types.int32(flag), build


def raised(flag: Buffer) -> bool:
    """Whether another thread has set flag[0]. An ordinary read may be done once, before a loop, and never again."""
    return bool(flag[0] != 0)


@overload(raised, inline="always", strict=False)
def _raised(flag: Buffer) -> Any:
    return lambda flag: _load_first(flag) != 0
