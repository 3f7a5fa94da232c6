"""Chat over real connections: what is said, what is told to whom, and what a page has missed."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from chatting import guest, with_a_friend
from evenings import me
from serving_hall import Page, Served, served_evening
from taflheim.hall.chat import Renewed
from taflheim.store.chat import Line
from taflheim.table.actor import Person
from taflheim.table.event import Resign
from taflheim.table.table import Table


class Talker(Page):
    """A page that listens to the chat; what else it hears of the table is skipped."""

    async def told(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while (message := await self.hear())["type"] not in kinds:
            assert message["type"] in ("state", "event", "here", "time"), message
        return message

    async def listen(self, have: int = 0, *rooms: str) -> dict[str, Any]:
        """Ask for what was said."""
        await self.say("listen", have=have, rooms=list(rooms))
        return await self.told("chat")

    async def talk(self, text: str, request: str = "r1") -> dict[str, Any]:
        """Say something, and hear what has become of it."""
        await self.say("say", text=text, request=request)
        return await self.told("said", "unsaid", "error")


@asynccontextmanager
async def talker(served: Served, table: Table, person: Person | None) -> AsyncIterator[Talker]:
    """The page of somebody at a table; None: of somebody without a name."""
    headers = {"Origin": served.address}
    if person is not None:
        session = await served.hall.accounts.begin_session(person.account)
        headers["Cookie"] = f"taflheim-{served.hall.id}={session}"
    async with served.silent(table.id, session=False, headers=headers) as page:
        found = Talker(page.socket)
        await found.hello()
        yield found


def words(told: dict[str, Any]) -> list[str]:
    return [line["text"] for line in told["lines"]]


def test_what_is_said_reaches_who_may_read_it(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, friend = await with_a_friend(served.hall)
        async with (
            talker(served, table, me(served.hall)) as one,
            talker(served, table, friend) as other,
            talker(served, table, None) as onlooker,
        ):
            first = await one.listen()
            assert (first["whole"], first["rooms"], first["room"], first["lines"]) == (True, ["players"], "players", [])
            assert (first["named"], first["host"]) == (True, True)
            assert (await other.listen())["host"] is False
            looking = await onlooker.listen()
            assert (looking["rooms"], looking["room"], looking["named"]) == (
                *(["players", "spectators"], "spectators", False),
            )
            await one.say("say", text=" good\tluck ", request="r1")
            said, line = [await one.told("said", "line") for _ in range(2)]
            assert said == {"type": "said", "request": "r1", "number": 1}
            assert (line["line"]["text"], line["line"]["mine"]) == ("good luck", True)
            for page in (other, onlooker):
                line = (await page.told("line"))["line"]
                assert (line["text"], line["mine"], line["room"]) == ("good luck", False, "players")
                assert line["name"] == served.hall.accounts.owner.name and "account" not in line

    served_evening(tmp_path, work)


def test_a_line_is_said_once_and_refused_with_a_sentence(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, friend = await with_a_friend(served.hall)
        async with talker(served, table, friend) as page, talker(served, table, None) as onlooker:
            assert (await page.talk("hello"))["number"] == 1
            assert (await page.talk("hello"))["number"] == 1
            assert await page.talk("other") == {
                "type": "unsaid",
                "request": "r1",
                "code": "request_reused",
                "text": "Another action was done under this request id: send a new one.",
            }
            assert (await page.talk("x" * 301, "r2"))["code"] == "line_refused"
            assert (await page.talk("\u202e", "r3"))["code"] == "line_refused"
            assert (await page.talk("hello", "\0"))["code"] == "bad_message"
            assert (await onlooker.talk("hello"))["code"] == "cannot_talk"
            assert words(await page.listen()) == ["hello"]

    served_evening(tmp_path, work)


def test_a_page_that_was_away_is_told_what_it_has_missed(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, friend = await with_a_friend(served.hall)
        onlooker = await guest(served.hall)
        for who, text in ((friend, "one"), (onlooker, "two"), (friend, "three")):
            await served.hall.chat.say(table.id, who, text)
        async with talker(served, table, friend) as page:
            told = await page.listen(1, "players")
            assert (told["whole"], words(told)) == (False, ["three"])
            assert (await page.listen(3, "players"))["lines"] == []
            # At the end it hears the other room, too, with all that was said there before.
            await served.hall.tables.act(table.id, friend, Resign())
            told = await page.told("chat")
            assert (told["whole"], told["rooms"]) == (True, ["players", "spectators"])
            assert words(told) == ["one", "two", "three"]
            # The same for one that was away meanwhile, and says what it could read before.
            told = await page.listen(3, "players")
            assert (told["whole"], words(told)) == (True, ["one", "two", "three"])

    served_evening(tmp_path, work)


def test_who_plays_is_not_told_what_spectators_say(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, friend = await with_a_friend(served.hall)
        onlooker = await guest(served.hall)
        async with talker(served, table, friend) as page, talker(served, table, onlooker) as looking:
            await page.listen()
            await looking.listen()
            assert (await looking.talk("e8 wins", "r1"))["type"] == "said"
            await page.talk("hm", "r2")
            # Had the line before it been told, it would have come first.
            assert (await page.told("line"))["line"]["text"] == "hm"

    served_evening(tmp_path, work)


def test_muted_hidden_and_shown_again(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, friend = await with_a_friend(served.hall)
        name = (await served.hall.accounts.get(friend)).name
        async with talker(served, table, me(served.hall)) as page:
            await page.listen()
            await served.hall.chat.say(table.id, friend, "bad words")
            assert (await page.told("line"))["line"]["text"] == "bad words"
            assert (await served.owner.post(f"/tables/{table.id}/chat/1/hide")).status_code == 204
            told = await page.told("chat")
            assert [(line["text"], line["hidden"]) for line in told["lines"]] == [("", True)]
            answer = await served.owner.post(f"/tables/{table.id}/chat/1/hide", data={"hidden": "no"})
            assert answer.status_code == 204 and words(await page.told("chat")) == ["bad words"]
            answer = await served.owner.post("/relations", data={"name": name, "change": "mute"})
            assert answer.status_code == 204 and words(await page.listen()) == []
            await served.hall.chat.say(table.id, friend, "more of it")
            await served.hall.chat.say(table.id, me(served.hall), "quiet")
            assert (await page.told("line"))["line"]["text"] == "quiet"

    served_evening(tmp_path, work)


def test_before_it_listens_a_page_is_told_nothing(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, friend = await with_a_friend(served.hall)
        async with talker(served, table, friend) as page:
            await served.hall.chat.say(table.id, friend, "hello")
            await page.say("time")
            while (heard := await page.hear())["type"] != "time":
                assert heard["type"] in ("here", "state")

    served_evening(tmp_path, work)


STRANGE: list[dict[str, object]] = [
    {"type": "listen"},
    {"type": "listen", "have": -1, "rooms": []},
    {"type": "listen", "have": 0, "rooms": ["kitchen", 7, None]},
    {"type": "listen", "have": 0, "rooms": "players"},
    {"type": "listen", "have": 2**40, "rooms": ["players"]},
    {"type": "say"},
    {"type": "say", "text": "hello"},
    {"type": "say", "text": 7, "request": "r1"},
    {"type": "say", "text": "hello", "request": "r" * 300},
    {"type": "say", "text": "", "request": "r1"},
    {"type": "say", "text": "\x00\x1b[2J", "request": "r2"},
    {"type": "say", "text": "<script>alert(1)</script>", "request": "<script>"},
    {"type": "say", "text": "%s%n{0.__class__}", "request": "%s"},
]


def test_nothing_a_page_sends_is_a_failure_of_ours(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(served: Served) -> None:
        table, friend = await with_a_friend(served.hall)
        with caplog.at_level(logging.WARNING):
            async with talker(served, table, friend) as page:
                for message in STRANGE:
                    await page.socket.send(json.dumps(message))
                    while (await asyncio.wait_for(page.hear(), 20))["type"] in ("state", "here", "line"):
                        pass
                await page.socket.send('{"type": "say", "text": "\\ud83d", "request": "r9"}')
                await page.socket.wait_closed()
                assert page.socket.close_code == 1007
        assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []

    served_evening(tmp_path, work)


def test_what_is_said_while_somebody_begins_to_listen_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(served: Served) -> None:
        table, _ = await with_a_friend(served.hall)
        chat = served.hall.chat
        for text in ("one", "two"):
            await chat.say(table.id, me(served.hall), text)
        read, readings = chat.lines, 0

        async def slowly(*asked: Any) -> list[Line]:
            nonlocal readings
            readings += 1
            found = await read(*asked)
            if readings == 1:
                # As another process tells it. There is time enough to look what is new.
                chat._news.publish(table.id, Renewed(more=True))
                for _ in range(20):
                    await read(*asked)
            return found

        async with talker(served, table, me(served.hall)) as one:
            monkeypatch.setattr(chat, "lines", slowly)
            assert words(await one.listen()) == ["one", "two"]
            await one.talk("three")
            assert (await one.told("line"))["line"]["text"] == "three"
            assert readings == 2

    served_evening(tmp_path, work)
