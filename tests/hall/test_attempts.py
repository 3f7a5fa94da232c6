"""What was tried too often is refused, for this account or address alone."""

import asyncio
from collections.abc import Sequence

import pytest

from taflheim.hall.attempts import Attempts, TooOften
from taflheim.hall.counting import Counted, Counting


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


def test_without_a_key_nothing_is_limited() -> None:
    attempts = Attempts({"account": "1/minute"})
    for _ in range(3):
        asyncio.run(attempts.take())


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "a second"),
        (59, "59 seconds"),
        (60, "a minute"),
        (120, "2 minutes"),
        (3540, "59 minutes"),
        (3541, "an hour"),
        (3600, "an hour"),
        (3601, "2 hours"),
        (100 * 3600, "100 hours"),
    ],
)
def test_how_long_to_wait_in_words(seconds: int, words: str) -> None:
    refused = TooOften(seconds)
    assert f"wait {words} and" in str(refused) and refused.wait_s == seconds


class Together(Counting):
    """Counts as a test says that all processes together do."""

    def __init__(self, *answers: int | None, share: int = 1):
        self.answers, self.share = [*answers], share
        self.counted: list[Sequence[Counted]] = []
        self.forgiven: list[Sequence[str]] = []

    def allowed(self, most: int) -> int:
        return most // self.share

    async def take(self, counted: Sequence[Counted]) -> int | None:
        self.counted.append(counted)
        return self.answers.pop(0)

    async def forgive(self, keys: Sequence[str]) -> None:
        self.forgiven.append(keys)


def test_what_is_counted_together_decides() -> None:
    together = Together(0, 1, 1000, 1001, 60_000, 0)
    attempts = Attempts({"account": "2/minute; 9/hour", "address": "1/day"}, "log-in", together)
    keys = {"account": "anna", "address": "here"}
    asyncio.run(attempts.take(**keys))
    for wait_s in (1, 1, 2, 60):
        with pytest.raises(TooOften) as refused:
            asyncio.run(attempts.take(**keys))
        assert refused.value.wait_s == wait_s
    asyncio.run(attempts.take(**keys))  # though by its own counting there is none left
    (counted,) = {tuple(one) for one in together.counted}
    assert sorted((one.most, one.window_ms) for one in counted) == [
        (1, 86_400_000),
        (2, 60_000),
        (9, 3_600_000),
    ]
    assert len({one.key for one in counted}) == 3
    assert all(one.key.startswith("log-in") and one.key.endswith((":anna", ":here")) for one in counted)
    asyncio.run(attempts.forgive(**keys))
    assert sorted(together.forgiven[0]) == sorted(one.key for one in counted)


def test_each_window_and_each_kind_is_counted_under_a_key_of_its_own() -> None:
    both = [Together(0), Together(0)]
    for name, together in zip(("chat", "log-in"), both, strict=True):
        asyncio.run(Attempts({"account": "1/minute"}, name, together).take(account="anna"))
    keys = {one.key for together in both for counted in together.counted for one in counted}
    assert len(keys) == 2


def test_without_the_others_each_has_its_share() -> None:
    """What was counted together before counts here, too."""
    together = Together(0, None, None, None, share=2)
    attempts = Attempts({"account": "6/minute"}, "x", together)
    for _ in range(3):
        asyncio.run(attempts.take(account="anna"))
    with pytest.raises(TooOften) as refused:
        asyncio.run(attempts.take(account="anna"))
    assert 1 <= refused.value.wait_s <= 60
