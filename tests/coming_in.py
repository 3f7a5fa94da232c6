"""How people come to a table in a browser: what tests of links and of the lobby share."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import browsing
from browsing import TablePage
from waiting import expect_no_scrolling_sideways, resize

FOLDER = browsing.SCREENSHOTS / "door"


def open_by_link(page: Page, address: str, **choices: str) -> str:
    """Open a table of Quoridor by the menu, with these choices in the form; gives its address."""
    page.goto(address)
    page.get_by_role("radio", name=re.compile("^Quoridor")).check(force=True)
    page.get_by_role("button", name="Play against your friend").click()
    page.get_by_role("dialog").get_by_role("button", name="By a link").click()
    expect(page.get_by_role("heading", name="Open a table")).to_be_visible()
    for name, value in choices.items():
        page.locator(f'input[name="{name}"][value="{value}"]').check(force=True)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()
    return page.url


def arrived(page: Page) -> TablePage:
    """The page of a table, once the game there has begun."""
    page.wait_for_selector("html[data-connected=true]")
    table = TablePage.__new__(TablePage)
    table.page, table.sent = page, []
    return table


def picture(page: Page, name: str) -> None:
    """What the page looks like in both themes; nothing is wider than the screen, and all can be read."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        page.screenshot(path=FOLDER / f"{name}-{theme}.png", full_page=True)
        expect_no_scrolling_sideways(page)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    _expect_panels_to_hold_what_is_in_them(page)


def _expect_panels_to_hold_what_is_in_them(page: Page) -> None:
    """Also on the smallest phone nothing reaches over the edge of its panel."""
    before = page.viewport_size or browsing.DESKTOP
    if before["width"] == browsing.PHONE["width"]:
        resize(page, 360, 740)
    wide = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent.trim().slice(0, 40))"
    assert page.eval_on_selector_all(".panel", wide) == []
    resize(page, **before)
