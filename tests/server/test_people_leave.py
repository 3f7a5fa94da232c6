"""Three and four players, one of whom leaves: under both policies, seen by all who stay."""

import re

import pytest
from playwright.sync_api import expect

import taflheim
from browsing import TablePage
from friends import Friend, Friends, House, picture, play
from taflheim.games.record import Record
from taflheim.table.table import Table

NAMES = ("Anna", "Bo", "Cy", "Dee")


def gathered(
    house: House, company: Friends, players: int, policy: str
) -> tuple[Table, dict[str, TablePage], list[Friend]]:
    """So many people at a table of Quoridor."""
    people = [house.friend(name) for name in NAMES[:players]]
    game = taflheim.game("quoridor", players=players)
    seats = dict(zip(game.seats, people, strict=True))
    table = house.table(game, seats, "5+3", opener=people[0].account, policy=policy)
    return table, {side: company.come(friend, table) for side, friend in seats.items()}, people


def leaves(at: dict[str, TablePage], side: str) -> None:
    """Somebody closes the page."""
    at.pop(side).page.close()
    for page in at.values():
        expect(page.page.locator(f"[data-side={side}] .doing")).to_have_text("away")


OPENING = {3: "e8 e2 b5 e7 e3 c5 e6".split(), 4: "e8 e2 b5 h5 e7 e3 c5 g5 e6".split()}


@pytest.mark.parametrize("players", [3, 4])
def test_who_leaves_is_out(players: int, company: Friends, house: House) -> None:
    table, at, _ = gathered(house, company, players, "out")
    record: Record = play(at, table.game.record(), *OPENING[players])
    leaves(at, "b")
    claim = at["a"].page.locator(".proposal").get_by_role("button", name="Go on without Bo")
    expect(claim).to_be_hidden()
    house.later(64, table)
    expect(at["c"].page.locator(".proposal .text")).to_have_text("Bo is away.")
    picture(at["c"].page, f"claim-{players}")
    claim.click()
    for page in at.values():
        expect(page.page.locator(".words")).to_have_text(re.compile("Green"))
        expect(page.page.locator(".side.turn")).to_have_attribute("data-side", "c")
    assert house.now(table).in_game == tuple(side for side in table.seats if side != "b")
    assert record.turn == "b"


@pytest.mark.parametrize("players", [3, 4])
def test_a_bot_plays_on_until_somebody_is_back(players: int, company: Friends, house: House) -> None:
    table, at, people = gathered(house, company, players, "bot")
    play(at, table.game.record(), *OPENING[players])
    leaves(at, "b")
    house.later(64, table)
    at["a"].page.locator(".proposal").get_by_role("button", name="Let a bot play on").click()
    for page in at.values():
        expect(page.page.locator("[data-side=b] .who")).to_have_text("Bot for Bo")
        page.wait_for_ply(len(OPENING[players]) + 1)  # the bot has moved
    back = company.come(people[1], table)
    held = back.page.locator(".proposal")
    expect(held.locator(".text")).to_have_text("A bot plays for you.")
    picture(back.page, f"held-{players}")
    held.get_by_role("button", name="Take my seat back").click()
    for page in at.values():
        expect(page.page.locator("[data-side=b] .who")).to_have_text("Bo")
    expect(back.page.locator(".near [data-side=b] .who")).to_have_text("You")


def test_who_comes_back_in_time_is_not_claimed_against(company: Friends, house: House) -> None:
    table, at, people = gathered(house, company, 3, "out")
    play(at, table.game.record(), *OPENING[3])
    leaves(at, "b")
    house.later(64, table)
    expect(at["a"].page.locator(".proposal")).to_be_visible()
    company.come(people[1], table)
    expect(at["a"].page.locator(".proposal")).to_be_hidden()
    expect(at["a"].page.locator("[data-side=b] .doing")).to_have_text("to move")
