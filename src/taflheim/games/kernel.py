"""The one module that knows the compiler.

Rules are written in a small subset of Python and compiled by Numba. This module offers what they are written with:
`jit` compiles a function, `rule` declares an operation that every game implements for its own state, `U64` and `I64`
are the two kinds of number, `popcount` and `lowest` look into a bitboard.

A game's state is a `NamedTuple` whose fields are all unsigned 64-bit words. Python code holds the words as plain `int`;
`words` gives them their machine type on the way into compiled code.

With `NUMBA_DISABLE_JIT=1` the same code runs as plain Python and can be stepped through in a debugger.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import singledispatch
from typing import Any, TypeVar, cast

import filelock
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from taflheim.games.code_cache import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])
State = TypeVar("State")
Buffer = np.ndarray[tuple[int], np.dtype[np.int32]]
Rows = np.ndarray[tuple[int, int], np.dtype[np.uint64]]

# For the type checker every number in the rules is an `int`; for the compiler these two say which kind it is. A uint64
# mixed with a Python int silently becomes an int64 or a float, so constants in the rules are always spelt with them.
U64 = cast("Callable[[int], int]", np.uint64)
I64 = cast("Callable[[int], int]", np.int64)

COMPILED = not numba.config.DISABLE_JIT


def let_words_wrap() -> None:
    """Machine words wrap around; plain NumPy scalars would warn that they do. Every thread has to say so."""
    if not COMPILED:
        np.seterr(over="ignore")


let_words_wrap()


# ---- compiling ahead ----------------------------------------------------------------------------------------------


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
    _told = True  # compiling ahead shows its own progress
    with filelock.FileLock(cache_folder() / f"{part}.lock"):
        missing = not is_compiled(part)
        yield missing
        if missing:
            (cache_folder() / f"{part}.done").touch()


# ---- compiling ----------------------------------------------------------------------------------------------------


def jit(function: Function) -> Function:
    """Compile `function` on its first call; threads may run it side by side.

    It works in arrays it is given and makes none: then references to arrays need not be counted, which took a third of
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
        # It is not called from C: the wrapper for that would take an eighth of the time to compile.
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


class Entries(dict[type, Callable[..., Any]]):
    """A compiled function as Python calls it, by the class of the state that is its first argument.

    The types of the arguments are known ahead (`others` are examples), so that a call does not have to look at them:
    that takes longer than the work itself. States of plain `int`s go in and come out.
    """

    def __init__(self, function: Callable[..., Any], *others: Any):
        self._function = function
        self._others = others

    def __missing__(self, state: type) -> Callable[..., Any]:
        self[state] = entry = self._entry(state)
        return entry

    def _entry(self, state: Any) -> Callable[..., Any]:
        function: Any = self._function
        if not COMPILED:
            return lambda state, *others: _plain(function(words(state), *others))
        example = state._make([np.uint64(0)] * len(state._fields))
        entry: Callable[..., Any] = function.compile(tuple(map(numba.typeof, (example, *self._others))))
        return entry


def _plain(value: Any) -> Any:
    """A result of uncompiled code as compiled code gives it: machine words are `int`s."""
    if isinstance(value, tuple):
        plain = tuple(map(_plain, value))
        return type(value)._make(plain) if hasattr(value, "_make") else plain
    return value.item() if isinstance(value, np.generic) else value


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


# ---- many states in one array -------------------------------------------------------------------------------------


def load_row(s: State, rows: Rows, i: int) -> State:
    """The state whose words are row i of an array; `s` is any state of that game and only tells the type."""
    return type(s)(*rows[i])


def store_row(rows: Rows, i: int, s: Any) -> None:
    """Write the words of a state to row i of an array."""
    rows[i] = s


def _words_of_row(context: Any, builder: Any, rows: Any, array: Any, i: Any, width: int) -> list[Any]:
    """Pointers to the words of a row, which lie one behind the other."""
    data = context.make_array(rows)(context, builder, array).data
    first = builder.mul(i, ir.Constant(i.type, width))
    return [builder.gep(data, [builder.add(first, ir.Constant(i.type, k))]) for k in range(width)]


@intrinsic
def _load(_context: Any, state: Any, rows: Any, i: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        places = _words_of_row(context, builder, signature.args[1], arguments[1], arguments[2], len(state))
        return context.make_tuple(builder, signature.return_type, [builder.load(place) for place in places])

    return state(state, rows, types.int64), build


@intrinsic
def _store(_context: Any, rows: Any, i: Any, state: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        places = _words_of_row(context, builder, signature.args[0], arguments[0], arguments[1], len(state))
        for k, place in enumerate(places):
            builder.store(builder.extract_value(arguments[2], k), place)
        return context.get_dummy_value()

    return types.void(rows, types.int64, state), build


@overload(load_row, inline="always", strict=False)
def _load_row(s: Any, rows: Rows, i: int) -> Any:
    return lambda s, rows, i: _load(s, rows, i)


@overload(store_row, inline="always", strict=False)
def _store_row(rows: Rows, i: int, s: Any) -> Any:
    return lambda rows, i, s: _store(rows, i, s)


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
