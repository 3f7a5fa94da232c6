"""The menu with a past, My games and the stats: both themes, open to everybody, pictured in build/screenshots."""

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

import browsing
from browsing import Strict
from many_games import filled
from waiting import expect_no_scrolling_sideways, resize


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with browsing.served(filled(tmp_path_factory.mktemp("past"), 60)) as where:
        yield where


@pytest.fixture(scope="module")
def nothing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with browsing.served(tmp_path_factory.mktemp("nothing")) as where:
        yield where


def bots(page: Page) -> None:
    page.locator('input[value="halatafl"]').check(force=True)
    page.locator(".start:visible .bot").click()
    # No line of the list is seen below the buttons.
    below = page.evaluate("""() => {
        const dialog = document.querySelector("dialog[open]");
        const { bottom } = dialog.querySelector(".start").getBoundingClientRect();
        return dialog.getBoundingClientRect().bottom - bottom;
    }""")
    assert below < 1.5


def alone(page: Page) -> None:
    page.locator('input[value="hivolts"]').check(force=True)


def deleting(page: Page) -> None:
    page.locator(".do button").first.click()


def wrong_name(page: Page) -> None:
    page.get_by_label("Name", exact=True).fill("Odin")
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector(".wrong")


def codes(page: Page) -> None:
    if page.get_by_label("Old password").count():
        page.get_by_label("Your password").first.fill("correct horse")
    else:
        page.get_by_label("New password").fill("correct horse")
        page.get_by_role("button", name="Set password").click()
        page.get_by_label("Your password").first.fill("correct horse")
    page.get_by_role("button", name="Make ten new ones").click()
    page.wait_for_selector(".codes")


def wrong_password(page: Page) -> None:
    page.get_by_label("Name").fill("Sigrid")
    page.get_by_label("Password").fill("battery staple")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_selector(".wrong")


def common_password(page: Page) -> None:
    page.get_by_label("Name").fill("Sigrid")
    page.get_by_label("Password").fill("password123")
    page.get_by_role("button", name="Make the account").click()
    page.wait_for_selector(".wrong")


def nothing_more(page: Page) -> None:
    pass


SCREENS: dict[str, tuple[str, str, Callable[[Page], None]]] = {
    "menu-past": ("past", "/", nothing_more),
    "menu-bots": ("past", "/", bots),
    "menu-one": ("past", "/", alone),
    "games": ("past", "/games", nothing_more),
    "games-delete": ("past", "/games", deleting),
    "stats": ("past", "/stats", nothing_more),
    "account": ("past", "/account", nothing_more),
    "account-codes": ("nothing", "/account", codes),
    "account-wrong": ("past", "/account", wrong_name),
    "login": ("nothing", "/login", nothing_more),
    "login-wrong": ("nothing", "/login", wrong_password),
    "register": ("nothing", "/register", nothing_more),
    "register-wrong": ("nothing", "/register", common_password),
    "recover": ("nothing", "/recover", nothing_more),
    "games-none": ("nothing", "/games", nothing_more),
    "stats-none": ("nothing", "/stats", nothing_more),
}


WHOLE = {"stats", "account", "account-codes"}
"""What is seen from top to bottom, however long it is."""


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen(
    name: str, size: str, theme: Literal["dark", "light"], request: pytest.FixtureRequest, browser: Browser
) -> None:
    hall, path, show = SCREENS[name]
    address = request.getfixturevalue(hall)
    watching = Strict(browser, address)
    page = watching.page(phone=size == "phone")
    page.emulate_media(color_scheme=theme)
    page.goto(f"{address}{path}")
    show(page)
    browsing.SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=browsing.SCREENSHOTS / f"{name}-{size}-{theme}.png", full_page=name in WHOLE)
    if size == "desktop":
        browsing.picture_on_a_tablet(page, f"{name}-tablet-{theme}", full_page=name in WHOLE)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    if name == "stats" and size == "desktop":
        resize(page, **browsing.TABLET)
        tops = page.locator(".figures > div").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
        assert tops.count(tops[-1]) > 1, "no figure stands alone in a row"
    if name == "stats":
        resize(page, 360, 640)
        beyond = page.locator(".panel table").evaluate_all(
            "all => all.filter(one => one.offsetWidth > one.parentElement.clientWidth).length"
        )
        assert beyond == 0, "no table is wider than its panel"
    for width in (360, 1920) if size == "desktop" else ():
        resize(page, width, 800)
        expect_no_scrolling_sideways(page)
    expect_no_scrolling_sideways(page)
    if name.endswith("-wrong"):
        watching.forgive(page, "400")
    watching.close()
    assert watching.wrong == []
