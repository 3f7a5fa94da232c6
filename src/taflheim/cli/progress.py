"""Work that takes a while, with a progress bar where a person is watching."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from taflheim.engine.places.place import Place

Item = TypeVar("Item")


def shows_bars() -> bool:
    """Whether somebody is watching, and what draws bars is installed."""
    return sys.stderr.isatty() and has_rich()


def has_rich() -> bool:
    """Whether what draws bars and tables that change is installed."""
    try:
        import rich  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def compile_games(names: list[str]) -> None:
    """Compile what is not compiled yet. What is done when is in a log file, too."""
    from taflheim.engine.compile_ahead import compile_ahead, is_compiled_ahead
    from taflheim.games.code_cache import cache_folder

    missing = [name for name in names if not is_compiled_ahead(name)]
    if not missing:
        return
    log = cache_folder() / "compile.log"
    steps = _logged(compile_ahead(missing), log)
    if not shows_bars():
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
    if not shows_bars():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, label, total, console=Console(stderr=True), transient=True)


@contextmanager
def counting_bar(title: str, total: int) -> Iterator[Callable[[str], None]]:
    """A bar that is told, for each thing that is done, what to show before it."""
    if not shows_bars():
        yield lambda label: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda label: progress.update(task, advance=1, description=label)


@contextmanager
def games_bar(title: str, total: float, place: "Place") -> Iterator[Callable[[str, float], None]]:
    """A bar for games that are played somewhere; after each it is told how things stand, and how much is done.

    It shows how many games end in a second, and on how many machines they are played.
    """
    if not shows_bars():
        yield lambda standing, done: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    began, games = time.monotonic(), 0
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(escape(title), total=total)

        def tell(standing: str, done: float) -> None:
            nonlocal games
            games += 1
            speed = speed_text(games, time.monotonic() - began, place.machines)
            progress.update(task, completed=done, description=escape(f"{title}: {standing}, {speed}"))

        yield tell


def speed_text(games: int, seconds: float, machines: int) -> str:
    """How fast games are played, and where.

    >>> speed_text(30, 10.0, 1), speed_text(30, 100.0, 2)
    ('3.0 games/s', '0.30 games/s on 2 machines')
    """
    speed = games / max(seconds, 1e-9)
    where = f" on {machines} machines" if machines > 1 else ""
    return f"{speed:.{1 if speed >= 1 else 2}f} games/s{where}"
