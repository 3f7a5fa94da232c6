"""Duties that come again and again, also after one has failed."""

import asyncio
import logging

import pytest

from taflheim.hall.timers import Timers


def test_a_duty_is_done_again_also_after_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        timers, done, enough = Timers(), list[int](), asyncio.Event()

        def duty() -> None:
            done.append(len(done))
            if len(done) == 1:
                raise ValueError("the first time it fails")
            if len(done) == 3:
                enough.set()

        timers.every(0.001, duty, "counting")
        async with asyncio.timeout(30):
            await enough.wait()
        await timers.close()
        assert len(done) >= 3
        assert asyncio.all_tasks() == {asyncio.current_task()}, "nothing goes on"

    with caplog.at_level(logging.ERROR):
        asyncio.run(work())
    assert [record.message for record in caplog.records] == ["counting has failed; it is done again in 0.001 s"]
