"""The private feed: made, read by who has the address, and revoked; and the menu that tells whose turn it is."""

import re
from pathlib import Path
from xml.etree import ElementTree

import httpx

import taflheim
from serving_hall import Served, served_evening
from taflheim.hall.accounts import Accounts
from taflheim.table.actor import Person
from taflheim.table.event import Move
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

HTML = {"Accept": "text/html"}
ATOM = "{http://www.w3.org/2005/Atom}"


async def friend(accounts: Accounts) -> Person:
    actor = await accounts.actor(await accounts.add_guest())
    assert isinstance(actor, Person)
    return actor


async def table(served: Served, bo: Person, clock: str, *, mine: str = "a") -> str:
    """A table of the owner and a friend."""
    seats = {side: Seat.person(bo.account, "B<o") for side in "ab"}
    seats[mine] = Seat.person(served.hall.accounts.owner.id, "Anna")
    terms = Terms(TimeControl.parse(clock), opener=bo.account)
    return (await served.hall.tables.open(taflheim.game("quoridor").start(), seats, terms)).id


def addresses(answer: httpx.Response) -> list[str]:
    return re.findall(r"<code>(http\S+)</code>", answer.text)


def test_a_feed(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        bo = await friend(served.hall.accounts)
        assert "Make an address" in (await served.owner.get("/account", headers=HTML)).text
        atom, json = addresses(await served.owner.post("/account/feed", headers=HTML))
        again = await served.owner.get("/account", headers=HTML)
        assert atom not in again.text and "Revoke it" in again.text
        read = await served.stranger.get(json)
        assert read.json() == {"your_turn": []} and "no-store" in read.headers["cache-control"]
        assert not served.stranger.cookies

        mine, theirs = await table(served, bo, "days 3"), await table(served, bo, "5+3", mine="b")
        (told,) = (await served.stranger.get(json)).json()["your_turn"]
        assert told == told | {
            "id": mine,
            "link": f"{served.address}/tables/{mine}",
            "game": "quoridor",
            "side": "a",
            "words": "Quoridor against B<o",
            "clock": "days 3",
            "moves": 0,
        }
        await served.hall.tables.act(theirs, bo, Move(0, "e8"))
        answer = await served.stranger.get(atom)
        assert answer.headers["content-type"].startswith("application/atom+xml")
        feed = ElementTree.fromstring(answer.text)
        entries = feed.findall(f"{ATOM}entry")
        assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
            "Your turn: Quoridor against B<o",
            "Your turn: Quoridor against B<o, move 1",
        ]
        assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 2
        assert entries[1].find(f"{ATOM}link") is not None

        other, _ = addresses(await served.owner.post("/account/feed", headers=HTML))
        assert (await served.stranger.get(atom)).status_code == 404
        assert (await served.stranger.get(other)).status_code == 200
        assert (await served.stranger.post("/account/feed")).status_code == 403
        await served.owner.post("/account/feed/revoke")
        assert (await served.stranger.get(other)).status_code == 404
        assert (await served.stranger.get("/feeds/x.json")).status_code == 404

    served_evening(tmp_path, work)


def test_the_menu_tells_whose_turn_it_is(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        bo = await friend(served.hall.accounts)
        open_table = await served.new_table("quoridor", side="a", clock="days 3")
        theirs = await table(served, bo, "days 3", mine="b")
        live = await table(served, bo, "5+3")
        days = await table(served, bo, "days 3")
        menu = (await served.owner.get("/", headers=HTML)).text
        order = re.findall(r'href="/tables/([^"]+)"', menu)
        assert order[:2] == [days, live] and set(order[2:]) == {theirs, open_table}
        assert "Your turn: Quoridor against B&lt;o" in menu and menu.count("Your turn") == 2
        assert "Quoridor, waiting for somebody" in menu

    served_evening(tmp_path, work)
