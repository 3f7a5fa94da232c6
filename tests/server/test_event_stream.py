"""Server-sent events: told as they come, ended well, and never silent for long."""

import asyncio
from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import Any, cast

import anyio
import pytest
from starlette.requests import Request

from taflheim.games.errors import TaflheimError
from taflheim.hall.accounts import Accounts, hash_of
from taflheim.server import event_stream as streams
from taflheim.server.caller import Caller
from taflheim.server.identity import Client
from taflheim.store.accounts import Account
from taflheim.store.store import Store
from taflheim.table.actor import Actor, Person, Spectator

NOBODY = Caller(Spectator(), Client(None, "", ""))


def no_accounts() -> Accounts:
    """Accounts of which only is asked what is to be closed."""
    return Accounts(cast(Store, None), Account("1", "Anna", "owner"), b"")


def texts(
    events: AsyncGenerator[dict[str, Any]],
    closing: asyncio.Event,
    quiet_s: float = 60,
    caller: Caller = NOBODY,
    accounts: Accounts | None = None,
) -> AsyncGenerator[str]:
    """What is sent of these events."""
    hall = SimpleNamespace(accounts=accounts or no_accounts())
    request = cast(Request, SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(closing=closing, hall=hall))))
    return cast(AsyncGenerator[str], streams.event_stream(request, caller, events, quiet_s).body_iterator)


def test_events_come_and_the_end_is_said() -> None:
    async def events() -> AsyncGenerator[dict[str, Any]]:
        yield {"a": 1}
        yield {"b": 2}

    async def work() -> list[str]:
        return [text async for text in texts(events(), asyncio.Event())]

    assert asyncio.run(work()) == ['data: {"a":1}\n\n', 'data: {"b":2}\n\n', "event: done\ndata: {}\n\n"]


def test_what_fails_is_said_in_a_sentence() -> None:
    async def events() -> AsyncGenerator[dict[str, Any]]:
        yield {"a": 1}
        raise TaflheimError("there is nothing more")

    async def work() -> list[str]:
        return [text async for text in texts(events(), asyncio.Event())]

    assert asyncio.run(work())[1:] == ['event: failed\ndata: {"error":"There is nothing more.","code":"refused"}\n\n']


def test_a_stream_without_events_is_not_silent() -> None:
    go_on = asyncio.Event()

    async def events() -> AsyncGenerator[dict[str, Any]]:
        await go_on.wait()
        yield {"a": 1}

    async def work() -> None:
        heard = texts(events(), asyncio.Event(), quiet_s=0.01)
        assert [await anext(heard), await anext(heard)] == [":\n\n"] * 2
        go_on.set()
        while (text := await anext(heard)) == ":\n\n":
            pass
        assert text == 'data: {"a":1}\n\n', "the event that was waited for is not lost"

    asyncio.run(work())


def test_a_stream_ends_with_the_server_and_with_its_client() -> None:
    closed: list[str] = []

    async def events(name: str) -> AsyncGenerator[dict[str, Any]]:
        try:
            yield {"a": 1}
            await asyncio.Event().wait()
        finally:
            closed.append(name)

    async def work() -> None:
        closing = asyncio.Event()
        heard = texts(events("server"), closing)
        await anext(heard)
        closing.set()
        assert [text async for text in heard][-1] == "event: done\ndata: {}\n\n"
        heard = texts(events("client"), asyncio.Event(), quiet_s=0.01)
        await anext(heard)
        await anext(heard)
        await heard.aclose()

    asyncio.run(work())
    assert closed == ["server", "client"]


@pytest.mark.parametrize("by", ["session", "token"])
def test_a_stream_ends_with_the_session_or_token(by: str) -> None:
    client = Client("cookie" if by == "session" else None, "", "")
    caller = Caller(Person("1"), client, token=None if by == "session" else "cookie")
    closed = asyncio.Event()

    async def events() -> AsyncGenerator[dict[str, Any]]:
        try:
            yield {"a": 1}
            await asyncio.Event().wait()
        finally:
            closed.set()

    async def work() -> None:
        accounts = no_accounts()
        heard = texts(events(), asyncio.Event(), caller=caller, accounts=accounts)
        assert await anext(heard) == 'data: {"a":1}\n\n'
        accounts.hang_up(hash_of("cookie"))
        (last,) = [text async for text in heard]
        assert last.startswith("event: failed") and '"code":"logged_out"' in last and closed.is_set()
        assert accounts._ends == {}

    asyncio.run(work())


@pytest.mark.parametrize(("actor", "session"), [(Spectator(), None), (Spectator(), "old"), (Person("1"), "another")])
def test_a_stream_goes_on_when_another_session_ends(actor: Actor, session: str | None) -> None:
    go_on = asyncio.Event()

    async def events() -> AsyncGenerator[dict[str, Any]]:
        yield {"a": 1}
        await go_on.wait()
        yield {"b": 2}

    async def work() -> None:
        accounts = no_accounts()
        heard = texts(events(), asyncio.Event(), caller=Caller(actor, Client(session, "", "")), accounts=accounts)
        await anext(heard)
        for ended in ("old", "cookie"):  # a browser may keep sending what has ended long ago
            accounts.hang_up(hash_of(ended))
        asyncio.get_running_loop().call_soon(go_on.set)
        assert [text async for text in heard] == ['data: {"b":2}\n\n', "event: done\ndata: {}\n\n"]
        assert accounts._ends == {}

    asyncio.run(work())


def test_a_stream_that_is_cancelled_again_and_again_ends_well() -> None:
    closed = asyncio.Event()

    async def events() -> AsyncGenerator[dict[str, Any]]:
        try:
            await asyncio.Event().wait()
            yield {}
        finally:
            await asyncio.sleep(0.01)  # as when something has to be written first
            closed.set()

    async def work() -> None:
        heard = texts(events(), asyncio.Event())
        # As the server does with a client that has hung up: every wait of the stream is cancelled.
        with anyio.CancelScope() as scope:
            asyncio.get_running_loop().call_later(0.01, scope.cancel)
            await anext(heard)
        assert scope.cancelled_caught and closed.is_set()

    asyncio.run(work())
