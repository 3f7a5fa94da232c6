"""What rules are written with: the bits of a word, and the states that the compiler tells apart."""

from typing import NamedTuple

import pytest

import taflheim
from taflheim.games import kernel, rules


@pytest.mark.parametrize("word", [1, 2, 3, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0x0123456789ABCDEF])
def test_bits(word: int) -> None:
    assert kernel.popcount(word) == f"{word:b}".count("1")
    assert kernel.lowest(word) == len(f"{word:b}") - len(f"{word:b}".rstrip("0"))


def test_states_that_the_compiler_would_confuse_are_refused() -> None:
    """The second game would silently have been searched with the first one's code."""
    known = taflheim.rulebooks()["halatafl"].rules.State
    twin = NamedTuple("State", [(name, int) for name in known._fields])  # type: ignore[misc]
    with pytest.raises(TypeError, match=r"both have 4 fields: .* give one of them another name"):
        kernel.implements(rules.decided, twin)
