"""Reports to the host: of lines that somebody can read, and of people."""

from pathlib import Path

import pytest

from chatting import guest, with_a_friend
from evenings import evening, me
from taflheim.hall.attempts import TooOften
from taflheim.hall.chat import NoSuchLine
from taflheim.hall.hall import Hall
from taflheim.hall.relations import NoSuchPerson
from taflheim.hall.reports import InvalidReport, list_reports


def test_a_line_is_reported_with_what_was_said(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        await hall.chat.say(table.id, friend, "bad words")
        await hall.reports.add_line(me(hall), table.id, 1, " rude,\n\x00again ")
        (report,) = await hall.reports.listed()
        assert (report.text, report.line, report.about, report.number) == (
            "rude, again",
            "bad words",
            friend.account,
            1,
        )
        assert await hall.reports.waiting() == 1
        assert await hall.reports.handle(report.id) and not await hall.reports.handle(report.id)
        assert await hall.reports.waiting() == 0
        assert [one.id for one in await list_reports(hall._store)] == [report.id]

    evening(tmp_path, work)


def test_what_is_not_reported(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table, friend = await with_a_friend(hall)
        onlooker = await guest(hall)
        await hall.chat.say(table.id, onlooker, "e8 wins")
        await hall.chat.say(table.id, friend, "hello")
        with pytest.raises(NoSuchLine):
            await hall.reports.add_line(friend, table.id, 1, "unheard")
        with pytest.raises(InvalidReport, match="yourself"):
            await hall.reports.add_line(friend, table.id, 2, "my own")
        for text in ("", "\u200b", "x" * 501):
            with pytest.raises(InvalidReport):
                await hall.reports.add_line(onlooker, table.id, 2, text)
        with pytest.raises(NoSuchPerson):
            await hall.reports.add_person(onlooker, "nobody-else", "not there")
        assert await hall.reports.listed() == []
        await hall.reports.add_line(onlooker, table.id, 2, "x" * 500 + " " * 4000)
        (own,) = await hall.reports.told_by(onlooker)
        assert own.text == "x" * 500

    evening(tmp_path, work)


def test_a_person_is_reported_but_not_all_the_time(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        _, friend = await with_a_friend(hall)
        name = (await hall.accounts.get(friend)).name
        for _ in range(5):
            await hall.reports.add_person(me(hall), name, "slow")
        with pytest.raises(TooOften):
            await hall.reports.add_person(me(hall), name, "slow")
        assert [one.about_name for one in await hall.reports.listed()] == [name] * 5

    evening(tmp_path, work)
