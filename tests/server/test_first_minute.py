"""The first minute on a machine where nothing is compiled: the menu is there at once, and says what it waits for."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import browsing
from browsing import SCREENSHOTS, Strict, TablePage
from waiting import until

_MS_TO_COMPILE = 900_000
"""Rules and bots of one game, while other tests keep the machine busy."""


def _compiling(cache: Path) -> set[int]:
    """The processes that compile into this cache."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            is_compiler = b"compile_ahead" in (process / "cmdline").read_bytes()
            if is_compiler and os.fsencode(cache) in (process / "environ").read_bytes():
                found.add(int(process.name))
    return found


@contextmanager
def _paused(cache: Path) -> Iterator[None]:
    """Nothing goes on being compiled: there is time to look at what is said meanwhile."""
    stopped: set[int] = set()
    while running := _compiling(cache) - stopped:  # one may have begun another's work
        for process in running:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
        stopped |= running
    try:
        yield
    finally:
        for process in stopped:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


@pytest.mark.slow
def test_the_menu_opens_before_anything_is_compiled(browser: Browser, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    empty = {"TAFLHEIM_CACHE": str(cache), "TAFLHEIM_GAMES": ""}
    with browsing.served(tmp_path / "home", **empty) as address:
        watching = Strict(browser, address)
        page = watching.page()
        page.goto(address)
        until(page, lambda: bool(_compiling(cache)), True)
        with _paused(cache):
            page.get_by_role("radio", name="Halatafl").check(force=True)
            waiting = page.locator('fieldset[data-game="halatafl"] .compiling')
            friend = page.locator('.start[data-game="halatafl"] .friend')
            expect(waiting).to_contain_text("The rules are being compiled")
            expect(friend).to_be_disabled()
            page.screenshot(path=SCREENSHOTS / "first-minute.png")
        # Two friends can begin as soon as the rules are there.
        expect(friend).to_be_enabled(timeout=_MS_TO_COMPILE)
        with _paused(cache):
            expect(waiting).to_contain_text("The bots are still waking up")
            page.screenshot(path=SCREENSHOTS / "first-minute-rules.png")
            page.get_by_role("button", name="Play against a bot").click()
            page.locator("dialog[open]").get_by_role("radio", name="Foxes").check()
            page.get_by_role("button", name="Begin").click()
            page.wait_for_url("**/tables/*")
            doing = page.locator('.side[data-side="sheep"] .doing')
            expect(doing).to_have_text("waking up")
            page.screenshot(path=SCREENSHOTS / "first-minute-bot.png")
        # The bot moves when it is awake, and nobody has to do anything for it.
        expect(page.locator(".moves")).to_have_text("1 move made", timeout=_MS_TO_COMPILE)
        table = TablePage(page, page.url)
        expect(table.words).not_to_be_empty()
        watching.close()
        assert watching.wrong == []
