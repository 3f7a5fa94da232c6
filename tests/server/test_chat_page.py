"""Chat in a real browser: two who play and one who looks on; keys, phone, hostile lines, and what a host does."""

import unicodedata

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import browsing
from browsing import Strict, TablePage, open_table
from chat_panel import Talking
from waiting import expect_no_scrolling_sideways, resize, until

FOLDER = browsing.SCREENSHOTS / "chat"


def joined(page: Page, link: str) -> TablePage:
    """Sit down on the free seat."""
    page.goto(link)
    page.get_by_role("button", name="Sit down as").click()
    page.get_by_role("link", name="Later").click()  # what a new guest is told
    expect(page.locator(".welcome")).to_have_count(0)
    return at_table(page)


def at_table(page: Page) -> TablePage:
    """The page of a table that it went to by itself."""
    page.wait_for_selector("main.table")
    page.wait_for_selector("html[data-connected=true]")
    table = TablePage.__new__(TablePage)
    table.page, table.sent = page, []
    return table


@pytest.fixture
def link(address: str) -> str:
    return open_table(address, "quoridor", seats={"a": "me", "b": "open"}, watchable=True)


@pytest.fixture
def pair(strict: Strict, link: str) -> tuple[Page, Page]:
    mine, theirs = strict.page(), strict.page(owner=False)
    joined(theirs, link)
    TablePage(mine, link)
    return mine, theirs


def picture(page: Page, name: str) -> None:
    """What the page looks like in both themes; nothing is wider than the screen, and all can be read."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        page.screenshot(path=FOLDER / f"{name}-{theme}.png")
        expect_no_scrolling_sideways(page)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_two_talk_and_one_looks_on(strict: Strict, pair: tuple[Page, Page], link: str) -> None:
    mine, theirs = pair
    looking = strict.page(owner=False)
    TablePage(looking, link)
    for page in (mine, theirs, looking):
        expect(page.locator(".watching b")).to_have_text("1")
    one, other, onlooker = map(Talking, (mine, theirs, looking))
    one.open()
    one.say("Good luck!")
    expect(other.button.locator(".unread")).to_have_text("1")
    other.open()
    expect(other.button.locator(".unread")).to_be_hidden()
    other.say("You, too.")
    one.words("Good luck!", "You, too.")
    # Who looks on has no name yet, and is a guest with the first line.
    onlooker.open()
    onlooker.words("Good luck!", "You, too.")
    expect(onlooker.input).to_have_attribute("placeholder", "Say something, as a guest")
    onlooker.say("A wall would help.")
    until(looking, lambda: len(looking.context.cookies()), 1)
    onlooker.say("And soon.")
    picture(looking, "spectator")
    # Who plays does not read it before the end.
    one.say("What now?")
    other.words("Good luck!", "You, too.", "What now?")
    picture(theirs, "players")
    theirs.get_by_role("button", name="Close").locator("visible=true").click()
    at_table(theirs).tool("No game after all")
    for chat in (one, onlooker):
        chat.words("Good luck!", "You, too.", "A wall would help.", "And soon.", "What now?")
    expect(other.button.locator(".unread")).to_have_text("2")
    picture(theirs, "unread")


def test_keys_belong_to_the_field_while_one_types(pair: tuple[Page, Page]) -> None:
    mine, _ = pair
    chat = Talking(mine)
    mine.keyboard.press("k")
    expect(chat.input).to_be_focused()
    mine.keyboard.type("pass k u h")
    expect(chat.input).to_have_value("pass k u h")
    mine.keyboard.press("Escape")
    expect(chat.panel).to_be_hidden()
    expect(chat.button).to_be_focused()
    expect(mine.locator(".moves")).to_have_text("0 moves made")
    mine.keyboard.press("k")
    expect(chat.input).to_have_value("pass k u h")
    chat.input.fill("x" * 260)
    expect(chat.panel.locator(".left b")).to_have_text("40")
    chat.input.fill("😀" * 301)
    expect(chat.panel.locator(".left b")).to_have_text("-1")
    expect(chat.panel.locator(".send")).to_be_disabled()
    chat.input.press("Enter")
    chat.say("😀" * 300)


HOSTILE = (
    "<script>document.title = 'taken'</script>",
    "<img src=x onerror=\"document.title = 'taken'\">",
    "{{ 7 * 7 }} ${7 * 7} </template></section>",
    "W" * 300,
    unicodedata.normalize("NFC", "Z" + "\u0301\u0327" * 100),
    "\u05e9\u05dc\u05d5\u05dd ABC 123",
)


def test_hostile_lines_are_text(pair: tuple[Page, Page]) -> None:
    mine, theirs = pair
    one, other = Talking(mine), Talking(theirs)
    one.open()
    other.open()
    for text in HOSTILE:
        other.say(text)
    one.words(*HOSTILE)
    # What turns text round, or cannot be seen, is not kept.
    other.input.fill("abc\u202ecba\u200b\u2066!")
    other.input.press("Enter")
    one.words(*HOSTILE, "abccba!")
    for page in pair:
        assert "taken" not in page.title()
        expect(page.locator(".chat script, .chat img")).to_have_count(0)
        page.wait_for_function(
            "() => document.querySelector('.chat .lines').scrollWidth <= document.querySelector('.chat').clientWidth"
        )
    picture(theirs, "hostile")


def test_mute_block_report_and_hide(strict: Strict, pair: tuple[Page, Page], address: str) -> None:
    mine, theirs = pair
    one, other = Talking(mine), Talking(theirs)
    one.open()
    other.open()
    other.say("You play like a sheep.")
    one.say("Be kind.")
    one.lines.first.locator(".name").click()
    menu = one.lines.first.get_by_role("group", name="About this line")
    expect(menu.get_by_role("link", name="Profile")).to_have_attribute(
        "href", "/people/" + one.lines.first.locator(".name").inner_text()
    )
    picture(mine, "menu")
    menu.get_by_role("button", name="Report").click()
    dialog = mine.get_by_role("dialog", name="Tell the host")
    dialog.get_by_label("What is wrong with it?").fill("That is rude.")
    picture(mine, "report")
    dialog.get_by_role("button", name="Tell the host").click()
    expect(one.panel.locator(".note")).to_have_text("The host will read it.")
    menu.get_by_role("button", name="Hide").click()
    for chat in (one, other):
        expect(chat.lines.first.locator(".gone")).to_be_visible()
        expect(chat.lines.first.locator(".words")).to_be_empty()
    one.lines.first.locator(".name").click()
    menu.get_by_role("button", name="Mute").click()
    one.words("Be kind.")
    expect(one.panel.locator(".note")).to_contain_text("You will not read their lines any more.")
    # The host's page.
    host = strict.page()
    host.goto(f"{address}/reports")
    report = host.get_by_role("listitem").filter(has_text="That is rude.")
    expect(report).to_contain_text("You play like a sheep.")
    picture(host, "reports")
    report.get_by_role("button", name="Show the line again").click()
    expect(other.lines.first.locator(".words")).to_have_text("You play like a sheep.")
    report.get_by_role("button", name="Done").click()
    expect(host.get_by_role("heading", name="Done")).to_be_visible()
    host.goto(f"{address}/account")
    host.get_by_role("button", name="Unmute").click()
    expect(host.get_by_role("button", name="Unmute")).to_have_count(0)


def test_a_ban_shows_somebody_out(strict: Strict, pair: tuple[Page, Page], address: str) -> None:
    mine, theirs = pair
    one, other = Talking(mine), Talking(theirs)
    one.open()
    other.open()
    other.say("So many bad words.")
    one.lines.first.locator(".name").click()
    one.lines.first.get_by_role("button", name="Report").click()
    mine.locator("#reason").fill("Please ban.")
    mine.get_by_role("dialog").get_by_role("button", name="Tell the host").click()
    host = strict.page()
    host.goto(f"{address}/reports")
    report = host.get_by_role("listitem").filter(has_text="Please ban.")
    report.get_by_role("button", name="Ban guest").first.click()
    expect(report).to_contain_text("banned")
    # The page is loaded anew, as that of somebody without a name: it only looks on.
    expect(theirs.locator("#say")).to_have_attribute("data-nameless", "Say something, as a guest")
    theirs.wait_for_function("() => document.querySelector('form.typed') === null")


def test_chat_can_be_hidden_altogether(strict: Strict, pair: tuple[Page, Page]) -> None:
    _, theirs = pair
    chat = Talking(theirs)
    chat.open()
    theirs.keyboard.press("Escape")
    theirs.keyboard.press(",")
    theirs.get_by_role("checkbox", name="Chat with others").uncheck()
    theirs.get_by_role("button", name="Done").click()
    expect(chat.button).to_be_hidden()
    theirs.keyboard.press("k")
    expect(chat.panel).to_be_hidden()
    theirs.keyboard.press(",")
    theirs.get_by_role("checkbox", name="Chat with others").check()
    theirs.get_by_role("button", name="Done").click()
    expect(chat.button).to_be_visible()


def test_at_a_table_of_ones_own_there_is_no_chat(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "quoridor", seats={"b": 1}))
    expect(page.locator(".open-chat, .chat")).to_have_count(0)
    page.keyboard.press("k")


def test_a_lost_connection_misses_nothing(strict: Strict, pair: tuple[Page, Page]) -> None:
    mine, theirs = pair
    one, other = Talking(mine), Talking(theirs)
    one.open()
    other.open()
    one.say("one")
    other.words("one")
    theirs.context.set_offline(True)
    one.say("two")
    theirs.context.set_offline(False)
    theirs.reload()
    other.open()
    other.words("one", "two")


def test_on_a_phone_it_is_a_sheet_from_below(strict: Strict, link: str) -> None:
    mine, theirs = strict.page(), strict.page(owner=False, phone=True)
    joined(theirs, link)
    TablePage(mine, link)
    one, other = Talking(mine), Talking(theirs)
    one.open()
    one.say("Good luck!")
    other.open()
    other.words("Good luck!")
    other.say("You, too, and may the better walls win this evening.")
    picture(theirs, "phone")
    other.panel.get_by_role("button", name="Close").click()
    expect(other.panel).to_be_hidden()
    one.say("Your turn.")
    expect(other.button.locator(".unread")).to_have_text("1")
    picture(theirs, "phone-unread")
    resize(theirs, 360, 640)
    picture(theirs, "phone-small")
