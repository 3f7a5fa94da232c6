"""Whole games of every game through the page."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

import taflheim
from browsing import TablePage, clicks_for, open_table
from taflheim.games.view import Layout

GAMES = {
    "hnefatafl": (
        {},
        "k5-h5 f4-b4 e11-e10 f5-f4 e10-d10 f4-g4 d10-d9 f6-f3 d9-g9 e7-e10 g9-j9 b4-f4 f10-f9 f3-i3 d1-b1 i3-a3 k8-k9"
        " a3-a1",
        "The defenders win!",
    ),
    "halatafl": (
        {},
        "e4-e5 e7-e6 c4-c5 e6xe4xc4xc6 g4-g5 c6-c5 c3-c4 c5xc3xa5 a4-b4 a5xc3 e3-e4 c3xe3xe5 g5-f5 e5xg5xe3 g3-g4"
        " e3xg3xg5",
        "The foxes win!",
    ),
    "quoridor": ({}, "e8 f1 e7 a5h e6 h5v e5 pass e4 f2 e3 f3 e2 f4 e1", "White wins!"),
    "quoridor for four": (
        {"players": 4},
        "e8 f1 a6 i6 e7 f2 a7 i7 e6 f3 a8 a2h e5 c7v a7 pass e4 f4 a6 i6 e3 f5 a5 i5 e2 f6 a4 i4 e1",
        "White wins!",
    ),
    "toy": ({}, "a1 b2 c1 b1 a3 b3", "The noughts win!"),
}


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
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_hidden()
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
