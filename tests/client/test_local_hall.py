"""The hall of a data folder for who sits at the machine: found or started, and ended with who has started it."""

import asyncio
import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from linked import linked, wait_for
from serving_process import serve
from spoilt import damaged, newer
from taflheim.client.local_hall import LOG, local_hall
from taflheim.client.remote import Refusal, Remote
from taflheim.hall.folder import FolderLock, address_in
from taflheim.store.errors import CannotOpen

_SECONDS = 300


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(work(), _SECONDS))


def holder(folder: Path) -> int:
    """The process that holds a folder and serves its hall."""
    return int(json.loads((folder / "hall.json").read_text())["pid"])


def runs(pid: int) -> bool:
    """Whether a process does anything; one that has ended may be in the list until somebody asks for its status."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.strip()[:1] not in ("", "Z")


async def until_ended(pid: int) -> None:
    await wait_for(lambda: not runs(pid))


def test_a_hall_is_started_and_ends_with_the_last_word(tmp_path: Path) -> None:
    home = tmp_path / "home"

    async def work() -> None:
        async with local_hall(home) as remote:
            assert (await remote.get("me"))["kind"] == "owner"
            pid = holder(home)
            # Who comes second is in the same hall, and leaves it as it is.
            async with local_hall(home) as second:
                assert second.address == remote.address and holder(home) == pid
                assert (await second.get("me"))["kind"] == "owner"
                session = second.credential
            with pytest.raises(Refusal):
                await Remote(second.address.origin, session).get("me")
            assert (await remote.get("me"))["kind"] == "owner"
            assert stat.S_IMODE((home / LOG).stat().st_mode) == 0o600
            assert stat.S_IMODE(home.stat().st_mode) == 0o700
        await until_ended(pid)
        assert address_in(home) is None and "Traceback" not in (home / LOG).read_text()

    run(work)


def test_a_hall_that_runs_is_left_running(tmp_path: Path) -> None:
    async def work(address: str) -> None:
        async with local_hall(tmp_path / "home") as remote:
            assert remote.address.origin == address and (await remote.get("me"))["kind"] == "owner"
        assert await remote.answers() and not (tmp_path / "home" / LOG).exists()

    with serve(tmp_path / "home") as server:
        run(lambda: work(server.address))


def test_two_who_start_at_once_are_in_one_hall(tmp_path: Path) -> None:
    async def visit(met: asyncio.Barrier) -> None:
        async with local_hall(tmp_path) as remote:
            assert (await remote.get("me"))["kind"] == "owner"
            addresses.append(remote.address.origin)
            await met.wait()

    async def work() -> None:
        met = asyncio.Barrier(3)
        visits = [asyncio.create_task(visit(met)) for _ in range(2)]
        await met.wait()
        pid = holder(tmp_path)
        await asyncio.gather(*visits)
        await until_ended(pid)
        assert len({*addresses}) == 1

    addresses: list[str] = []
    run(work)


STARTS = """
import asyncio, signal, sys
from pathlib import Path
from taflheim.client.local_hall import local_hall

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # tests may be run by nohup

async def work():
    async with local_hall(Path(sys.argv[1])) as remote:
        print(remote.address.origin, flush=True)
        await asyncio.sleep(3600)

asyncio.run(work())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_whatever_ends_the_starter_ends_the_hall(how: signal.Signals, tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", STARTS, str(tmp_path)], stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout
        address = starter.stdout.readline().strip()
        pid = holder(tmp_path)
        assert address == address_in(tmp_path) and runs(pid)
        starter.send_signal(how)
        starter.wait()
    run(lambda: until_ended(pid))
    assert address_in(tmp_path) is None


def test_interrupts_of_the_terminal_are_not_for_the_hall(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_hall(tmp_path):
            pid = holder(tmp_path)
            assert os.getpgid(pid) != os.getpgid(0)
        await until_ended(pid)

    run(work)


def wrong_setting(file: Path) -> None:
    file.with_name("config.toml").write_text("port = 'x'")


@pytest.mark.parametrize(
    ("spoil", "sentence"), [(damaged, "damaged"), (newer, "newer"), (wrong_setting, "port: expected a number")]
)
def test_a_hall_that_cannot_be_started_says_why(spoil: Callable[[Path], None], sentence: str, tmp_path: Path) -> None:
    spoil(tmp_path / "taflheim.sqlite")

    async def work() -> None:
        with pytest.raises(CannotOpen, match=sentence) as refused:
            async with local_hall(tmp_path):
                raise AssertionError("it is open")
        assert not str(refused.value).startswith("taflheim:") and "\n" not in str(refused.value)

    run(work)
    assert not (tmp_path / "hall.json").exists()


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    async def work() -> None:
        with pytest.raises(CannotOpen, match=r"cannot be used \(Not a directory\): see whether you may write there"):
            async with local_hall(tmp_path / "file" / "home"):
                raise AssertionError("it is open")

    run(work)


def test_what_fails_without_a_word_of_ours_is_told_with_the_place_of_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")

    async def work() -> None:
        with pytest.raises(CannotOpen, match=r"could not be started \(status 1\): .*hall.log has all it has said"):
            async with local_hall(tmp_path):
                raise AssertionError("it is open")

    run(work)


def test_a_hall_that_is_killed_is_started_again(tmp_path: Path) -> None:
    """Who plays there goes on."""

    async def work() -> None:
        async with local_hall(tmp_path) as remote:
            table = (await remote.post("tables", game="quoridor", seats={"a": "me", "b": "me"}))["id"]
            async with linked(remote, table) as seen:
                assert await seen.move("e8") == 1
                await seen.until_number(1)
                pid = holder(tmp_path)
                os.kill(pid, signal.SIGKILL)
                assert await seen.move("e2") == 2
                await seen.until_number(2)
                assert seen.numbers == [1, 2] and holder(tmp_path) != pid
            pid = holder(tmp_path)
        await until_ended(pid)

    run(work)


def test_a_hall_that_was_found_and_ends_is_followed_by_one_of_our_own(tmp_path: Path) -> None:
    async def work() -> None:
        with serve(tmp_path / "home") as server:
            async with local_hall(tmp_path / "home") as remote:
                await asyncio.to_thread(server.stop)
                await wait_for(lambda: address_in(tmp_path / "home"))
                pid = holder(tmp_path / "home")
                while True:
                    try:
                        assert (await remote.get("me"))["kind"] == "owner"
                        break
                    except Refusal:  # the new one was not entered yet
                        await asyncio.sleep(0.05)
            await until_ended(pid)

    run(work)


def test_a_hall_that_is_just_ending_is_waited_for(tmp_path: Path) -> None:
    async def work() -> None:
        ending = FolderLock(tmp_path)
        ending.announce("http://127.0.0.1:9", "http://127.0.0.1:9")

        async def visit() -> str:
            async with local_hall(tmp_path) as remote:
                return str((await remote.get("me"))["kind"])

        visiting = asyncio.create_task(visit())
        await wait_for(lambda: (tmp_path / LOG).exists())
        ending.release()
        assert await visiting == "owner"
        await wait_for(lambda: address_in(tmp_path) is None)

    run(work)


@pytest.mark.slow
def test_a_folder_that_another_holds_for_good(tmp_path: Path) -> None:
    async def work() -> None:
        with pytest.raises(CannotOpen, match=r"another Taflheim holds .*: it does not serve yet"):
            async with local_hall(tmp_path):
                raise AssertionError("it is open")

    lock = FolderLock(tmp_path)
    run(work)
    lock.release()


def test_the_hall_stays_for_others(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_hall(tmp_path) as remote:
            table = (await remote.post("tables", game="toy", watchable=True))["id"]
            guest = Remote(remote.address.origin)
            await guest.become_guest()
            pid = holder(tmp_path)
            watching = linked(guest, table)
            seen = await watching.__aenter__()
        try:
            await wait_for(lambda: "1 person is still here, so the hall stays open" in (tmp_path / LOG).read_text())
            assert runs(pid) and seen.connected == [(True, "")]
            # Who comes meanwhile is in the same hall.
            async with local_hall(tmp_path):
                assert holder(tmp_path) == pid
            assert (await guest.get("me"))["kind"] == "guest"
        finally:
            await watching.__aexit__(None, None, None)
            os.kill(pid, signal.SIGTERM)
        await until_ended(pid)

    run(work)
