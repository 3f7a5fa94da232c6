"""A board seen from the other side: Quoridor lies so that who begins sits at the bottom."""

import pytest
from playwright.sync_api import Page, expect

from browsing import Strict, TablePage, open_table
from seated import ANNA, BO, CY, person, seated
from taflheim.server.pages.table import is_flipped
from waiting import until


def test_ones_own_pieces_begin_below_also_where_a_bot_plays_them_now() -> None:
    table = seated(3, c=person("anna"))
    assert [is_flipped(table, who, False) for who in (ANNA, BO, CY)] == [True, False, True]
    assert is_flipped(seated(3, b=person("bo").held(3)), BO, False) is False
    assert is_flipped(seated(3, a=person("anna").held(3), c=person("anna")), ANNA, False) is True
    assert is_flipped(table, BO, True) is True


def test_a_game_on_a_flipped_board(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    flipped = {spot: table.middle(spot) for spot in ("a1", "e9", "i9")}
    page.keyboard.press("t")
    for spot, other in (("a1", "i9"), ("i9", "a1")):
        assert all(abs(one - two) < 1 for one, two in zip(table.middle(spot), flipped[other], strict=True))
    # The pawn of the side that begins stands below at first, and moves up.
    assert flipped["e9"][1] > table.middle("e9")[1]
    page.keyboard.press("t")
    table.click("e8")
    table.wait_for_ply(1)
    table.click("d4h")
    table.wait_for_ply(2)
    expect(table.words).to_have_text("Green places the wall d4h.")

    def pawn_stands_there() -> bool:
        pawn, cell = page.locator(".pieces use").first.bounding_box(), page.locator('[data-spot="e8"]').bounding_box()
        assert pawn and cell
        return abs(pawn["x"] + pawn["width"] / 2 - cell["x"] - cell["width"] / 2) < 5

    until(page, pawn_stands_there, True)
    page.locator('[data-spot="e8"]').focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-spot="e7h"]')).to_be_focused()
    # Letters and numbers are not upside down.
    upright = page.eval_on_selector_all(".ground text", "all => all.every(one => one.getScreenCTM().a > 0)")
    assert upright


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("game", ["hnefatafl", "quoridor", "halatafl", "hivolts"])
def test_no_piece_hides_a_letter_or_number_at_the_start(game: str, small: bool, strict: Strict, address: str) -> None:
    page = strict.page(phone=small)
    TablePage(page, open_table(address, game))
    expect(page.locator(".pieces use").first).to_be_visible()
    for _ in range(2):
        assert page.evaluate(_HIDDEN) == []
        flipped = page.locator(".board").get_attribute("data-flipped")
        page.keyboard.press("t")
        expect(page.locator(".board")).to_have_attribute("data-flipped", "false" if flipped == "true" else "true")


# Letters and numbers of which a piece with its shadow, through which one can read, covers clearly more than half. What
# is read of a line is between its top and its foot.
_HIDDEN = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync(".board * { pointer-events: none !important } .pieces * { pointer-events: painted !important }");
    document.adoptedStyleSheets.push(style);
    const found = [];
    for (const text of document.querySelectorAll(".ground text")) {
        const box = text.getBoundingClientRect();
        if (!box.width) continue;
        let covered = 0;
        for (let across = 0; across < 10; across++)
            for (let down = 0; down < 10; down++) {
                const x = box.left + (box.width * (across + 0.5)) / 10;
                const y = box.top + box.height * (0.25 + (0.5 * (down + 0.5)) / 10);
                covered += document.elementsFromPoint(x, y).some((one) => one.closest(".pieces")) ? 1 : 0;
            }
        if (covered > 55) found.push(`${text.textContent}: ${covered} %`);
    }
    document.adoptedStyleSheets.pop();
    return found;
}"""
