"""The hall put together: what is opened is closed again, and a hall that cannot open holds nothing."""

import asyncio
import getpass
import shutil
from pathlib import Path

import pytest

import taflheim
from evenings import evening, hall_open, me, play, table_with
from scripted_engines import ScriptedEngines, ready
from taflheim.hall import compiler as compiler_module
from taflheim.hall import hall as hall_module
from taflheim.hall import tokens
from taflheim.hall.compiler import Compiler
from taflheim.hall.folder import FolderLock, HallTaken, address_in
from taflheim.hall.hall import Hall
from taflheim.hall.preferences import defaults
from taflheim.hall.tables import NoSuchTable, Tables
from taflheim.store import tables as rows
from taflheim.store.errors import CannotOpen, StoreUnavailable
from taflheim.table.event import Move, Resign
from taflheim.table.table import Table

QUORIDOR = taflheim.game("quoridor")


def test_a_closed_hall_has_let_go_of_everything(tmp_path: Path) -> None:
    async def run() -> None:
        before = asyncio.all_tasks()
        async with hall_open(tmp_path) as hall:
            assert hall.folder == tmp_path
            with pytest.raises(HallTaken):
                await Hall.open(tmp_path)
            hall.announce("http://127.0.0.1:1234", "http://127.0.0.1:1234")
            assert address_in(tmp_path) == "http://127.0.0.1:1234"
            table = await table_with(hall, QUORIDOR, "b", level=10)
            assert hall.bots.busy(table.id)
        assert not hall.bots.busy(table.id)
        assert asyncio.all_tasks() == before
        assert address_in(tmp_path) is None
        assert not (tmp_path / "taflheim.sqlite-wal").exists()
        with pytest.raises(StoreUnavailable):
            await hall.games.ended(me(hall))
        async with hall_open(tmp_path) as again:
            assert again.id == hall.id and len(again.id) == 8

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_hall_that_cannot_open_holds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "taflheim.sqlite"
    file.write_text("This is not a database.\n" * 100)
    with pytest.raises(CannotOpen):
        asyncio.run(Hall.open(tmp_path))
    FolderLock(tmp_path).release()
    file.unlink()
    with monkeypatch.context() as broken:
        broken.setattr(tokens, "new_secret", lambda _: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            asyncio.run(Hall.open(tmp_path))
    FolderLock(tmp_path).release()
    assert not Path(f"{file}-wal").exists(), "the database is closed"


def test_idle_tables_are_let_go_of_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_module, "_EVICT_EVERY_S", 0.01)
    monkeypatch.setattr(hall_module, "_EVICT_IDLE_MS", 0)

    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a", "b")
        while len(hall.tables._memory):
            await asyncio.sleep(0.01)
        assert (await hall.tables.get(table.id)).id == table.id

    evening(tmp_path, work)


def test_the_owner_is_called_as_on_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless() -> str:
        raise OSError("no such user")

    async def name(folder: Path) -> str:
        async with hall_open(folder) as hall:
            return hall.accounts.owner.name

    monkeypatch.setattr(getpass, "getuser", lambda: "anna")
    assert asyncio.run(name(tmp_path / "one")) == "anna"
    monkeypatch.setattr(getpass, "getuser", nameless)
    assert asyncio.run(name(tmp_path / "other")) == "player"


async def never(_: str) -> None:
    """No game is ready, so that bots are to move and do not."""
    await asyncio.Event().wait()


class Idle:
    """An engine that waits for the next question."""

    is_closed = False

    async def close(self) -> None:
        self.is_closed = True


def test_nobody_thinks_after_a_hall_was_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        hall = await Hall.open(tmp_path)
        engines, idle = ScriptedEngines(), Idle()
        for part in (hall.insight, hall.reviews):
            monkeypatch.setattr(part, "_engines", engines)
            monkeypatch.setattr(part, "_ready", ready)
        monkeypatch.setattr(hall.bots, "_ready", never)
        hall.engines._idle.append(idle)  # type: ignore[arg-type]
        over = await play(hall, await table_with(hall, QUORIDOR, "a", "b"), "e8")
        over = (await hall.tables.act(over.id, me(hall), Resign())).table
        hint = asyncio.ensure_future(hall.insight.hint("anna", QUORIDOR.record()))
        review = hall.reviews.watch("anna", over)
        await anext(review)
        bot = await table_with(hall, QUORIDOR, "b")
        asked = [await engines.asked.get() for _ in range(2)]
        assert hall.bots.busy(bot.id)
        await hall.close()
        assert all(one.is_closed for one in asked) and idle.is_closed and not hall.bots.busy(bot.id)
        await asyncio.wait([hint])
        await review.aclose()

    asyncio.run(asyncio.wait_for(run(), 120))


def test_closing_waits_for_what_is_being_decided(tmp_path: Path) -> None:
    async def run() -> None:
        hall = await Hall.open(tmp_path)
        table = await table_with(hall, QUORIDOR, "a", "b")
        moves = ("e8", "e2", "e7", "e3")
        acting = [
            asyncio.ensure_future(hall.tables.act(table.id, me(hall), Move(number, move)))
            for number, move in enumerate(moves)
        ]
        await asyncio.sleep(0)
        await hall.close()
        assert [(await one).events[0].text for one in acting] == list(moves)

    asyncio.run(asyncio.wait_for(run(), 120))


def test_closing_ends_what_is_being_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: asyncio.Queue[str] = asyncio.Queue()

    async def compile_for_ever(self: Compiler, name: str, *, rules_only: bool) -> None:
        begun.put_nowait(name)
        await asyncio.Event().wait()

    async def run() -> None:
        before = asyncio.all_tasks()
        hall = await Hall.open(tmp_path)
        rulebooks = taflheim.rulebooks().values()
        by_order = [rulebook.name for rulebook in sorted(rulebooks, key=lambda rulebook: rulebook.order)]
        assert list(hall.compiler.progress()) == by_order and by_order != sorted(by_order)
        assert await begun.get() == by_order[0]
        await hall.close()
        assert asyncio.all_tasks() == before

    monkeypatch.setattr(compiler_module, "is_compiled_ahead", lambda name, rules_only=False: False)
    monkeypatch.setattr(Compiler, "_compile", compile_for_ever)
    asyncio.run(asyncio.wait_for(run(), 120))


async def _gone(hall: Hall, table: Table) -> None:
    """Come back when a table is not there any more."""
    while True:
        try:
            await hall.tables.get(table.id)
        except NoSuchTable:
            return
        await asyncio.sleep(0.01)


def test_untouched_tables_are_let_go_of_at_a_start_and_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            first = await table_with(hall, QUORIDOR, "a", "b")
            await hall._tasks.finish()
        monkeypatch.setattr("taflheim.hall.games.UNTOUCHED_MS", -60_000)
        async with hall_open(tmp_path) as hall:
            await _gone(hall, first)
        monkeypatch.setattr(hall_module, "_LET_GO_EVERY_S", 0.01)
        async with hall_open(tmp_path) as hall:
            await hall._tasks.finish()
            await _gone(hall, await table_with(hall, QUORIDOR, "a", "b"))

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_hall_of_an_older_version_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = Path(__file__).parent.parent / "data"
    shutil.copy(data / "store-0001.sqlite", tmp_path / "taflheim.sqlite")

    async def work(hall: Hall) -> None:
        assert await hall._store.read(rows.unknown)
        monkeypatch.setattr(hall.bots, "_ready", never)
        await hall._tasks.finish()
        assert await hall._store.read(rows.unknown) == []
        waiting = await hall._store.read(rows.bots_to_move)
        assert waiting and all(hall.bots.busy(table_id) for table_id in waiting)

    evening(tmp_path, work)


def test_a_new_hall_knows_nothing_of_its_owner(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        assert await hall.preferences.of(me(hall)) == defaults()
        assert await hall.lessons.done(me(hall).account, QUORIDOR.rulebook) == set()
        assert await hall.games.ended(me(hall)) == []
        assert await hall.feeds.since(me(hall)) is None
        assert await hall.listing.of_account(me(hall).account, "over", None, 9) == []
        assert await hall.reports.waiting() == 0
        assert (await hall.profiles.called(hall.accounts.owner.name)) == hall.accounts.owner

    evening(tmp_path, work)


def test_bots_go_on_where_the_hall_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            monkeypatch.setattr(hall.bots, "_ready", never)
            table = await table_with(hall, QUORIDOR, "b")
        async with hall_open(tmp_path) as hall:
            monkeypatch.setattr(hall.bots, "_ready", never)
            await hall._tasks.finish()
            assert hall.bots.busy(table.id)

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_hall_can_be_closed_before_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        before = asyncio.all_tasks()
        async with hall_open(tmp_path):
            pass
        assert asyncio.all_tasks() == before

    async def fill_in(self: Tables) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Tables, "fill_in", fill_in)
    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_game_from_elsewhere_is_kept(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        kept = await hall.keep_record(me(hall), QUORIDOR.record().play("e8").resign("a"))
        assert (await hall.tables.get(kept)).record.entries == ("e8", "a:resigns")

    evening(tmp_path, work)
