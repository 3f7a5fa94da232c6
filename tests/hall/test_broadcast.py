"""Telling everybody who listens."""

import asyncio

import pytest

from taflheim.hall.broadcast import Broadcast, Lagged


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
