"""Work that takes a while, with a progress bar where a person is watching."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def compile_games(names: list[str]) -> None:
    """Compile what is not compiled yet."""
    from taflheim.engine.compile_ahead import compile_ahead, is_compiled_ahead

    missing = [name for name in names if not is_compiled_ahead(name)]
    if not missing:
        return
    steps = compile_ahead(missing)
    if not sys.stderr.isatty():
        print(f"taflheim: compiling {', '.join(missing)}, once …", file=sys.stderr)
        for _ in steps:
            pass
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Compiling, once")
        for done, total, what in steps:
            progress.update(task, completed=done, total=total, description=f"Compiling, once: {what}")


def watched(items: Iterable[Item], total: int | None, label: str) -> Iterator[Item]:
    """The items, one by one as they are done."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, label, total, console=Console(stderr=True), transient=True)
