"""A board seen from the other side: Quoridor lies so that who begins sits at the bottom."""

from playwright.sync_api import Page, expect

from browsing import TablePage, open_table
from waiting import until


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
