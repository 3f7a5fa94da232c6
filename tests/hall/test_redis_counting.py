"""Servers of one hall count together what is limited; without Redis each counts up to its share."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import pytest

from redis_server import RedisServer, redis_server
from taflheim.games.errors import TaflheimError
from taflheim.hall import redis_counting
from taflheim.hall.attempts import Attempts, TooOften
from taflheim.hall.counting import Counted
from taflheim.hall.redis_counting import RedisCounting
from taflheim.hall.redis_news import redis_client
from taflheim.server.connections import Connections
from taflheim.server.limits import Limiter, Limits
from taflheim.table.actor import Person

_LIMIT_S = 120


def together(work: Callable[[RedisServer, RedisCounting, RedisCounting], Awaitable[None]], wait_s: float = 60) -> None:
    """Do something with two servers that count, and wait so long for Redis: all cores may be at work."""

    async def run(redis: RedisServer) -> None:
        both = [RedisCounting(redis.url, "hall", worker, 2, wait_s=wait_s) for worker in ("one", "two")]
        for counting in both:
            counting.begin()
        try:
            async with asyncio.timeout(_LIMIT_S):
                await answered(*both)
                await work(redis, *both)
        finally:
            for counting in both:
                await counting.close()

    with redis_server() as redis:
        asyncio.run(run(redis))


async def answered(*all_: RedisCounting) -> None:
    while not all(counting.together and counting._workers == 2 for counting in all_):
        await asyncio.sleep(0.02)


async def tries(attempts: Attempts, count: int, **keys: str) -> int:
    """How many of so many attempts at once are let through."""
    tried = await asyncio.gather(*(attempts.take(**keys) for _ in range(count)), return_exceptions=True)
    assert all(one is None or isinstance(one, TooOften) for one in tried), tried
    return tried.count(None)


def test_a_limit_holds_over_all_servers() -> None:
    async def work(_redis: RedisServer, one: RedisCounting, two: RedisCounting) -> None:
        first, second = (Attempts({"account": "5/minute; 8/hour", "all": "7/minute"}, "log-in", c) for c in (one, two))
        let = await asyncio.gather(tries(first, 4, account="anna", all=""), tries(second, 4, account="anna", all=""))
        assert sum(let) == 5
        assert await tries(second, 9, account="bo", all="") == 2, "what was refused has not counted for all"
        with pytest.raises(TooOften) as refused:
            await second.take(account="anna")
        assert 1 <= refused.value.wait_s <= 60
        await first.forgive(account="anna")
        assert await tries(second, 1, account="anna") == 1
        other = Attempts({"account": "5/minute"}, "chat", two)
        assert await tries(other, 9, account="anna") == 5, "each kind has its own"

    together(work)


@pytest.mark.parametrize("how", ["dead", "hanging"])
def test_without_redis_each_has_a_share(how: str) -> None:
    async def work(redis: RedisServer, one: RedisCounting, two: RedisCounting) -> None:
        redis.kill() if how == "dead" else redis.signal(signal.SIGSTOP)
        while one.together or two.together:
            await asyncio.sleep(0.02)
        let = [await tries(Attempts({"address": "11/minute"}, "x", each), 20, address="here") for each in (one, two)]
        assert let == [5, 5]
        redis.start() if how == "dead" else redis.signal(signal.SIGCONT)
        await answered(one, two)
        assert 5 <= await tries(Attempts({"address": "11/minute"}, "x", one), 20, address="there") <= 11

    together(work, wait_s=60 if how == "dead" else 1)


def test_nobody_waits_for_a_redis_that_hangs() -> None:
    async def work(redis: RedisServer, one: RedisCounting, _two: RedisCounting) -> None:
        redis.signal(signal.SIGSTOP)
        attempts = Attempts({"address": "11/minute"}, "x", one)
        assert await tries(attempts, 20, address="here") == 5
        assert not one.together
        redis.signal(signal.SIGCONT)

    together(work, wait_s=1)


def test_connections_and_requests_elsewhere_count() -> None:
    async def work(_redis: RedisServer, one: RedisCounting, two: RedisCounting) -> None:
        here, there = Connections(4, one), Connections(4, two)
        assert all(there.enter("192.0.2.1") for _ in range(3))
        while here._elsewhere.get("192.0.2.1") != 3:
            await asyncio.sleep(0.02)
        assert here.enter("192.0.2.1") and not here.enter("192.0.2.1") and here.enter("192.0.2.2")
        limits = Limits(burst=50, per_second=0.001)
        limiters = [Limiter(limits, each) for each in (one, two)]
        charged = asyncio.Event()
        charge = limiters[0]._charge

        def charging(elsewhere: Mapping[str, int]) -> None:
            charge(elsewhere)
            if elsewhere:
                charged.set()

        one.exchange("requests", limiters[0]._give, charging)
        for _ in range(40):
            limiters[1].request(Person("anna"), "")
        await charged.wait()
        for _ in range(10):
            limiters[0].request(Person("anna"), "")
        with pytest.raises(TooOften):
            limiters[0].request(Person("anna"), "")
        limiters[0].request(Person("bo"), "")

    together(work)


def test_an_address_that_is_none() -> None:
    with pytest.raises(TaflheimError, match="redis_url"):
        RedisCounting("nonsense", "hall", "one", 2)


def test_shares_of_a_limit(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        counting = RedisCounting("unix:///nowhere/redis.sock", "hall", "one", 4)
        assert [counting.allowed(most) for most in (100, 7, 4, 3, 1)] == [25, 1, 1, 1, 1]
        assert await counting.take([Counted("key", 1, 1000)]) is None, "it was not told that others are there"
        await counting.forgive(["key"])
        counting.together = True
        assert counting.allowed(100) == 100
        assert await counting.take([Counted("key", 1, 1000)]) is None and not counting.together
        assert caplog.text.count("Redis is away") == 1
        await counting._exchange()
        assert caplog.text.count("Redis is away") == 1, "it is told once"
        await counting.close()

    asyncio.run(asyncio.wait_for(run(), _LIMIT_S))


def test_what_others_have_counted_is_heard_in_all() -> None:
    async def work(redis: RedisServer, one: RedisCounting, two: RedisCounting) -> None:
        third = RedisCounting(redis.url, "hall", "three", 2, wait_s=60)
        elsewhere = RedisCounting(redis.url, "another hall", "four", 2, wait_s=60)
        heard: asyncio.Queue[Mapping[str, int]] = asyncio.Queue()
        one.exchange("floods", dict, heard.put_nowait)
        one.exchange("other", lambda: {"x": 9}, lambda _: None)
        for counting, count in ((two, 2), (third, 3), (elsewhere, 4)):
            counting.exchange("floods", lambda count=count: {"x": count, f"y{count}": 1}, lambda _: None)  # type: ignore[misc]
            await counting._exchange()
        assert elsewhere._workers == 1 and third._workers == 3
        while await heard.get() != {"x": 5, "y2": 1, "y3": 1}:
            pass
        for counting in (third, elsewhere):
            await counting.close()

    together(work)


def test_exchanging_goes_on_whatever_fails(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(redis_counting, "_EVERY_S", 0.01)

    async def work(_redis: RedisServer, one: RedisCounting, _two: RedisCounting) -> None:
        failed: asyncio.Queue[None] = asyncio.Queue()

        def fails() -> Mapping[str, int]:
            failed.put_nowait(None)
            raise ZeroDivisionError

        one.exchange("x", fails, lambda _: None)
        for _ in range(3):
            await failed.get()
        assert "tried again" in caplog.text

    together(work)


def test_a_closed_one_goes_on_with_nothing() -> None:
    async def run(redis: RedisServer) -> None:
        before = asyncio.all_tasks()
        counting = RedisCounting(redis.url, "hall", "one", 1, wait_s=60)
        counting.begin()
        while not counting.together:
            await asyncio.sleep(0.01)
        await counting.close()
        assert asyncio.all_tasks() == before
        watcher = redis_client(redis.url, 30)
        while len(await watcher.client_list()) > 1:
            await asyncio.sleep(0.01)
        await watcher.aclose()

    with redis_server() as redis:
        asyncio.run(asyncio.wait_for(run(redis), _LIMIT_S))


def test_exchanging_ends_although_it_has_not_noticed_that_it_shall(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when it is cancelled in the moment in which its wait is over."""
    monkeypatch.setattr(redis_counting, "_EVERY_S", 0.01)

    async def run() -> None:
        counting = RedisCounting("unix:///nowhere/redis.sock", "hall", "one", 1)
        begun = asyncio.Event()

        async def notices_nothing() -> None:
            with suppress(*() if begun.is_set() else (asyncio.CancelledError,)):
                begun.set()
                await asyncio.Event().wait()

        monkeypatch.setattr(counting, "_exchange", notices_nothing)
        counting.begin()
        await begun.wait()
        async with asyncio.timeout(5):
            await counting.close()

    asyncio.run(run())
