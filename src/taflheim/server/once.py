"""What follows from a value is made once, and forgotten together with the value."""

import weakref
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def once(make: Callable[[T], R]) -> Callable[[T], R]:
    """Call a function once for each object that it is given, as long as that object lives.

    Objects are told apart by what they are, not by what they equal: comparing a table with another takes long.

    >>> class Table: pass
    >>> @once
    ... def shown(table):
    ...     print("drawing")
    ...     return "board"
    >>> table = Table()
    >>> shown(table), shown(table)
    drawing
    ('board', 'board')
    """
    made: dict[int, tuple[weakref.ref[T], R]] = {}

    @wraps(make)
    def remembered(given: T) -> R:
        key = id(given)
        if (found := made.get(key)) is not None:
            return found[1]
        result = make(given)
        # The number is free for another object only after this one is gone, and then it is forgotten here as well.
        made[key] = (weakref.ref(given, lambda _: made.pop(key, None) and None), result)
        return result

    return remembered
