"""The moves of a game at its table: listed as they are made, and gone through while the game goes on."""

import pytest
from playwright.sync_api import Page, expect

import taflheim
from browsing import TablePage, open_table
from taflheim import Record
from waiting import MS_TO_THINK, until

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
    table.wait_for_story(len(record.entries))
    return table, record


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
    listed = page.locator(".story-moves .ply[data-ply]")
    expect(listed).to_have_text(written)
    expect(page.locator(".story-moves li")).to_have_count(-(-len(written) // 2))
    for ply in reversed(range(len(written))):
        page.keyboard.press("[")
        expect(page.locator(".past .shown")).to_have_text(str(ply))
        until(page, lambda: standing(page), seen[ply])
        expect(page.locator(".spots [aria-label$=', open']")).to_have_count(0)  # nothing can be moved in the past
    page.keyboard.press("}")
    expect(page.locator(".past")).to_be_hidden()
    until(page, lambda: standing(page), seen[-1])
    # What was loaded with the page is the same as what has grown there.
    page.reload()
    table.connected()
    expect(listed).to_have_text(written)


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
    page.keyboard.press("}")
    expect(past).to_be_hidden()
    table.click("e7")
    table.wait_for_ply(5)
    table.expect_moves_sent(*MOVES["quoridor"].split(), "e7")


def test_the_game_goes_on_while_somebody_looks_back(page: Page, address: str) -> None:
    """Three bots answer; the page stays where it is, its mark tells how far the game is."""
    asked = {"options": {"players": 4}, "seats": {"b": 1, "c": 1, "d": 1}}
    table = TablePage(page, open_table(address, "quoridor", **asked))
    table.click("e8")
    expect(page.locator(".story-moves .ply[data-ply]")).not_to_have_count(0)  # the bots may have moved already
    page.keyboard.press("{")
    expect(page.locator(".past .shown")).to_have_text("0")
    expect(page.locator(".past .live")).to_have_text("4", timeout=MS_TO_THINK)
    expect(page.locator(".past .shown")).to_have_text("0")
    expect(page.locator(".story-moves .ply[data-ply]")).to_have_count(4)
    page.get_by_role("button", name="Back to the game").click()
    table.wait_for_ply(4)
    # Each move since one's own last is marked: more than the brackets around one way.
    until(page, lambda: page.locator(".last .bracket.over").count() >= 3, True)


def test_an_undo_cuts_the_list_off(page: Page, address: str) -> None:
    table, _ = begun(page, address, "hnefatafl", 3)
    page.keyboard.press("u")
    table.wait_for_ply(2)
    table.wait_for_story(2)
    page.keyboard.press("u")
    table.wait_for_ply(1)
    page.keyboard.press("u")
    table.wait_for_ply(0)
    table.wait_for_story(0)
    empty = "() => getComputedStyle(document.querySelector('.list'), '::before').content"
    until(page, lambda: page.evaluate(empty), '"No move was made yet."')


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


def test_the_move_that_is_shown_stays_in_sight(page: Page, address: str) -> None:
    """Also when the list gets less room; when the game is over nothing can be typed below it."""
    table, _ = begun(page, address, "quoridor")
    page.locator(".story-moves").evaluate("list => { list.style.height = '2rem'; list.style.alignSelf = 'start'; }")
    in_sight = """() => {
        const [cell, list] = [".story-moves [aria-current]", ".story-moves"].map(
            (part) => document.querySelector(part).getBoundingClientRect());
        return cell.top >= list.top - 1 && cell.bottom <= list.bottom + 1;
    }"""
    until(page, lambda: page.evaluate(in_sight), True)
    expect(page.get_by_label("Type a move")).to_be_visible()
    table.resign()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".typed input")).to_be_hidden()
