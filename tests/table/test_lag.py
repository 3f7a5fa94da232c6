"""The lag allowance: what is forgiven, and that no page can earn time by answering late."""

from hypothesis import given
from hypothesis import strategies as st

from taflheim.table.lag import LagQuota

TRIPS = st.lists(st.integers(0, 2_000))


def pinged(trips: list[int]) -> LagQuota:
    quota = LagQuota()
    for trip in trips:
        quota = quota.pinged(trip)
    return quota


def test_nothing_is_forgiven_before_a_ping_has_come_back() -> None:
    assert LagQuota().allowance_ms == 0


@given(TRIPS)
def test_the_smallest_of_the_last_five_counts(trips: list[int]) -> None:
    assert pinged(trips).allowance_ms == min([500, *trips[-5:]]) * bool(trips)


def test_the_sixth_last_counts_no_more() -> None:
    assert pinged([40, 90, 80, 70, 60]).allowance_ms == 40
    assert pinged([40, 90, 80, 70, 60, 99]).allowance_ms == 60


@given(TRIPS, st.lists(st.integers(0, 2_000), min_size=1))
def test_answering_later_earns_at_most_half_a_second(trips: list[int], delays: list[int]) -> None:
    slow = pinged([*trips, *delays])
    assert slow.allowance_ms <= min(500, *delays[-5:])


@given(st.lists(st.integers(0, 600), max_size=60))
def test_the_quota_bounds_what_is_forgiven_in_all(trips: list[int]) -> None:
    quota, lags = LagQuota(), []
    for trip in trips:
        quota = quota.pinged(trip)
        lags.append(quota.allowance_ms)
        quota = quota.moved(quota.allowance_ms)
        assert 200 <= quota.quota_ms <= 3_000
    assert all(lag <= 500 for lag in lags)
    assert sum(lags) <= 1_000 + 200 * len(lags)
    assert LagQuota.after(lags) == LagQuota(quota_ms=quota.quota_ms)


def test_a_quota_that_is_used_up_limits() -> None:
    quota = pinged([500])
    forgiven = []
    for _ in range(6):
        forgiven.append(quota.allowance_ms)
        quota = quota.moved(quota.allowance_ms)
    assert forgiven == [500, 500, 400, 200, 200, 200]


def test_a_quota_grows_to_three_seconds() -> None:
    assert [LagQuota.after([0] * moves).quota_ms for moves in (0, 1, 9, 10, 11)] == [1_000, 1_200, 2_800, 3_000, 3_000]


def test_a_bots_long_wait_empties_the_quota_only() -> None:
    assert LagQuota().moved(90_000).quota_ms == 200


def test_a_clock_that_went_back_is_no_negative_trip() -> None:
    assert pinged([-5]).allowance_ms == 0
