"""The start menu, the way back into a game, and the stats."""

import re

from playwright.sync_api import Page, expect

import taflheim
from browsing import Strict, TablePage, open_table
from taflheim.engine.bots.ratings import ratings


def choose(page: Page, game: str) -> None:
    page.get_by_role("radio", name=re.compile(f"^{game}")).check(force=True)


def test_all_games_are_offered_and_one_is_chosen(page: Page, address: str) -> None:
    page.goto(address)
    assert page.locator(".game .name").all_inner_texts() == [
        "Hnefatafl",
        "Quoridor",
        "Halatafl",
        "HiVolts",
        "Three in a row",
    ]
    expect(page.locator(".game input:checked")).to_have_count(1)


def test_the_last_game_played_is_chosen(page: Page, address: str) -> None:
    open_table(address, "halatafl")
    page.goto(address)
    expect(page.locator(".game input:checked")).to_have_value("halatafl")


def test_the_options_are_those_of_the_game(page: Page, address: str) -> None:
    page.goto(address)
    for game, options in (("Hnefatafl", []), ("Quoridor", ["Players", "Rules"]), ("HiVolts", ["Mhos"])):
        choose(page, game)
        assert page.locator(".option-name:visible").all_inner_texts() == options
    expect(page.get_by_role("button", name="New board")).to_be_visible()
    expect(page.get_by_role("button", name="Play against a bot")).to_be_hidden()


def test_against_a_friend(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "Halatafl")
    page.get_by_role("radio", name="17").check(force=True)
    left, right = (page.locator(f".start:visible .{who}").bounding_box() for who in ("bot", "friend"))
    assert left and right and left["x"] < right["x"] and left["y"] == right["y"]
    page.get_by_role("button", name="Play against your friend").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator('.side[data-side="sheep"] .facts')).to_contain_text("17 left")
    expect(page.locator(".who")).to_have_count(0)


def test_against_a_bot(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "Hnefatafl")
    page.get_by_role("button", name="Play against a bot").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Defenders").check(force=True)
    dialog.get_by_role("radio", name="Liv").check(force=True)
    dialog.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator('.side[data-side="attackers"] .who')).to_have_text("Bot · Liv")
    expect(page.locator('.side[data-side="defenders"] .who')).to_have_text("You")


def test_a_bot_of_one_side_is_offered_for_that_side_alone(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "Halatafl")
    page.get_by_role("button", name="Play against a bot").click()
    dialog = page.get_by_role("dialog")
    fox = dialog.get_by_role("radio", name="Classic fox")
    fox.check(force=True)
    expect(dialog.locator(".about-bot")).to_contain_text("The old way")
    dialog.get_by_role("radio", name="Foxes").check(force=True)
    expect(fox).to_be_hidden()
    expect(dialog.get_by_role("radio", name="Nils")).to_be_checked()
    dialog.get_by_role("radio", name="Sheep").check(force=True)
    fox.check(force=True)
    dialog.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator('.side[data-side="foxes"] .who')).to_have_text("Bot · classic fox")


def test_the_rating_is_that_of_the_bots_side(page: Page, address: str) -> None:
    known = ratings(taflheim.game("hnefatafl"))
    assert known is not None
    shown = {rating.side: f"{rating.value:.0f}" for rating in known.ratings if rating.bot == "Nils"}
    page.goto(address)
    choose(page, "Hnefatafl")
    page.get_by_role("button", name="Play against a bot").click()
    dialog = page.get_by_role("dialog")
    for own, others in (("Attackers", "defenders"), ("Defenders", "attackers")):
        dialog.get_by_role("radio", name=own).check(force=True)
        expect(dialog.get_by_role("radio", name=f"Nils {shown[others]}", exact=True)).to_be_visible()


def test_who_sits_where(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "Quoridor")
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_role("button", name="Play against a bot").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("select:visible")).to_have_count(3)
    dialog.get_by_role("combobox", name="b", exact=True).select_option("person")
    dialog.get_by_role("combobox", name="c", exact=True).select_option("Bot · Torben")
    dialog.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/tables/*")
    assert page.locator(".side").count() == 3
    expect(page.locator(".who")).to_have_text("Bot · Torben")


def test_a_board_for_one(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "HiVolts")
    page.get_by_role("radio", name="gentle").check(force=True)
    page.get_by_role("button", name="Wild board").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator('.side[data-side="mhos"] .facts')).to_have_text("12 Mhos left")


def test_a_game_can_be_gone_on_with(page: Page, address: str) -> None:
    where = open_table(address, "quoridor")
    table = TablePage(page, where)
    table.click("e8")
    table.wait_for_ply(1)
    page.goto(address)  # a start shows the menu, whatever was played last
    expect(page.locator(".game").first).to_be_visible()
    page.locator(f'.go-on a[href="{where.removeprefix(address)}"]').click()
    table.wait_for_ply(1)


def test_without_a_session_nothing_of_the_owners_is_shown(strict: Strict, page: Page, address: str) -> None:
    where = open_table(address, "quoridor")
    table = TablePage(page, where)
    table.click("e8")
    table.wait_for_ply(1)
    stranger = strict.page(owner=False)
    stranger.goto(address)
    expect(stranger.locator(".game").first).to_be_visible()
    expect(stranger.locator(".go-on")).to_have_count(0)
    expect(stranger.locator(".start")).to_have_count(0)
    expect(stranger.get_by_role("link", name="Your games")).to_have_count(0)


def test_the_stats_count_what_has_ended(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "toy"))
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_be_visible()
    page.goto(f"{address}/stats")
    row = page.get_by_role("row", name=re.compile("Crosses"))
    expect(row).to_be_visible()
    assert int(row.get_by_role("cell").nth(2).inner_text()) >= 1


def test_a_table_that_is_not_there(page: Page, address: str, strict: Strict) -> None:
    answer = page.goto(f"{address}/tables/nowhere")
    assert answer is not None and answer.status == 404
    expect(page.locator("main")).to_contain_text("There is no such table here")
    strict.wrong.clear()  # the browser's own note of the 404
    page.get_by_role("link", name="Go to the menu").click()
    expect(page.locator(".game").first).to_be_visible()
