"""Counting in windows of time."""

import pytest

from taflheim.hall import windows as windows_module
from taflheim.hall.windows import Key, Windows


def test_what_is_long_ago_does_not_count() -> None:
    windows, key = Windows(), Key(10, "address", "here")
    for now_s in (0, 1, 8):
        windows.count(key, now_s)
    assert windows.wait_s(key, 3, 9.5) == 0.5 and windows.wait_s(key, 3, 10) == 0
    assert windows.wait_s(key, 3, 10.5) == 0, "nobody waits for the past"
    assert windows.wait_s(key, 1, 10) == 8 and windows.wait_s(key, 0, 10) == 10
    windows.forget(key)
    assert windows.wait_s(key, 1, 10) == 0


def test_keys_that_nobody_uses_any_more_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows_module, "_FEW", 10)
    windows = Windows()
    for number in range(10_000):
        windows.count(Key(10, "account", str(number)), number)
        windows.wait_s(Key(60, "account", str(number)), 1, number)
    assert len(windows) < 50
    assert windows.wait_s(Key(10, "account", "9999"), 1, 9_999) == 10


def test_keys_are_looked_through_when_there_are_twice_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows_module, "_FEW", 4)
    windows = Windows()
    lengths: list[int] = []
    for now_s in [0, 1, 2, 3, 10, 20, 20, 20, 20, 20]:
        windows.count(Key(10, "account", str(len(lengths))), now_s)
        lengths.append(len(windows))
    # The first is of no use when the fifth comes. Four are left, so that nobody looks before there are more than eight.
    assert lengths == [1, 2, 3, 4, 4, 5, 6, 7, 8, 5]
    for name in "abcdef":
        windows.count(Key(10, "account", name), 30)
    assert len(windows) == 6, "the five before stayed until there were more than ten"
