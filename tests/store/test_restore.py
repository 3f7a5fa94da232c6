"""Backups: everything comes back, in either kind of database, and nobody gets in by what was copied."""

import json
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, text

from postgres import Cluster
from stores import NOW, move, new_table, opened, owner, run
from taflheim.store import access_tokens, accounts, only_server, restore, sessions, sqlite, tables
from taflheim.store.access_tokens import AccessToken
from taflheim.store.backup import InvalidBackup
from taflheim.store.errors import CannotOpen
from taflheim.store.schema import REVISIONS
from taflheim.store.store import Store
from taflheim.table.seat import Seat

OLD = Path(__file__).parent.parent / "data" / "store-0005.sqlite"
NAMES = ("Ánna", "Ζωή", "zz-last", "AA-first")


def fill(where: Path | str) -> None:
    """A database with people, programs, games, sessions and tokens."""

    async def work() -> None:
        async with opened(where) as store:
            anna = await owner(store)
            for name in NAMES:
                await store.write(accounts.add, "registered", name, name.casefold(), NOW, password_hash="kept")
            await store.write(sessions.add, "hash of a session", anna.id, NOW)
            await store.write(access_tokens.add, AccessToken("hash", anna.id, "bot", frozenset({"play"}), NOW, None))
            await new_table(store, "table", {"a": Seat.person(anna.id, "Anna"), "b": Seat.bot(3, "Bot")})
            for number in range(1, 4):
                await store.write(tables.append, "table", [move(number, anna.id, f"request-{number}")])

    run(work())


def check(where: Path | str) -> None:
    """All of it is there, but nobody is logged in."""

    async def work() -> None:
        async with opened(where) as store:
            anna = await owner(store)
            assert {account.name for account in await store.read(accounts.listed)} == {"Anna", *NAMES}
            named = await store.read(accounts.named, "ánna")
            assert named and named.password_hash == "kept"
            stored = await store.read(tables.load, "table")
            assert stored and [event.request for event in stored.events] == ["request-1", "request-2", "request-3"]
            assert stored.seats["b"].level == 3
            assert await store.read(sessions.account_of, "hash of a session", NOW + 1) is None
            assert await store.read(access_tokens.listed, anna.id) == []
            # It can be played on.
            await store.write(tables.append, "table", [move(4, anna.id, "request-4")])

    run(work())


@pytest.fixture(params=["sqlite", "postgresql"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Another place for a database."""
    if request.param == "sqlite":
        return tmp_path / "elsewhere" / "taflheim.sqlite"
    running: Cluster = request.getfixturevalue("postgres")
    return running.address()


def test_everything_comes_back_in_any_database(where: Path | str, elsewhere: Path | str, tmp_path: Path) -> None:
    fill(where)
    file = tmp_path / "backup.zip"
    told = restore.back_up(where, file, NOW)
    assert told.revision == REVISIONS[-1]
    assert (told.rows["accounts"], told.rows["events"]) == (5, 3)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(file) as archive:
        assert not [name for name in archive.namelist() if "session" in name or "token" in name]
    assert restore.check(file) == told
    assert restore.restore(elsewhere, file) == told
    check(elsewhere)
    # What was there is replaced, and the other way round as well.
    assert restore.restore(where, file) == told
    check(where)


def test_it_is_written_while_others_write(where: Path | str, tmp_path: Path) -> None:
    fill(where)
    file = tmp_path / "backup.zip"

    async def work() -> None:
        async with opened(where) as store:
            before = await store.read(tables.load, "table")
            restore.back_up(where, file, NOW)
            anna = await owner(store)
            await store.write(tables.append, "table", [move(4, anna.id, "request-4")])
            assert before and len(before.events) == 3

    run(work())
    assert restore.check(file).rows["events"] == 3
    restore.restore(where, file)
    check(where)


def test_an_older_schema_is_brought_up_to_date(elsewhere: Path | str, tmp_path: Path) -> None:
    old = Path(shutil.copy(OLD, tmp_path / "old.sqlite"))
    file = tmp_path / "backup.zip"
    assert restore.back_up(old, file, NOW).revision == "0005"
    restore.restore(elsewhere, file)
    assert restore.back_up(elsewhere, tmp_path / "again.zip", NOW).revision == REVISIONS[-1]

    async def work() -> None:
        async with opened(elsewhere) as store:
            assert len(await store.read(accounts.listed)) == 4

    run(work())


def changed(file: Path, to: str, name: str, change: Callable[[bytes], bytes]) -> Path:
    """A backup in which one part is another."""
    other = file.with_name(to)
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(other, "w") as target:
        for part in source.namelist():
            target.writestr(part, change(source.read(part)) if part == name else source.read(part))
    return other


def newer(manifest: bytes) -> bytes:
    return json.dumps({**json.loads(manifest), "revision": "9999"}).encode()


def test_what_cannot_be_restored_changes_nothing(where: Path | str, tmp_path: Path) -> None:
    fill(where)
    file = tmp_path / "backup.zip"
    restore.back_up(where, file, NOW)
    cut_off = tmp_path / "cut-off.zip"
    cut_off.write_bytes(file.read_bytes()[:-100])
    wrong = [
        ("newer Taflheim", changed(file, "newer.zip", "backup.json", newer)),
        ("no backup", cut_off),
        ("damaged", changed(file, "other.zip", "events.jsonl", lambda lines: lines.replace(b"e2", b"e9"))),
        ("damaged", changed(file, "short.zip", "events.jsonl", lambda lines: lines[:-20])),
    ]
    for sentence, spoilt in wrong:
        with pytest.raises(InvalidBackup, match=sentence):
            restore.check(spoilt)
        with pytest.raises(InvalidBackup, match=sentence):
            restore.restore(where, spoilt)
    run(_still_there(where))


async def _still_there(where: Path | str) -> None:
    async with opened(where) as store:
        assert await store.read(sessions.account_of, "hash of a session", NOW + 1)


def test_what_a_file_was_before_is_kept(tmp_path: Path) -> None:
    where = tmp_path / "taflheim.sqlite"
    fill(where)
    file = tmp_path / "backup.zip"
    restore.back_up(where, file, NOW)
    restore.restore(where, file)
    kept = tmp_path / "taflheim.sqlite.before-restore"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    engine = sqlite.engine(kept, "read")
    with engine.begin() as connection:
        assert _count(connection, "sessions") == 1
    engine.dispose()
    assert stat.S_IMODE(where.stat().st_mode) == 0o600


def test_nothing_of_what_was_there_gets_into_it(tmp_path: Path) -> None:
    """A log that is left beside a file would be taken for that of the new one."""
    where = tmp_path / "one" / "two" / "taflheim.sqlite"
    fill(tmp_path / "taflheim.sqlite")
    file = tmp_path / "backup.zip"
    told = restore.back_up(tmp_path / "taflheim.sqlite", file, NOW)
    restore.restore(where, file)
    assert stat.S_IMODE(where.parent.stat().st_mode) == 0o700
    with closing(sqlite3.connect(where)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("INSERT INTO outages VALUES (1, 2)")
        database.commit()
        assert Path(f"{where}-wal").exists()
        restore.restore(where, file)
        assert sorted(path.name for path in where.parent.iterdir()) == [where.name, f"{where.name}.before-restore"]
    assert restore.back_up(where, file, NOW) == told


def test_what_is_not_ours_stays(postgres: Cluster, tmp_path: Path) -> None:
    address, file = postgres.address(), tmp_path / "backup.zip"
    fill(address)
    told = restore.back_up(address, file, NOW)
    with psycopg.connect(address) as database:
        database.execute("CREATE TABLE of_another_program (id TEXT)")
        # Left behind by a restore that was killed.
        database.execute("CREATE SCHEMA taflheim_restore CREATE TABLE accounts (id TEXT)")
    assert restore.restore(address, file) == told
    with psycopg.connect(address) as database:
        names = {row[0] for row in database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}
        assert {"of_another_program", "accounts", "events"} <= names
        schemas = {row[0] for row in database.execute("SELECT nspname FROM pg_namespace")}
        assert "public" in schemas and "taflheim_restore" not in schemas
        database.execute("DROP TABLE of_another_program")
    Store.open(address, alone=True).close()  # nobody else serves it now
    check(address)


def test_while_a_server_runs_nothing_is_restored(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(only_server, "_LET_GO_S", 0.0)
    address, file = postgres.address().replace("taflheim@", "taflheim:hush@"), tmp_path / "backup.zip"
    fill(address)
    restore.back_up(address, file, NOW)
    server = Store.open(address, alone=True)
    with pytest.raises(CannotOpen, match="another Taflheim serves") as refused:
        restore.restore(address, file)
    assert "hush" not in str(refused.value)
    server.close()
    run(_still_there(address))


def _count(connection: Connection, table: str) -> int:
    return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def test_rows_may_point_at_later_ones(where: Path | str, elsewhere: Path | str, tmp_path: Path) -> None:
    """The account of a program names its maker."""

    def link(connection: Connection) -> None:
        connection.execute(text("UPDATE accounts SET maker_id = (SELECT max(id) FROM accounts), kind = 'bot'"))

    async def work() -> None:
        async with opened(where) as store:
            await store.write(link)

    fill(where)
    run(work())
    file = tmp_path / "backup.zip"
    told = restore.back_up(where, file, NOW)
    assert restore.restore(elsewhere, file) == told


def test_where_there_is_nothing_there_is_no_backup(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="nothing was played"):
        restore.back_up(tmp_path / "taflheim.sqlite", tmp_path / "backup.zip", NOW)
