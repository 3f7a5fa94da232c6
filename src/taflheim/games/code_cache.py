"""Where compiled code is kept: a folder for each content of the sources it is made from."""

import getpass
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree

import llvmlite.binding
import platformdirs

SOURCES = Path(__file__).parent.parent
_NOT_COMPILED = {
    *("view.py", "look.py", "hint.py", "message.py", "clicks.py", "record.py", "record_text.py", "diagram.py"),
    *("data_file.py", "marked.py", "rules_page.py", "lessons.py", "lesson_attempt.py", "typed_line.py"),
    *("batch.py", "checks.py", "extras.py", "game.py", "modules.py", "position.py", "registry.py"),
    *("symmetry.py", "tree_text.py", "record_file.py"),
}
_KEEP_UNUSED_S = 30 * 24 * 3600


@cache
def cache_folder() -> Path:
    """The folder for compiled code, one for each content of the compiled sources.

    Numba notices an edit of a function's own file only, never of a callee's, so a search would keep playing by the old
    rules of an edited game. Bounds checks and the machine change the code as well and are part of the name.
    """
    digest = hashlib.sha256()
    for source in compiled_sources():
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
    # Other users can make folders there, and code is loaded from this one: it must be ours.
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


def compiled_sources() -> Iterator[Path]:
    """The files on which compiled code can depend. What shows, tells and uses games is not among them."""
    for folder in _compiled_folders():
        yield from (source for source in sorted(folder.glob("**/*.py")) if source.name not in _NOT_COMPILED)


def _compiled_folders() -> Iterator[Path]:
    """Where compiled code comes from: ours, and games that were added from outside."""
    yield SOURCES / "games"
    yield SOURCES / "engine" / "search"
    for package in filter(None, os.environ.get("TAFLHEIM_GAMES", "").split(",")):
        spec = find_spec(package)
        yield from map(Path, (spec and spec.submodule_search_locations) or ())


def _prune(current: Path) -> None:
    """Remove compiled code of other versions that was not used for a month."""
    for other in current.parent.iterdir():
        with suppress(FileNotFoundError):  # another process may prune at the same time
            if other != current and other.stat().st_mtime < time.time() - _KEEP_UNUSED_S:
                rmtree(other, ignore_errors=True)
