"""Games from elsewhere: kept as they were played, counted nowhere, read without a hall."""

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

import taflheim
from evenings import evening, me
from stores import opened
from taflheim import Record
from taflheim.hall import archive
from taflheim.hall.folder import FolderLock, HallTaken
from taflheim.hall.hall import Hall
from taflheim.hall.tables import NoSuchTable
from taflheim.store import schema, stats, tables
from taflheim.store.games import Seated, Wanted
from taflheim.store.listing import State

NOW = 1_793_491_200_000


def played(name: str, plies: int) -> Record:
    game, rng = taflheim.game(name), random.Random(3)
    record = game.record(game.start(1) if game.rulebook.seeded else game.start())
    while not record.result and len(record.entries) < plies:
        record = record.play(rng.choice(record.position.moves()), rng)
    return record


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_a_kept_game_is_the_game_that_was_played(name: str, tmp_path: Path) -> None:
    record = played(name, 7)
    side = record.game.seats[0]
    record = record.with_headers({side: "Anna", "Date": "2020-02-29"})

    async def work() -> None:
        (kept,) = await archive.import_records(tmp_path, "me", [record])
        tree = await archive.stored_tree(tmp_path, kept)
        entries = record.entries if record.result else (*record.entries, "game:aborted")
        assert tree.record.entries == entries and tree.start == record.start
        assert tree.record.result and tree.headers[side] == "Anna"
        assert tree.headers["Date"] == "2020-02-29"
        hall = await Hall.open(tmp_path)
        try:
            assert (await hall.tables.get(kept)).record.entries == entries
            assert await hall._store.read(stats.ended, hall.accounts.owner.id) == []
        finally:
            await hall.close()

    asyncio.run(work())


@pytest.mark.parametrize("entry", ["b:resigns", "b:time", "a:left", "draw:agreed", "game:aborted"])
def test_ends_are_kept(entry: str, tmp_path: Path) -> None:
    record = taflheim.game("quoridor").record().play("e8").end(entry)

    async def work() -> None:
        (kept,) = await archive.import_records(tmp_path, "me", [record])
        assert (await archive.stored_tree(tmp_path, kept)).record.entries == record.entries

    asyncio.run(work())


@pytest.mark.parametrize(
    ("date", "at_ms"),
    [
        ("1970-01-01T00:00:00.001", 1),
        ("1970-01-01", NOW),
        ("2020-02-29", 1582934400000),
        ("2020-02-29T12:00:00", 1582977600000),
        ("1969-12-31", NOW),
        ("2999-01-01", NOW),
        ("yesterday", NOW),
        ("", NOW),
        (None, NOW),
    ],
)
def test_when_it_was_played(date: str | None, at_ms: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "now_ms", lambda: NOW)
    record = played("toy", 3).with_headers({} if date is None else {"Date": date})

    async def work() -> None:
        (kept,) = await archive.import_records(tmp_path, "me", [record])
        async with opened(tmp_path / "taflheim.sqlite") as store:
            stored = await store.read(tables.load, kept)
        assert stored and {event.at_ms for event in stored.events} == {at_ms}

    asyncio.run(work())


def test_a_list_of_games_has_it_as_one_that_is_over(tmp_path: Path) -> None:
    record = taflheim.game("quoridor").record().play("e8").play("e2").resign("a").with_headers({"b": "Bo"})

    async def work(hall: Hall) -> None:
        owner = hall.accounts.owner
        kept = await hall.keep_record(me(hall), record)
        (line,) = await hall.games.listed(me(hall), Wanted(), 9)
        assert (line.id, line.plies, line.position, line.turn) == (kept, 2, "e8,e2 10,10 - - a", "a")
        assert (line.winner, line.reason) == ("b", record.result and record.result.reason)
        assert line.seats == {"a": Seated(owner.name, owner.id, None, None), "b": Seated("Bo", owner.id, None, None)}
        events = (await hall.tables.get(kept)).events
        assert [(event.number, event.account) for event in events] == [(1, owner.id), (2, owner.id), (3, owner.id)]

        def played_ms(connection: Connection) -> object:
            return connection.execute(select(schema.tables.c.played_ms)).scalar_one()

        assert await hall._store.read(played_ms) == 0, "how long was played there is not known"

    evening(tmp_path, work)


@pytest.mark.parametrize(("entry", "state"), [("b:resigns", "over"), ("game:aborted", "aborted"), (None, "aborted")])
def test_lists_of_tables_tell_whether_it_was_played_to_its_end(entry: str | None, state: State, tmp_path: Path) -> None:
    record = taflheim.game("quoridor").record().play("e8")

    async def work(hall: Hall) -> None:
        kept = await hall.keep_record(me(hall), record.end(entry) if entry else record)
        assert [line.id for line in await hall.listing.of_account(me(hall).account, state, None, 9)] == [kept]

    evening(tmp_path, work)


def test_a_folder_that_is_held_is_not_written(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    try:
        with pytest.raises(HallTaken):
            asyncio.run(archive.import_records(tmp_path, "me", [played("toy", 3)]))
    finally:
        lock.release()


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(taflheim.InvalidRecord, match="no moves"):
        asyncio.run(archive.import_records(tmp_path, "me", [taflheim.game("toy").record()]))
    for folder in (tmp_path, tmp_path / "empty"):
        with pytest.raises(NoSuchTable, match="there is no file and no game 'nowhere'"):
            asyncio.run(archive.stored_tree(folder, "nowhere"))
    assert not (tmp_path / "empty").exists(), "looking for a game makes no hall"
    FolderLock(tmp_path).release()  # nor does what was refused keep the folder
    assert not (tmp_path / "taflheim.sqlite-wal").exists()
