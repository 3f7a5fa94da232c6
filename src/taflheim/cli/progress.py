"""Work that takes a while, with a progress bar where a person is watching."""

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

Item = TypeVar("Item")


def compile_games(names: list[str]) -> None:
    """Compile what is not compiled yet. What is done when is in a log file, too."""
    from taflheim.engine.compile_ahead import compile_ahead, is_compiled_ahead
    from taflheim.games.code_cache import cache_folder

    missing = [name for name in names if not is_compiled_ahead(name)]
    if not missing:
        return
    log = cache_folder() / "compile.log"
    steps = _logged(compile_ahead(missing), log)
    if not sys.stderr.isatty():
        print(f"taflheim: compiling {', '.join(missing)}, once; progress is in {log}", file=sys.stderr)
        for _ in steps:
            pass
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Compiling, once")
        for done, total, what in steps:
            progress.update(task, completed=done, total=total, description=f"Compiling, once: {what}")


def _logged(steps: Iterable[tuple[int, int, str]], file: Path) -> Iterator[tuple[int, int, str]]:
    began = time.monotonic()
    with file.open("a", encoding="utf-8") as log:
        for done, total, what in steps:
            print(f"{time.monotonic() - began:7.1f} s  {done:3} of {total}  {what}", file=log, flush=True)
            yield done, total, what


def watched(items: Iterable[Item], total: int | None, label: str) -> Iterator[Item]:
    """The items, one by one as they are done."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, label, total, console=Console(stderr=True), transient=True)
