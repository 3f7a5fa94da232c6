"""Chat in a hall: who is told what, once, and never too often."""

import asyncio
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import taflheim
from chatting import guest, texts, with_a_friend
from evenings import evening, me
from postgres import Cluster
from taflheim.hall.attempts import TooOften
from taflheim.hall.broadcast import Subscription
from taflheim.hall.chat import Chat, NoSuchLine, Renewed
from taflheim.hall.export import everything
from taflheim.hall.hall import Hall
from taflheim.hall.news import Kind, News
from taflheim.hall.settings import Settings
from taflheim.store import chat as rows
from taflheim.store.chat import Line
from taflheim.store.errors import Conflict, StoreUnavailable
from taflheim.table.actor import Spectator
from taflheim.table.errors import CannotTalk, LineRefused, RequestReused
from taflheim.table.event import Move, Resign, Sit
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms


def test_players_do_not_hear_spectators_before_the_end(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        onlooker = await guest(hall)
        await hall.chat.say(table.id, me(hall), "good luck")
        await hall.chat.say(table.id, onlooker, "e8 wins")
        await hall.chat.say(table.id, friend, "you, too")
        assert await texts(hall, table, friend) == ["good luck", "you, too"]
        for other in (onlooker, Spectator()):
            assert await texts(hall, table, other) == ["good luck", "e8 wins", "you, too"]
        assert await texts(hall, table, friend, after=1) == ["you, too"]
        with hall.chat.listen(table.id) as news:
            await hall.tables.act(table.id, friend, Resign())
            assert await asyncio.wait_for(news.get(), 20) == Renewed(whole=False, more=False)
        assert await texts(hall, table, friend) == ["good luck", "e8 wins", "you, too"]

    evening(tmp_path, work)


def test_a_request_is_said_once(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        with hall.chat.listen(table.id) as news:
            answers = await asyncio.gather(*(hall.chat.say(table.id, friend, " hello ", "r1") for _ in range(3)))
            assert {line.number for line in answers} == {1}
            assert (await hall.chat.say(table.id, friend, "hello", "r1")).number == 1
            with pytest.raises(RequestReused):
                await hall.chat.say(table.id, friend, "another", "r1")
            await hall.chat.say(table.id, me(hall), "hello", "r1")
            told = [await asyncio.wait_for(news.get(), 20) for _ in range(2)]
            assert [line.number for line in told if isinstance(line, Line)] == [1, 2]

    evening(tmp_path, work)


def test_what_may_not_be_said_changes_nothing(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall, watchable=False)
        stranger = await guest(hall)
        for actor, text, error in (
            (stranger, "hello", CannotTalk),
            (Spectator(), "hello", CannotTalk),
            (friend, "\u202e ", LineRefused),
            (friend, "x" * 301, LineRefused),
        ):
            with pytest.raises(error):
                await hall.chat.say(table.id, actor, text, "r1")
        assert await texts(hall, table, friend) == [] == await texts(hall, table, stranger)
        # What was refused is not kept: the same request can be used.
        assert (await hall.chat.say(table.id, friend, "hello", "r1")).number == 1

    evening(tmp_path, work)


def test_who_talks_too_much_has_to_wait(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        quiet = Chat(hall._store, hall.accounts, hall.tables, hall.relations, {"account": "3/hour", "table": "4/hour"})
        for number in range(3):
            await quiet.say(table.id, friend, "hello", f"r{number}")
        with pytest.raises(TooOften):
            await quiet.say(table.id, friend, "hello", "r4")
        # A retry is no line more.
        assert (await quiet.say(table.id, friend, "hello", "r2")).number == 3
        await quiet.say(table.id, me(hall), "hello")
        with pytest.raises(TooOften):
            await quiet.say(table.id, me(hall), "hello")

    evening(tmp_path, work)


def test_muted_and_blocked_are_not_heard(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        name = (await hall.accounts.get(friend)).name
        await hall.chat.say(table.id, friend, "so slow")
        await hall.relations.change(me(hall), name, "mute")
        assert await texts(hall, table, me(hall)) == []
        await hall.chat.say(table.id, me(hall), "hello")
        assert await texts(hall, table, friend) == ["so slow", "hello"]
        await hall.relations.change(me(hall), name, "unmute")
        await hall.relations.change(me(hall), name, "block")
        assert await texts(hall, table, me(hall)) == ["hello"]
        assert await texts(hall, table, friend) == ["so slow"]
        assert await texts(hall, table, Spectator()) == ["so slow", "hello"]

    evening(tmp_path, work)


def test_a_host_hides_a_line(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        await hall.chat.say(table.id, friend, "bad words")
        with hall.chat.listen(table.id) as news:
            await hall.chat.hide(table.id, 1)
            assert await asyncio.wait_for(news.get(), 20) == Renewed(whole=True)
        assert (await hall.chat.line(table.id, friend, 1)).hidden
        with pytest.raises(NoSuchLine):
            await hall.chat.hide(table.id, 2)
        with pytest.raises(NoSuchLine):
            await hall.chat.line(table.id, friend, 2)

    evening(tmp_path, work)


def test_a_line_that_one_may_not_read_is_not_there(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        onlooker = await guest(hall)
        await hall.chat.say(table.id, onlooker, "e8 wins")
        assert (await hall.chat.line(table.id, onlooker, 1)).text == "e8 wins"
        with pytest.raises(NoSuchLine):
            await hall.chat.line(table.id, friend, 1)

    evening(tmp_path, work)


def test_what_one_has_said_is_ones_own(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        await hall.chat.say(table.id, friend, "so be it")
        with zipfile.ZipFile(io.BytesIO(await everything(hall, friend))) as archive:
            (said,) = json.loads(archive.read("account.json"))["chat"]
        assert (said["table_id"], said["text"], said["room"]) == (table.id, "so be it", "players")
        await hall.delete_account(friend)
        (line,) = await hall.chat.lines(table.id, await hall.chat.listener(table.id, me(hall)))
        assert line.name.startswith("deleted-") and line.text == "so be it"

    evening(tmp_path, work)


def test_who_sits_down_reads_anew(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        friend = await guest(hall)
        seats = {"a": Seat.person(me(hall).account, "Anna"), "b": Seat.free()}
        table = await hall.tables.open(taflheim.game("quoridor").start(), seats, Terms(watchable=True))
        with hall.chat.listen(table.id) as news:
            await hall.tables.act(table.id, friend, Sit("b", "Friend"))
            assert await asyncio.wait_for(news.get(), 20) == Renewed(whole=False)
            await hall.tables.act(table.id, me(hall), Move(0, "e8"))
            line = await hall.chat.say(table.id, friend, "hello")
            assert await asyncio.wait_for(news.get(), 20) == line, "a move changes nothing of what is read"

    evening(tmp_path, work)


def test_the_last_lines_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.hall.chat.MOST_LINES", 2)

    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        for text in ("one", "two", "three"):
            await hall.chat.say(table.id, friend, text)
        assert await texts(hall, table, friend) == ["two", "three"]

    evening(tmp_path, work)


def test_a_line_is_hidden_and_shown_again(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        await hall.chat.say(table.id, friend, "hello")
        for hidden in (True, False):
            await hall.chat.hide(table.id, 1, hidden)
            assert (await hall.chat.line(table.id, friend, 1)).hidden == hidden
        for number in (-1, 0, 2, 2**31, 2**64):
            with pytest.raises(NoSuchLine):
                await hall.chat.hide(table.id, number)
            with pytest.raises(NoSuchLine):
                await hall.chat.line(table.id, friend, number)

    evening(tmp_path, work)


def test_who_is_never_the_first_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.hall.chat._TRIES", 0)

    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        with pytest.raises(StoreUnavailable, match="at once"):
            await hall.chat.say(table.id, friend, "hello")

    evening(tmp_path, work)


def test_closing_waits_for_what_is_being_said(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        saying = asyncio.create_task(hall.chat.say(table.id, friend, "hello"))
        await asyncio.sleep(0)  # it has begun
        await hall.chat.close()
        assert not hall.chat._tasks._running
        assert await texts(hall, table, friend) == ["hello"]
        await saying

    evening(tmp_path, work)


# ---- several processes --------------------------------------------------------------------------------------------


class Told(News):
    """News as they are told."""

    def __init__(self) -> None:
        self.published: list[tuple[str, Kind]] = []

    def publish(self, topic: str, kind: Kind) -> None:
        self.published.append((topic, kind))


def of_a_process(hall: Hall) -> tuple[Chat, Told]:
    """The chat of another process that serves a hall."""
    chat, news = Chat(hall._store, hall.accounts, hall.tables, hall.relations, hall.settings.chat_limits), Told()
    chat.others = news
    return chat, news


def waiting(news: Subscription[Line | Renewed]) -> list[Line | Renewed]:
    """What somebody has still to be told."""
    found = list(news._waiting)
    news._waiting.clear()
    news._news.clear()
    return found


def test_other_processes_are_told_that_something_is_new(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        chat, others = of_a_process(hall)
        with chat.listen(table.id) as news:
            line = await chat.say(table.id, friend, "hello")
            assert line.text == "hello"
            assert waiting(news) == [Renewed(whole=False, more=True)], "all lines are read in their order"
            assert others.published == [(table.id, "chat")]
            await chat.hide(table.id, line.number)
            assert waiting(news) == [Renewed(whole=True, more=False)]
            assert others.published == [(table.id, "chat")] * 2

    evening(tmp_path, work)


def test_what_another_process_has_kept_is_told_once(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        another, _ = await with_a_friend(hall)
        (one, _), (other, _) = of_a_process(hall), of_a_process(hall)
        await other.refresh()
        with other.listen(table.id) as news, other.listen(another.id) as quiet:
            await other.refresh()
            assert waiting(news) == [], "nothing was said"
            await one.say(table.id, friend, "hello")
            await other.refresh([another.id])
            assert waiting(news) == [] == waiting(quiet)
            await other.refresh([table.id])
            assert waiting(news) == [Renewed(whole=False, more=True)] and waiting(quiet) == []
            await other.refresh()
            assert waiting(news) == []
            await one.hide(table.id, 1)
            await other.refresh()
            assert waiting(news) == [Renewed(whole=True, more=True)]
            await one.say(table.id, friend, "again")
            await other.refresh()
            assert waiting(news) == [Renewed(whole=False, more=True)] and waiting(quiet) == []
        await other.refresh()
        assert other._marks == {}, "nobody listens any more"

    evening(tmp_path, work)


def test_numbers_that_postgresql_could_not_keep(tmp_path: Path, postgres: Cluster) -> None:
    async def run() -> None:
        hall = await Hall.open(tmp_path, Settings(tmp_path, database_url=postgres.address()), idle=True)
        try:
            table, friend = await with_a_friend(hall)
            await hall.chat.say(table.id, friend, "hello")
            for number in (0, 2**31 - 1, 2**31, 2**32, 2**64):
                with pytest.raises(NoSuchLine):
                    await hall.chat.hide(table.id, number)
                with pytest.raises(NoSuchLine):
                    await hall.chat.line(table.id, friend, number)
            assert (await hall.chat.line(table.id, friend, 1)).text == "hello"
        finally:
            await hall.close()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_who_is_overtaken_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        write, overtaken = hall._store.write, iter([True, False])

        async def race(work: Any, *args: Any, **more: Any) -> Any:
            if work is rows.add and next(overtaken):
                raise Conflict("another process was faster")
            return await write(work, *args, **more)

        monkeypatch.setattr(hall._store, "write", race)
        assert (await hall.chat.say(table.id, friend, "hello")).number == 1

    evening(tmp_path, work)


def test_a_listener_hears_their_rooms_and_nobody_whom_they_do_not_want_to(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        line = await hall.chat.say(table.id, friend, "hello")
        hears = await hall.chat.listener(table.id, me(hall))
        assert hears.hears(line) and hears.room == "players"
        assert not hears.hears(line._replace(room="spectators"))
        assert not hears._replace(unheard=frozenset({friend.account})).hears(line)
        hidden = await guest(hall)
        private, _ = await with_a_friend(hall, watchable=False)
        nothing = await hall.chat.listener(private.id, hidden)
        assert nothing.rooms == () and nothing.room is None
        assert await hall.chat.lines(private.id, nothing) == []

    evening(tmp_path, work)
