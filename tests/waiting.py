"""Waiting for a page: nothing that changes by itself is asserted in the moment in which it is read."""

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from playwright.sync_api import Page, expect

_T = TypeVar("_T")

MS_TO_SHOW = 60_000
"""How long a page may take for anything. It is this much because all cores may be at work for other tests."""
MS_TO_THINK = 300_000
"""How long engines may take: the first question starts one."""
_POLL_MS = 20

expect.set_options(timeout=MS_TO_SHOW)


def until(page: Page, read: Callable[[], _T], wanted: _T, *, ms: float = MS_TO_SHOW) -> None:
    """Wait until what is read is what is wanted: for what `expect` cannot say. Read while the page goes on."""
    end = monotonic() + ms / 1000
    while (found := read()) != wanted and monotonic() < end:
        page.wait_for_timeout(_POLL_MS)
    assert found == wanted


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until the page has it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])


def expect_no_scrolling_sideways(page: Page) -> None:
    """The page fits the width of its window."""
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
