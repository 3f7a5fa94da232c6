"""Whole games of every game through the page."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

import taflheim
from browsing import TablePage, clicks_for, open_table
from taflheim.games.view import Layout
from whole_games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_by_clicks(name: str, page: Page, address: str) -> None:
    options, moves, end = GAMES[name]
    game = taflheim.game(name.partition(" ")[0], **options)
    table = TablePage(page, open_table(address, game.name, options=options))
    record = game.record()
    for ply, move in enumerate(moves.split(), 1):
        table.play(record.position, move, ply)
        record = record.play(move)
        expect(page.locator(".pieces use")).to_have_count(len(record.position.pieces))
    expect(table.result).to_have_text(end)
    assert record.result is not None
    expect(page.locator(".result p")).to_have_text(record.result.sentence.removeprefix(f"{end} "))
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".moves")).to_have_text("0 moves made")
    expect(page.locator(".side")).to_have_count(len(game.sides))


def test_a_random_board_by_clicks(page: Page, address: str) -> None:
    chance = random.Random(5)
    table = TablePage(page, open_table(address, "hivolts"))
    for ply in range(1, 200):
        if table.is_over:
            break
        spots = page.eval_on_selector_all(".spots [aria-label$=', open']", "all => all.map(one => one.dataset.spot)")
        assert len(spots) == 9
        table.click(chance.choice(spots))
        table.wait_for_ply(ply)
    expect(table.result).to_have_text(re.compile("^You've (won|lost)!$"))


def test_a_random_board_by_its_keys(page: Page, address: str) -> None:
    chance = random.Random(6)
    table = TablePage(page, open_table(address, "hivolts"))
    keys = [*"qweasdzxcj", "ArrowUp", "ArrowDown", "Numpad4", "Q"]
    for ply in range(1, 200):
        if table.is_over:
            break
        page.keyboard.press(chance.choice(keys))
        table.wait_for_ply(ply)
    expect(table.result).to_have_text(re.compile("^You've (won|lost)!$"))


def test_by_the_arrow_keys(page: Page, address: str) -> None:
    """A game of Quoridor with nothing but the keyboard: cells, walls and the button are all reached by arrows."""
    _, moves, end = GAMES["quoridor"]
    game = taflheim.game("quoridor")
    table = TablePage(page, open_table(address, "quoridor"))
    record = game.record()
    for ply, move in enumerate(moves.split(), 1):
        (spot,) = clicks_for(record.position, move)
        go_to(page, game.layout, spot)
        page.keyboard.press("Enter")
        table.wait_for_ply(ply)
        record = record.play(move)
    expect(table.result).to_have_text(end)


def go_to(page: Page, layout: Layout, spot: str) -> None:
    """Press arrows until a spot has the focus."""
    wanted = layout.by_name[spot]
    if wanted.kind == "button":
        for _ in range(layout.height + 1):
            page.keyboard.press("ArrowDown")
        return
    for _ in range(80):
        here = page.evaluate("document.activeElement?.dataset.spot")
        if here == spot:
            return
        if here not in layout.by_name or layout.by_name[here].kind == "button":
            page.keyboard.press("ArrowUp")
            continue
        at = layout.by_name[here]
        # Seen from the other side, everything lies the other way round.
        way = -1 if page.locator("svg.board").get_attribute("data-flipped") == "true" else 1
        right = way * (wanted.x - wanted.width // 2 - at.x + at.width // 2)
        up = way * (wanted.y - wanted.height // 2 - at.y + at.height // 2)
        # First along a row of cells, then up or down the column.
        in_a_row_of_cells = (at.y - at.height // 2) % 2 == 0
        if right == 0 or not in_a_row_of_cells:
            page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
        else:
            page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
    raise AssertionError(f"the arrows do not lead to {spot}")
