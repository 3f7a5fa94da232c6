"""The start menu, the way back into a game, and the stats."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

import taflheim
from browsing import Strict, TablePage, open_table, served
from friends import Friends, House
from taflheim.engine.bots.ratings import ratings
from waiting import expect_no_scrolling_sideways, resize


def choose(page: Page, game: str) -> None:
    page.get_by_role("radio", name=re.compile(f"^{game}")).check(force=True)


def move_once(page: Page, table: str, *spots: str) -> None:
    """Make the first move at a table."""
    shown = TablePage(page, table)
    for spot in spots:
        shown.click(spot)
    shown.wait_for_ply(1)


def test_all_games_are_offered_and_one_is_chosen(page: Page, address: str) -> None:
    page.goto(address)
    games = ["Hnefatafl", "Quoridor", "Halatafl", "HiVolts", "Three in a row"]
    expect(page.locator(".game .name")).to_have_text(games)
    expect(page.locator(".game input:checked")).to_have_count(1)


def test_the_last_game_played_is_chosen_but_never_one_for_one(page: Page, address: str) -> None:
    move_once(page, open_table(address, "halatafl"), "d4", "d5")
    alone = TablePage(page, open_table(address, "hivolts"))
    page.keyboard.press("s")
    alone.wait_for_ply(1)
    page.goto(address)
    expect(page.locator(".game input:checked")).to_have_value("halatafl")


def test_the_cards_stand_in_one_row_or_in_two(page: Page, address: str) -> None:
    page.goto(address)
    for width, in_a_row in ((1280, 4), (768, 4), (600, 2), (360, 2)):
        resize(page, width, 800)
        tops = page.eval_on_selector_all(".game", "all => all.map(one => one.getBoundingClientRect().top)")
        assert tops.count(tops[0]) >= in_a_row and (in_a_row == 4 or tops.count(tops[0]) == 2), width


def test_the_analysis_board_is_found(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Analysis").click()
    expect(page.get_by_role("button", name="Set up", exact=True)).to_be_visible()
    page.get_by_role("link", name="Halatafl").click()
    expect(page.get_by_role("heading", name="Halatafl")).to_be_visible()


def test_the_options_are_those_of_the_game(page: Page, address: str) -> None:
    page.goto(address)
    for game, options in (("Hnefatafl", []), ("Quoridor", ["Players", "Rules"]), ("HiVolts", ["Mhos"])):
        choose(page, game)
        expect(page.locator(".option-name:visible")).to_have_text(options)
    expect(page.get_by_role("button", name="New board")).to_be_visible()
    expect(page.get_by_role("button", name="Play against a bot")).to_be_hidden()


def test_against_a_friend(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "Halatafl")
    page.get_by_role("radio", name="17").check(force=True)
    left, right = (page.locator(f".start:visible .{who}").bounding_box() for who in ("bot", "friend"))
    assert left and right and left["x"] < right["x"] and left["y"] == right["y"]
    page.get_by_role("button", name="Play against your friend").click()
    page.get_by_role("dialog").get_by_role("button", name="On this screen").click()
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
    dialog.get_by_role("radio", name="Sheep").check(force=True)  # it remembers what was played before
    fox = dialog.get_by_role("radio", name="Classic fox")
    fox.check(force=True)
    expect(dialog.locator(".bot:has(:checked) small")).to_contain_text("The old way")
    last, begin = dialog.locator(".bot:visible").last.bounding_box(), dialog.locator(".begin:visible").bounding_box()
    assert last and begin and last["y"] + last["height"] <= begin["y"], "all are in sight"
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
        nils = re.compile(rf"^1 Nils (✓ )?rated {shown[others]}\b")
        expect(dialog.get_by_role("radio", name=nils)).to_be_visible()


def test_who_sits_where(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "Quoridor")
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_role("button", name="Play against a bot").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("select:visible")).to_have_count(3)
    dialog.get_by_role("combobox", name="(b)").select_option("person")
    dialog.get_by_role("combobox", name="(c)").select_option("Bot · Torben")
    dialog.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator(".side")).to_have_count(3)
    expect(page.locator(".who")).to_have_text("Bot · Torben")


def test_a_board_for_one(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "HiVolts")
    page.get_by_role("radio", name="gentle").check(force=True)
    page.get_by_role("button", name="Wild board").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator('.side[data-side="mhos"] .facts')).to_have_text("12 Mhos left")


def test_a_game_can_be_gone_on_with(browser: Browser, tmp_path: Path) -> None:
    # In a hall of its own: where others wait for one's move, their games stand first.
    with served(tmp_path) as address:
        page = Strict(browser, address).page()
        where = open_table(address, "quoridor")
        table = TablePage(page, where)
        table.click("e8")
        table.wait_for_ply(1)
        page.goto(address)  # a start shows the menu, whatever was played last
        expect(page.locator(".game").first).to_be_visible()
        first = page.locator(".going-on a").first
        expect(first).to_have_text("Go on: Quoridor with a friend, move 1")
        expect(first).to_have_attribute("href", where.removeprefix(address))
        page.keyboard.press("Enter")  # what the golden button says
        table.wait_for_ply(1)
        page.context.close()


def test_without_a_session_nothing_of_the_owners_is_shown(strict: Strict, page: Page, address: str) -> None:
    where = open_table(address, "quoridor")
    table = TablePage(page, where)
    table.click("e8")
    table.wait_for_ply(1)
    stranger = strict.page(owner=False)
    stranger.goto(address)
    expect(stranger.locator(".game").first).to_be_visible()
    expect(stranger.locator(".going-on")).to_have_count(0)
    expect(stranger.locator("form.new")).to_contain_text("with the first game you become a guest")
    expect(stranger.get_by_role("link", name="My games")).to_have_count(0)


def expect_golden(page: Page, *texts: str | re.Pattern[str]) -> None:
    """Wait until these are the golden buttons that can be seen."""
    golden = page.locator(".main:not(.second):visible")
    expect(golden).to_have_text(texts, use_inner_text=True)


def test_one_button_is_golden_and_enter_does_what_it_says(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".main:not(.second):visible")).to_have_count(1)
    choose(page, "HiVolts")
    expect_golden(page, "New board can be won without a jump")
    expect(page.get_by_role("button", name="Wild board anything may come")).to_be_visible()
    choose(page, "Halatafl")
    expect_golden(page, "Play against a bot")
    page.keyboard.press("Enter")  # the focus is on the card
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect_golden(page, "Begin")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect_golden(page, "Play against a bot")
    page.get_by_role("button", name="Play against your friend").focus()
    page.keyboard.press("Enter")  # a button that has the focus means itself
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_golden(page, "By a link everybody at their own")


def test_the_bot_dialog_remembers(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "Three in a row")
    page.get_by_role("button", name="Play against a bot").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Noughts").check(force=True)
    dialog.get_by_role("radio", name="Astrid").check(force=True)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    page.goto(address)
    choose(page, "Three in a row")
    page.get_by_role("button", name="Play against a bot").click()
    expect(dialog.get_by_role("radio", name="Noughts")).to_be_checked()
    expect(dialog.get_by_role("radio", name="Astrid")).to_be_checked()


def test_bots_stand_in_the_order_of_their_strength(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "Halatafl")
    page.get_by_role("button", name="Play against a bot").click()
    bots = page.get_by_role("dialog").locator(".bots .bot")
    expect(bots.locator(".number")).to_have_text([str(number) for number in range(1, 11)])
    ratings = [int(text.removeprefix("rated ")) for text in bots.locator(".rating:visible").all_text_contents()]
    fox = bots.locator(".who").all_inner_texts().index("Classic fox")
    assert ratings[fox - 1] <= ratings[fox] <= ratings[fox + 1]
    expect(bots.locator("svg.emblem")).to_have_count(11)


def test_a_first_opponent_is_suggested(page: Page, address: str) -> None:
    page.goto(address)
    choose(page, "Quoridor")
    suggestion = page.locator(".suggestion:visible")
    expect(suggestion).to_contain_text("A good first opponent: Nils.")
    page.get_by_role("button", name="Play Nils").click()
    expect(page.get_by_role("dialog").get_by_role("radio", name="Nils")).to_be_checked()


def test_every_card_leads_to_lessons_and_rules(page: Page, address: str) -> None:
    page.goto(address)
    for name, title in (("hnefatafl", "Hnefatafl"), ("hivolts", "HiVolts")):
        learn = page.get_by_role("link", name=f"How to play {title}")
        expect(learn).to_have_attribute("href", f"/learn/{name}")
        expect(page.get_by_role("link", name=f"Rules of {title}")).to_have_attribute("href", f"/rules/{name}")


def test_a_table_that_is_not_there(page: Page, address: str, strict: Strict) -> None:
    answer = page.goto(f"{address}/tables/nowhere")
    assert answer is not None and answer.status == 404
    expect(page.locator("main")).to_contain_text("There is no such table here")
    strict.forgive(page, "404")
    page.get_by_role("link", name="Go to the menu").click()
    expect(page.locator(".game").first).to_be_visible()


def test_games_with_long_names_are_cut_with_care(company: Friends, house: House) -> None:
    friends = [house.friend(f"{name}-of-the-far-North", registered=True) for name in ("Sigrid", "Astri", "Wilma", "Bo")]
    game = taflheim.game("quoridor", players=4)
    for _ in range(2):
        house.table(game, dict(zip(game.seats, friends, strict=True)), "days 3")
    page = company.page_of(friends[0])
    resize(page, 360, 640)
    page.goto(house.address)
    expect_no_scrolling_sideways(page)
    for shown in page.locator(".going-on a").all():
        assert all(friend.name in (shown.get_attribute("title") or "") for friend in friends[1:])
    chip, golden = page.locator(".going-on li a").bounding_box(), page.locator(".going-on .main").bounding_box()
    assert chip and chip["x"] + chip["width"] <= 360 and chip["height"] < 48, "one line"
    assert golden and golden["x"] + golden["width"] <= 360 and golden["height"] < 80, "two lines"
