"""People who play each other without a mouse: offers, claims, a rematch; the focus is never lost on the way."""

import re

from playwright.sync_api import Page, expect

import taflheim
from friends import Friends, House, play

_MOST_KEYS = 120


def press(page: Page, name: str) -> None:
    """Go on with Tab until the button of this name has the focus, and press it."""
    button = page.get_by_role("button", name=re.compile(f"^{name}"))
    expect(button).to_be_enabled()
    for _ in range(_MOST_KEYS):
        if button.evaluate("button => button === document.activeElement"):
            return page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name}")


def has_focus(page: Page, name: str) -> None:
    expect(page.get_by_role("button", name=re.compile(f"^{name}"))).to_be_focused()


def test_offers_and_a_rematch_by_keys(company: Friends, house: House) -> None:
    game = taflheim.game("toy")
    people = {side: house.friend(name) for side, name in zip(game.seats, ("Anna", "Bo"), strict=True)}
    table = house.table(game, people, "5+3", opener=people["noughts"].account)
    at = {side: company.come(friend, table) for side, friend in people.items()}
    anna, bo = at["noughts"].page, at["crosses"].page
    play(at, table.game.record(), "a1", "b2", "c1")
    press(anna, "Offer a draw")
    press(anna, "Withdraw")
    expect(anna.locator(".proposal")).to_be_hidden()
    expect(anna.locator("svg.board :focus")).to_have_count(1)
    anna.keyboard.press("u")
    press(bo, "Decline")
    expect(bo.locator("svg.board :focus")).to_have_count(1)
    press(bo, "Resign")
    dialog = bo.get_by_role("dialog", name="Resign this game?")
    expect(dialog.get_by_role("button", name="Play on")).to_be_focused()
    bo.keyboard.press("Tab")
    bo.keyboard.press("Enter")
    for page in (anna, bo):
        expect(page.locator(".result")).to_be_visible()
    press(anna, "Offer a rematch")
    has_focus(anna, "Withdraw")
    press(bo, "Decline")
    has_focus(bo, "Offer a rematch")
    bo.keyboard.press("Enter")
    press(anna, "Accept")
    for page in (anna, bo):
        expect(page.locator(".moves")).to_have_text("0 moves made")


def test_a_claim_and_a_seat_taken_back_by_keys(company: Friends, house: House) -> None:
    game = taflheim.game("quoridor", players=3)
    people = {side: house.friend(name) for side, name in zip(game.seats, ("Anna", "Bo", "Cy"), strict=True)}
    table = house.table(game, people, "5+3", opener=people["a"].account, policy="bot")
    at = {side: company.come(friend, table) for side, friend in people.items()}
    play(at, table.game.record(), *"e8 e2 b5 e7 e3 c5 e6".split())
    at.pop("b").page.close()
    anna = at["a"].page
    expect(anna.locator("[data-side=b] .doing")).to_have_text("away")
    house.later(64, table)
    press(anna, "Let a bot play on")
    expect(anna.locator("[data-side=b] .who")).to_have_text("Bot for Bo")
    expect(anna.locator("svg.board :focus")).to_have_count(1)
    back = company.come(people["b"], table).page
    press(back, "Take my seat back")
    expect(back.locator(".near [data-side=b] .who")).to_have_text("You")
