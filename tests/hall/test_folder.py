"""The data folder: one hall holds it, and nobody else can read it."""

import stat
from pathlib import Path

import pytest

from taflheim.hall.folder import FolderLock, HallTaken, address_in


def test_one_hall_for_each_folder(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(HallTaken, match="it does not serve yet"):
        FolderLock(tmp_path)
    lock.announce("http://127.0.0.1:1234")
    with pytest.raises(HallTaken) as taken:
        FolderLock(tmp_path)
    assert taken.value.address == address_in(tmp_path) == "http://127.0.0.1:1234"
    lock.release()
    FolderLock(tmp_path).release()
    assert address_in(tmp_path) is None


@pytest.mark.parametrize("mode", [None, 0o755])
def test_the_folder_is_for_its_owner_alone(tmp_path: Path, mode: int | None) -> None:
    folder = tmp_path / "home"
    if mode is not None:
        folder.mkdir(mode=mode)
    FolderLock(folder).release()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
