"""The moves of a game at its table: listed as they are made, and gone through while the game goes on."""

import pytest
from playwright.sync_api import Page, expect

import taflheim
from browsing import TablePage, open_table
from taflheim import Record

MOVES = {
    "hnefatafl": "d1-d3 f4-b4 k5-h5 e5-e4",
    "halatafl": "e4-e5 e7-e6 c4-c5 e6xe4xc4xc6",
    "quoridor": "e8 e2 d4h e3",
    "toy": "a1 b2 c3",
}


def begun(page: Page, address: str, name: str, plies: int | None = None) -> tuple[TablePage, Record]:
    """A table at which some moves were made."""
    table = TablePage(page, open_table(address, name))
    record = taflheim.game(name).record()
    for ply, move in enumerate(MOVES[name].split()[:plies], 1):
        table.play(record.position, move, ply)
        record = record.play(move)
    return table, record


def listed(page: Page) -> list[str]:
    return page.locator(".story-moves .ply[data-ply]").all_inner_texts()


def standing(page: Page) -> set[str]:
    """What stands where, as a screen reader is told it."""
    labels = page.eval_on_selector_all(".spots [data-spot]", "all => all.map(one => one.getAttribute('aria-label'))")
    return {label.replace(", open", "") for label in labels if "," in label.replace(", open", "")}


@pytest.mark.parametrize("name", MOVES)
def test_the_list_grows_and_every_position_can_be_seen_again(name: str, page: Page, address: str) -> None:
    table, record = begun(page, address, name, 0)
    seen = [standing(page)]
    for ply, move in enumerate(MOVES[name].split(), 1):
        table.play(record.position, move, ply)
        record = record.play(move)
        seen.append(standing(page))
    written = [before.written(move) for before, move in zip(record.positions, record.entries, strict=False)]
    assert listed(page) == written
    rounds = page.locator(".story-moves li").count()
    assert rounds == -(-len(written) // 2)
    for ply in reversed(range(len(written))):
        page.keyboard.press("[")
        expect(page.locator(".past .shown")).to_have_text(str(ply))
        assert standing(page) == seen[ply]
        assert page.locator(".spots [aria-label$=', open']").count() == 0  # nothing can be moved in the past
    page.keyboard.press("}")
    expect(page.locator(".past")).to_be_hidden()
    assert standing(page) == seen[-1]
    # What was loaded with the page is the same as what has grown there.
    page.reload()
    table.connected()
    expect(page.locator(".story-moves .ply[data-ply]")).to_have_count(len(written))
    assert listed(page) == written


def test_a_click_on_a_move_shows_its_position_and_a_key_brings_one_back(page: Page, address: str) -> None:
    table, _ = begun(page, address, "quoridor")
    page.locator(".story-moves .ply", has_text="e2").click()
    past = page.locator(".past")
    expect(past).to_contain_text("You look at move 2, the game is at 4")
    expect(page.locator('.story-moves [aria-current="step"]')).to_have_text("e2")
    expect(page.locator(".words")).to_have_text("Green goes to e2.")
    # Clicks and the game's keys move nothing there.
    table.click("e7")
    page.keyboard.press("p")
    page.keyboard.press("End")
    expect(past).to_be_hidden()
    table.click("e7")
    table.wait_for_ply(5)
    assert [sent["move"] for sent in table.sent if sent["type"] == "move"][4:] == ["e7"]


def test_the_game_goes_on_while_somebody_looks_back(page: Page, address: str) -> None:
    """Three bots answer; the page stays where it is, its mark tells how far the game is."""
    asked = {"options": {"players": 4}, "seats": {"b": 1, "c": 1, "d": 1}}
    table = TablePage(page, open_table(address, "quoridor", **asked))
    table.click("e8")
    expect(page.locator(".moves")).to_have_text("1 move made")
    page.keyboard.press("{")
    expect(page.locator(".past .shown")).to_have_text("0")
    expect(page.locator(".past .live")).to_have_text("4", timeout=60_000)
    expect(page.locator(".past .shown")).to_have_text("0")
    expect(page.locator(".story-moves .ply[data-ply]")).to_have_count(4)
    page.get_by_role("button", name="Back to the game").click()
    table.wait_for_ply(4)
    # Each move since one's own last is marked: more than the brackets around one way.
    assert page.locator(".last .bracket.over").count() >= 3


def test_an_undo_cuts_the_list_off(page: Page, address: str) -> None:
    table, _ = begun(page, address, "hnefatafl", 3)
    page.keyboard.press("u")
    table.wait_for_ply(2)
    expect(page.locator(".story-moves .ply[data-ply]")).to_have_count(2)
    page.keyboard.press("u")
    table.wait_for_ply(1)
    page.keyboard.press("u")
    table.wait_for_ply(0)
    assert listed(page) == []
    assert (
        page.locator(".list").evaluate("one => getComputedStyle(one, '::before').content") == '"No move was made yet."'
    )


def test_arrow_keys_step_while_the_list_has_the_focus_and_only_then(page: Page, address: str) -> None:
    begun(page, address, "quoridor")
    page.locator('[data-spot="e5"]').focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".past")).to_be_hidden()
    page.locator(".story-moves").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".past .shown")).to_have_text("3")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".past .shown")).to_have_text("1")
    page.keyboard.press("Home")
    expect(page.locator(".past .shown")).to_have_text("0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".past .shown")).to_have_text("1")
    page.keyboard.press("End")
    expect(page.locator(".past")).to_be_hidden()


def test_the_steppers_buttons(page: Page, address: str) -> None:
    begun(page, address, "toy")
    story = page.locator(".story")
    story.get_by_role("button", name="To the start").click()
    expect(page.locator(".past .shown")).to_have_text("0")
    expect(story.get_by_role("button", name="One move back")).to_have_attribute("aria-disabled", "true")
    story.get_by_role("button", name="One move on").click()
    expect(page.locator(".past .shown")).to_have_text("1")
    story.get_by_role("button", name="To the game").click()
    expect(page.locator(".past")).to_be_hidden()


def test_a_board_for_one_has_one_column(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "hivolts"))
    page.keyboard.press("s")
    expect(page.locator(".story-moves li")).to_have_count(1)
    expect(page.locator(".story-moves .ply")).to_have_count(1)
    page.keyboard.press("[")
    expect(page.locator(".past .shown")).to_have_text("0")
