"""The first minute on a machine where nothing is compiled: the menu is there at once, and says what it waits for."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import browsing
from browsing import SCREENSHOTS, Strict, TablePage

_MS_TO_COMPILE = 400_000
"""Rules and bots of one game, while other tests keep the machine busy."""


@pytest.mark.slow
def test_the_menu_opens_before_anything_is_compiled(browser: Browser, tmp_path: Path) -> None:
    empty = {"TAFLHEIM_CACHE": str(tmp_path / "cache"), "TAFLHEIM_GAMES": ""}
    with browsing.served(tmp_path / "home", **empty) as address:
        watching = Strict(browser, address)
        page = watching.page()
        page.goto(address)
        page.get_by_role("radio", name="Halatafl").check(force=True)
        waiting = page.locator('fieldset[data-game="halatafl"] .compiling')
        friend = page.locator('.start[data-game="halatafl"] .friend')
        expect(waiting).to_contain_text("The rules are being compiled")
        expect(friend).to_be_disabled()
        page.screenshot(path=SCREENSHOTS / "first-minute.png")
        # Two friends can begin as soon as the rules are there.
        expect(friend).to_be_enabled(timeout=_MS_TO_COMPILE)
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
