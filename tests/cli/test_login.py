"""`taflheim login` and `taflheim logout`, with a hall that is served."""

import asyncio
import os
import stat
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from commands import run
from evenings import me
from serving_hall import Served, served_evening
from taflheim.client.credentials import Bearer, Session, keep, logins
from taflheim.client.remote import Refusal, Remote

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where logins are kept."""
    named = tmp_path / "config" / "logins.json"
    monkeypatch.setenv("TAFLHEIM_LOGINS", str(named))
    monkeypatch.delenv("TAFLHEIM_TOKEN", raising=False)
    return named


class Ended(NamedTuple):
    status: int | None
    out: str
    err: str


async def taflheim(*arguments: str, typed: str = "", **environment: str) -> Ended:
    """Run a command with this as its input."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "taflheim", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **environment},
    )
    out, err = await process.communicate(typed.encode())
    return Ended(process.returncode, out.decode(), err.decode())


async def at_a_terminal(*arguments: str, typed: str) -> tuple[int | None, str]:
    """Run a command at a terminal: each line is typed when something is asked; also what was shown."""
    import pty

    ours, theirs = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "taflheim", *arguments),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    shown = ""
    for line in (*typed.splitlines(), None):
        while line is None or not shown.rstrip("\r\n").endswith(": "):
            try:
                shown += (await asyncio.to_thread(os.read, ours, 4096)).decode()
            except OSError:  # it has ended
                break
        if line is not None:
            shown += "|"
            os.write(ours, f"{line}\n".encode())
    os.close(ours)
    return await process.wait(), shown


def test_logging_in_and_out(tmp_path: Path, file: Path) -> None:
    async def work(served: Served) -> None:
        await served.hall.logins.register("Anna", PASSWORD, "test")
        ended = await taflheim("login", "--server", f"{served.address}/lobby", "anna", typed=f"{PASSWORD}\n")
        assert ended == (0, f"You are Anna at {served.address}; `taflheim logout` ends that.\n", "")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        (first,) = logins().values()
        assert (await Remote(served.address, first.credential).get("me"))["name"] == "Anna"
        # Again, without saying where and as whom: the session before ends.
        assert (await taflheim("login", typed=PASSWORD)).status == 0
        (second,) = logins().values()
        assert isinstance(second.credential, Session) and second.credential != first.credential
        with pytest.raises(Refusal):
            await Remote(served.address, first.credential).get("me")
        assert await taflheim("logout") == (0, f"Anna is logged out at {served.address}.\n", "")
        assert logins() == {}
        with pytest.raises(Refusal):
            await Remote(served.address, second.credential).get("me")

    served_evening(tmp_path / "hall", work)


def test_a_wrong_password_changes_nothing(tmp_path: Path, file: Path) -> None:
    async def work(served: Served) -> None:
        await served.hall.logins.register("Anna", PASSWORD, "test")
        ended = await taflheim("login", "--server", served.address, "Anna", typed="wrong\n")
        assert ended.status == 2 and "password" in ended.err.lower() and ended.err.count("\n") == 1
        assert not file.exists()

    served_evening(tmp_path / "hall", work)


def test_registering_as_the_guest_one_is(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        remote = Remote(served.address)
        guest = await remote.become_guest()
        table = (await remote.post("tables", game="toy", request="t1"))["id"]
        assert isinstance(remote.credential, Session)
        keep(served.address, remote.credential, guest["name"])
        status, shown = await at_a_terminal("login", "--register", typed=f"Berta\n{PASSWORD}\nanother\n")
        assert status == 2 and "that was another password" in shown and "Name: " in shown
        status, shown = await at_a_terminal("login", "--register", "Berta", typed=f"{PASSWORD}\n{PASSWORD}\n")
        assert status == 0 and f"You are Berta at {served.address}" in shown and PASSWORD not in shown
        (login,) = logins().values()
        (mine,) = (await Remote(served.address, login.credential).get("tables", state="playing", mine=True))["tables"]
        assert mine["id"] == table and login.name == "Berta"

    served_evening(tmp_path / "hall", work)


def test_by_a_token(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        token = await served.hall.access.add(me(served.hall), "terminal", ["read", "play"])
        owner = served.hall.accounts.owner.name
        ended = await taflheim("login", "--token", "--server", served.address, typed=token, TAFLHEIM_TOKEN="x")
        assert ended.status == 0 and f"You are {owner}" in ended.out and "TAFLHEIM_TOKEN is set" in ended.out
        assert logins()[served.address].credential == Bearer(token)
        ended = await taflheim("logout", "--server", served.address)
        assert "A token lives until it is revoked" in ended.out and logins() == {}
        ended = await taflheim("login", "--token", "--server", served.address, typed="taflheim_nothing")
        assert ended.status == 2 and "not known here" in ended.err and logins() == {}

    served_evening(tmp_path / "hall", work)


def test_logging_out_where_nobody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    keep("http://127.0.0.1:9", Session("taflheim-1=x"), "Anna")
    status, out, _ = run(capsys, "logout")
    assert status == 0 and logins() == {}
    assert out.startswith("Anna is logged out at http://127.0.0.1:9. The session lives on there") and "reached" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["login"], "which hall? Expected --server URL"),
        (["logout"], "which hall? Expected --server URL"),
        (["login", "--server", "somewhere"], "expected an address as http://localhost:8000"),
        (["logout", "--server", "http://127.0.0.1:9"], "nobody is logged in at http://127.0.0.1:9 from here"),
        (["login", "--server", "http://127.0.0.1:9"], "who are you? Expected NAME"),
        (["login", "--server", "http://127.0.0.1:9", "Anna"], "nothing was given: type it, or pipe it in"),
        (["login", "--server", "http://127.0.0.1:9", "--token"], "nothing was given: type it, or pipe it in"),
        (["login", "--server", "http://127.0.0.1:9", "--token", "Anna"], "a token says who you are"),
    ],
)
def test_what_is_missing_is_named(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "") and sentence in err and err.count("\n") == 1
