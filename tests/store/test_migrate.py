"""Migrations: they make the schema, and what an older version has written is kept.

`tests/data/store-0001.sqlite` was written by the code of commit 5c3d91c, before schema 0002: all four games, two to
four players, bots, undo (also while a bot thinks), resigning (also taken back), HiVolts' jumps, games over and not. The
JSON beside it says what that code knew about them: positions and who acted after each event, results, lists, stats.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Boolean, Connection, Engine, MetaData, create_engine, make_url, select, text

import taflheim
from postgres import Cluster
from stores import NOW, opened, run, with_store
from taflheim.store import accounts, games, schema, sqlite, stats, tables
from taflheim.store.errors import CannotOpen
from taflheim.store.games import Wanted
from taflheim.store.migrate import upgrade
from taflheim.store.store import Store
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

DATA = Path(__file__).parent.parent / "data"
OLD = DATA / "store-0001.sqlite"


def migrations() -> ScriptDirectory:
    return ScriptDirectory(str(Path(schema.__file__).parent / "migrations"))


def of_postgres(address: str) -> Engine:
    return create_engine(make_url(address).set(drivername="postgresql+psycopg"))


def test_all_revisions_are_known() -> None:
    assert tuple(script.revision for script in migrations().walk_revisions())[::-1] == schema.REVISIONS


def test_the_migrations_make_the_schema(where: Path | str) -> None:
    store = Store.open(where)
    with store._backend.writer.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    store.close()


def test_nothing_is_migrated_where_there_is_nothing_to_do(where: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    Store.open(where).close()
    monkeypatch.setattr("taflheim.store.migrate.upgrade", never)  # it loads Alembic, which takes its time
    Store.open(where).close()


def database(request: pytest.FixtureRequest, kind: str, file: Path, revision: str, tmp_path: Path) -> Path | str:
    """What an older version has written into a file, in a database of either kind."""
    if kind == "sqlite":
        return Path(shutil.copy(file, tmp_path / "taflheim.sqlite"))
    running: Cluster = request.getfixturevalue("postgres")
    address = running.address()
    engine = of_postgres(address)
    upgrade(engine, revision)
    old_schema = MetaData()
    old_schema.reflect(engine)
    with engine.begin() as connection, closing(sqlite3.connect(file)) as source:
        source.row_factory = sqlite3.Row
        for table in old_schema.sorted_tables:
            rows = [] if table.name == "alembic_version" else source.execute(f"SELECT * FROM {table.name}").fetchall()
            flags = [column.name for column in table.columns if isinstance(column.type, Boolean)]
            if rows:
                connection.execute(
                    table.insert(), [{**row, **{name: bool(row[name]) for name in flags}} for row in rows]
                )
    engine.dispose()
    return address


@pytest.fixture(
    params=[(kind, revision) for kind in ("sqlite", "postgresql") for revision in schema.REVISIONS[:-1]],
    ids=lambda asked: "-".join(asked),
)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A database with what schema 0001 has written, in an older schema."""
    kind, revision = request.param
    where = database(request, kind, OLD, "0001", tmp_path)
    engine = sqlite.engine(where, "migrate") if isinstance(where, Path) else of_postgres(where)
    upgrade(engine, revision)
    engine.dispose()
    return where


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_schema_0005_has_written_stays(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> None:
    """`store-0005.sqlite` was written by the code of commit 153a811: people, tokens, and tables of all games."""
    where = database(request, kind, DATA / "store-0005.sqlite", "0005", tmp_path)
    expected = json.loads((DATA / "store-0005.json").read_text(encoding="utf-8"))

    async def test(store: Store) -> None:
        known = {account.id: [account.name, account.kind] for account in await store.read(accounts.listed)}
        assert known == expected["accounts"]
        for table_id, told in expected["tables"].items():
            stored = await store.read(tables.load, table_id)
            assert stored
            assert stored.terms.watchable == told["watchable"]
            assert stored.seats == {side: Seat(*seat) for side, seat in told["seats"].items()}
            start = taflheim.game(stored.game, **stored.options).position(stored.start)
            table = Table.replay(
                table_id, start, {side: stored.seats[side] for side in start.game.seats}, stored.events
            )
            assert (table.number, str(table.record.position)) == (told["number"], told["position"])
            assert ([table.result.winner, table.result.reason] if table.result else None) == told["result"]

    with_store(where, test)


def old_times() -> dict[tuple[str, int], int]:
    with closing(sqlite3.connect(OLD)) as file:
        rows = file.execute("SELECT table_id, number, at FROM events").fetchall()
    return {(table, number): round(datetime.fromisoformat(at).timestamp() * 1000) for table, number, at in rows}


async def check_table(store: Store, table_id: str, expected: dict[str, Any], times: dict[tuple[str, int], int]) -> None:
    stored = await store.read(tables.load, table_id)
    assert stored
    assert (stored.game, stored.options, stored.start) == (expected["game"], expected["options"], expected["start"])
    assert stored.seats == {side: Seat(*seat) for side, seat in expected["seats"].items()}
    assert replace(stored.terms, created_ms=0) == Terms()
    assert [event.account for event in stored.events] == [after["account"] for after in expected["after"]]
    assert [event.at_ms for event in stored.events] == [times[table_id, event.number] for event in stored.events]
    requests = [event.request for event in stored.events if event.account]
    assert requests == [f"{table_id}-r{number}" for number in range(1, len(requests) + 1)]
    assert {(event.lag_ms, event.digest) for event in stored.events} <= {(0, None)}

    start = taflheim.game(stored.game, **stored.options).position(stored.start)
    board = [stored.start]  # the positions that are not taken back, after each event
    for event, after in zip(stored.events, expected["after"], strict=True):
        if event.kind == "undo":
            replayed = Table.replay(table_id, start, stored.seats, stored.events[: event.number - 1])
            assert [str(position) for position in replayed.record.positions] == board
        board = [*board[: after["ply"]], after["position"]]
    table = Table.replay(table_id, start, stored.seats, stored.events)
    assert [str(position) for position in table.record.positions] == board
    assert list(table.record.entries) == expected["entries"]
    result = table.result
    assert ([result.winner, result.reason] if result else None) == expected["result"]
    assert {side: table.outcome(side) for side in table.seats} == expected["outcomes"]


def test_every_game_replays_the_same(old: Path | str) -> None:
    expected = json.loads((DATA / "store-0001.json").read_text(encoding="utf-8"))
    times = old_times()

    async def test() -> None:
        for _ in range(2):  # the second time there is nothing left to migrate
            async with opened(old) as store:
                owner = await store.write(accounts.owner, "somebody else", "somebody else", NOW)
                assert [owner.id, owner.name] == expected["owner"]
                assert owner.kind == "owner"
                named = await store.read(accounts.named, owner.name.casefold())
                assert named and named.account == owner
                for table_id, table in expected["tables"].items():
                    await check_table(store, table_id, table, times)
                # Tables that nobody has touched are no longer listed.
                unfinished = [name for name in expected["unfinished"] if expected["tables"][name]["after"]]
                over = [name for name in expected["newest"] if name not in expected["unfinished"]]
                listed = [line.id for line in await store.read(games.listed, owner.id, Wanted(), 99)]
                assert listed == unfinished + over
                ended = await store.read(stats.ended, owner.id)
                assert [game.winner for game in ended] == [expected["tables"][name]["result"][0] for name in over[::-1]]

    run(test())


def test_a_migration_is_done_wholly_or_not_at_all(tmp_path: Path) -> None:
    file = Path(shutil.copy(OLD, tmp_path))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE events SET at = 'yesterday' WHERE number = 4 AND table_id = 'hivolts-4'")
        connection.commit()
        before = "\n".join(connection.iterdump())
    with pytest.raises(CannotOpen, match="could not be brought up to date"):
        Store.open(file)
    with closing(sqlite3.connect(file)) as connection:
        assert "\n".join(connection.iterdump()) == before
        connection.execute("UPDATE events SET at = '2026-11-01T00:07:20.493418+00:00' WHERE at = 'yesterday'")
        connection.commit()
    with_store(file, lambda store: _loads(store, "hivolts-4"))


async def _loads(store: Store, table_id: str) -> None:
    assert await store.read(tables.load, table_id)


def test_rows_that_belong_to_nothing_are_noticed(tmp_path: Path) -> None:
    file = Path(shutil.copy(OLD, tmp_path))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM tables WHERE id = 'hivolts-4'")
        connection.commit()
    with pytest.raises(CannotOpen, match="rows that belong to nothing"):
        Store.open(file)


_SCHEMA_5 = """
INSERT INTO accounts (id, name, kind, created_ms) VALUES ('anna', 'Anna', 'owner', 1), ('bo', 'Bo', 'guest', 2);
INSERT INTO tables (id, game, options, start, watchable, winner, reason, created_ms, changed_ms) VALUES
    ('open', 'quoridor', '{}', 'start', true, NULL, NULL, 10, 20),
    ('playing', 'quoridor', '{}', 'start', false, NULL, NULL, 11, 20),
    ('bots', 'quoridor', '{}', 'start', true, NULL, NULL, 12, 20),
    ('won', 'quoridor', '{}', 'start', true, 'a', 'resigned', 13, 20),
    ('drawn', 'quoridor', '{}', 'start', false, NULL, 'agreed', 14, 20),
    ('aborted', 'quoridor', '{}', 'start', false, NULL, 'aborted', 15, 20);
INSERT INTO seats (table_id, side, name, account_id, level) VALUES
    ('open', 'a', 'Anna', 'anna', NULL), ('open', 'b', '', NULL, NULL),
    ('playing', 'a', 'Anna', 'anna', NULL), ('playing', 'b', 'Bo', 'bo', NULL),
    ('bots', 'a', 'Anna', 'anna', NULL), ('bots', 'b', 'Bot', NULL, 2),
    ('won', 'a', 'Anna', 'anna', NULL), ('won', 'b', 'Bot', NULL, 2),
    ('aborted', 'a', 'Anna', 'anna', NULL), ('aborted', 'b', '', NULL, NULL);
INSERT INTO events (table_id, number, kind, side, text, at_ms, account_id) VALUES
    ('playing', 1, 'move', 'a', 'e8', 20, 'anna');
INSERT INTO sessions (token_hash, account_id, created_ms, used_ms) VALUES ('hash', 'bo', 1, 2);
"""


def test_tables_of_schema_0005_have_terms_and_a_state(where: Path | str) -> None:
    engine = create_engine(f"sqlite:///{where}") if isinstance(where, Path) else of_postgres(where)
    upgrade(engine, "0005")
    with engine.begin() as connection:
        for statement in _SCHEMA_5.split(";")[:-1]:
            connection.execute(text(statement.replace(":", "\\:")))
    engine.dispose()

    def kept(connection: Connection) -> dict[str, tuple[object, ...]]:
        rows = connection.execute(select(schema.tables).order_by(schema.tables.c.created_ms))
        return {
            row.id: (row.state, row.terms, row.public, row.rated, row.opener_id, row.winner, row.created_ms)
            for row in rows
        }

    async def test(store: Store) -> None:
        watched, private = '{"watchable": true}', "{}"
        assert await store.read(kept) == {
            "open": ("open", watched, False, False, None, None, 10),
            "playing": ("playing", private, False, False, None, None, 11),
            "bots": ("playing", watched, False, False, None, None, 12),
            "won": ("over", watched, False, False, None, "a", 13),
            "drawn": ("over", private, False, False, None, None, 14),
            "aborted": ("aborted", private, False, False, None, None, 15),
        }
        stored = await store.read(tables.load, "playing")
        assert stored and stored.seats == {"a": Seat.person("anna", "Anna"), "b": Seat.person("bo", "Bo")}
        assert [event.text for event in stored.events] == ["e8"]
        bo = await store.read(accounts.get, "bo")
        assert bo and bo.name == "Bo"

    with_store(where, test)
