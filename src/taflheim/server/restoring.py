"""Restoring a backup while the server runs.

The command puts a copy of the backup into the data folder and asks the server. That looks whether it can be restored,
tells its pages to come back, closes the hall, puts the backup in its place and opens the hall anew; what came of it
stands in a file beside the copy. Meanwhile nobody else has the folder or the database.
"""

import asyncio
import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from taflheim.games.errors import TaflheimError
from taflheim.hall.admin import CannotDo
from taflheim.hall.folder import FolderLock, process_in
from taflheim.hall.settings import Settings
from taflheim.server.control_client import ask_running
from taflheim.store.restore import check, restore

RESTORE = "restore"
"""What the server is asked to do."""
_COPY = "restore-{}.zip"
_LONGEST_S = 3600
_LOOK_EVERY_S = 0.1


class Restored(NamedTuple):
    """What has come of restoring a backup."""

    tables: int = 0
    accounts: int = 0
    error: str = ""
    """Why everything is as it was before."""


# ---- the server ---------------------------------------------------------------------------------------------------


class Replacement:
    """The backup that is to take the place of what a hall has, if who serves the hall can do that."""

    def __init__(self) -> None:
        self.possible = False
        self.wanted = asyncio.Event()
        self.name = ""
        """Of the copy in the data folder."""

    async def ask(self, folder: Path, name: str) -> None:
        """Want a backup to be restored; raises CannotDo, InvalidBackup."""
        if not self.possible:
            raise CannotDo("Taflheim is open in a window: close it, then restore")
        if self.wanted.is_set():
            raise CannotDo("a backup is being restored already: try again in a moment")
        if not re.fullmatch(re.escape(_COPY).replace(r"\{\}", "[0-9a-f]+"), name):
            raise CannotDo("the running Taflheim is of another version: start it anew")
        await asyncio.to_thread(check, folder / name)
        self.name = name
        self.wanted.set()


async def replace(settings: Settings, name: str) -> Restored:
    """Restore the copy of a backup into a hall that is closed, and write down what came of it."""
    copy = settings.folder / name
    try:
        done = await asyncio.to_thread(restored_here, settings, copy)
    except (TaflheimError, OSError) as error:
        done = Restored(error=str(error))
    with suppress(OSError):  # as on a full disk: the command waits in vain, and the log says why
        copy.with_suffix(".json").write_text(json.dumps(done._asdict()), encoding="utf-8")
    return done


def restored_here(settings: Settings, file: Path) -> Restored:
    """Restore a backup where no hall is open; raises HallTaken where one is, InvalidBackup, CannotOpen."""
    lock = FolderLock(settings.folder)
    try:
        told = restore(settings.database, file)
    finally:
        lock.release()
    return Restored(told.rows["tables"], told.rows["accounts"])


# ---- the command --------------------------------------------------------------------------------------------------


def have_restored(settings: Settings, file: Path) -> Restored:
    """Have the server that runs restore a backup, and wait until it has; raises CannotDo if it does not."""
    server = process_in(settings.folder)
    with _copied(settings.folder, file) as copy:
        ask_running(settings, RESTORE, {"file": copy.name})
        deadline = time.monotonic() + _LONGEST_S
        while time.monotonic() < deadline:
            if (done := _outcome(copy)) and not done.error:
                return done
            if done:
                raise CannotDo(f"nothing was restored, all is as it was: {done.error}")
            if server is not None and not _is_alive(server):
                raise CannotDo("the server has ended before the backup was restored: see its log, then try again")
            time.sleep(_LOOK_EVERY_S)
    raise CannotDo("the server has not said that the backup is restored: see its log")


@contextmanager
def _copied(folder: Path, file: Path) -> Iterator[Path]:
    """A copy of a backup where the server can read it, for as long as the block lasts."""
    copy = folder / _COPY.format(secrets.token_hex(8))
    try:
        with (
            file.open("rb") as source,
            os.fdopen(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to,
        ):
            shutil.copyfileobj(source, to)
        yield copy
    finally:
        copy.unlink(missing_ok=True)
        copy.with_suffix(".json").unlink(missing_ok=True)


def _outcome(copy: Path) -> Restored | None:
    try:
        return Restored(**json.loads(copy.with_suffix(".json").read_text("utf-8")))
    except (FileNotFoundError, ValueError):  # it is not there yet, or not all of it
        return None


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
