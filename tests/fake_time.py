"""Time in a hall as a test says it is."""

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
