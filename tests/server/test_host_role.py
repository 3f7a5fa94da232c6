"""A host who is not the owner: what they see and do at tables of other people that nobody may watch."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

import taflheim
from chatting import guest, texts
from evenings import me
from programs import API, programs
from serving_hall import Served, served_evening, visitor
from taflheim.hall.hall import Hall
from taflheim.table.actor import Person
from taflheim.table.event import Move
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

HTML = {"Accept": "text/html"}


async def private(hall: Hall, *, begun: bool = True) -> tuple[Table, Person, Person]:
    """A private table of two guests that nobody may watch."""
    one, other = await guest(hall), await guest(hall)
    seats = {"a": Seat.person(one.account, "Anna"), "b": Seat.person(other.account, "Bo") if begun else Seat.free()}
    start = taflheim.game("quoridor").start()
    return await hall.tables.open(start, seats, Terms(opener=one.account)), one, other


async def registered(hall: Hall, name: str, *, host: bool) -> Person:
    """Somebody with an account, and the role of a host if they have it."""
    account = await hall.logins.register(name, "correct horse", "test")
    await hall.accounts.set_host(account, host)
    return Person(account.id)


@asynccontextmanager
async def browser(served: Served, person: Person) -> AsyncIterator[httpx.AsyncClient]:
    """The browser of somebody."""
    async with visitor(served.address) as client:
        client.cookies.set(f"taflheim-{served.hall.id}", await served.hall.accounts.begin_session(person.account))
        yield client


def test_a_host_sees_record_and_replay_and_others_find_nothing(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, one, _ = await private(served.hall)
        await served.hall.tables.act(table.id, one, Move(0, "e8"))
        host = await registered(served.hall, "Heidrun", host=True)
        other = await registered(served.hall, "Sigrid", host=False)
        paths = [
            *(f"/tables/{table.id}{part}" for part in ("", "/story", "/record.txt", "/ratings")),
            *(f"{API}/tables/{table.id}{part}" for part in ("", "/events", "/story", "/record", "/chat")),
        ]
        async with browser(served, host) as hers, browser(served, other) as theirs:
            for path in paths:
                assert (await hers.get(path, headers=HTML)).status_code == 200, path
                assert (await theirs.get(path, headers=HTML)).status_code == 404, path
                assert (await served.stranger.get(path, headers=HTML)).status_code == 404, path
            # The role can be taken, too.
            await served.hall.accounts.set_host(await served.hall.accounts.get(host), False)
            assert (await hers.get(f"/tables/{table.id}", headers=HTML)).status_code == 404

    served_evening(tmp_path, work)


def test_a_host_talks_and_hides_lines_where_nobody_may_watch(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table, one, _ = await private(served.hall)
        await served.hall.chat.say(table.id, one, "bad words")
        host = await registered(served.hall, "Heidrun", host=True)
        other = await registered(served.hall, "Sigrid", host=False)
        where = f"/tables/{table.id}/chat"
        async with browser(served, host) as hers, browser(served, other) as theirs:
            said = {"text": "The host is here.", "request": "r1"}
            assert (await theirs.post(where, json=said)).status_code == 404
            assert (await hers.post(where, json=said)).status_code == 201
            assert (await hers.post(f"{API}{where}", json={"text": "Be kind."})).status_code == 201
            assert (await theirs.post(f"{where}/1/hide")).status_code == 403
            assert (await hers.post(f"{where}/1/hide")).status_code == 204
        lines = await served.hall.chat.lines(table.id, await served.hall.chat.listener(table.id, host))
        assert (lines[0].text, lines[0].hidden) == ("bad words", True)
        assert await texts(served.hall, table, host) == ["bad words", "The host is here.", "Be kind."]

    served_evening(tmp_path, work)


def test_a_host_fills_and_closes_tables(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Heidrun", "Sigrid") as (host, other):
            account = await served.hall.accounts.named("Heidrun")
            await served.hall.accounts.set_host(account, True)
            running, _, _ = await private(served.hall)
            assert (await other.act(running.id, "close")).status_code == 404
            assert (await host.act(running.id, "close")).json()["kind"] == "aborted"
            waiting, _, _ = await private(served.hall, begun=False)
            assert (await other.act(waiting.id, "fill", seats={"b": 1})).status_code == 403
            assert (await host.act(waiting.id, "fill", seats={"b": 1})).status_code == 200
            assert (await served.hall.tables.get(waiting.id)).state == "playing"
            await closed_on_its_page(served, Person(account.id))

    async def closed_on_its_page(served: Served, host: Person) -> None:
        table, one, _ = await private(served.hall, begun=False)
        path, leave = f"/tables/{table.id}", f"/tables/{table.id}/leave"
        async with browser(served, host) as hers, browser(served, one) as theirs:
            assert "For the host" in (await hers.get(path, headers=HTML)).text
            assert "For the host" not in (await theirs.get(path, headers=HTML)).text
            assert "For the host" not in (await served.stranger.get(path, headers=HTML)).text
            other_account = Person((await served.hall.accounts.named("Sigrid")).id)
            async with browser(served, other_account) as others:
                assert (await others.post(leave)).status_code == 400
            assert (await served.hall.tables.get(table.id)).state == "open"
            assert (await hers.post(leave)).status_code == 303
            assert (await served.hall.tables.get(table.id)).state == "aborted"

    served_evening(tmp_path, work)


def test_a_host_gets_up_from_a_seat_like_others(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        host = await registered(served.hall, "Heidrun", host=True)
        start = taflheim.game("quoridor", players=3).start()
        seats = {
            "a": Seat.person(me(served.hall).account, "Anna"),
            "b": Seat.person(host.account, "Heidrun"),
            "c": Seat.free(),
        }
        table = await served.hall.tables.open(start, seats, Terms(opener=me(served.hall).account))
        async with browser(served, host) as hers:
            assert (await hers.post(f"/tables/{table.id}/leave")).status_code == 303
        now = await served.hall.tables.get(table.id)
        assert now.state == "open" and now.seats["b"].is_free

    served_evening(tmp_path, work)
