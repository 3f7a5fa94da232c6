"""A table between people in both themes, on a desk and a phone: open to everybody, pictured in build/screenshots."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import taflheim
from browsing import TablePage
from friends import Friend, Friends, House, picture, play
from taflheim.table.actor import Person
from taflheim.table.event import Claim, Resign
from taflheim.table.table import Table
from waiting import expect_no_scrolling_sideways

LOOKS: list[tuple[bool, Literal["dark", "light"]]] = [
    (phone, theme) for phone in (False, True) for theme in ("light", "dark")
]
OPENING = "e8 e2 b5 e7 e3 c5 e6".split()


def gathered(
    company: Friends, house: House, phone: bool, *names: str, **terms: object
) -> tuple[Table, dict[str, TablePage], list[Friend]]:
    """So many people at a table of Quoridor with a clock."""
    people = [house.friend(name) for name in names]
    game = taflheim.game("quoridor", players=len(people))
    seats = dict(zip(game.seats, people, strict=True))
    table = house.table(game, seats, "5+3", opener=people[0].account, **terms)
    return table, {side: company.come(friend, table, phone=phone) for side, friend in seats.items()}, people


def check(page: Page, name: str, phone: bool, theme: Literal["dark", "light"]) -> None:
    page.emulate_media(color_scheme=theme)
    picture(page, f"{name}-{'phone' if phone else 'desktop'}-{theme}")
    expect_no_scrolling_sideways(page)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(("phone", "theme"), LOOKS)
def test_offers_chat_and_the_end(phone: bool, theme: Literal["dark", "light"], company: Friends, house: House) -> None:
    table, at, people = gathered(company, house, phone, "Anna", "Bo")
    mine, other = at["a"].page, at["b"].page
    play(at, table.game.record(), "e8", "e2", "e7", "e3")
    check(mine, "between", phone, theme)
    at["b"].tool("Offer a draw")
    expect(mine.locator(".proposal")).to_be_visible()
    expect(other.locator(".proposal")).to_be_visible()
    check(mine, "between-asked", phone, theme)
    check(other, "between-asks", phone, theme)
    for page in (other, mine):
        page.keyboard.press("k")
        expect(page.locator("#say")).to_be_visible()
    other.locator("#say").fill("A good game so far!")
    other.keyboard.press("Enter")
    expect(mine.locator(".chat")).to_contain_text("A good game so far!")
    check(mine, "between-chat", phone, theme)
    mine.keyboard.press("Escape")
    house.do(house.hall.tables.act(table.id, Person(people[1].account), Resign()))
    for page in (mine, other):
        expect(page.locator(".result")).to_be_visible()
    check(mine, "between-end", phone, theme)
    mine.locator(".rematch").get_by_role("button", name="Offer a rematch").click()
    expect(other.locator(".rematch .asked")).to_contain_text("Anna offers a rematch")
    check(mine, "between-rematch-own", phone, theme)
    check(other, "between-rematch-asked", phone, theme)


@pytest.mark.parametrize(("phone", "theme"), LOOKS)
def test_claims_and_held_seats(phone: bool, theme: Literal["dark", "light"], company: Friends, house: House) -> None:
    table, at, people = gathered(company, house, phone, "Anna", "Bo", "Cy", policy="bot")
    play(at, table.game.record(), *OPENING)
    at.pop("b").page.close()
    mine = at["a"].page
    expect(mine.locator("[data-side=b] .doing")).to_have_text("away")
    house.later(64, table)
    expect(mine.locator(".proposal .text")).to_have_text("Bo is away.")
    check(mine, "between-claim", phone, theme)
    house.do(house.hall.tables.act(table.id, Person(people[0].account), Claim("b")))
    expect(mine.locator("[data-side=b] .who")).to_have_text("Bot for Bo")
    at["a"].wait_for_ply(len(OPENING) + 1)
    check(mine, "between-held", phone, theme)
    back = company.come(people[1], table, phone=phone).page
    expect(back.locator(".proposal .text")).to_have_text("A bot plays for you.")
    check(back, "between-held-own", phone, theme)


def test_names_are_links_to_profiles(company: Friends, house: House) -> None:
    people = [house.friend(name, registered=True) for name in ("Anna", "Ragnhild-Sigurdardottir", "Cy")]
    game = taflheim.game("quoridor", players=3)
    table = house.table(game, dict(zip(game.seats, people, strict=True)), "5+3", opener=people[0].account)
    for phone, theme in LOOKS:
        seen = company.come(people[0], table, phone=phone).page
        expect(seen.get_by_role("link", name="Ragnhild-Sigurdardottir")).to_be_visible()
        seen.get_by_role("link", name="Cy").focus()
        check(seen, "between-names", phone, theme)
    page = company.come(people[0], table).page
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Cy").click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("Cy")
