"""What time it is for the hall."""

from datetime import UTC, datetime

from taflheim.hall.clock import follow, machine_ms, now_ms


def test_milliseconds_since_1970() -> None:
    before = datetime.now(UTC).timestamp()
    now = now_ms()
    after = datetime.now(UTC).timestamp()
    assert isinstance(now, int)
    assert before - 0.001 <= now / 1000 <= after


def test_the_time_of_another_clock_is_followed() -> None:
    try:
        follow(3_600_000)
        ahead = now_ms() - machine_ms()
        assert 3_590_000 < ahead <= 3_600_000
    finally:
        follow(0)
    assert now_ms() <= machine_ms()
