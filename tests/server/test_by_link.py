"""Two browsers: a table is opened by link, somebody sits down, and they play."""

import re

import pytest
from playwright.sync_api import expect

import browsing
import taflheim
from browsing import Strict
from coming_in import arrived, open_by_link, picture


def test_a_guest_sits_down_and_plays(strict: Strict, address: str) -> None:
    opener, guest = strict.page(), strict.page(owner=False)
    link = open_by_link(opener, address, side="a", clock="10+5")
    expect(opener.locator("#link")).to_have_value(link)
    expect(opener.get_by_role("heading", name="Waiting for somebody")).to_be_visible()
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Sit down?")).to_be_visible()
    expect(guest.locator(".head p")).to_contain_text("10 minutes + 5 seconds · casual · private")
    guest.reload()
    assert guest.context.cookies() == []  # looking makes nobody a guest, and takes no seat
    guest.get_by_role("button", name="Sit down as Green").click()
    theirs, mine = arrived(guest), arrived(opener)  # the opener's page goes there by itself
    assert len(guest.context.cookies()) == 1
    welcome = guest.get_by_role("group", name="Welcome")
    expect(welcome).to_contain_text("You are guest-")
    picture(guest, "welcome-desktop")
    guest.set_viewport_size(browsing.PHONE)
    picture(guest, "welcome-phone")
    guest.set_viewport_size(browsing.DESKTOP)
    welcome.get_by_role("link", name="Later").click()
    expect(welcome).to_have_count(0)
    theirs.connected()
    assert "welcome" not in guest.url
    start = taflheim.game("quoridor").start()
    mine.play(start, "e8", 1)
    theirs.wait_for_ply(1)
    theirs.play(start.play("e8"), "e2", 2)
    mine.wait_for_ply(2)


def test_two_at_once_for_the_last_seat_and_a_spectator(strict: Strict, address: str) -> None:
    opener, first, second = strict.page(), strict.page(owner=False), strict.page(owner=False)
    link = open_by_link(opener, address, side="a")
    for page in (first, second):
        page.goto(link)
        expect(page.get_by_role("button", name="Sit down as Green")).to_be_visible()
    second.evaluate("() => document.querySelector('main').removeAttribute('data-live')")
    second.route("**/waiting", lambda route: route.abort())
    first.get_by_role("button", name="Sit down as Green").click()
    arrived(first)
    # The second one's page has gone to the game by itself, or is still there: the request is sent in any case.
    answer = second.request.post(f"{link}/seats/b", headers={"Origin": address, "Accept": "text/html"})
    assert answer.status == 409 and "Somebody sits there already" in answer.text() and "Watch the game" in answer.text()
    second.evaluate(
        """where => {
            const form = Object.assign(document.createElement("form"), { method: "post", action: where });
            document.body.append(form);
            form.submit();
        }""",
        f"{link}/seats/b",
    )
    expect(second.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    picture(second, "taken-desktop")
    second.set_viewport_size(browsing.PHONE)
    picture(second, "taken-phone")
    second.set_viewport_size(browsing.DESKTOP)
    second.get_by_role("link", name="Watch the game").click()
    watching = arrived(second)
    strict.wrong.clear()  # the aborted stream, and the refusal
    mine = arrived(opener)
    mine.play(taflheim.game("quoridor").start(), "e8", 1)
    watching.wait_for_ply(1)
    assert second.context.cookies() == []


def test_a_registered_person_sits_down_and_a_guest_keeps_the_game(strict: Strict, address: str) -> None:
    opener, friend = strict.page(), strict.page(owner=False)
    link = open_by_link(opener, address, side="b", clock="days 3")
    friend.goto(f"{link}")
    friend.get_by_role("button", name="Sit down as White").click()
    table = arrived(friend)
    table.play(taflheim.game("quoridor").start(), "e8", 1)
    before = friend.context.cookies()
    friend.goto(f"{address}/register?next={link.removeprefix(address)}")
    friend.get_by_label("Name").fill("Solveig")
    friend.get_by_label("Password").fill("correct horse")
    friend.get_by_role("button", name="Make").click()
    friend.wait_for_url(link)
    table = arrived(friend)
    table.wait_for_ply(1)
    assert friend.context.cookies()[0]["value"] != before[0]["value"]
    friend.goto(f"{address}/games")
    expect(friend.locator("main")).to_contain_text("Quoridor")


def test_refusals_stand_beside_the_field(strict: Strict, address: str) -> None:
    page = strict.page()
    page.goto(f"{address}/tables/new?game=quoridor")
    page.locator('input[name="rated"][value="yes"]').check(force=True)
    page.get_by_role("button", name="Open the table").click()
    clock = page.get_by_role("region", name="Clock")
    expect(clock.get_by_role("alert")).to_have_text("A rated game between people has a clock.")
    strict.forgive(page, "400")
    page.locator('input[name="clock"][value="custom"]').check(force=True)
    page.get_by_label("Time").fill("500")
    page.get_by_role("button", name="Open the table").click()
    expect(clock.get_by_role("alert")).to_contain_text("1 to 180")
    expect(page.get_by_label("Time")).to_have_value("500")
    strict.forgive(page, "400")
    page.get_by_label("Time").fill("7")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".head p")).to_contain_text("7 minutes + 10 seconds · rated")


def test_four_players_bots_and_a_friend_at_this_screen(strict: Strict, address: str) -> None:
    page = strict.page()
    page.goto(f"{address}/tables/new?game=quoridor")
    page.locator('input[name="option.players"][value="4"]').check(force=True)
    for seat, who in (("b", "here"), ("c", "2"), ("d", "open")):
        page.locator(f'select[name="seat.{seat}"]').select_option(who)
    page.locator('input[name="policy"][value="bot"]').check(force=True)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".head p")).to_contain_text("4 players")
    expect(page.locator(".places li")).to_have_count(4)
    expect(page.locator(".places .free")).to_have_count(1)
    page.get_by_role("combobox").select_option("1")
    page.get_by_role("button", name="Fill free seats with bots").click()
    arrived(page)
    expect(page.locator(".who", has_text="Bot")).to_have_count(2)


def test_a_table_is_withdrawn(strict: Strict, address: str) -> None:
    opener, guest = strict.page(), strict.page(owner=False)
    link = open_by_link(opener, address, side="a")
    guest.goto(link)
    opener.get_by_role("button", name="Withdraw the table").click()
    expect(opener.get_by_role("heading", name="Taflheim")).to_be_visible()
    expect(guest.get_by_role("button", name="Sit down as Green")).to_have_count(0)
    expect(guest.locator("main")).to_contain_text("The game was aborted")


@pytest.mark.parametrize("phone", [False, True])
def test_what_it_looks_like(strict: Strict, address: str, phone: bool) -> None:
    size = "phone" if phone else "desktop"
    opener, guest = strict.page(phone=phone), strict.page(phone=phone, owner=False)
    opener.goto(address)
    opener.get_by_role("radio", name=re.compile("^Quoridor")).check(force=True)
    opener.get_by_role("button", name="Play against your friend").click()
    picture(opener, f"friend-{size}")
    opener.goto(f"{address}/tables/new?game=quoridor")
    picture(opener, f"open-{size}")
    opener.goto(f"{address}/tables/new?game=quoridor&option.players=3&clock=custom")
    picture(opener, f"open-three-{size}")
    link = open_by_link(opener, address, side="a", clock="5+3")
    guest.goto(link)
    picture(guest, f"sit-{size}")
    picture(opener, f"waiting-{size}")
    opener.get_by_role("button", name="Let friends on this network join").click()
    expect(opener.locator(".qr")).to_be_visible()
    picture(opener, f"waiting-network-{size}")
    opener.get_by_role("button", name="Stop letting friends").click()
    expect(opener.locator(".qr")).to_have_count(0)


def test_names_for_who_plays_on_this_screen(strict: Strict, address: str) -> None:
    page = strict.page()
    page.goto(address)
    page.get_by_role("radio", name=re.compile("^Quoridor")).check(force=True)
    page.locator('.options:not([hidden]) input[name="option.players"][value="3"]').check(force=True)
    page.get_by_role("button", name="Play against your friend").click()
    dialog = page.get_by_role("dialog")
    dialog.locator(".names:not([hidden]) summary").click()
    expect(dialog.locator(".typed-name:visible")).to_have_count(3)
    dialog.get_by_label("Name of who plays Green").fill("<Bea>")
    dialog.get_by_role("button", name="On this screen").click()
    expect(dialog).to_be_visible()  # the browser says what is wrong with the name
    dialog.get_by_label("Name of who plays Green").fill("Little brother")
    picture(page, "friend-names-desktop")
    # Enter begins where the names are for.
    dialog.get_by_label("Name of who plays Red").fill("Cem")
    dialog.get_by_label("Name of who plays Red").press("Enter")
    arrived(page)
    expect(page.locator(".who", has_text="Little brother")).to_have_count(1)
    expect(page.locator(".who", has_text="Cem")).to_have_count(1)
    picture(page, "names-table-desktop")


def test_names_beside_bots_and_a_friend_elsewhere(strict: Strict, address: str) -> None:
    page = strict.page(phone=True)
    page.goto(address)
    page.get_by_role("radio", name=re.compile("^Quoridor")).check(force=True)
    page.locator('.options:not([hidden]) input[name="option.players"][value="3"]').check(force=True)
    page.get_by_role("button", name="Play against a bot").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".typed-name:visible")).to_have_count(0)  # one person alone has a name already
    dialog.locator('[data-seat="b"] select').select_option("person")
    expect(dialog.locator(".typed-name:visible")).to_have_count(2)
    dialog.get_by_label("Name of who plays Green").fill("Bea")
    picture(page, "bot-names-phone")
    dialog.get_by_role("button", name="Begin").click()
    arrived(page)
    expect(page.locator(".who", has_text="Bea")).to_have_count(1)

    page.goto(f"{address}/tables/new?game=quoridor&option.players=4")
    page.locator('select[name="seat.b"]').select_option("here")
    expect(page.locator(".typed-name:visible")).to_have_count(1)
    page.get_by_label("Name of who plays Green").fill("Odin")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("is a name of the house")
    strict.forgive(page, "400")
    field = page.get_by_label("Name of who plays Green")
    expect(field).to_have_value("Odin")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(re.compile("is a name of the house"))
    refused = page.get_by_role("alert").bounding_box()
    near, button = field.bounding_box(), page.get_by_role("button", name="Open the table").bounding_box()
    assert refused and near and button
    assert 0 <= refused["y"] - near["y"] - near["height"] < 12  # right below it
    assert refused["y"] + refused["height"] < button["y"]  # and seen at once
    page.get_by_label("Name of who plays Green").fill("Bea")
    picture(page, "open-names-phone")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".places .who", has_text="Bea")).to_have_count(1)
    guest = strict.page(owner=False)
    guest.goto(page.url)
    guest.get_by_role("button", name="Sit down as").first.click()  # lots were drawn
    guest.get_by_text("Take another seat here").click()
    guest.get_by_label("Name of who plays").first.fill("Odin")
    guest.get_by_role("button", name="Sit down as").first.click()
    expect(guest.get_by_label("Name of who plays").first).to_have_accessible_description(re.compile("of the house"))
    strict.forgive(guest, "400")
    picture(guest, "second-seat-refused-desktop")
    guest.get_by_label("Name of who plays").first.fill("Dora")
    picture(guest, "second-seat-desktop")
    guest.get_by_role("button", name="Sit down as").first.click()
    table = arrived(guest)
    expect(table.page.locator(".who", has_text="Dora")).to_have_count(1)
    expect(table.page.locator(".who", has_text="Bea")).to_have_count(1)
