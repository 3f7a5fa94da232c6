"""A backup is restored while the server runs: pages come back to what the backup has, and nothing is half done."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

import browsing
from postgres import cluster
from serving_process import PASSWORD, close_code, command, logged_in, serve, wait_until_ready
from taflheim.hall.admin import CannotDo
from taflheim.hall.folder import FolderLock
from taflheim.hall.settings_sources import load
from taflheim.server import restoring


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """What the environment says of a database."""
    if request.param == "sqlite":
        yield {}
        return
    with cluster() as running:
        yield {"TAFLHEIM_DATABASE_URL": running.address()}


def test_a_backup_is_restored_while_the_server_runs(tmp_path: Path, database: dict[str, str]) -> None:
    home, file = tmp_path / "home", tmp_path / "backup.zip"

    def told(*words: str, given: str = "") -> str:
        done = command(home, *words, given=given, **database)
        assert done.returncode == 0, done.stderr
        return done.stdout

    with serve(home, **database) as server:
        wait_until_ready(server.address)
        told("admin", "users", "create", "Anna", given=f"{PASSWORD}\n")
        anna = logged_in(server.address, "Anna")
        table = anna.post("/api/v1/tables", json={"game": "quoridor", "seats": {"a": "me", "b": "here"}}).json()["id"]

        def move(text: str, number: int) -> httpx.Response:
            asked = {"type": "move", "text": text, "position_number": number, "request": text}
            return anna.post(f"/api/v1/tables/{table}/actions", json=asked)

        assert move("e8", 0).status_code == 200
        told("backup", str(file))
        assert move("e2", 1).status_code == 200
        told("admin", "users", "create", "Bert")

        # One that is damaged is refused, and everything goes on.
        damaged = tmp_path / "damaged.zip"
        damaged.write_bytes(file.read_bytes()[:-200])
        refused = command(home, "restore", str(damaged), **database)
        assert refused.returncode != 0 and "no backup of Taflheim" in refused.stderr
        assert move("e7", 2).status_code == 200

        where = f"{server.address.replace('http', 'ws', 1)}/tables/{table}/ws"
        cookie = "; ".join(f"{name}={value}" for name, value in anna.cookies.items())
        with connect(where, additional_headers={"Cookie": cookie, "Origin": server.address}) as page:
            page.send('{"type": "hello", "version": 1, "have": 0}')
            page.recv(timeout=20)
            assert told("restore", str(file)) == "Restored: 1 table, 2 accounts. All log in anew.\n"
            assert close_code(page) == 1012
        wait_until_ready(server.address)
        assert server.process.poll() is None

        assert anna.get("/api/v1/me").status_code == 401
        anna.close()
        anna = logged_in(server.address, "Anna")
        stands = anna.get(f"/api/v1/tables/{table}").json()
        assert (stands["moves"], stands["number"], stands["state"]) == (["e8"], 1, "playing")
        assert move("e2", 1).status_code == 200
        assert "Bert" not in told("admin", "users", "list")
        # Nothing of the backup is left in the folder.
        assert list(home.glob("restore-*")) == []
        anna.close()
        assert server.stop() == 0
        log = server.log.read_text()
        assert "restored: 1 tables, 2 accounts" in log and "Traceback" not in log


def test_a_hall_in_a_window_is_closed_first(tmp_path: Path) -> None:
    home, file = tmp_path / "home", tmp_path / "backup.zip"
    with browsing.served(home):
        assert command(home, "backup", str(file)).returncode == 0
        refused = command(home, "restore", str(file))
        assert (refused.returncode, refused.stderr) == (
            2,
            "taflheim: Taflheim is open in a window: close it, then restore\n",
        )
        assert list(home.glob("restore-*")) == []


def test_a_server_that_dies_meanwhile_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "backup.zip"
    file.write_bytes(b"whatever")
    home = tmp_path / "home"
    settings = load(folder=home).settings
    lock = FolderLock(home)
    lock.announce("http://127.0.0.1:1", "http://127.0.0.1:1")
    monkeypatch.setattr(restoring, "ask_running", lambda *_: [])
    monkeypatch.setattr(restoring, "_is_alive", lambda _: False)
    with pytest.raises(CannotDo, match="has ended before"):
        restoring.have_restored(settings, file)
    lock.release()
    assert list(home.glob("restore-*")) == []
