"""The data folder of a hall, and the lock that says who holds it."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock
import platformdirs

from taflheim.store.errors import CannotOpen


def data_folder() -> Path:
    """The folder that `TAFLHEIM_HOME` names, or the user's data folder."""
    named = os.environ.get("TAFLHEIM_HOME")
    return Path(named).expanduser() if named else Path(platformdirs.user_data_dir("taflheim", appauthor=False))


@contextmanager
def using(folder: Path) -> Iterator[None]:
    """Make a folder for its owner alone, if there is none; what goes wrong with it is told as CannotOpen."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # A folder from before was open to all users of the machine.
        folder.chmod(0o700)
        yield
    except OSError as error:
        raise CannotOpen(f"{folder} cannot be used ({error.strerror}): see whether you may write there") from error


class HallTaken(CannotOpen):
    """Another process holds the folder; `address` is where it serves, if it has said so."""

    def __init__(self, folder: Path, address: str | None):
        where = f"it serves {address}" if address else "it does not serve yet"
        super().__init__(f"another Taflheim holds {folder}: {where}")
        self.address = address


class FolderLock:
    """One hall for each data folder. The system lets go of the lock when the process ends, however it ends."""

    def __init__(self, folder: Path):
        """Take a folder, and make it when there is none. Raises HallTaken, CannotOpen."""
        self.folder = folder
        self._notice = folder / "hall.json"
        self._lock = filelock.FileLock(folder / "hall.lock", thread_local=False)
        with using(folder):
            try:
                self._lock.acquire(timeout=0)
            except filelock.Timeout:
                raise HallTaken(folder, address_in(folder)) from None
            self._notice.unlink(missing_ok=True)

    def announce(self, address: str, local: str) -> None:
        """Tell other processes where this hall serves people, and where programs on this machine reach it."""
        notice = {"address": address, "local": local, "pid": os.getpid()}
        self._notice.write_text(json.dumps(notice), encoding="utf-8")

    def release(self) -> None:
        """Let go of the folder."""
        self._notice.unlink(missing_ok=True)
        self._lock.release()


def address_in(folder: Path, key: str = "address") -> str | None:
    """Where the hall that holds a folder serves people (or `local` programs), as far as it has said so."""
    found = _noticed(folder, key)
    return None if found is None else str(found)


def process_in(folder: Path) -> int | None:
    """The process of the hall that holds a folder, as far as it has said so."""
    found = _noticed(folder, "pid")
    return found if isinstance(found, int) else None


def _noticed(folder: Path, key: str) -> object:
    try:
        found: object = json.loads((folder / "hall.json").read_text(encoding="utf-8"))[key]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found
