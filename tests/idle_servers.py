"""Servers of one hall, on one PostgreSQL, that do nothing by themselves: a test says what news there are."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import taflheim
from chatting import guest
from postgres import Cluster
from stores import run
from taflheim.hall import clock, redis_news
from taflheim.hall.hall import Hall
from taflheim.hall.news import Kind, News
from taflheim.hall.settings import Settings
from taflheim.table.actor import Person
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

QUORIDOR = taflheim.game("quoridor")


class Told(News):
    """News as they are told."""

    def __init__(self, *_where: str) -> None:
        self.published: list[tuple[str, Kind]] = []
        self.followed: set[str] = set()
        self.heard: Callable[[str, Kind], None] | None = None
        """Who listens."""
        self.closed = False

    def begin(self, heard: Callable[[str, Kind], None]) -> None:
        self.heard = heard

    def publish(self, topic: str, kind: Kind) -> None:
        self.published.append((topic, kind))

    def follow(self, topic: str) -> None:
        self.followed.add(topic)

    async def close(self) -> None:
        self.closed = True


@contextmanager
def told_news() -> Iterator[None]:
    """Halls have such news instead of those of Redis, and what time it is is forgotten afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(redis_news, "RedisNews", Told)
        try:
            yield
        finally:
            clock.follow(0)


class Server:
    """A hall that is shared and looks at nothing by itself."""

    def __init__(self, hall: Hall):
        assert hall._sharing and hall._leases
        assert isinstance(hall._sharing._news, Told)
        self.hall, self.sharing, self.worker = hall, hall._sharing, hall._leases.worker
        self.news = hall._sharing._news
        self.looked: list[str] = []
        """What was read in the store."""
        self.written: list[str] = []
        store = hall._store
        read, write = store.read, store.write

        async def noted_read(work: Callable[..., Any], *args: Any, **more: Any) -> Any:
            self.looked.append(f"{work.__module__.rpartition('.')[2]}.{work.__name__}")
            return await read(work, *args, **more)

        async def noted_write(work: Callable[..., Any], *args: Any, **more: Any) -> Any:
            self.written.append(getattr(work, "__name__", ""))
            return await write(work, *args, **more)

        store.read, store.write = noted_read, noted_write  # type: ignore[method-assign]

    async def hears(self, topic: str, kind: Kind) -> set[str]:
        """What is looked up when there is news."""
        self.looked.clear()
        self.sharing._heard(topic, kind)
        await self.sharing._tasks.finish()
        return set(self.looked)


class Two(NamedTuple):
    """Two servers, and Anna and Bo who play at a table."""

    one: Server
    other: Server
    anna: Person
    bo: Person
    table: Table


def settings_of(folder: Path, database: str) -> Settings:
    """Of a hall that is shared, though no Redis is there."""
    return Settings(folder, database_url=database, redis_url="unix:///nowhere/redis.sock")


@asynccontextmanager
async def server(folder: Path, database: str, *, idle: bool = True) -> AsyncIterator[Server]:
    """One server of a hall."""
    hall = await Hall.open(folder, settings_of(folder, database), idle=idle)
    try:
        yield Server(hall)
    finally:
        await hall.close()


def with_servers(folder: Path, cluster: Cluster, work: Callable[[Two], Awaitable[None]]) -> None:
    """Do something with two servers."""

    async def test() -> None:
        address = cluster.address()
        async with server(folder / "one", address) as one, server(folder / "other", address) as other:
            anna, bo = await guest(one.hall), await guest(other.hall)
            seats = {"a": Seat.person(anna.account, "Anna"), "b": Seat.person(bo.account, "Bo")}
            table = await one.hall.tables.open(QUORIDOR.start(), seats, Terms(watchable=True, opener=anna.account))
            await other.hall.tables.get(table.id)
            await work(Two(one, other, anna, bo, table))

    with told_news():
        run(test())
