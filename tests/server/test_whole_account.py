"""An account from guest to deletion, in the browser of the person whose it is."""

import json
import re
import zipfile

from playwright.sync_api import Locator, Page, expect

import taflheim
from browsing import Strict
from coming_in import arrived, open_by_link

FIRST, SECOND = "correct horse", "battery staple"


def section(page: Page, name: str) -> Locator:
    """A part of the page of one's account."""
    return page.get_by_role("region", name=name, exact=True)


def test_an_account_from_guest_to_deletion(strict: Strict, address: str) -> None:
    opener, guest = strict.page(), strict.page(owner=False)
    link = open_by_link(opener, address, side="a", clock="days 3")
    guest.goto(link)
    guest.get_by_role("button", name="Sit down as Green").click()
    theirs, mine = arrived(guest), arrived(opener)
    welcome = guest.get_by_role("group", name="Welcome")
    make_an_account = welcome.get_by_role("link", name="Make an account").get_attribute("href")
    start = taflheim.game("quoridor").start()
    mine.play(start, "e8", 1)
    theirs.play(start.play("e8"), "e2", 2)
    mine.wait_for_ply(2)
    expect(welcome).to_have_count(0)  # it was seen
    expect(opener.locator(".far .who")).to_contain_text("guest-")
    called = opener.locator(".far .who").inner_text()

    # The guest makes an account, and has kept seat and game.
    as_guest = guest.context.cookies()[0]["value"]
    guest.goto(f"{address}{make_an_account}")
    guest.get_by_label("Name").fill("Ragnfrid")
    guest.get_by_label("Password").fill(FIRST)
    guest.get_by_role("button", name="Make the account").click()
    guest.wait_for_url(link)
    arrived(guest).wait_for_ply(2)
    assert guest.context.cookies()[0]["value"] != as_guest
    opener.goto(f"{address}/people/Ragnfrid")
    expect(opener.get_by_role("heading", name="Ragnfrid")).to_be_visible()
    opener.goto(link)
    mine = arrived(opener)
    expect(opener.locator(".far .who")).to_have_text(called)  # the seat keeps the name of then

    guest.goto(f"{address}/account")
    expect(guest.locator(".head")).to_contain_text("Registered, Ragnfrid")
    password = section(guest, "Password")
    password.get_by_label("Old password").fill(FIRST)
    password.get_by_label("New password").fill(SECOND)
    with guest.expect_navigation():
        password.get_by_role("button", name="Change password").click()

    codes = section(guest, "Recovery codes")
    codes.get_by_label("Your password").fill(FIRST)
    codes.get_by_role("button", name="Make ten new ones").click()
    expect(codes.get_by_role("alert")).to_contain_text("not your password")
    strict.forgive(guest, "400")
    codes.get_by_label("Your password").fill(SECOND)
    codes.get_by_role("button", name="Make ten new ones").click()
    expect(codes.get_by_role("listitem")).to_have_count(10)
    assert len(set(codes.get_by_role("listitem").all_inner_texts())) == 10
    guest.goto(f"{address}/account")
    expect(codes).to_contain_text("You have 10 left.")

    with guest.expect_download() as taking:
        guest.get_by_role("button", name="Download it").click()
    with zipfile.ZipFile(taking.value.path()) as taken:
        assert json.loads(taken.read("account.json"))["account"]["name"] == "Ragnfrid"
        (record,) = (name for name in taken.namelist() if name != "account.json")
        assert taflheim.Record.parse(taken.read(record).decode()).entries == ("e8", "e2")

    leaving = section(guest, "Leave for good")
    leaving.get_by_label("Your password").fill(SECOND)
    leaving.get_by_label("I am sure").check()
    leaving.get_by_role("button", name="Delete my account").click()
    expect(guest.get_by_role("heading", name="Taflheim")).to_be_visible()
    assert guest.goto(f"{address}/account").status == 403  # type: ignore[union-attr]
    strict.forgive(guest, "403")

    # Who stays at the table has won, and neither table nor hall knows the names any more.
    expect(mine.result).to_have_text("You win!")
    opener.reload()
    expect(opener.locator(".far .who")).to_have_text(re.compile("^deleted-[0-9a-f]{8}$"))
    assert "Ragnfrid" not in opener.content() and called not in opener.content()
    answer = opener.goto(f"{address}/people/Ragnfrid")
    assert answer is not None and answer.status == 404
    strict.forgive(opener, "404")
