"""Profiles, leaderboards, balance and daily boards: both themes, open to everybody, pictured in build/screenshots."""

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

import browsing
from browsing import Strict
from rated_tables import filled
from waiting import expect_no_scrolling_sideways, resize


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with browsing.served(filled(tmp_path_factory.mktemp("past"), 90)) as where:
        yield where


@pytest.fixture(scope="module")
def nothing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with browsing.served(filled(tmp_path_factory.mktemp("nothing"), 0)) as where:
        yield where


THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SCREENS = {
    "profile-own": ("past", "/people/Anna"),
    "profile": ("past", "/people/Bo"),
    "profile-program": ("past", "/people/Stockfox"),
    "profile-none": ("nothing", "/people/Anna"),
    "profile-guest": ("past", "/people/guest-otter-17"),
    "leaderboards": ("past", "/leaderboards"),
    "leaderboard": ("past", "/leaderboards/quoridor"),
    "leaderboard-sides": ("past", "/leaderboards/hnefatafl"),
    "leaderboards-none": ("nothing", "/leaderboards"),
    "balance": ("past", "/balance/hnefatafl"),
    "balance-none": ("nothing", "/balance/halatafl"),
    "daily": ("nothing", "/daily"),
    "daily-past": ("past", "/daily/2026-11-01"),
}


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen(name: str, size: str, request: pytest.FixtureRequest, browser: Browser) -> None:
    hall, path = SCREENS[name]
    address = request.getfixturevalue(hall)
    watching = Strict(browser, address)
    page = watching.page(phone=size == "phone")
    page.goto(f"{address}{path}")
    browsing.SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.screenshot(path=browsing.SCREENSHOTS / f"{name}-{size}-{theme}.png", full_page=True)
        if size == "desktop":
            browsing.picture_on_a_tablet(page, f"{name}-tablet-{theme}")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    for width in (360, 1920) if size == "desktop" else ():
        resize(page, width, 800)
        expect_no_scrolling_sideways(page)
    expect_no_scrolling_sideways(page)
    watching.close()
    assert watching.wrong == []
