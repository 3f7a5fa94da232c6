"""SQLite with real files: odd names, rights, locks, full disks, files that vanish, and files that cannot be opened."""

import asyncio
import logging
import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import Connection

from stores import NOW, move, new_table, opened, owner, run, with_store
from taflheim.store import accounts, sqlite, tables
from taflheim.store.errors import CannotOpen, Conflict, StoreUnavailable
from taflheim.store.store import Store
from taflheim.table.seat import Seat

# ---- the file -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a?b", "a%20b", "a#b", "a b", "a%b", "a&mode=ro", "Þing", "file:a", "?mode=memory"])
def test_a_folder_may_have_any_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / name
    folder.mkdir()

    async def test() -> None:
        async with opened(folder / "taflheim.sqlite") as store:
            anna = await owner(store)
        monkeypatch.chdir(tmp_path)
        async with opened(Path(name) / "taflheim.sqlite") as again:
            assert await again.write(accounts.owner, "Bo", "bo", NOW) == anna

    run(test())
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert [path.name for path in folder.iterdir()] == ["taflheim.sqlite"]


def test_the_files_are_private(tmp_path: Path) -> None:
    file = tmp_path / "db"

    def rights() -> dict[str, str]:
        return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in tmp_path.iterdir()}

    async def test(store: Store) -> None:
        await owner(store)
        assert rights() == {"db": "0o600", "db-wal": "0o600", "db-shm": "0o600"}

    old = os.umask(0)
    try:
        with_store(file, test)
        file.chmod(0o644)  # as an older version has made it
        with_store(file, test)
    finally:
        os.umask(old)


def test_the_database_is_durable_and_strict(tmp_path: Path) -> None:
    backend = sqlite.open_file(tmp_path / "db")
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "query_only")
    for engine, expected in ((backend.writer, ["wal", 2, 1, 10000, 0]), (backend.reader, ["wal", 2, 1, 10000, 1])):
        with engine.begin() as connection:
            assert [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names] == expected
        engine.dispose()


def test_some_read_side_by_side(tmp_path: Path) -> None:
    all_there = Barrier(sqlite.READERS)

    def work(_: Connection) -> int:
        return all_there.wait(60)

    async def test(store: Store) -> None:
        assert {*await asyncio.gather(*(store.read(work) for _ in range(sqlite.READERS)))} == {0, 1, 2}

    with_store(tmp_path / "db", test)


def test_a_key_that_is_taken_is_a_conflict(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await new_table(store, "t", {"a": Seat.free()})
        with pytest.raises(Conflict, match="somebody else was faster"):
            await new_table(store, "t", {"a": Seat.free()})

    with_store(tmp_path / "db", test)


# ---- while it is in use -------------------------------------------------------------------------------------------


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program holds the database."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_locked_database_is_said_to_be_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 50)

    async def test(store: Store) -> None:
        anna = await owner(store)
        await new_table(store, "t", {"a": Seat.person(anna.id, "Anna")})
        with locked(tmp_path / "db"):
            writes = (store.write(tables.append, "t", [move(number)], {}, None) for number in (1, 2, 3))
            answers = await asyncio.gather(*writes, return_exceptions=True)
            assert [type(answer) for answer in answers] == [StoreUnavailable] * 3
            assert (
                str(answers[0]) == f"{tmp_path / 'db'} is locked by another program: close that program, and try again"
            )
            stored = await store.read(tables.load, "t")  # reading goes on
            assert stored and not stored.events
        await store.write(tables.append, "t", [move(1)], {}, None)

    with_store(tmp_path / "db", test)
    assert {record.levelno for record in caplog.records} == {logging.WARNING}


@pytest.mark.parametrize("gone", ["db", "db-wal"])
@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_a_file_that_is_gone_is_not_written_to(gone: str, replaced: bool, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / gone

    async def test(store: Store) -> None:
        anna = await owner(store)
        await new_table(store, "t", {"a": Seat.person(anna.id, "Anna")})
        file.rename(tmp_path / "elsewhere")
        if replaced:
            shutil.copy(tmp_path / "elsewhere", file)
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="was deleted or replaced while it was in use: stop Taflheim"):
                await store.write(tables.append, "t", [move(1)], {}, None)
        assert file.exists() == replaced
        (tmp_path / "elsewhere").rename(file)
        await store.write(tables.append, "t", [move(1)], {}, None)

    async def again(store: Store) -> None:
        stored = await store.read(tables.load, "t")
        assert stored and stored.events == [move(1)]

    with_store(folder / "db", test)
    with_store(folder / "db", again)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "taflheim-test", str(folder)]
    if os.getuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("may not mount a small disk here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Leave no room on a disk."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass
    return ballast


def test_a_full_disk_keeps_what_it_has_acknowledged(small_disk: Path) -> None:
    file = small_disk / "db"
    told: list[int] = []

    async def test() -> None:
        async with opened(file) as store:
            anna = await owner(store)
            await new_table(store, "t", {"a": Seat.person(anna.id, "Anna")})
            await store.write(tables.append, "t", [move(1)], {}, None)
            told.append(1)
            ballast = fill(small_disk)
            for _ in range(3):
                writes = [store.write(tables.append, "t", [move(len(told) + 1)], {}, None) for _ in range(2)]
                for answer in await asyncio.gather(*writes, return_exceptions=True):
                    assert isinstance(answer, StoreUnavailable)
                    assert "full" in str(answer)
            stored = await store.read(tables.load, "t")
            assert stored and [event.number for event in stored.events] == told
            ballast.unlink()
            await store.write(tables.append, "t", [move(2)], {}, None)
            told.append(2)
        async with opened(file) as again:
            stored = await again.read(tables.load, "t")
            assert stored and [event.number for event in stored.events] == told

    run(test())


WRITE_UNTIL_FULL = """if True:
    import asyncio, sys
    from stores import move, new_table, opened, owner
    from taflheim.store import tables
    from taflheim.store.errors import StoreUnavailable
    from taflheim.table.seat import Seat

    async def main():
        async with opened(sys.argv[1]) as store:
            anna = await owner(store)
            await new_table(store, "t", {"a": Seat.person(anna.id, "Anna")})
            refused = 0
            number = 1
            while refused < 3:
                big = move(number)._replace(text="x" * 20_000)
                try:
                    await asyncio.gather(*[store.write(tables.append, "t", [big], {}, None)])
                    print(number, flush=True)
                    number += 1
                except StoreUnavailable as error:
                    assert "see whether it is full or broken" in str(error), error
                    refused += 1

    asyncio.run(main())
"""


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """A limit of the system on files, for where no small disk can be mounted."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))

    command = [sys.executable, "-c", WRITE_UNTIL_FULL, str(tmp_path / "db")]
    told = subprocess.run(command, preexec_fn=limit, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    assert told

    async def test(store: Store) -> None:
        stored = await store.read(tables.load, "t")
        assert stored and [str(event.number) for event in stored.events] == told

    with_store(tmp_path / "db", test)


# ---- when it is opened --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with some games in it."""
    file = tmp_path_factory.mktemp("filled") / "db"

    async def test(store: Store) -> None:
        anna = await owner(store)
        for number in range(100):
            await new_table(store, f"t{number}", {"a": Seat.person(anna.id, "Anna")})
            await store.write(tables.append, f"t{number}", [move(n) for n in range(1, 20)], {}, None)

    with_store(file, test)
    return file


def refusal(file: Path) -> str:
    """What is said about a file that cannot be opened. It is left as it was, and nobody holds it."""
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(CannotOpen) as refused:
        Store.open(file)
    if before is not None:
        assert file.read_bytes() == before
    assert str(file) in str(refused.value)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "db").write_text("This is not a database.\n" * 100)
    assert "is no database, or damaged: move it away" in refusal(tmp_path / "db")


@pytest.mark.parametrize("share", [0.05, 0.5, 0.99])
def test_a_file_that_was_cut_off(share: float, filled: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(filled, tmp_path))
    os.truncate(file, int(file.stat().st_size * share))
    assert "damaged: move it away" in refusal(file)


@pytest.mark.parametrize("page", [0, 1, 5, 40])
def test_a_damaged_page(page: int, filled: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(filled, tmp_path))
    with file.open("r+b") as pages:
        pages.seek(4096 * page + (100 if page == 0 else 0))  # the header itself is another case
        pages.write(b"\xa5" * 3000)
    assert "damaged: move it away" in refusal(file)


def test_a_big_file_is_not_looked_through(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_CHECKED_BYTES", filled.stat().st_size - 1)
    file = Path(shutil.copy(filled, tmp_path))
    with file.open("r+b") as pages:
        # The last quarter: what is written last are events, not the schema.
        pages.seek(filled.stat().st_size * 3 // 4)
        pages.write(b"\xa5" * (filled.stat().st_size // 4))

    async def test(store: Store) -> None:
        # What is damaged is noticed when it is needed.
        with pytest.raises(StoreUnavailable, match="damaged: move it away"):
            await asyncio.gather(*(store.read(tables.load, f"t{number}") for number in range(100)))

    with_store(file, test)


def test_a_database_of_a_newer_version(filled: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(filled, tmp_path))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert "was written by a newer Taflheim: update this one" in refusal(file)


def test_a_database_that_cannot_be_migrated(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        connection.executescript("CREATE TABLE alembic_version (version_num TEXT)")
        connection.executescript("INSERT INTO alembic_version VALUES ('0001')")  # without the tables it speaks of
    with pytest.raises(CannotOpen, match=r"db could not be brought up to date \(.*\): put an older copy"):
        Store.open(tmp_path / "db")


def test_a_database_of_another_program(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        connection.execute("CREATE TABLE accounts (iban TEXT)")
    with pytest.raises(CannotOpen, match="is a database of another program: move it away"):
        Store.open(tmp_path / "db")


def test_a_database_that_another_program_holds(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 50)
    file = Path(shutil.copy(filled, tmp_path))
    with locked(file):
        assert "is locked by another program: close that program" in refusal(file)
    Store.open(file).close()


def test_a_new_file_that_another_program_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 50)
    file = tmp_path / "db"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("CREATE TABLE theirs (id TEXT)")
        assert "is locked by another program: close that program" in refusal(file)
        other.execute("ROLLBACK")
    Store.open(file).close()


def test_a_copy_has_what_is_still_in_the_log(filled: Path, tmp_path: Path) -> None:
    file, copy = Path(shutil.copy(filled, tmp_path / "odd ? name")), tmp_path / "copy"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("INSERT INTO outages VALUES (1, 2)")
        assert Path(f"{file}-wal").stat().st_size > 0
        sqlite.copy(file, copy)
    with closing(sqlite3.connect(copy)) as found:
        assert found.execute("SELECT * FROM outages").fetchall() == [(1, 2)]
        assert found.execute("SELECT count(*) FROM accounts").fetchone() != (0,)
    missing = tmp_path / "missing"
    with pytest.raises(sqlite3.OperationalError):
        sqlite.copy(missing, tmp_path / "copy of nothing")
    assert not missing.exists()


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    assert "cannot be opened" in refusal(tmp_path)
    assert "cannot be opened" in refusal(tmp_path / "no such folder" / "db")


def test_a_full_disk_at_the_start(small_disk: Path, filled: Path) -> None:
    ballast = fill(small_disk)
    assert "full" in refusal(small_disk / "db")
    ballast.unlink()
    Store.open(small_disk / "db").close()
