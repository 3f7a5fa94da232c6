"""The analysis board in a real browser, for every game: moving on, variations, setting up, bringing games along."""

import random
import re
import urllib.parse
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

import browsing
import taflheim
from browsing import DESKTOP, PHONE, TABLET, Strict, TablePage, clicks_for
from taflheim import Position
from taflheim.games.tree import Tree
from waiting import MS_TO_THINK, expect_no_scrolling_sideways, resize

GAMES = pytest.mark.parametrize("name", taflheim.rulebooks())


class AnalysisPage:
    """The page as a person uses it."""

    def __init__(self, page: Page, address: str):
        self.page = page
        page.goto(address)
        page.wait_for_selector(".facts li")

    def middle(self, spot: str) -> tuple[float, float]:
        return TablePage.middle(self, spot)  # type: ignore[arg-type]

    def click(self, spot: str) -> None:
        self.page.wait_for_function("spot => window.isOpen(spot)", arg=spot)
        TablePage.click(self, spot)  # type: ignore[arg-type]

    def play(self, position: Position, move: str) -> None:
        for number, spot in enumerate(clicked := clicks_for(position, move)):
            if number > 1 and len(position.choices(clicked[:number])) == 1:
                continue
            self.click(spot)

    def expect_moves(self, *texts: str) -> None:
        expect(self.page.locator(".moves .move")).to_have_text([re.compile(rf"{re.escape(text)}$") for text in texts])

    def current(self, text: str) -> None:
        expect(self.page.locator(".moves [aria-current]")).to_have_text(re.compile(rf"{re.escape(text)}$"))

    def record(self) -> str:
        """The text that the page offers to take along."""
        self.page.get_by_role("button", name="Share", exact=True).click()
        field = self.page.locator("dialog.share textarea")
        expect(field).to_have_value(re.compile(r"\[Game"))
        text = field.input_value()
        self.page.get_by_role("button", name="Done").click()
        return text


def start_of(name: str) -> Position:
    game = taflheim.game(name)
    return game.start(1) if game.rulebook.seeded else game.start()


def query(position: Position, moves: str = "") -> str:
    return f"?position={urllib.parse.quote(str(position))}&moves={urllib.parse.quote(moves)}"


def calm_moves(position: Position, count: int) -> list[str]:
    """Moves that do not end the game, without chance."""
    sure = [move for move in position.moves() if move not in position.game.rulebook.chance]
    return [move for move in sure if position.play(move).result is None][:count]


@GAMES
def test_one_moves_on_and_tries_another_way(name: str, page: Page, address: str) -> None:
    start = start_of(name)
    first, second = calm_moves(start, 2)
    board = AnalysisPage(page, f"{address}/analysis/{name}{query(start)}")
    board.play(start, first)
    after = start.play(first)
    board.expect_moves(start.written(first))
    reply = next(iter(calm_moves(after, 1)), None)
    if reply:
        board.play(after, reply)
        board.expect_moves(start.written(first), after.written(reply))
        page.keyboard.press("[")
    page.keyboard.press("{")
    expect(page.locator(".moves [aria-current]")).to_have_count(0)
    board.play(start, second)
    told = [start.written(first), start.written(second), *([after.written(reply)] if reply else [])]
    board.expect_moves(*told)
    board.current(start.written(second))
    tree = Tree.parse(board.record())
    assert tree.record.entries == ((first, reply) if reply else (first,)) and len(tree.nodes) == len(told) + 1
    page.get_by_role("button", name="Main line", exact=True).click()
    assert Tree.parse(board.record()).record.entries[0] == second
    page.get_by_role("button", name="Delete", exact=True).click()
    board.expect_moves(start.written(first), *([after.written(reply)] if reply else []))


@GAMES
def test_the_address_brings_one_back(name: str, page: Page, address: str) -> None:
    start = start_of(name)
    move = calm_moves(start, 1)[0]
    board = AnalysisPage(page, f"{address}/analysis/{name}{query(start)}")
    board.play(start, move)
    board.expect_moves(start.written(move))
    again = AnalysisPage(page, page.url)
    again.expect_moves(start.written(move))
    again.current(start.written(move))
    assert Tree.parse(again.record()).start == start


@GAMES
def test_a_position_is_set_up_by_hand(name: str, page: Page, address: str) -> None:
    start = start_of(name)
    board = AnalysisPage(page, f"{address}/analysis/{name}{query(start)}")
    page.get_by_role("button", name="Set up", exact=True).click()
    setup = page.locator(".setup")
    expect(setup.locator(".use")).to_be_enabled()
    kind, side, spots = start.game.rulebook.view.placeable(start.game.options)[0]
    taken = {piece.spot for piece in start.pieces}
    free = next(spot for spot in spots if spot not in taken)
    setup.locator(f'input[value="{kind}|{side}"]').check(force=True)
    board.click(free)
    expect(page.locator(f'.spots [data-spot="{free}"]')).to_have_attribute("aria-label", re.compile(kind))
    setup.get_by_role("radio", name="take away").check(force=True)
    board.click(free)
    expect(page.locator(f'.spots [data-spot="{free}"]')).not_to_have_attribute("aria-label", re.compile(kind))
    expect(setup.locator(".use")).to_be_enabled()
    expect(setup.locator(".wrong")).to_be_empty()
    setup.locator(".use").click()
    board.expect_moves()
    assert Tree.parse(board.record()).start == start


def test_what_is_wrong_with_a_board_is_said_beside_it(page: Page, address: str) -> None:
    board = AnalysisPage(page, f"{address}/analysis/quoridor")
    page.get_by_role("button", name="Set up", exact=True).click()
    setup = page.locator(".setup")
    setup.get_by_role("button", name="Clear").click()
    expect(setup.locator(".wrong")).to_contain_text("in a game of two nobody leaves the board")
    expect(setup.locator(".use")).to_be_disabled()
    for side, cell in (("a", "e5"), ("b", "e4")):
        setup.locator(f'input[value="pawn|{side}"]').check(force=True)
        board.click(cell)
    setup.locator('input[value="wall.vertical|"]').check(force=True)
    board.click("c3v")
    setup.locator('input[data-held="walls_left.a"]').fill("3")
    setup.locator('input[name="turn"][value="b"]').check()
    expect(setup.locator(".use")).to_be_enabled()
    setup.locator(".use").click()
    expect(page.locator(".facts [data-turn]")).to_contain_text("(b)")
    assert str(Tree.parse(board.record()).start) == "e5,e4 3,10 - c3 b"
    page.get_by_role("button", name="Set up", exact=True).click()
    setup.get_by_role("button", name="Never mind").click()
    expect(page.locator(".facts [data-turn]")).to_contain_text("(b)")


def test_a_game_is_pasted_or_dropped(page: Page, address: str) -> None:
    board = AnalysisPage(page, f"{address}/analysis/hnefatafl")
    page.get_by_role("button", name="Open", exact=True).click()
    dialog = page.locator("dialog.open")
    dialog.locator("textarea").fill("1. d1-d3 f4-x9")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog.locator(".wrong")).to_contain_text("Move 2, 'f4-x9'")
    dialog.locator("textarea").fill("1. d1-d3 (1. d1-b1 { bold } f4-b4) f4-b4")
    dialog.get_by_role("button", name="Open", exact=True).click()
    board.expect_moves("d1-d3", "d1-b1", "f4-b4", "f4-b4")
    expect(page.locator(".moves .comment")).to_have_text("bold")
    # Another game has another board: its page opens, with all variations.
    record = '[Game "quoridor"]\n\n1. e8 (1. d9) e2\n'
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "game.txt", { type: "text/plain" }));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        record,
    )
    expect(page.locator("h1")).to_have_text("Quoridor")
    board.expect_moves("e8", "d9", "e2")
    board.current("e2")


def test_arrows_and_circles_are_drawn_with_shift_and_kept(page: Page, address: str) -> None:
    board = AnalysisPage(page, f"{address}/analysis/hnefatafl?moves=d1-d3")
    pieces = len(taflheim.game("hnefatafl").start().pieces)
    expect(page.locator(".pieces use")).to_have_count(pieces)
    page.keyboard.down("Shift")
    page.mouse.move(*board.middle("f4"))
    page.mouse.down()
    page.mouse.move(*board.middle("b4"))
    page.mouse.up()
    page.mouse.click(*board.middle("f6"))
    page.keyboard.up("Shift")
    expect(page.locator(".marks .drawn")).not_to_have_count(0)
    assert "{ [%mark f4>b4 f6] }" in board.record()
    board.expect_moves("d1-d3")
    expect(page.locator(".pieces use")).to_have_count(pieces)
    page.locator(".comment-field").fill("The way is open.")
    page.locator(".comment-field").press("Enter")
    page.keyboard.down("Shift")
    page.mouse.click(*board.middle("f6"))
    page.keyboard.up("Shift")
    assert "{ [%mark f4>b4] The way is open. }" in board.record()
    page.get_by_role("button", name="Draw", exact=True).click()
    page.mouse.click(*board.middle("a4"))
    assert "[%mark f4>b4 a4]" in board.record()


def test_the_engine_thinks_and_its_move_can_be_played(page: Page, address: str) -> None:
    AnalysisPage(page, f"{address}/analysis/quoridor?moves=e8 e2")
    page.get_by_role("switch", name="Engine").click()
    first = page.locator(".lines button").first
    expect(first).to_be_visible(timeout=MS_TO_THINK)
    expect(page.locator(".marks .hint").first).to_be_attached()
    # The way of each side, told apart by colour and dashes, and whose it is.
    expect(page.locator(".ways li")).to_have_text(["White (a): 7 steps", "Green (b): 7 steps"])
    looks = page.locator(".marks .way.shaft.over").evaluate_all(
        "all => all.map(getComputedStyle).map(({ stroke, strokeDasharray }) => [stroke, strokeDasharray])"
    )
    assert len(looks) == 2 and all(one != other for one, other in zip(*looks, strict=True))
    # Three lines have room from the beginning; what is cut off is told in full.
    room = page.locator(".lines")
    assert room.evaluate("all => all.scrollHeight <= all.clientHeight + 1")
    assert all(title for title in first.evaluate_all("all => all.map(({ title }) => title)"))
    # Read and clicked in one: the engine goes on, and may find another move in between.
    text = first.evaluate("one => { one.click(); return one.querySelector('.first').innerText; }")
    expect(page.locator(".moves [aria-current]")).to_have_text(re.compile(rf"{text}$"))
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".lines button")).to_have_count(0)


@GAMES
def test_while_the_engine_thinks_it_is_open_to_everybody(name: str, page: Page, address: str) -> None:
    AnalysisPage(page, f"{address}/analysis/{name}{query(start_of(name))}")
    page.get_by_role("switch", name="Engine").click()
    # Several lines, so that the pictures show how they stand below each other.
    expect(page.locator(".lines button").nth(1)).to_be_attached(timeout=MS_TO_THINK)
    themes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        for size, screen in {"desktop": DESKTOP, "phone": PHONE}.items():
            resize(page, **screen)
            page.screenshot(path=browsing.SCREENSHOTS / f"analysis-{name}-engine-{theme}-{size}.png")
        resize(page, **DESKTOP)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    expect(page.locator(".lines button").first).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE])
def test_many_lines_of_the_engine_leave_the_buttons_where_they_are(
    size: ViewportSize, page: Page, address: str
) -> None:
    AnalysisPage(page, f"{address}/analysis/hivolts{query(taflheim.game('hivolts').puzzle(seed=1).position)}")
    resize(page, **size)
    lines, controls = page.locator(".lines"), page.locator(".controls")
    page.get_by_role("switch", name="Engine").click()
    expect(lines.get_by_role("button").nth(5)).to_be_attached(timeout=MS_TO_THINK)
    assert lines.evaluate("all => all.scrollHeight > all.clientHeight")
    page.screenshot(path=browsing.SCREENSHOTS / f"analysis-many-lines-{size['width']}.png")
    panel = page.locator(".engine").bounding_box()
    buttons = controls.bounding_box()
    assert panel and buttons
    assert panel["y"] + panel["height"] <= buttons["y"] or buttons["y"] + buttons["height"] <= panel["y"]
    if size == DESKTOP:
        assert buttons["y"] + buttons["height"] <= size["height"]
    # The last one is reached by keys: it scrolls into sight.
    seen = lines.evaluate("""all => {
      const last = all.lastElementChild.firstElementChild;
      last.focus();
      return last.getBoundingClientRect().bottom - all.getBoundingClientRect().bottom;
    }""")
    assert seen <= 1


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 768)])
def test_board_and_panel_stand_side_by_side(size: tuple[int, int], page: Page, address: str) -> None:
    resize(page, *size)
    AnalysisPage(page, f"{address}/analysis/toy")
    board, panel = (page.locator(part).bounding_box() for part in (".stage", ".panel"))
    assert board and panel
    width, height = size
    assert min(height * 0.95, width - 400) <= board["width"] <= board["height"] + 1
    assert 0 <= panel["x"] - board["x"] - board["width"] < 24
    assert abs(board["x"] - (width - panel["x"] - panel["width"])) < 24  # the rest is shared


def test_no_depth_is_told_where_the_engine_has_none(page: Page, address: str) -> None:
    AnalysisPage(page, f"{address}/analysis/hivolts{query(taflheim.game('hivolts').puzzle(seed=1).position)}")
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".lines button").first).to_be_visible(timeout=MS_TO_THINK)
    expect(page.locator(".engine .state")).to_have_text(re.compile(r"^(depth \d+)?$"))


def test_hivolts_says_whether_it_can_be_won(page: Page, address: str) -> None:
    puzzle = taflheim.game("hivolts").puzzle(seed=1)
    AnalysisPage(page, f"{address}/analysis/hivolts{query(puzzle.position)}")
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".notes")).to_contain_text(re.compile(f"{puzzle.par} moves"), timeout=MS_TO_THINK)


def test_a_jump_lands_where_it_falls_and_is_kept(page: Page, address: str) -> None:
    start = start_of("hivolts")
    board = AnalysisPage(page, f"{address}/analysis/hivolts{query(start)}")
    page.locator('button[data-spot="jump"]').click()
    expect(page.locator(".moves .move")).to_have_count(1)
    assert Tree.parse(board.record()).record.entries[0] in start.outcomes("j")


def test_the_line_is_saved_as_a_moving_picture(page: Page, address: str) -> None:
    AnalysisPage(page, f"{address}/analysis/toy?moves=b2 a1")
    page.get_by_role("button", name="Share", exact=True).click()
    for kind, begin in (("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("animated GIF", b"GIF8")):
        with page.expect_download(timeout=MS_TO_THINK) as saved:
            page.get_by_role("link", name=kind).click()
        assert saved.value.path().read_bytes().startswith(begin)
        assert saved.value.suggested_filename == f"toy.{kind[-3:].lower()}"


def test_a_table_is_analysed_from_any_ply(page: Page, address: str) -> None:
    record = taflheim.game("quoridor").record().play("e8").play("e2").play("e7").resign("b")
    kept = page.request.post(f"{address}/records", data=str(record), headers={"Origin": address}).json()["id"]
    board = AnalysisPage(page, f"{address}/analysis/quoridor?table={kept}&ply=1")
    board.expect_moves("e8", "e2", "e7", "resigns")
    board.current("e8")


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("theme", ["dark", "light"])
@GAMES
def test_screens(name: str, theme: str, size: str, strict: Strict, address: str) -> None:
    page = strict.page(phone=size == "phone")
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    rng = random.Random(4)
    tree = Tree(start_of(name))
    for _ in range(9):
        node = rng.choice([0, len(tree.nodes) - 1, len(tree.nodes) - 1])
        if calm := calm_moves(tree.positions[node], 40):
            tree, node = tree.add(node, rng.choice(calm))
    tree = tree.commented(1, "A calm beginning.")
    AnalysisPage(page, f"{address}/analysis/{name}")
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("dialog.open textarea").fill(str(tree))
    page.locator("dialog.open").get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".moves .move")).to_have_count(len(tree.nodes) - 1)
    browsing.SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=browsing.SCREENSHOTS / f"analysis-{name}-{theme}-{size}.png")
    if size == "desktop":
        browsing.picture_on_a_tablet(page, f"analysis-{name}-{theme}-tablet")
    for screen in ("", "Set up", "Open", "Share"):
        if screen:
            page.get_by_role("button", name=screen, exact=True).click()
            page.screenshot(path=browsing.SCREENSHOTS / f"analysis-{name}-{screen.replace(' ', '')}-{theme}-{size}.png")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        expect_no_scrolling_sideways(page)
        if screen in ("Set up", "Open"):
            page.get_by_role("button", name="Never mind").click()


def test_no_step_key_is_a_key_of_a_game() -> None:
    own = {"[", "]", "{", "}", "Backspace"}
    assert not any(own & {*taflheim.game(name).layout.keys} for name in taflheim.rulebooks())
