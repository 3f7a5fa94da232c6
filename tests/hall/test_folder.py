"""The data folder: one hall holds it, and nobody else can read it."""

import os
import stat
from pathlib import Path
from threading import Thread

import platformdirs
import pytest

from taflheim.hall.folder import FolderLock, HallTaken, address_in, data_folder, process_in
from taflheim.store.errors import CannotOpen


def test_one_hall_for_each_folder(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(HallTaken, match="it does not serve yet"):
        FolderLock(tmp_path)
    lock.announce("http://127.0.0.1:1234", "http://127.0.0.1:1234")
    with pytest.raises(HallTaken) as taken:
        FolderLock(tmp_path)
    assert taken.value.address == address_in(tmp_path) == "http://127.0.0.1:1234"
    assert process_in(tmp_path) == os.getpid()
    lock.announce("https://example.org", "http://127.0.0.1:1234")
    assert (address_in(tmp_path), address_in(tmp_path, "local")) == ("https://example.org", "http://127.0.0.1:1234")
    lock.release()
    assert address_in(tmp_path) is None and process_in(tmp_path) is None
    FolderLock(tmp_path).release()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotOpen, match=r"file/home cannot be used \(Not a directory\): see whether you may write"):
        FolderLock(tmp_path / "file" / "home")


def test_a_hall_that_was_killed_leaves_no_address_behind(tmp_path: Path) -> None:
    (tmp_path / "hall.json").write_text('{"address": "http://127.0.0.1:1234", "pid": 1}')
    lock = FolderLock(tmp_path)
    assert address_in(tmp_path) is None
    lock.release()


def test_a_notice_that_cannot_be_read_names_no_address(tmp_path: Path) -> None:
    for text in ("", "{", "{}", "[]", '{"pid": "1"}'):
        (tmp_path / "hall.json").write_text(text)
        assert address_in(tmp_path) is None and process_in(tmp_path) is None


def test_another_thread_may_let_go_of_the_folder(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    thread = Thread(target=lock.release)
    thread.start()
    thread.join()
    FolderLock(tmp_path).release()


def test_the_folder_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TAFLHEIM_HOME", "~/games")
    assert data_folder() == tmp_path / "games"
    monkeypatch.delenv("TAFLHEIM_HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder() == Path(platformdirs.user_data_dir("taflheim", appauthor=False))
    assert tmp_path in data_folder().parents


@pytest.mark.parametrize("mode", [None, 0o755])
def test_the_folder_is_for_its_owner_alone(tmp_path: Path, mode: int | None) -> None:
    folder = tmp_path / "some" / "home"
    if mode is not None:
        folder.mkdir(parents=True, mode=mode)
    lock = FolderLock(folder)
    assert lock.folder == folder
    lock.release()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
