"""My games, the stats and one's name in a browser, in a hall with a past."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import browsing
from browsing import Strict
from many_games import filled
from waiting import until

HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a hall with a past."""
    with browsing.served(filled(tmp_path_factory.mktemp("past"), 60)) as where:
        yield where


@pytest.fixture
def page(browser: Browser, past: str) -> Iterator[Page]:
    watching = Strict(browser, past)
    yield watching.page()
    watching.close()
    assert watching.wrong == []


def test_everything_played_is_listed_with_its_picture(page: Page, past: str) -> None:
    page.goto(past)
    page.get_by_role("link", name="My games").click()
    lines = page.locator(".played > li")
    expect(lines).to_have_count(20)
    expect(page.locator(".head p")).to_have_text("60 games")
    first = lines.first
    expect(first).to_contain_text("Hnefatafl")
    expect(first).to_contain_text("against Nils")
    expect(first.get_by_role("link", name=re.compile("^Go on with"))).to_have_attribute("href", "/tables/hnefatafl-0")
    expect(first.get_by_role("link", name=re.compile("^Review"))).to_have_count(0)
    fifth = lines.nth(4)
    expect(fifth).to_contain_text("You won")
    expect(fifth.get_by_role("link", name=re.compile("^Replay"))).to_have_attribute("href", "/tables/hnefatafl-4")
    expect(fifth.get_by_role("link", name=re.compile("^Review"))).to_have_attribute(
        "href", "/tables/hnefatafl-4/review"
    )
    expect(fifth.get_by_role("link", name=re.compile("^Record"))).to_have_attribute(
        "href", "/tables/hnefatafl-4/record.txt"
    )
    # Every picture is drawn: nothing that it uses is missing.
    missing = page.evaluate(
        """() => [...document.querySelectorAll(".picture use")]
            .map((use) => use.getAttribute("href")).filter((href) => !document.getElementById(href.slice(1)))"""
    )
    assert missing == []
    expect(page.locator(".picture svg")).to_have_count(20)


def show(page: Page) -> None:
    """Ask for the games that were chosen, and wait for the page with them."""
    with page.expect_navigation():
        page.get_by_role("button", name="Show").click()


def test_pages_and_filters(page: Page, past: str) -> None:
    page.goto(f"{past}/games")
    page.get_by_role("link", name="Older →").click()
    expect(page.locator(".turn")).to_contain_text("Page 2 of 3")
    page.get_by_role("combobox", name="Game", exact=True).select_option("Quoridor")
    page.get_by_role("combobox", name="Result", exact=True).select_option("Won")
    show(page)
    expect(page.locator(".turn")).to_have_count(0)
    until(page, lambda: 0 < page.locator(".played > li").count() < 15, True)
    until(page, lambda: set(page.locator(".played h2").all_inner_texts()), {"Quoridor"})
    until(page, lambda: set(page.locator(".told b").all_inner_texts()), {"You won"})
    page.get_by_role("combobox", name="Opponent", exact=True).select_option("A friend at this screen")
    show(page)
    expect(page.locator(".empty")).to_contain_text("No game of yours is like that")
    page.get_by_role("link", name="Show all").click()
    expect(page.locator(".head p")).to_have_text("60 games")
    page.get_by_role("combobox", name="Opponent", exact=True).select_option("Odin")
    show(page)
    until(page, lambda: set(page.locator(".company").all_inner_texts()), {"against Odin"})


def test_a_game_is_deleted_after_a_question(page: Page, past: str) -> None:
    page.goto(f"{past}/games?result=lost")
    before = page.locator(".played h2 a").first.get_attribute("href")
    count = int(page.locator(".head p").inner_text().split()[0])
    delete = page.get_by_role("button", name=re.compile("^Delete")).first
    delete.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Delete this game?")
    expect(dialog).to_contain_text("removed for good")
    expect(dialog.locator(".main:not(.second)")).to_have_count(0)  # the dangerous button is not golden
    dialog.get_by_role("button", name="Keep it").click()
    expect(dialog).to_be_hidden()
    delete.click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.locator(".done")).to_have_text("The game is deleted.")
    expect(page).to_have_url(re.compile("result=lost"))
    expect(page.locator(".head p")).to_have_text(re.compile(f"^{count - 1} "))
    answer = page.request.get(f"{past}{before}")
    assert answer.status == 404


def test_stats_one_likes_to_look_at(page: Page, past: str) -> None:
    page.goto(f"{past}/stats")
    expect(page.locator(".figures")).to_contain_text("Time at the board")
    until(page, lambda: page.locator(".bars rect").count() > 5, True)
    hnefatafl = page.locator(".by-game .panel").first
    expect(hnefatafl.get_by_role("heading")).to_have_text("Hnefatafl")
    expect(hnefatafl.get_by_role("row", name=re.compile("^Attackers"))).to_be_visible()
    expect(hnefatafl.get_by_role("row", name=re.compile("^1 Nils"))).to_be_visible()
    together = page.get_by_role("region", name="With friends at this screen")
    expect(together).to_contain_text("Hnefatafl")
    expect(together).to_contain_text("won")


def test_ones_name(page: Page, past: str) -> None:
    page.goto(f"{past}/account")
    field = page.get_by_label("Name", exact=True)
    expect(field).to_have_value("Anna")
    # What is wrong is said beside the field, and what was typed stays.
    answer = page.request.post(f"{past}/account/name", form={"name": "Odin <b>"}, headers={**HTML, "Origin": past})
    assert answer.status == 400 and "cannot stand in a name" in answer.text() and "Odin &lt;b&gt;" in answer.text()
    field.fill("Sigríður")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".head p")).to_have_text("This hall is yours, Sigríður")
