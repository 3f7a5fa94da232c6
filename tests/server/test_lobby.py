"""The lobby in the browser: it is live, and brings people together."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import browsing
import taflheim
from browsing import Strict
from coming_in import arrived, picture
from friends import Friends, House
from taflheim.table.seat import Seat
from waiting import until


def test_tables_come_and_go(strict: Strict, address: str) -> None:
    opener, visitor = strict.page(), strict.page(owner=False)
    visitor.goto(f"{address}/lobby")
    tables = visitor.get_by_role("region", name="Open tables")
    opener.goto(f"{address}/tables/new?game=halatafl&public=yes")
    opener.locator('input[name="clock"][value="10+5"]').check(force=True)
    opener.get_by_role("button", name="Open the table").click()
    expect(opener.get_by_role("heading", name="Invite")).to_be_visible()
    line = tables.get_by_role("link", name="Halatafl")
    expect(line).to_contain_text("10 minutes + 5 seconds · casual")
    line.click()
    visitor.get_by_role("button", name="Sit down as").click()
    arrived(visitor)
    other = strict.page(owner=False)
    other.goto(f"{address}/lobby")
    games = other.get_by_role("region", name="Games to watch")
    expect(games.get_by_role("link", name="Halatafl")).to_be_visible()
    expect(other.get_by_role("region", name="Who is here")).to_contain_text("guest-")
    visitor.goto(f"{address}/lobby")
    assert other.context.cookies() == []


def test_two_are_paired(strict: Strict, address: str) -> None:
    pages = [strict.page(owner=False), strict.page(owner=False)]
    for page in pages:
        page.goto(f"{address}/lobby")
        page.get_by_label("Game", exact=True).select_option("quoridor")
        page.get_by_label("Clock").select_option("3+2")
    pages[0].get_by_role("button", name="Find somebody").click()
    expect(pages[0].get_by_role("status")).to_have_text(
        "Looking for somebody: Quoridor · 3 minutes + 2 seconds · casual"
    )
    pages[1].get_by_role("button", name="Find somebody").click()
    for page in pages:
        page.wait_for_url("**/tables/*")
        arrived(page)
    expect(pages[0]).to_have_url(pages[1].url)


def test_pages_are_loaded_anew_when_the_session_ends(company: Friends, house: House) -> None:
    friend = house.friend("Bo")
    seats = {"crosses": friend.seat, "noughts": Seat.free()}
    table = house.table(taflheim.game("toy"), seats, opener=friend.account)
    for where, heading in ((f"{house.address}/lobby", "Lobby"), (house.where(table), "Three in a row")):
        page = company.page_of(friend)
        page.goto(where)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        until(page, lambda: friend.account in house.hall.presence.here(), True)  # it listens
        page.evaluate("() => document.body.dataset.loaded = 'before'")
        house.do(house.hall.accounts.end(friend.session))
        expect(page.locator("body")).not_to_have_attribute("data-loaded", "before")
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        page.close()
        friend.session = house.do(house.hall.accounts.begin_session(friend.account))


def test_looking_can_be_stopped_and_a_refusal_is_said(strict: Strict, address: str) -> None:
    page = strict.page()
    page.goto(f"{address}/lobby")
    page.get_by_label("Game", exact=True).select_option("quoridor")
    page.get_by_label("Players").select_option("4")
    page.get_by_role("button", name="Find somebody").click()
    expect(page.get_by_role("status")).to_contain_text("Quoridor, 4 players")
    page.get_by_role("button", name="Stop looking").click()
    page.get_by_label("Clock").select_option("none")
    page.locator('input[name="rated"][value="yes"]').check(force=True)
    page.get_by_role("button", name="Find somebody").click()
    expect(page.get_by_role("alert")).to_have_text("A rated game between people has a clock.")
    strict.forgive(page, "400")


@pytest.mark.parametrize("phone", [False, True])
def test_what_it_looks_like(strict: Strict, address: str, phone: bool) -> None:
    page, opener = strict.page(phone=phone, owner=False), strict.page()
    asked: dict[str, Any] = {"game": "hnefatafl", "side": "lot", "clock": "days 3", "public": "yes", "request": "look"}
    answer = opener.request.post(f"{address}/tables/new", form=asked, headers={"Origin": address})
    assert answer.ok
    page.goto(f"{address}/lobby")
    expect(page.get_by_role("link", name="Hnefatafl").first).to_be_visible()
    picture(page, f"lobby-{'phone' if phone else 'desktop'}")
    names = page.locator(".lines .people span")
    assert "-" in "".join(names.all_inner_texts())
    broken = "all => all.filter(one => one.clientHeight > 1.9 * parseFloat(getComputedStyle(one).fontSize)).length"
    assert names.evaluate_all(broken) == 0, "a name is broken at its hyphen"


def test_where_nobody_waits_the_way_to_a_table_stands_in_the_sentence(browser: Browser, tmp_path: Path) -> None:
    with browsing.served(tmp_path) as address:
        watching = Strict(browser, address)
        page = watching.page()
        page.goto(f"{address}/lobby")
        way = page.get_by_role("link", name="Open one")
        expect(way).to_have_css("display", "inline")
        watching.close()
        assert watching.wrong == []


@pytest.mark.parametrize("phone", [False, True])
def test_the_menu_of_somebody_without_a_session(strict: Strict, address: str, phone: bool) -> None:
    page = strict.page(phone=phone, owner=False)
    page.goto(address)
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    picture(page, f"menu-stranger-{'phone' if phone else 'desktop'}")
