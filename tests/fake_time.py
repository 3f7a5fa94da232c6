"""Time in a hall, or in an event loop, as a test says it is."""

import asyncio
from types import SimpleNamespace

import pytest

from taflheim.hall import clock


class FakeTime:
    """What time it is for all of the hall. Timers of the event loop do not know of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, now_ms: int = 1_800_000_000_000):
        self.now_ms = now_ms
        monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: self.now_ms * 1_000_000))

    def go_on(self, ms: int) -> int:
        """Let time pass; gives what time it is then."""
        self.now_ms += ms
        return self.now_ms


class LoopTime:
    """What time it is for the timers of the running event loop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        loop = asyncio.get_running_loop()
        self._now_s = loop.time()
        monkeypatch.setattr(loop, "time", lambda: self._now_s)

    async def go_on(self, seconds: float) -> None:
        """Let time pass, and all do what is due by then."""
        self._now_s += seconds
        # In the first round it is found that they are due, in the second they have run.
        for _ in range(2):
            await asyncio.sleep(0)
