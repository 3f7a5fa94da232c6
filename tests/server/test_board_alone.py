"""The board alone: what stands beside it, or above and below, can be read and leaves the board free."""

from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from browsing import TablePage, open_table
from waiting import resize

_BOXES = """() => [...document.querySelectorAll(".side, .actions .tool, .bar, svg.board")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.getAttribute("class"), one.getBoundingClientRect()])
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


GAMES: dict[str, tuple[str, dict[str, object]]] = {
    "halatafl": ("halatafl", {}),
    "hnefatafl": ("hnefatafl", {}),
    "quoridor": ("quoridor", {}),
    "quoridor-four": ("quoridor", {"options": {"players": 4}}),
    "hivolts": ("hivolts", {}),
}
SIZES = [(360, 640), (390, 844), (640, 400), (720, 860), (820, 1180), (1000, 1000), (1024, 768), (1280, 800)]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_lies_over_anything_else_or_is_cut_off(name: str, page: Page, address: str) -> None:
    """Neither over the board: its coordinates and edge squares are seen and can be clicked."""
    game, asked = GAMES[name]
    TablePage(page, open_table(address, game, **asked))
    page.keyboard.press("f")
    page.wait_for_selector(".table.alone")
    wrong: dict[tuple[object, ...], object] = {}
    for width, height in SIZES:
        resize(page, width, height)
        boxes = page.evaluate(_BOXES)
        assert len(boxes) == 4 + page.locator(".side").count() - 1
        for (one, left, top, right, bottom), (other, left2, top2, right2, bottom2) in combinations(boxes, 2):
            apart = right <= left2 + 1 or right2 <= left + 1 or bottom <= top2 + 1 or bottom2 <= top + 1
            if not apart:
                wrong[width, height, one, other] = "one over the other"
        for part, left, top, right, bottom in boxes:
            if left < 0 or top < 0 or right > width or bottom > height:
                wrong[width, height, part] = "outside the window"
        if cut := page.evaluate(_WRONG):
            wrong[width, height] = cut
        tool = page.locator(".actions .tool:visible")
        assert tool.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")
    assert wrong == {}


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
