"""The board alone: what floats over its frame can be read, and leaves the rest free."""

from itertools import combinations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browsing import DESKTOP, PHONE, TABLET, TablePage, open_table
from waiting import resize

_BOXES = """() => [...document.querySelectorAll(".side, .actions .tool, .bar")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.className, one.getBoundingClientRect()])
  .map(([name, box]) => [name, box.left, box.top, box.right, box.bottom])"""

# What is cut off within a card, runs over what stands beside it, or out of the card.
_WRONG = """() => [...document.querySelectorAll(".side")].flatMap((card) => {
  const box = (one) => one.getBoundingClientRect();
  const parts = [...card.querySelectorAll("h2, .person, .doing, .facts, .facts li")];
  return parts
    .filter((one) => box(one).width > 1)
    .filter(
      (one) =>
        one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1 ||
        box(one).right > box(card).right || box(one).bottom > box(card).bottom,
    )
    .map((one) => one.textContent);
})"""


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE])
@pytest.mark.parametrize("game", ["halatafl", "hnefatafl", "quoridor"])
def test_nothing_lies_over_anything_else_or_is_cut_off(game: str, size: ViewportSize, page: Page, address: str) -> None:
    resize(page, **size)
    TablePage(page, open_table(address, game))
    page.keyboard.press("f")
    page.wait_for_selector(".table.alone")
    page.wait_for_selector(".near .facts li")
    boxes = page.evaluate(_BOXES)
    assert len(boxes) == 4
    for (one, left, top, right, bottom), (other, left2, top2, right2, bottom2) in combinations(boxes, 2):
        apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
        assert apart, (one, other)
    for name, left, top, right, bottom in boxes:
        assert left >= 0 and top >= 0 and right <= size["width"] and bottom <= size["height"], name
    assert page.evaluate(_WRONG) == []
    tool = page.locator(".actions .tool:visible")
    assert tool.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1280, 800)])
def test_the_note_of_the_past_hides_neither_pieces_nor_cards(size: tuple[int, int], page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "toy"))
    table.click("a1")
    table.wait_for_story(1)
    resize(page, *size)
    page.keyboard.press("f")
    page.keyboard.press("[")
    expect(page.locator(".past")).to_be_visible()
    hidden = page.evaluate(
        """() => {
            const note = document.querySelector(".past").getBoundingClientRect();
            return [".near", "svg.board", ".more .alone"].filter((part) => {
                const other = document.querySelector(part).getBoundingClientRect();
                return Math.min(note.right, other.right) - Math.max(note.left, other.left) > 1
                    && Math.min(note.bottom, other.bottom) - Math.max(note.top, other.top) > 1;
            });
        }"""
    )
    assert hidden == []
