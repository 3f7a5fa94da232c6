"""What tests of the store share."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from taflheim.store import accounts, tables
from taflheim.store.accounts import Account
from taflheim.store.store import Store
from taflheim.store.tables import NewTable
from taflheim.table.event import Event
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

NOW = 1_793_491_200_000


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test to its end, but not for ever."""
    asyncio.run(asyncio.wait_for(work, 120))


@asynccontextmanager
async def opened(where: Path | str) -> AsyncIterator[Store]:
    """A store that is closed afterwards."""
    store = await asyncio.to_thread(Store.open, where)
    try:
        yield store
    finally:
        await asyncio.to_thread(store.close)


def with_store(where: Path | str, test: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    """Run a test with a store."""

    async def work() -> None:
        async with opened(where) as store:
            await test(store)

    run(work())


async def owner(store: Store) -> Account:
    """The one account of most tests."""
    return await store.write(accounts.owner, "Anna", "anna", NOW)


async def new_table(
    store: Store, table_id: str, seats: dict[str, Seat], now_ms: int = NOW, terms: Terms | None = None
) -> None:
    """Keep a table of Quoridor."""
    terms = replace(terms or Terms(), created_ms=now_ms)
    await store.write(tables.add, NewTable(table_id, "quoridor", {"players": 2}, "start", seats, terms, turn="a"))


def move(number: int, account: str | None = None, request: str | None = None) -> Event:
    """The event of a move."""
    digest = f"digest of {request}" if request else None
    return Event(number, "move", "a", f"e{number}", NOW + number, 0, account, request, digest)
