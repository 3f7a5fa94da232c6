"""What was tried too often is refused, for this account or address alone."""

import asyncio

import pytest

from taflheim.hall.attempts import Attempts, TooOften


def test_each_key_has_its_own_limit() -> None:
    attempts = Attempts({"account": "2/minute", "address": "3/hour"})
    asyncio.run(attempts.take(account="anna", address="1.1.1.1"))
    asyncio.run(attempts.take(account="anna", address="1.1.1.1"))
    with pytest.raises(TooOften, match=r"wait .* and try again") as refused:
        asyncio.run(attempts.take(account="anna", address="2.2.2.2"))
    assert 0 < refused.value.wait_s <= 60
    asyncio.run(attempts.take(account="bo", address="1.1.1.1"))
    with pytest.raises(TooOften) as refused:
        asyncio.run(attempts.take(account="cleo", address="1.1.1.1"))
    assert 60 < refused.value.wait_s <= 3600
    asyncio.run(attempts.take(account="cleo", address="2.2.2.2"))


def test_all_addresses_that_one_household_has_count_as_one() -> None:
    attempts = Attempts({"address": "2/hour"})
    asyncio.run(attempts.take(address="2001:db8::1"))
    asyncio.run(attempts.take(address="2001:db8::2"))
    with pytest.raises(TooOften):
        asyncio.run(attempts.take(address="2001:db8::3"))
    asyncio.run(attempts.take(address="2001:db8:0:1::1"))
    asyncio.run(attempts.forgive(address="2001:db8::4"))
    asyncio.run(attempts.take(address="2001:db8::3"))


def test_what_is_refused_does_not_count() -> None:
    attempts = Attempts({"account": "1/minute", "address": "2/hour"})
    asyncio.run(attempts.take(account="anna", address="here"))
    for _ in range(5):
        with pytest.raises(TooOften):
            asyncio.run(attempts.take(account="anna", address="here"))
    asyncio.run(attempts.take(account="bo", address="here"))


def test_the_longest_window_counts() -> None:
    attempts = Attempts({"account": "2/minute; 3/day"})
    asyncio.run(attempts.take(account="anna"))
    asyncio.run(attempts.take(account="anna"))
    asyncio.run(attempts.forgive(account="anna"))
    for _ in range(2):
        asyncio.run(attempts.take(account="anna"))
    with pytest.raises(TooOften):
        asyncio.run(attempts.take(account="anna"))
