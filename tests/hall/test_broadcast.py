"""Telling everybody who listens."""

import asyncio

import pytest

from taflheim.hall.broadcast import Broadcast, Lagged, Subscription


def test_everybody_on_a_topic_is_told_in_order() -> None:
    async def work() -> None:
        broadcast = Broadcast[int]()
        with broadcast.subscribe("t") as one, broadcast.subscribe("t") as other, broadcast.subscribe("u") as third:
            assert broadcast.listeners("t") == 2 and broadcast.listeners("v") == 0
            for number in range(3):
                broadcast.publish("t", number)
            broadcast.publish("u", 9)
            for subscription in (one, other):
                assert [await subscription.get() for _ in range(3)] == [0, 1, 2]
            assert await third.get() == 9
        broadcast.publish("t", 3)  # to nobody
        assert broadcast.listeners("t") == 0
        assert broadcast._subscriptions == {}

    asyncio.run(work())


def test_get_waits_for_news() -> None:
    async def work() -> None:
        broadcast = Broadcast[int]()
        with broadcast.subscribe("t") as subscription:
            waiting = asyncio.create_task(subscription.get())
            await asyncio.sleep(0)
            assert not waiting.done()
            broadcast.publish("t", 5)
            assert await waiting == 5

    asyncio.run(work())


def test_a_slow_reader_is_dropped_and_told_so_once() -> None:
    async def work() -> None:
        broadcast = Broadcast[int](most_waiting=2)
        with broadcast.subscribe("t") as slow, broadcast.subscribe("t") as quick:
            for number in range(5):
                broadcast.publish("t", number)
                assert await quick.get() == number
            with pytest.raises(Lagged):
                await slow.get()
            broadcast.publish("t", 5)
            broadcast.publish("t", 6)
            assert [await slow.get(), await slow.get()] == [5, 6]

    asyncio.run(work())


class Reader:
    """Takes what is published, as long as it is ready."""

    def __init__(self) -> None:
        self.ready = True
        self.taken: list[int] = []
        self.read: list[int] = []

    def take(self, number: int) -> bool:
        if number < 0:
            raise ValueError(number)
        if self.ready:
            self.taken.append(number)
        return self.ready

    async def run(self, subscription: Subscription[int]) -> None:
        while True:
            self.read.append(await subscription.get())


def test_who_waits_for_news_may_take_them_at_once_and_never_out_of_order() -> None:
    async def work() -> None:
        broadcast, reader = Broadcast[int](), Reader()
        with broadcast.subscribe("t", reader.take) as subscription:
            broadcast.publish("t", 0)  # nobody waits for it yet
            assert reader.taken == []
            running = asyncio.create_task(reader.run(subscription))
            await asyncio.sleep(0)
            assert reader.read == [0]
            broadcast.publish("t", 1)
            broadcast.publish("t", 2)
            assert reader.taken == [1, 2]
            reader.ready = False
            broadcast.publish("t", 3)
            reader.ready = True
            broadcast.publish("t", 4)  # 3 is still to be read
            assert reader.taken == [1, 2]
            while reader.read != [0, 3, 4]:
                await asyncio.sleep(0)
            broadcast.publish("t", 5)
            assert reader.taken == [1, 2, 5]
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            broadcast.publish("t", 6)  # it waits no more
            assert reader.taken == [1, 2, 5]
            assert await subscription.get() == 6

    asyncio.run(work())


def test_a_reader_who_fails_is_nobody_elses_trouble() -> None:
    async def work() -> None:
        broadcast, reader = Broadcast[int](), Reader()
        with broadcast.subscribe("t", reader.take) as subscription, broadcast.subscribe("t") as other:
            running = asyncio.create_task(reader.run(subscription))
            await asyncio.sleep(0)
            broadcast.publish("t", -1)
            assert await other.get() == -1
            while reader.read != [-1]:
                await asyncio.sleep(0)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running

    asyncio.run(work())


def test_who_takes_nothing_is_dropped_like_anybody_who_is_slow() -> None:
    async def work() -> None:
        broadcast, reader = Broadcast[int](most_waiting=2), Reader()
        reader.ready = False
        with broadcast.subscribe("t", reader.take) as subscription:
            waiting = asyncio.create_task(subscription.get())
            await asyncio.sleep(0)
            for number in range(3):
                broadcast.publish("t", number)
            with pytest.raises(Lagged):
                await waiting

    asyncio.run(work())


def test_as_many_wait_as_may_and_one_more_is_too_many() -> None:
    async def work() -> None:
        broadcast = Broadcast[int](most_waiting=2)
        with broadcast.subscribe("t") as subscription:
            broadcast.publish("t", 1)
            broadcast.publish("t", 2)
            assert [await subscription.get(), await subscription.get()] == [1, 2]
            for number in (3, 4, 5):
                broadcast.publish("t", number)
            with pytest.raises(Lagged):
                await subscription.get()
            # Whoever has heard all, or that something is missing, waits for what comes next.
            for number in (6, 7):
                waiting = asyncio.create_task(subscription.get())
                await asyncio.sleep(0)
                assert not waiting.done()
                broadcast.publish("t", number)
                assert await waiting == number

    asyncio.run(work())


def test_what_somebody_hears_of_is_known() -> None:
    broadcast = Broadcast[int]()
    with broadcast.subscribe("one"), broadcast.subscribe("two"):
        assert sorted(broadcast.topics()) == ["one", "two"]
    assert broadcast.topics() == []
