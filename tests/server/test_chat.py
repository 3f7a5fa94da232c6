"""What is done about chat by HTTP: the first line of a guest, muting, reporting, and what only hosts may do."""

import json
import logging
from pathlib import Path

import pytest

from chatting import guest, texts, with_a_friend
from evenings import me
from serving_hall import Served, served_evening, visitor
from taflheim.hall import bans
from taflheim.table.actor import Spectator


def test_the_first_line_makes_a_guest(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, _ = await with_a_friend(served.hall)
        where = f"/tables/{table.id}/chat"
        # Nobody becomes a guest by what is refused.
        for body in (
            {"text": " ", "request": "r1"},
            {"text": "x" * 301, "request": "r1"},
            {"text": "hello"},
            ["hello"],
        ):
            assert (await served.stranger.post(where, json=body)).status_code == 400
        assert not served.stranger.cookies
        answer = await served.stranger.post(where, json={"text": "hello", "request": "r1"})
        assert answer.status_code == 201 and answer.json()["name"].startswith("guest-") and served.stranger.cookies
        again = await served.stranger.post(where, json={"text": "hello", "request": "r1"})
        assert again.json() == answer.json()
        other = await served.stranger.post(where, json={"text": "other", "request": "r1"})
        assert other.status_code == 409
        assert await texts(served.hall, table, Spectator()) == ["hello"]

    served_evening(tmp_path, work)


def test_at_a_private_table_a_stranger_finds_nothing(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, _ = await with_a_friend(served.hall, watchable=False)
        answer = await served.stranger.post(f"/tables/{table.id}/chat", json={"text": "hello", "request": "r1"})
        assert answer.status_code == 404 and not served.stranger.cookies

    served_evening(tmp_path, work)


def test_what_only_people_and_only_hosts_may_do(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, friend = await with_a_friend(served.hall)
        await served.hall.chat.say(table.id, me(served.hall), "hello")
        session = await served.hall.accounts.begin_session(friend.account)
        async with visitor(served.address) as theirs:
            theirs.cookies.set(f"taflheim-{served.hall.id}", session)
            line = f"/tables/{table.id}/chat/1"
            name = served.hall.accounts.owner.name
            asked = [
                (f"{line}/report", {"reason": "rude"}, 204),
                (f"/tables/{table.id}/chat/9/report", {"reason": "rude"}, 404),
                (f"{line}/report", {"reason": ""}, 400),
                ("/relations", {"name": name, "change": "mute"}, 204),
                ("/relations", {"name": "nobody-else", "change": "mute"}, 404),
                ("/relations", {"name": name, "change": "love"}, 400),
                (f"{line}/hide", {}, 403),
                ("/reports/1", {"action": "handled"}, 403),
            ]
            for where, fields, status in asked:
                assert (await theirs.post(where, data=fields)).status_code == status, where
                assert (await served.stranger.post(where, data=fields)).status_code == 403, where
            assert (await theirs.get("/reports")).status_code == 403
            assert (await served.stranger.get("/reports")).status_code == 403
            account = await theirs.get("/account", headers={"accept": "text/html"})
            assert f"Unmute {name}" in account.text and "/reports" not in account.text
        answer = await served.owner.get("/reports")
        assert answer.status_code == 200 and "rude" in answer.text
        assert "Reports (1)" in (await served.owner.get("/account")).text

    served_evening(tmp_path, work)


def test_a_host_acts_on_a_report(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, friend = await with_a_friend(served.hall)
        await served.hall.chat.say(table.id, friend, "<b>bad</b> words")
        await served.hall.reports.add_line(me(served.hall), table.id, 1, "<script>rude</script>")
        (report,) = await served.hall.reports.listed()
        shown = (await served.owner.get("/reports")).text
        assert "&lt;b&gt;bad&lt;/b&gt; words" in shown and "<script>rude" not in shown
        where = f"/reports/{report.id}"
        for action in ("hide", "ban_address", "handled", "nonsense"):
            assert (await served.owner.post(where, data={"action": action})).status_code == 303
        (report,) = await served.hall.reports.listed()
        assert report.hidden and report.about_banned and report.handled_ms
        # The page came from this machine, which is never banned.
        assert await bans.banned_addresses(served.hall._store) == []
        assert (await served.owner.post(where, data={"action": "show"})).status_code == 303
        assert not (await served.hall.reports.listed())[0].hidden
        assert (await served.owner.post("/reports/nothing", data={"action": "hide"})).status_code == 303

    served_evening(tmp_path, work)


def test_the_owner_is_not_banned_by_a_report(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        _, friend = await with_a_friend(served.hall)
        await served.hall.reports.add_person(friend, served.hall.accounts.owner.name, "always wins")
        (report,) = await served.hall.reports.listed()
        answer = await served.owner.post(f"/reports/{report.id}", data={"action": "ban"})
        assert answer.status_code == 400 and "cannot be banned" in answer.text

    served_evening(tmp_path, work)


HOSTILE = (
    b"\xff\xfe",
    b"[" * 10_000,
    b'{"text": "\\ud83d", "request": "r1"}',
    b'{"text": "hello", "request": "\\u0000"}',
    b'{"text": {"text": {}}, "request": []}',
    json.dumps({"text": "\u202e\u0000" * 500, "request": "r1"}).encode(),
    b"",
)


def test_nothing_that_is_sent_is_a_failure_of_ours(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(served: Served) -> None:
        table, _ = await with_a_friend(served.hall)
        someone = await guest(served.hall)
        await served.hall.chat.say(table.id, someone, "hello")
        with caplog.at_level(logging.WARNING):
            for sent in HOSTILE:
                for where in (f"/tables/{table.id}/chat", f"/tables/{table.id}/chat/1/report", "/relations"):
                    answer = await served.owner.post(where, content=sent)
                    assert answer.status_code in (400, 404), (where, sent)
            for where in ("99999999999999999999", "-1", "x", "%00"):
                for what in ("report", "hide"):
                    answer = await served.owner.post(f"/tables/{table.id}/chat/{where}/{what}", data={"reason": "rude"})
                    assert answer.status_code in (400, 404, 422), where
        assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []

    served_evening(tmp_path, work)
