"""The file that the owner's window is opened on."""

import stat
from pathlib import Path

from taflheim.server.entry_file import remove_entry_files, write_entry_file


def test_for_its_owner_only_and_for_one_hall(tmp_path: Path) -> None:
    path = write_entry_file(tmp_path, "http://127.0.0.1:8000", 'to"ken')
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text()
    assert '<form method="post" action="http://127.0.0.1:8000/enter">' in text
    assert 'name="token" value="to&quot;ken"' in text
    assert "form-action http://127.0.0.1:8000/enter" in text
    assert write_entry_file(tmp_path, "http://127.0.0.1:8000", "t") != path


def test_removed_with_the_next_start(tmp_path: Path) -> None:
    other = tmp_path / "enter.txt"
    other.touch()
    for _ in range(3):
        write_entry_file(tmp_path, "http://127.0.0.1:8000", "t")
    remove_entry_files(tmp_path)
    assert list(tmp_path.iterdir()) == [other]
