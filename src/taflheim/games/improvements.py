"""What has become better between two positions, by the features of an evaluation."""

from collections.abc import Collection, Sequence
from typing import NamedTuple


class Improvement(NamedTuple):
    """A feature that has become better."""

    name: str
    was: int
    now: int


def improvements(
    names: Sequence[str],
    weights: Sequence[int],
    was: Sequence[int],
    now: Sequence[int],
    told: Collection[str],
    *,
    for_first: bool,
) -> list[Improvement]:
    """The features that are `told` and have become better, the one that counts most first.

    Weights are those of the side that features are counted for; `for_first` says whether that is the side that asks.

    >>> improvements(["men", "room"], [100, -2], [5, 10], [5, 7], ["men", "room"], for_first=True)
    [Improvement(name='room', was=10, now=7)]
    """
    sign = 1 if for_first else -1
    gains = {
        Improvement(name, int(before), int(after)): sign * int(weight) * (int(after) - int(before))
        for name, weight, before, after in zip(names, weights, was, now, strict=True)
        if name in told
    }
    return sorted((each for each, gain in gains.items() if gain > 0), key=lambda each: -gains[each])
