"""People who play each other, each in a browser of their own: whole games, offers, premoves, a rematch."""

import re

import pytest
from playwright.sync_api import expect

import taflheim
from browsing import TablePage
from chat_panel import Talking
from coming_in import arrived
from friends import Friends, House, Wire, picture, play
from taflheim.table.actor import Person
from taflheim.table.event import Move, Resign
from taflheim.table.table import Table
from whole_games import GAMES

TITLES = {"won": "You win!", "lost": "You lose."}


def two(house: House, game: str, clock: str = "5+3", **terms: object) -> tuple[Table, Person, Person]:
    """Anna and Bo at a table, each on one side, and Anna opens."""
    anna, bo = house.friend("Anna"), house.friend("Bo")
    chosen = taflheim.game(game)
    table = house.table(chosen, dict(zip(chosen.seats, (anna, bo), strict=True)), clock, opener=anna.account, **terms)
    return table, Person(anna.account), Person(bo.account)


def pages(company: Friends, house: House, table: Table) -> dict[str, TablePage]:
    """The pages of everybody who sits there, by side."""
    return {
        side: company.come(house.guests[seat.account], table)
        for side, seat in table.seats.items()
        if seat.account is not None
    }


def button(page: TablePage, name: str) -> None:
    page.page.locator(".proposal").get_by_role("button", name=name).click()


def met_by_link(company: Friends, house: House, name: str, wire: Wire) -> tuple[Table, TablePage, TablePage]:
    """Somebody who has registered opens a table with a free seat and a clock; a guest comes by its link, on a phone."""
    opening = company.page_of(house.friend(f"Anna-{name}", registered=True))
    wire.lay(opening)
    opening.goto(f"{house.address}/tables/new?game={name}")
    opening.locator('input[name="side"]:enabled').first.check(force=True)
    opening.locator('input[name="clock"][value="5+3"]').check(force=True)
    opening.get_by_role("button", name="Open the table").click()
    link = opening.locator("#link").input_value()
    coming = company.page(owner=False, phone=True)
    coming.goto(link)
    expect(coming.get_by_role("heading", name="Sit down?")).to_be_visible()
    assert coming.context.cookies() == []
    coming.get_by_role("button", name="Sit down as").click()
    coming.get_by_role("link", name="Later").click()
    expect(coming.locator(".welcome")).to_have_count(0)
    one, other = arrived(opening), arrived(coming)
    return house.do(house.hall.tables.get(link.rpartition("/")[2])), one, other


@pytest.mark.parametrize("name", ["hnefatafl", "halatafl", "quoridor"])
def test_a_whole_game_with_all_that_happens_between_people(name: str, company: Friends, house: House) -> None:
    wire = Wire()
    table, one, other = met_by_link(company, house, name, wire)
    first, second = table.seats
    anna, bo = (seat.name for seat in table.seats.values())
    kinds = [house.do(house.hall.accounts.get(Person(seat.account or ""))).kind for seat in table.seats.values()]
    assert (anna, kinds) == (f"Anna-{name}", ["registered", "guest"]) and str(table.terms.clock) == "5+3"
    at = {first: one, second: other}
    moves = GAMES[name][1].split()
    record = play(at, table.game.record(), *moves[:3])
    # Each says something.
    talks, answers = Talking(one.page), Talking(other.page)
    talks.open()
    talks.say("Good luck!")
    expect(answers.button.locator(".unread")).to_have_text("1")
    answers.open()
    answers.say("You, too.")
    for chat in (talks, answers):
        chat.words("Good luck!", "You, too.")
        chat.close()
    # A draw is offered, and declined; it is not offered again at once.
    one.tool("Offer a draw")
    expect(other.page.locator(".proposal .text")).to_have_text(f"{anna} offers a draw.")
    expect(one.page.locator(".proposal .text")).to_contain_text(f"It is for {bo} to answer.")
    button(other, "Decline")
    for page in at.values():
        expect(page.page.locator(".proposal")).to_be_hidden()
    expect(one.page.get_by_role("button", name="Offer a draw")).to_be_disabled()
    # A move is taken back, and made again.
    one.tool("Ask for my last move back")
    expect(other.page.locator(".proposal .text")).to_have_text(f"{anna} would like to take the last move back.")
    button(other, "Accept")
    for page in at.values():
        page.wait_for_ply(2)
        expect(page.page.locator("p.words")).to_have_text("A move was taken back.")
    record = play(at, record.undo(1), *moves[2:5])
    other.page.reload()
    other.connected()
    # A connection breaks, comes back, and has missed nothing.
    wire.cut()
    record = play(at, record, *moves[5:])
    assert record.result is not None
    for side, page in at.items():
        won = "won" if record.result.winner == side else "lost"
        expect(page.result).to_have_text(TITLES[won])
        expect(page.page.locator(".clock .figures").first).not_to_be_empty()


def test_a_premove_is_shown_and_made_when_its_turn_comes(company: Friends, house: House) -> None:
    table, anna, _ = two(house, "quoridor")
    at = pages(company, house, table)
    record = play(at, table.game.record(), "e8", "e2")
    waiting = at["b"].page
    planned = waiting.locator(".mark.premove.over")
    at["b"].click("e3")
    expect(planned).to_have_count(1)
    picture(waiting, "premove")
    waiting.mouse.click(*at["b"].middle("e3"), button="right")
    expect(planned).to_have_count(0)
    at["b"].click("a5")
    waiting.keyboard.press("Escape")
    expect(planned).to_have_count(0)
    at["b"].click("e9")  # out of reach: what was clicked last is tried
    at["b"].click("e3")
    expect(planned).to_have_count(2)
    house.do(house.hall.tables.act(table.id, anna, Move(2, "e7")))
    at["b"].wait_for_ply(4)
    assert house.now(table).events[-1].text == "e3"
    expect(planned).to_have_count(0)
    assert record.turn == "a"


def test_a_premove_waits_for_an_answer_and_is_dropped_by_a_takeback(company: Friends, house: House) -> None:
    table, _, _ = two(house, "quoridor")
    at = pages(company, house, table)
    play(at, table.game.record(), "e8", "e2", "e7")
    planned = at["a"].page.locator(".mark.premove.over")
    at["a"].click("e6")
    expect(planned).to_have_count(1)
    at["b"].tool("Ask for my last move back")  # back to ply 1
    expect(at["a"].page.locator(".proposal")).to_be_visible()
    expect(planned).to_have_count(1)
    button(at["a"], "Accept")
    at["a"].wait_for_ply(1)
    expect(planned).to_have_count(0)


def test_your_turn_is_said_by_title_and_icon(company: Friends, house: House) -> None:
    table, _, _ = two(house, "toy", "none")
    at = pages(company, house, table)
    first, second = at.values()
    expect(first.page).to_have_title(re.compile("^Your turn"))
    expect(second.page).not_to_have_title(re.compile("^Your turn"))
    play(at, table.game.record(), "a1")
    expect(second.page).to_have_title(re.compile("^Your turn"))
    expect(second.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn.svg$"))
    expect(first.page).not_to_have_title(re.compile("^Your turn"))


def test_low_time_is_seen(company: Friends, house: House) -> None:
    table, _, _ = two(house, "toy", "1+0")
    at = pages(company, house, table)
    record = play(at, table.game.record(), "a1", "b2")
    house.later(52, table)
    mine = at[record.turn].page
    expect(mine.locator(".near .clock")).to_have_class(re.compile(r"\blow\b"))
    expect(mine.locator(".near .clock .figures")).to_have_text(re.compile(r"^0:0\d\.\d$"))
    expect(mine.locator(".hurry")).to_have_text("Less than ten seconds left!")
    picture(mine, "low")


@pytest.mark.parametrize("countered", [False, True])
def test_a_rematch_takes_everybody_along(countered: bool, company: Friends, house: House) -> None:
    table, _, bo = two(house, "toy", watchable=True)
    at = pages(company, house, table)
    spectator = company.come(None, table)
    play(at, table.game.record(), "a1", "b2", "c1", "b1")
    house.do(house.hall.tables.act(table.id, bo, Resign()))
    anna, other = (page.page.locator(".rematch") for page in at.values())
    anna.get_by_role("button", name="Offer a rematch").click()
    expect(other.locator(".asked")).to_contain_text("Anna offers a rematch")
    picture(at["crosses"].page, "rematch")
    if countered:
        other.get_by_role("button", name="Offer the same sides").click()
        expect(anna.locator(".asked")).to_have_text("Bo offers a rematch: everybody keeps their side.")
        anna.get_by_role("button", name="Accept").click()
    else:
        other.get_by_role("button", name="Accept").click()
    for page in (*at.values(), spectator):
        expect(page.page).not_to_have_url(house.where(table))
        expect(page.page.locator(".moves")).to_have_text("0 moves made")
    new = house.now(table).next_table
    assert new is not None and at["noughts"].page.url.endswith(new)
    seats = house.do(house.hall.tables.get(new)).seats
    assert [seat.name for seat in seats.values()] == (["Anna", "Bo"] if countered else ["Bo", "Anna"])


def test_a_rematch_is_declined_or_withdrawn(company: Friends, house: House) -> None:
    table, _, bo = two(house, "toy")
    at = pages(company, house, table)
    play(at, table.game.record(), "a1", "b2", "c1", "b1")
    house.do(house.hall.tables.act(table.id, bo, Resign()))
    anna, other = (page.page.locator(".rematch") for page in at.values())
    anna.get_by_role("button", name="Offer the same sides").click()
    anna.get_by_role("button", name="Withdraw").click()
    expect(anna.get_by_role("button", name="Offer a rematch")).to_be_visible()
    anna.get_by_role("button", name="Offer a rematch").click()
    other.get_by_role("button", name="Decline").click()
    expect(anna.get_by_role("button", name="Offer a rematch")).to_be_hidden()
    expect(other.get_by_role("button", name="Offer a rematch")).to_be_visible()


def test_no_help_where_others_play(company: Friends, house: House) -> None:
    table, _, _ = two(house, "toy")
    at = pages(company, house, table)
    for page in at.values():
        for name in ("Hint", "Undo"):
            expect(page.page.get_by_role("button", name=name, exact=True)).to_be_hidden()
        expect(page.page.locator("button.abort")).to_be_visible()
    at["crosses"].tool("No game after all")
    for page in at.values():
        expect(page.result).to_have_text("The game was aborted: it has no result.")
