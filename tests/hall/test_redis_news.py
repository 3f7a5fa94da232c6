"""News between processes over a real Redis: who follows a topic hears of it, and nobody waits for one that is away."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

import pytest

from redis_server import RedisServer, redis_server
from taflheim.games.errors import TaflheimError
from taflheim.hall import redis_news
from taflheim.hall.news import HALL, Kind
from taflheim.hall.redis_news import RedisNews

_LIMIT_S = 60


class Process(RedisNews):
    """One of the processes, and what it has heard."""

    def __init__(self, url: str, worker: str, hall_id: str = "hall"):
        super().__init__(url, hall_id, worker)
        self.heard: asyncio.Queue[tuple[str, Kind]] = asyncio.Queue()
        self.begin(lambda topic, kind: self.heard.put_nowait((topic, kind)))

    async def followed(self, topic: str) -> None:
        """Follow a topic, and wait until it is heard of."""
        self.follow(topic)
        while await self.heard.get() != (topic, "gap"):
            pass


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with redis_server() as running:
        yield running


def with_processes(url: str, work: Callable[[Process, Process], Awaitable[None]]) -> None:
    """Do something with two processes that hear each other."""

    async def run() -> None:
        before = asyncio.all_tasks()
        one, other = Process(url, "one"), Process(url, "other")
        assert not one.alive, "it does not know yet"
        try:
            async with asyncio.timeout(_LIMIT_S):
                for process in (one, other):
                    assert await process.heard.get() == (HALL, "gap")
                    assert process.alive
                await work(one, other)
        finally:
            await one.close()
            await other.close()
        assert asyncio.all_tasks() == before, "nothing goes on"

    asyncio.run(run())


def test_all_hear_of_the_hall_but_who_tells(redis: RedisServer) -> None:
    async def work(one: Process, other: Process) -> None:
        one.publish(HALL, "lobby")
        assert await other.heard.get() == (HALL, "lobby")
        other.publish(HALL, "people")
        assert await one.heard.get() == (HALL, "people"), "it has not heard itself"

    with_processes(redis.url, work)


def test_a_topic_is_heard_of_while_it_is_followed(redis: RedisServer) -> None:
    async def work(one: Process, other: Process) -> None:
        one.publish("t", "events")
        await other.followed("t")
        await other.followed("u")
        one.publish("t", "chat")
        one.publish("u", "here")
        assert [await other.heard.get() for _ in range(2)] == [("t", "chat"), ("u", "here")], "each once"
        other.leave("t")
        other.leave("never followed")
        while (await one._client.pubsub_numsub("taflheim:hall:t"))[0][1]:
            await asyncio.sleep(0.01)
        one.publish("t", "events")
        one.publish("u", "events")
        assert await other.heard.get() == ("u", "events")
        # Only what is new is subscribed to: of the rest nothing can have been missed.
        await other.followed("t")
        assert other.heard.empty()

    with_processes(redis.url, work)


def test_halls_that_share_a_redis_do_not_hear_each_other(redis: RedisServer) -> None:
    async def work(one: Process, other: Process) -> None:
        elsewhere = Process(redis.url, "third", "another hall")
        assert await elsewhere.heard.get() == (HALL, "gap")
        elsewhere.publish(HALL, "people")
        while not elsewhere._waiting.empty():
            await asyncio.sleep(0.01)
        await elsewhere.close()
        one.publish(HALL, "lobby")
        assert await other.heard.get() == (HALL, "lobby")

    with_processes(redis.url, work)


@pytest.mark.parametrize("how", ["dead", "hanging"])
def test_a_redis_that_is_away_is_noticed_and_comes_back(
    how: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(redis_news, "_PING_S", 0.2)
    monkeypatch.setattr(redis_news, "_DEAD_S", 0.5)
    caplog.set_level("INFO", logger=redis_news.__name__)

    def logged() -> list[str]:
        found = [each for each in caplog.records if each.name == redis_news.__name__]
        return [each.levelname for each in found if each.levelname != "INFO" or "carries" in each.message]

    async def work(one: Process, other: Process) -> None:
        await other.followed("t")
        assert logged() == ["INFO"] * 2
        redis.kill() if how == "dead" else redis.signal(signal.SIGSTOP)
        while one.alive or other.alive:
            one.publish("t", "events")  # it waits for nothing, and what is told now is lost
            await asyncio.sleep(0.02)
        assert logged()[2:] == ["WARNING"] * 2
        # It is tried again, and said once that it is away.
        while len(pauses) < 6:
            await asyncio.sleep(0.02)
        assert logged()[2:] == ["WARNING"] * 2
        while not one._waiting.empty():
            await asyncio.sleep(0.02)
        while not other.heard.empty():
            other.heard.get_nowait()
        redis.start() if how == "dead" else redis.signal(signal.SIGCONT)
        found = {await other.heard.get() for _ in range(2)}
        assert found == {(HALL, "gap"), ("t", "gap")}, "what happened meanwhile was missed"
        while not one.alive:
            await asyncio.sleep(0.02)
        assert logged()[4:] == ["INFO"] * 2
        one.publish("t", "chat")
        while (heard := await other.heard.get()) == ("t", "events"):
            pass  # was on its way when it hung
        assert heard == ("t", "chat")

    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(delay: float, result: object = None) -> None:
        if delay >= redis_news._FIRST_PAUSE_S:
            pauses.append(delay)
            delay = 0.05
        await sleep(delay)

    monkeypatch.setattr(asyncio, "sleep", noted)
    with redis_server() as redis:
        with_processes(redis.url, work)
    assert max(pauses) <= redis_news._LONGEST_PAUSE_S
    assert min(pauses) == 2 * redis_news._FIRST_PAUSE_S, "soon after it was there"


def test_a_redis_that_has_nothing_to_tell_is_asked_whether_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_news, "_PING_S", 0.05)
    monkeypatch.setattr(redis_news, "_DEAD_S", 30.0)

    async def work(one: Process, other: Process) -> None:
        quiet.signal(signal.SIGSTOP)
        await asyncio.sleep(0.5)  # it may hang for a moment
        quiet.signal(signal.SIGCONT)
        while (await one._client.info("commandstats")).get("cmdstat_ping", {"calls": 0})["calls"] < 4:
            await asyncio.sleep(0.02)
        assert one.alive and other.alive and one.heard.empty()

    with redis_server() as quiet:
        with_processes(quiet.url, work)


def test_pauses_grow_while_it_is_away(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        pauses: asyncio.Queue[float] = asyncio.Queue()

        async def noted(delay: float) -> None:
            pauses.put_nowait(delay)
            await sleep(0)

        sleep = asyncio.sleep
        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "sleep", noted)
            news = RedisNews("unix:///nowhere/redis.sock", "hall", "one")
            news.begin(lambda *_: None)
            news.publish(HALL, "lobby")
            found = [await asyncio.wait_for(pauses.get(), _LIMIT_S) for _ in range(7)]
        await news.close()
        first, longest = redis_news._FIRST_PAUSE_S, redis_news._LONGEST_PAUSE_S
        assert found == [min(first * 2**number, longest) for number in range(1, 8)] and found[-1] == longest
        assert first < longest and not news.alive
        assert [each.levelname for each in caplog.records] == ["WARNING"], "it is said once"

    asyncio.run(run())


def test_news_that_nobody_takes_are_not_piled_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_news, "_MOST_WAITING", 2)

    async def run() -> None:
        news = RedisNews("unix:///nowhere/redis.sock", "hall", "one")
        for _ in range(5):
            news.publish(HALL, "lobby")
        assert news._waiting.qsize() == 2
        await news.close()

    asyncio.run(run())


def test_what_waits_is_old_when_redis_is_away() -> None:
    async def run() -> None:
        news = RedisNews("unix:///nowhere/redis.sock", "hall", "one")
        for _ in range(5):
            news.publish(HALL, "lobby")
        telling = asyncio.create_task(news._tell())
        while not news._waiting.empty():
            await asyncio.sleep(0.01)
        assert not telling.done(), "it goes on with what is told later"
        telling.cancel()
        with suppress(asyncio.CancelledError):
            await telling
        await news.close()

    asyncio.run(run())


def test_a_closed_one_holds_no_connection(redis: RedisServer) -> None:
    async def run() -> None:
        one = Process(redis.url, "one")
        await one.heard.get()
        one.publish(HALL, "lobby")
        while not one._waiting.empty():
            await asyncio.sleep(0.01)
        await one.close()
        watcher = redis_news.redis_client(redis.url, 30)
        while len(await watcher.client_list()) > 1:
            await asyncio.sleep(0.01)
        await watcher.aclose()

    asyncio.run(asyncio.wait_for(run(), _LIMIT_S))


def test_an_address_that_is_none() -> None:
    with pytest.raises(TaflheimError, match="redis_url"):
        RedisNews("nonsense", "hall", "one")
