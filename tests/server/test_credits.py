"""The token bucket."""

from hypothesis import given
from hypothesis import strategies as st

from taflheim.server.credits import Credits


def test_a_burst_then_a_steady_rate() -> None:
    credits = Credits(3, 2.0, 10.0)
    assert [credits.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert [credits.take(10.5), credits.take(10.5)] == [True, False]
    assert [credits.take(99.0) for _ in range(4)] == [True, True, True, False]


@given(st.lists(st.floats(0, 1), max_size=200))
def test_never_more_than_burst_and_rate_allow(waits: list[float]) -> None:
    credits, now, taken = Credits(5, 3.0, 0.0), 0.0, 0
    for wait in waits:
        now += wait
        taken += credits.take(now)
        assert taken <= 5 + 3.0 * now + 1e-6
