"""Every screen at desktop and phone size: open to everybody, light, and pictured in build/screenshots."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import browsing
from browsing import Strict, TablePage, load, open_table
from waiting import expect_no_scrolling_sideways, resize

MOST_BYTES = 150_000


def menu(page: Page, address: str) -> None:
    page.goto(address)


def options(page: Page, address: str) -> None:
    page.goto(address)
    page.locator('input[value="quoridor"]').check(force=True)


def against_a_bot(page: Page, address: str) -> None:
    page.goto(address)
    page.locator('input[value="hnefatafl"]').check(force=True)
    page.locator(".start:visible .bot").click()


def who_sits_where(page: Page, address: str) -> None:
    options(page, address)
    page.get_by_role("radio", name="4", exact=True).check(force=True)
    page.locator(".start:visible .bot").click()


def a_board_for_one(page: Page, address: str) -> None:
    page.goto(address)
    page.locator('input[value="hivolts"]').check(force=True)


def started(game: str) -> Callable[[Page, str], None]:
    def show(page: Page, address: str) -> None:
        TablePage(page, open_table(address, game))

    return show


def with_three_bots(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "quoridor", options={"players": 4}, seats={"b": 1, "c": 2, "d": 3}))


def chosen(page: Page, address: str) -> TablePage:
    table = TablePage(page, open_table(address, "hnefatafl"))
    table.click("d1")
    table.click("d4")
    table.wait_for_ply(1)
    table.click("f8")
    return table


def a_wall_refused(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    page.mouse.click(*table.middle("d4h"))
    table.wait_for_ply(1)
    page.mouse.move(*table.middle("e4h"))
    expect(page.locator(".why")).not_to_be_empty()


def won(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "hnefatafl"))
    moves = "k5-h5 f4-b4 e11-e10 f5-f4 e10-d10 f4-g4 d10-d9 f6-f3 d9-g9 e7-e10 g9-j9 b4-f4 f10-f9 f3-i3 d1-b1 i3-a3"
    for ply, move in enumerate([*moves.split(), "k8-k9", "a3-a1"], 1):
        for spot in move.split("-"):
            table.click(spot)
        table.wait_for_ply(ply)


def giving_up(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "halatafl")).tool("Resign")


def looking_back(page: Page, address: str) -> None:
    chosen(page, address).wait_for_story(1)
    page.keyboard.press("Escape")
    page.keyboard.press("[")
    expect(page.locator(".past")).to_be_visible()


def settings(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "quoridor")).tool("Settings")


def shared(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "hivolts")).tool("Share")


def alone(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "halatafl", seats={"foxes": 3}))
    page.keyboard.press("f")


def the_moves(page: Page, address: str) -> None:
    chosen(page, address)
    page.keyboard.press("Escape")
    page.keyboard.press("l")


def the_rules(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "halatafl"))
    page.keyboard.press("r")
    expect(page.locator(".drawer.rules svg.board").first).to_be_visible()


def with_a_hint(page: Page, address: str) -> None:
    answer = {"text": "d1-d4", "way": ["d1", "d4"], "reason": "It closes the ring where the king could run to a11."}
    page.route("**/hint?*", lambda route: route.fulfill(json=answer))
    TablePage(page, open_table(address, "hnefatafl"))
    page.keyboard.press("h")
    expect(page.locator(".tip")).to_be_visible()


def stats(page: Page, address: str) -> None:
    for game in ("toy", "hnefatafl", "quoridor"):
        giving_up_at(page, open_table(address, game))
    page.goto(f"{address}/stats")


def giving_up_at(page: Page, table: str) -> None:
    TablePage(page, table).resign()
    expect(page.locator(".result")).to_be_visible()


def error(page: Page, address: str) -> None:
    page.goto(f"{address}/tables/nowhere")


SCREENS: dict[str, Callable[[Page, str], object]] = {
    "menu": menu,
    "menu-options": options,
    "menu-bot": against_a_bot,
    "menu-seats": who_sits_where,
    "menu-alone": a_board_for_one,
    "hnefatafl": started("hnefatafl"),
    "halatafl": started("halatafl"),
    "quoridor": started("quoridor"),
    "quoridor-four": with_three_bots,
    "hivolts": started("hivolts"),
    "toy": started("toy"),
    "chosen": chosen,
    "wall-refused": a_wall_refused,
    "won": won,
    "resign": giving_up,
    "looking-back": looking_back,
    "settings": settings,
    "share": shared,
    "board-alone": alone,
    "moves": the_moves,
    "rules-beside": the_rules,
    "hint": with_a_hint,
    "stats": stats,
    "error": error,
}


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen(name: str, size: str, request: pytest.FixtureRequest, address: str) -> None:
    page: Page = request.getfixturevalue("page" if size == "desktop" else "phone")
    SCREENS[name](page, address)
    if name == "error":
        request.getfixturevalue("strict").forgive(page, "404")
    browsing.SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.screenshot(path=browsing.SCREENSHOTS / f"{name}-{size}-{theme}.png")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        if size == "desktop":
            browsing.picture_on_a_tablet(page, f"{name}-tablet-{theme}")
    expect_no_scrolling_sideways(page)


@pytest.mark.parametrize("game", ["hnefatafl", "halatafl", "quoridor", "quoridor-four", "hivolts"])
def test_the_board_is_as_large_as_it_can_be(game: str, page: Page, address: str) -> None:
    SCREENS[game](page, address)
    for size in [(1280, 800), (390, 844), (360, 640), (844, 390), (1024, 768), (3840, 2160)]:
        width, height = size
        resize(page, *size)
        board = page.locator("svg.board").bounding_box()
        assert board is not None
        assert board["x"] >= 0 and board["x"] + board["width"] <= width, size
        assert board["y"] >= 0 and board["y"] + board["height"] <= height, size
        assert board["width"] >= 0.95 * min(width, height), size
        for action in page.locator(".actions button:visible").all():
            box = action.bounding_box()
            assert box is not None and box["y"] + box["height"] <= height, size
            assert box["height"] >= 44 or height < 500, size


@pytest.mark.parametrize("name", ["menu", "hnefatafl", "halatafl", "quoridor", "hivolts"])
def test_pages_are_light(name: str, strict: Strict, address: str) -> None:
    page = strict.page(motion=True)
    paint, size = load(page, address if name == "menu" else open_table(address, name))
    assert paint > 0
    assert 10_000 < size < MOST_BYTES


@pytest.mark.parametrize("path", ["", "analysis/toy", "learn/hnefatafl", "rules/hnefatafl", "games", "tables"])
def test_a_page_names_all_modules_that_it_loads(path: str, page: Page, address: str) -> None:
    """A module that the page does not name is found only when another one has been loaded."""
    page.goto(open_table(address, "toy") if path == "tables" else f"{address}/{path}")
    page.wait_for_load_state("networkidle")
    named = page.eval_on_selector_all(
        "link[rel=modulepreload], script[src]", "all => all.map(one => one.href || one.src)"
    )
    entries = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    assert {entry for entry in entries if entry.endswith(".js")} == {*named}
