"""What time it is for the hall."""

from datetime import UTC, datetime

from taflheim.hall.clock import now_ms


def test_milliseconds_since_1970() -> None:
    before = datetime.now(UTC).timestamp()
    now = now_ms()
    after = datetime.now(UTC).timestamp()
    assert isinstance(now, int)
    assert before - 0.001 <= now / 1000 <= after
