"""Streams of a page or a program end with the session or token, as its connection to a table does."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

import taflheim
from chatting import guest
from programs import API
from serving_hall import Served, events, served_evening, visitor
from taflheim.hall.pairing import Wanted
from taflheim.table.actor import Person
from taflheim.table.event import Resign
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

GOOD = "correct horse"
CASUAL = Wanted(taflheim.game("toy"), TimeControl.parse("5+3"), False)


async def log_out(_: Served, browser: httpx.AsyncClient, __: Person) -> None:
    assert (await browser.post("/logout")).status_code == 303


async def change_password(_: Served, browser: httpx.AsyncClient, __: Person) -> None:
    answer = await browser.post("/account/password", data={"old": GOOD, "new": "battery staple"})
    assert answer.status_code == 303


async def ban(served: Served, _: httpx.AsyncClient, person: Person) -> None:
    await served.hall.bans.ban(person.account)


async def delete(_: Served, browser: httpx.AsyncClient, __: Person) -> None:
    assert (await browser.post("/account/delete", data={"password": GOOD, "sure": "1"})).status_code == 303


async def revoke(served: Served, browser: httpx.AsyncClient, person: Person) -> None:
    (token,) = await served.hall.access.listed(person)
    await browser.post("/account/tokens/revoke", data={"token": token.id})


ENDS_SESSION, ENDS_TOKEN = (log_out, change_password, ban, delete), (revoke, ban, delete)
End = Callable[[Served, httpx.AsyncClient, Person], Awaitable[None]]


async def for_ever(*_: object) -> AsyncGenerator[dict[str, Any]]:
    """As an engine that is never done."""
    yield {"depth": 1}
    await asyncio.Event().wait()


async def tables(served: Served, person: Person) -> tuple[str, str]:
    """A table that waits for somebody else, and one at which the game is over."""
    other = await guest(served.hall)
    mine = Seat.person(person.account, "Anna")
    start = taflheim.game("toy").start()
    waiting = await served.hall.tables.open(start, {"crosses": mine, "noughts": Seat.free()})
    seats = {"crosses": mine, "noughts": Seat.person(other.account, "Bo")}
    over = await served.hall.tables.open(start, seats, Terms(opener=person.account))
    await served.hall.tables.act(over.id, other, Resign())
    return waiting.id, over.id


async def told(listening: "dict[str, list[tuple[str, Any]]]") -> None:
    """Wait until something was told at every address."""
    while not all(listening.values()):
        await asyncio.sleep(0.005)


async def expect_the_end(
    client: httpx.AsyncClient, paths: tuple[str, ...], end: Callable[[], Awaitable[None]], served: Served
) -> None:
    """Streams at these addresses end, and say why, when somebody is logged out. Those of others go on."""
    found: dict[str, list[tuple[str, Any]]] = {path: [] for path in paths}
    others: dict[str, list[tuple[str, Any]]] = {"/lobby/live": []}
    async with asyncio.TaskGroup() as tasks:
        for path in paths:
            tasks.create_task(events(client, path, found=found[path]))
        going_on = asyncio.create_task(events(served.owner, "/lobby/live", found=others["/lobby/live"]))
        await told({**found, **others})
        await end()
    assert not going_on.done()
    going_on.cancel()
    await asyncio.wait([going_on])
    for path, heard in found.items():
        name, last = heard[-1]
        assert (name, last["code"]) == ("failed", "logged_out"), path
        assert last["error"].startswith("You are logged out here")


@pytest.mark.parametrize("end", ENDS_SESSION)
def test_streams_of_pages_end_with_the_session(end: End, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        monkeypatch.setattr(hall.reviews, "watch", for_ever)
        monkeypatch.setattr(hall.insight, "analysis", for_ever)
        person = Person((await hall.logins.register("Anna", GOOD, "here")).id)
        waiting, over = await tables(served, person)
        async with visitor(served.address) as browser:
            answer = await browser.post("/login", data={"name": "Anna", "password": GOOD})
            assert answer.status_code == 303
            await hall.lobby.pairing.seek(person, CASUAL)
            paths = (
                *("/lobby/live", f"/tables/{waiting}/waiting", f"/tables/{over}/review/progress"),
                *("/insight/analysis?game=toy", f"{API}/lobby/live"),
            )
            await expect_the_end(browser, paths, lambda: end(served, browser, person), served)

    served_evening(tmp_path, work)


@pytest.mark.parametrize("end", ENDS_TOKEN)
def test_streams_of_programs_end_with_the_token(end: End, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        monkeypatch.setattr(hall.reviews, "watch", for_ever)
        monkeypatch.setattr(hall.insight, "analysis", for_ever)
        person = Person((await hall.logins.register("Anna", GOOD, "here")).id)
        _, over = await tables(served, person)
        token = await hall.access.add(person, "a program", ["read"])
        async with AsyncExitStack() as stack:
            browser = await stack.enter_async_context(visitor(served.address))
            await browser.post("/login", data={"name": "Anna", "password": GOOD})
            program = await stack.enter_async_context(
                httpx.AsyncClient(base_url=served.address, timeout=120, headers={"Authorization": f"Bearer {token}"})
            )
            paths = tuple(f"{API}/{path}" for path in ("lobby/live", f"tables/{over}/review", "analysis/toy"))
            await expect_the_end(program, paths, lambda: end(served, browser, person), served)

    served_evening(tmp_path, work)
