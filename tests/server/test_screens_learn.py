"""The screens of rules and lessons, in both themes and at several sizes: open to everybody, and pictured."""

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import browsing
from lesson_page import Lesson
from waiting import expect_no_scrolling_sideways, resize, until

GAMES = ("hnefatafl", "quoridor", "halatafl", "hivolts", "toy")


def rules(game: str) -> Callable[[Page, str], None]:
    def show(page: Page, address: str) -> None:
        page.goto(f"{address}/rules/{game}")
        expect(page.locator(".spots").first).to_be_attached()

    return show


def step(name: str) -> Callable[[Page, str], None]:
    def show(page: Page, address: str) -> None:
        Lesson(page, address, name)
        expect(page.locator('.spots [tabindex="0"]')).to_be_attached()  # the script has run

    return show


def wrong_twice(page: Page, address: str) -> None:
    lesson = Lesson(page, address, "halatafl/trap")
    for _ in range(2):
        lesson.ready("d4")
        lesson.click("d4")
        lesson.ready("d5")
        lesson.click("d5")
        expect(page.locator(".verdict")).to_have_attribute("data-verdict", "wrong")
    expect(page.locator(".learn .advice")).not_to_be_empty()


def done(page: Page, address: str) -> None:
    lesson = Lesson(page, address, "quoridor/last-wall")
    lesson.ready("f2h")
    lesson.click("f2h")
    expect(page.locator(".verdict")).to_have_attribute("data-verdict", "done")


SCREENS: dict[str, Callable[[Page, str], None]] = {
    **{f"rules-{game}": rules(game) for game in GAMES},
    **{
        f"learn-{game}": step(f"{game}/{first}")
        for game, first in zip(GAMES, ("fork", "wall", "sheep", "diagonal", "sign"), strict=True)
    },
    "learn-wrong": wrong_twice,
    "learn-done": done,
    "learn-game": step("hnefatafl/game"),
}
SIZES = {
    "desktop": (1280, 800),
    "phone": (390, 844),
    "narrow": (360, 640),
    "sideways": (844, 390),
    "large": (1920, 1080),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen(name: str, size: str, theme: Literal["light", "dark"], page: Page, address: str) -> None:
    width, height = SIZES[size]
    resize(page, width, height)
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    SCREENS[name](page, address)
    browsing.SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=browsing.SCREENSHOTS / f"{name}-{size}-{theme}.png", full_page=True)
    if size == "desktop":
        browsing.picture_on_a_tablet(page, f"{name}-tablet-{theme}", full_page=True)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    expect_no_scrolling_sideways(page)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["learn-hnefatafl", "learn-wrong", "learn-game"])
def test_a_step_fits_every_window(name: str, size: str, page: Page, address: str) -> None:
    width, height = SIZES[size]
    resize(page, width, height)
    SCREENS[name](page, address)
    board = page.locator("svg.board").bounding_box()
    assert board is not None and board["x"] >= 0 and board["x"] + board["width"] <= width
    assert min(width, height) * 0.85 <= board["width"] <= min(width, height)
    expect_no_scrolling_sideways(page)
    for button in page.locator(".learn .actions :is(button, a)").all():
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width


def test_the_list_of_steps_begins_with_a_whole_line(page: Page, address: str) -> None:
    for name in ("hnefatafl/fork", "hnefatafl/edge", "hnefatafl/game"):
        Lesson(page, address, name)
        until(page, lambda: page.evaluate("document.querySelector('.steps').scrollTop > 0"), True)
        cut, shown = page.evaluate(
            """() => {
                const list = document.querySelector(".steps").getBoundingClientRect();
                const box = one => one.getBoundingClientRect();
                const lines = [...document.querySelectorAll(".steps :is(h2, li)")].map(box);
                const chosen = document.querySelector(".steps [aria-current]").getBoundingClientRect();
                const isCut = one => one.top < list.top - 2 && one.bottom > list.top + 2;
                return [lines.filter(isCut).length, chosen.top >= list.top - 1 && chosen.bottom <= list.bottom + 1];
            }"""
        )
        assert (cut, shown) == (0, True), name


def test_nothing_shifts_while_one_learns(page: Page, address: str) -> None:
    step("halatafl/trap")(page, address)
    before = page.locator("svg.board").bounding_box()
    wrong_twice(page, address)
    until(page, lambda: page.locator("svg.board").bounding_box(), before)
