"""Notifications when it is one's turn: shown once while the page is hidden, and why there can be none."""

import json

from playwright.sync_api import Page, expect

import taflheim
from friends import Friends, House, play
from waiting import until

# A browser without a window shows no notifications and hides no page: both are told here, and noted.
EDGE = """
    window.notified = [];
    window.isAway = false;
    window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, { body }) { window.notified.push([title, body]); }
        close() {}
    };
    Object.defineProperty(document, "hidden", { get: () => window.isAway });
"""
PLAIN = 'Object.defineProperty(window, "isSecureContext", { value: false });'


def granted(page: Page) -> None:
    page.context.grant_permissions(["notifications"])
    page.add_init_script(EDGE)


def plain(page: Page) -> None:
    page.add_init_script(PLAIN)


def notified(page: Page) -> str:
    return json.dumps(page.evaluate("() => window.notified"))


def test_a_notification_for_each_turn_while_the_page_is_hidden(company: Friends, house: House) -> None:
    game = taflheim.game("toy")
    people = {side: house.friend(name) for side, name in zip(game.seats, ("Anna", "Bo"), strict=True)}
    table = house.table(game, people, "5+3", opener=people["noughts"].account)
    record = game.record()
    first, second = record.turn, next(side for side in people if side != record.turn)
    at = {first: company.come(people[first], table), second: company.come(people[second], table, granted)}
    page = at[second].page
    # Not before they are wanted, and not while one looks.
    page.evaluate("() => { window.isAway = true; }")
    record = play(at, record, "a1", "b2")
    page.keyboard.press(",")
    with page.expect_response("**/preferences"):
        page.get_by_role("checkbox", name="Tell me when it is my turn").check()
    page.get_by_role("button", name="Done").click()
    page.evaluate("() => { window.isAway = false; }")
    record = play(at, record, "c1", "b1")
    assert notified(page) == "[]"
    page.evaluate("() => { window.isAway = true; }")
    play({first: at[first]}, record, "a3")
    one = [["Your turn", f"{game.rulebook.title} · Taflheim"]]
    until(page, lambda: notified(page), json.dumps(one, ensure_ascii=True))
    # What else happens in that turn calls nobody again.
    at[first].tool("Offer a draw")
    expect(page.locator(".proposal")).to_be_visible()
    assert json.loads(notified(page)) == one


def test_a_page_over_plain_http_says_why_there_are_none(company: Friends, house: House) -> None:
    anna, bo = house.friend("Anna"), house.friend("Bo")
    table = house.table(taflheim.game("toy"), {"noughts": anna, "crosses": bo}, opener=anna.account)
    page = company.come(anna, table, plain).page
    page.keyboard.press(",")
    expect(page.get_by_role("checkbox", name="Tell me when it is my turn")).to_be_disabled()
    expect(page.locator(".notify-why")).to_contain_text("This page came over plain HTTP from another machine")
    expect(page.locator(".notify-why")).to_contain_text("its title and its icon say when it is your turn")
