"""The page of the board of the day: one try, then as often as one likes; others' games hidden until then."""

from pathlib import Path

from serving_hall import Served, served_evening, visitor
from taflheim.games.hivolts.solve import solve
from taflheim.hall.daily_board import days_until
from taflheim.table.actor import Person
from taflheim.table.event import Move


async def _win(served: Served, table_id: str, account: str) -> None:
    table = await served.hall.tables.get(table_id)
    for text in solve(table.record.start.state).line:
        table = (await served.hall.tables.act(table_id, Person(account), Move(table.position_number, text))).table


def test_a_try_and_what_is_hidden_meanwhile(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        today, me = hall.daily.today(), hall.accounts.owner.id
        page = (await served.owner.get("/daily")).text
        assert "Play: this try counts" in page and "Nobody has finished yet" in page
        assert page.count(", today, not played") == 1, "the calendar says which day it is"
        # Not again before the try is made.
        assert (await served.owner.post(f"/daily/{today}")).status_code == 409
        where = (await served.owner.post("/daily")).headers["location"]
        assert (await served.owner.post("/daily")).headers["location"] == where
        assert (await served.owner.post(f"{where}/again", data={"board": "same"})).status_code == 409

        async with visitor(served.address) as guest:
            theirs = (await guest.post("/daily")).headers["location"]
            assert theirs != where
            account = (await hall.tables.get(theirs.removeprefix("/tables/"))).seats["player"].account
            assert account is not None
            await _win(served, theirs.removeprefix("/tables/"), account)
            assert "Guests are not listed" in (await guest.get("/daily")).text
            # The owner of the hall sees it only after their own try.
            assert (await served.owner.get(theirs)).status_code == 404
            await _win(served, where.removeprefix("/tables/"), me)
            assert (await served.owner.get(theirs)).status_code == 200
            assert (await guest.get(where)).status_code == 200
            assert (await served.stranger.get(where)).status_code == 404
        page = (await served.owner.get("/daily")).text
        assert "You have won in" in page and "Play it again" in page and f'href="{where}"' in page
        assert (await served.owner.post("/daily")).status_code == 409
        again = (await served.owner.post(f"/daily/{today}")).headers["location"]
        assert not (await hall.tables.get(again.removeprefix("/tables/"))).terms.counted
        again = (await served.owner.post(f"{where}/again", data={"board": "same"})).headers["location"]
        assert not (await hall.tables.get(again.removeprefix("/tables/"))).terms.counted

    served_evening(tmp_path, work)


def test_days_before_and_days_to_come(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        yesterday, today = days_until(served.hall.daily.today(), 2)
        page = (await served.stranger.get(f"/daily/{yesterday}")).text
        assert "This day is over" in page and "Nobody has played on this day" in page
        assert (await served.owner.post(f"/daily/{yesterday}")).status_code == 303
        for day in ("2025-12-31", "2999-01-01", "never"):
            assert (await served.stranger.get(f"/daily/{day}")).status_code == 404
        assert (await served.stranger.get("/daily?of=quoridor")).status_code == 404
        assert f"/daily/{today}" in page
        assert 'href="/daily"' in (await served.owner.get("/")).text

    served_evening(tmp_path, work)
