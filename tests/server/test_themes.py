"""Both themes: what the system likes, what the account says, and that everything can be read in each."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import browsing
from browsing import Strict, TablePage, open_table
from waiting import until

GAMES = ["hnefatafl", "quoridor", "halatafl", "hivolts", "toy"]
GROUND = "getComputedStyle(document.documentElement).backgroundColor"


def brightness(page: Page) -> int:
    """How bright the page's ground is, from 0 to 765."""
    return int(page.evaluate(f"{GROUND}.match(/[0-9]+/g).map(Number).reduce((a, b) => a + b)"))


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_a_theme(game: str, theme: str, size: str, strict: Strict, address: str) -> None:
    page = strict.page(phone=size == "phone")
    page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    TablePage(page, open_table(address, game))
    until(page, lambda: brightness(page) > 500, theme == "light")
    folder = browsing.SCREENSHOTS / "themes"
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{game}-{theme}-{size}.png")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/stats", "/tables/nowhere"])
def test_a_page_in_a_theme(path: str, theme: str, strict: Strict, address: str) -> None:
    page = strict.page()
    page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    page.goto(f"{address}{path}")
    if path == "/tables/nowhere":
        strict.forgive(page, "404")
    until(page, lambda: brightness(page) > 500, theme == "light")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_the_account_goes_before_the_system(page: Page, address: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(address)
    dark = brightness(page)
    try:
        page.evaluate(
            """() => fetch("/preferences", {
                method: "POST", headers: {"Content-Type": "application/json"}, body: '{"theme": "light"}',
            })"""
        )
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
        until(page, lambda: brightness(page) > 500 > dark, True)
    finally:
        page.evaluate(
            """() => fetch("/preferences", {
                method: "POST", headers: {"Content-Type": "application/json"}, body: '{"theme": "system"}',
            })"""
        )


def test_with_the_systems_own_colours_buttons_can_be_read(strict: Strict, address: str) -> None:
    page = strict.page()
    page.emulate_media(forced_colors="active")
    page.goto(address)
    assert page.locator(".main:visible").first.evaluate("one => getComputedStyle(one).backgroundImage") == "none"
    assert page.locator("svg").first.evaluate("one => getComputedStyle(one).forcedColorAdjust") == "none"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pieces_that_are_counted_have_an_edge(theme: str, page: Page, address: str) -> None:
    """A dark piece on a dark panel is seen, and a light one on a light panel."""
    TablePage(page, open_table(address, "quoridor"))
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    shades = page.locator(".counted").first.evaluate("one => getComputedStyle(one).filter.match(/rgba?\\([^)]*\\)/g)")
    edge, ground = (brightness_of(shade) for shade in (shades[0], page.evaluate(GROUND)))
    assert abs(edge - ground) > 300


def brightness_of(colour: str) -> int:
    """From 0 to 765; what is clear is as dark as it can be."""
    return sum(map(int, re.findall(r"[0-9]+", colour)[:3]))
