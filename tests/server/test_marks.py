"""What a board points out: arrows and circles, signs, what has fallen and what has won; also when it is turned."""

import pytest
from playwright.sync_api import Page, expect

from browsing import TablePage, open_table

# The page keeps its board to itself, so a second one takes hold of the same picture.
BOARD = """async () => {
    const { Board } = await import(document.querySelector('link[href$="board/board.js"]').href);
    const svg = document.querySelector("svg.board");
    document.querySelector("g.marks").remove();
    const nothing = () => {};
    const hooks = { play: nothing, ask: nothing, explain: nothing, say: nothing, busy: () => false };
    const prefix = document.querySelector("[data-prefix]").dataset.prefix;
    window.board = new Board(svg, { prefix, pieceNames: { "king.defenders": "king" }, isFlipped: false }, hooks);
}"""


@pytest.fixture
def board(page: Page, address: str) -> Page:
    TablePage(page, open_table(address, "hnefatafl"))
    page.evaluate(BOARD)
    return page


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) < 3 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("turned", [False, True])
def test_circles_and_arrows_lie_where_they_point(turned: bool, board: Page) -> None:
    board.evaluate(f"window.board.flip({str(turned).lower()})")
    board.evaluate(
        """window.board.mark({
            arrows: [{way: ["d1", "d5"], kind: "hint"}],
            circles: [{spot: "b3", kind: "better"}, {spot: "nowhere", kind: "drawn"}],
        })"""
    )
    expect(board.locator(".marks circle")).to_have_count(2)  # dark under light
    assert near(middle_of(board, ".marks circle.better.over"), middle_of(board, '[data-spot="b3"]'))
    start, end = middle_of(board, '[data-spot="d1"]'), middle_of(board, '[data-spot="d5"]')
    shaft = board.locator(".marks .shaft.over").bounding_box()
    head = middle_of(board, ".marks .head.over")
    assert shaft is not None and shaft["height"] > 0.7 * abs(end[1] - start[1])
    assert abs(head[1] - end[1]) < abs(head[1] - start[1]) / 4
    board.evaluate("window.board.mark({})")
    expect(board.locator(".marks *")).to_have_count(0)


def test_a_position_of_the_past_is_shown_without_choices(board: Page) -> None:
    board.evaluate(
        """window.board.show([["king", "defenders", "a1"], ["attacker", "attackers", "b5"]], ["b4", "b5"])"""
    )
    expect(board.locator(".pieces use")).to_have_count(2)
    expect(board.locator('.spots [data-spot="a1"]')).to_have_accessible_name("a1, king")
    expect(board.locator(".last .bracket.over")).to_have_count(2)
    assert board.evaluate("window.board.isOpen('b5')") is False


def test_coordinates_belong_to_the_side_from_which_the_board_is_seen(board: Page) -> None:
    shown = board.locator(".coordinates:not(.turned)")
    turned = board.locator(".coordinates.turned")
    expect(shown).to_be_visible()
    expect(turned).to_be_hidden()
    board.evaluate("window.board.flip(true)")
    expect(shown).to_be_hidden()
    expect(turned).to_be_visible()
    for spot, label in (("k11", "k"), ("k11", "11"), ("a11", "a"), ("k1", "1")):
        box = board.locator(f'.spots [data-spot="{spot}"]').bounding_box()
        text = board.locator(".coordinates.turned text").get_by_text(label, exact=True).bounding_box()
        assert box and text
        assert box["x"] <= text["x"] and text["x"] + text["width"] <= box["x"] + box["width"]
        assert box["y"] <= text["y"] + 2 and text["y"] + text["height"] <= box["y"] + box["height"] + 2
    board.evaluate("document.querySelector('main').dataset.coordinates = 'false'")
    expect(turned).to_be_hidden()


@pytest.mark.parametrize("turned", [False, True])
def test_brackets_leave_coordinates_free(turned: bool, board: Page) -> None:
    board.evaluate(f"window.board.flip({str(turned).lower()})")
    below, above = ("k11", "a1") if turned else ("a1", "k11")
    for spot, corners in ((below, 2), (above, 4), ("e5", 4)):
        board.evaluate("spot => window.board.show([], [spot])", spot)
        path = board.locator(".last .bracket.over").get_attribute("d") or ""
        assert path.count("M") == corners, spot


def test_deadly_squares_have_a_sign_of_their_own(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "hivolts"))
    state = page.evaluate("JSON.parse(document.querySelector('#data').textContent).state")
    free = set(state["you"]["choices"]) - {spot for _, _, spot in state["pieces"]} - {"jump"}
    deadly = free & set(state["dangers"])
    expect(page.locator(".hints .danger.over")).to_have_count(len(deadly))
    expect(page.locator(".hints circle.target:not(.danger)")).to_have_count(len(free - deadly))


def test_what_falls_is_marked_until_the_next_move_and_what_wins_stays_marked(board: Page) -> None:
    told = """effects => window.board.update(
        {type: "event", last: ["d1", "d4"], effects, result: {winner: "attackers"},
            you: {seats: ["attackers"]}}, null)"""
    board.evaluate(
        told,
        [
            {"kind": "move", "how": "slide", "spot": "d1", "to": "d4", "piece": None},
            {"kind": "vanish", "how": "captured", "spot": "f4", "to": "", "piece": None},
        ],
    )
    assert near(middle_of(board, ".hints .fallen.over"), middle_of(board, '[data-spot="f4"]'))
    expect(board.locator(".hints .winning.over")).to_have_count(2)
    board.evaluate("window.board.show([], [])")
    expect(board.locator(".hints *")).to_have_count(0)
