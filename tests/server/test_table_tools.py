"""What one can do at a table beside moving: turn the board, be told a hint, type a move, settings, the end."""

import json
import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

import taflheim
from browsing import DESKTOP, PHONE, Strict, TablePage, clicks_for, open_table
from waiting import MS_TO_THINK, resize, until

GAMES = ("hnefatafl", "halatafl", "quoridor", "hivolts", "toy")


# ---- keys -----------------------------------------------------------------------------------------------------------


def test_no_key_means_two_things(page: Page, address: str) -> None:
    """The keys of every table are none of any game's, by what they write and by their place."""
    TablePage(page, open_table(address, "toy"))
    own = page.evaluate(
        """async () => {
            const page = document.querySelector("script[type=module][src]").src;
            return (await import(new URL("keys.js", page).href)).ALL_KEYS;
        }"""
    )
    assert {"u", "h", "f", "[", "]", "{", "}", "Escape", "Enter"} <= set(own)
    for name in taflheim.rulebooks():
        keys = taflheim.game(name).layout.keys
        assert not {key.lower() for key in own} & {key.lower() for key in keys}, name
        # Where a keyboard has other letters, a game's key counts by its place.
        assert not {f"key{key.lower()}" for key in own} & {key.lower() for key in keys}, name


def test_tools_say_their_keys(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "hivolts"))
    told = page.eval_on_selector_all(
        "[aria-keyshortcuts]", "all => all.map(one => one.getAttribute('aria-keyshortcuts').toLowerCase())"
    )
    assert len(told) == len(set(told))


# ---- the board ------------------------------------------------------------------------------------------------------


def test_turning_the_board_is_kept(strict: Strict, address: str) -> None:
    page = strict.page()
    where = open_table(address, "hnefatafl")
    table = TablePage(page, where)
    before = table.middle("a1")
    with page.expect_response("**/preferences"):  # only then is it kept
        page.keyboard.press("t")
    until(page, lambda: table.middle("a1")[0] > before[0] and table.middle("a1")[1] < before[1], True)
    turned = table.middle("a1")
    other = TablePage(strict.page(), where)
    until(page, lambda: other.middle("a1") == pytest.approx(turned, abs=1), True)
    with page.expect_response("**/preferences"):
        table.tool("Turn the board")
    until(page, lambda: table.middle("a1") == pytest.approx(before, abs=1), True)


@pytest.mark.parametrize(("mine", "bot"), [("a", "b"), ("b", "a")])
def test_ones_own_pawn_starts_at_the_bottom(mine: str, bot: str, page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor", seats={bot: 1}))
    pawns = {"a": "e9", "b": "e1"}
    assert table.middle(pawns[mine])[1] > table.middle(pawns[bot])[1]
    expect(page.locator(".near .side")).to_have_attribute("data-side", mine)
    expect(page.locator(".far .side")).to_have_attribute("data-side", bot)


@pytest.mark.parametrize("name", GAMES)
def test_the_board_alone(name: str, page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, name))
    page.keyboard.press("f")
    until(page, lambda: (page.locator("svg.board").bounding_box() or {"height": 0})["height"] >= 799, True)
    expect(page.locator(".moves")).to_be_visible()
    for side in page.locator(".side").all():
        expect(side).to_be_visible()
    expect(page.locator(".story")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".story")).to_be_visible()
    table.tool("Board alone")
    expect(page.locator(".story")).to_be_hidden()
    page.get_by_role("button", name="Board alone").click()
    expect(page.locator(".story")).to_be_visible()


# ---- who plays ------------------------------------------------------------------------------------------------------


def test_a_card_says_who_plays(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "hnefatafl", seats={"defenders": 10}))
    far, near = page.locator(".far .side"), page.locator(".near .side")
    expect(far.locator("h2")).to_have_text("Defenders")
    expect(far.locator(".who")).to_have_text("Bot · Odin")
    expect(far.locator(".rating")).to_have_text(re.compile(r"^\d{4}$"))
    expect(far.locator(".emblem")).to_be_visible()
    expect(near.locator(".who")).to_have_text("You")
    expect(near.locator(".doing")).to_have_text("to move")


def test_what_was_captured_stands_with_who_has_captured_it(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "halatafl"))
    record = taflheim.game("halatafl").record()
    for ply, move in enumerate("e4-e5 e7-e6 c4-c5 e6xe4xc4xc6".split(), 1):
        table.play(record.position, move, ply)
        record = record.play(move)
    captured = page.locator('.side[data-side="foxes"] .captured')
    expect(captured).to_have_text("3 captured")
    expect(captured.locator("use")).to_have_count(3)
    expect(captured.locator("use").first).to_have_attribute("href", "#piece-sheep")
    expect(page.locator('.side[data-side="sheep"] .captured use')).to_have_count(0)


def test_walls_in_hand_are_sticks(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    sticks = page.locator('.side[data-side="a"] .walls_left use')
    expect(sticks).to_have_count(10)
    table.click("d4h")
    table.wait_for_ply(1)
    expect(sticks).to_have_count(9)


# ---- pace -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "gap_ms"), [("quick", 400), ("normal", 700)])
def test_bots_are_seen_one_after_the_other(pace: str, gap_ms: int, page: Page, address: str) -> None:
    """The page's clock stands still until it is put on by hand."""
    heard: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(text)))
    page.clock.install()
    asked = {"options": {"players": 4}, "seats": {"b": 1, "c": 1, "d": 1}}
    table = TablePage(page, open_table(address, "quoridor", **asked))
    table.tool("Settings")
    page.get_by_role("radio", name=pace.capitalize()).check()
    page.get_by_role("button", name="Done").click()
    page.clock.pause_at(datetime.now() + timedelta(days=1))
    table.click("e8")
    until(page, lambda: len([text for text in heard if '"type":"event"' in str(text)]), 4, ms=MS_TO_THINK)
    for ply in (1, 2, 3):
        table.wait_for_ply(ply)
        page.clock.run_for(gap_ms - 1)
        table.wait_for_ply(ply)  # not yet
        page.clock.run_for(1)
    table.wait_for_ply(4)


# ---- hints ----------------------------------------------------------------------------------------------------------


def hint_answers(page: Page, status: int, answer: dict[str, object]) -> None:
    """What the hall answers to a question for a hint; to be said before the table is opened."""

    def fulfil(route: Route) -> None:
        route.fulfill(status=status, content_type="application/json", body=json.dumps(answer))

    page.route("**/hint?position_number=0", fulfil)


def test_a_hint_is_an_arrow_and_a_sentence(page: Page, address: str) -> None:
    """The hall's own answer is tested with its endpoint; here, what the page makes of one."""
    answer = {"move": "d1-d3", "text": "d1-d3", "way": ["d1", "d3"], "reason": "It closes the ring.", "more": []}
    hint_answers(page, 200, {**answer, "line": ["d1-d3"]})
    table = TablePage(page, open_table(address, "hnefatafl"))
    page.keyboard.press("h")
    expect(page.locator(".tip")).to_have_text("d1-d3 It closes the ring.")
    expect(page.locator(".marks .mark.head")).not_to_have_count(0)
    table.click("d1")
    table.click("d3")
    table.wait_for_ply(1)
    expect(page.locator(".tip")).to_be_hidden()
    expect(page.locator(".marks .mark")).to_have_count(0)


def at_a_start(name: str) -> dict[str, object]:
    """What is wished of a table so that its board is always the same."""
    game = taflheim.game(name)
    return {"start": str(game.start(7))} if game.rulebook.seeded else {}


@pytest.mark.parametrize("name", GAMES)
def test_the_halls_own_hint_is_shown_and_can_be_played(name: str, page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, name, **at_a_start(name)))
    with page.expect_response("**/hint?position_number=0", timeout=MS_TO_THINK) as heard:
        page.keyboard.press("h")
    given = heard.value.json()
    expect(page.locator(".tip")).to_have_text(f"{given['text']} {given['reason']}")
    expect(page.locator(".marks .mark")).not_to_have_count(0)
    for spot in given["clicks"]:
        page.wait_for_function("spot => window.isOpen(spot)", arg=spot)
        table.click(spot)
    table.wait_for_ply(1)
    expect(page.locator(".tip")).to_be_hidden()
    expect(page.locator(".marks .mark")).to_have_count(0)


@pytest.mark.parametrize("name", GAMES)
def test_the_halls_own_rules_open_beside_the_board_and_are_played_with(name: str, page: Page, address: str) -> None:
    TablePage(page, open_table(address, name, **at_a_start(name)))
    page.keyboard.press("r")
    drawer = page.locator(".drawer.rules")
    expect(drawer.locator("section h2").first).to_be_visible()
    diagrams = [diagram for section in taflheim.rulebooks()[name].rules_page for diagram in section.diagrams]
    expect(drawer.locator("figure.diagram")).to_have_count(len(diagrams))
    number, position = next(
        (number, diagram.shown.position) for number, diagram in enumerate(diagrams) if not diagram.shown.position.result
    )
    figure = drawer.locator("figure.diagram").nth(number)
    again = figure.get_by_role("button", name="Again")
    expect(again).to_be_disabled()
    for spot in clicks_for(position, position.moves()[0]):
        place = figure.locator(f'[data-spot="{spot}"]').first
        if position.game.layout.by_name[spot].kind != "button":
            expect(place).to_have_attribute("aria-label", re.compile(", open$"))
        place.click(force=True)
    expect(figure.get_by_role("status")).not_to_be_empty()
    again.click()
    expect(figure.get_by_role("status")).to_be_empty()
    # The table itself stands as it stood.
    expect(page.locator(".moves")).to_have_text("0 moves made")


def test_why_there_is_no_hint(strict: Strict, address: str) -> None:
    page = strict.page()
    hint_answers(page, 403, {"error": "There are no hints in rated games."})
    table = TablePage(page, open_table(address, "toy"))
    table.tool("Hint")
    expect(page.locator(".why")).to_have_text("There are no hints in rated games.")
    strict.forgive(page, "403")


# ---- typed moves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("hnefatafl", "D1-D3", "The attacker goes from d1 to d3."),
        ("quoridor", "h e3", "White places the wall e3h."),
        ("quoridor", "X", "White passes."),
        ("toy", "b2", None),
        ("hivolts", "s", None),
    ],
)
def test_typed_moves(name: str, line: str, words: str | None, page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, name))
    page.keyboard.press("/")
    expect(page.get_by_label("Type a move")).to_be_focused()
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    table.wait_for_ply(1)
    expect(page.get_by_label("Type a move")).to_have_value("")
    if words:
        expect(table.words).to_have_text(words)


def test_a_typed_move_that_cannot_be_is_answered_and_stays(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "quoridor"))
    page.get_by_label("Type a move").fill("e5")
    page.keyboard.press("Enter")
    expect(page.locator(".why")).to_contain_text("is out of reach")
    expect(page.get_by_label("Type a move")).to_have_value("e5")


# ---- settings -------------------------------------------------------------------------------------------------------


def test_settings_are_kept_with_the_account(strict: Strict, address: str) -> None:
    page = strict.page()
    where = open_table(address, "hnefatafl")
    table = TablePage(page, where)
    page.keyboard.press(",")
    dialog = page.get_by_role("dialog", name="Settings")
    for name in ("Letters and numbers on the board", "Marks where a piece can go"):
        with page.expect_response("**/preferences"):
            dialog.get_by_label(name).uncheck()
    with page.expect_response("**/preferences"):
        dialog.get_by_role("radio", name="Light").check()
    dialog.get_by_role("button", name="Done").click()
    expect(page.locator(".ground text").first).to_be_hidden()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    table.click("d1")
    expect(page.locator(".hints .selected").first).to_be_visible()
    expect(page.locator(".hints .target").first).to_be_hidden()
    again = strict.page()
    TablePage(again, where)
    expect(again.locator("html")).to_have_attribute("data-theme", "light")
    expect(again.locator(".ground text").first).to_be_hidden()
    again.keyboard.press(",")
    for name in ("Letters and numbers on the board", "Marks where a piece can go"):
        with again.expect_response("**/preferences"):
            again.get_by_label(name).check()
    with again.expect_response("**/preferences"):
        again.get_by_role("radio", name="System").check()


def test_a_move_is_confirmed_if_that_is_wanted(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    table.tool("Settings")
    with page.expect_response("**/preferences"):
        page.get_by_label("Ask before a clicked move is made").check()
    page.get_by_role("button", name="Done").click()
    table.click("e8")
    expect(page.locator(".marks circle.drawn.over")).to_have_count(1)  # one sees what is asked about
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.locator(".confirm")).to_be_hidden()
    expect(page.locator(".marks > *")).to_have_count(0)
    table.click("e8h")
    expect(page.locator(".marks rect.drawn.over")).to_have_count(1)
    resize(page, **PHONE)
    box = page.get_by_role("button", name="Play it").bounding_box()
    assert box and box["height"] < box["width"]
    resize(page, **DESKTOP)
    page.get_by_role("button", name="No", exact=True).click()
    table.click("d9")
    page.get_by_role("button", name="Play it").click()
    table.wait_for_ply(1)
    table.expect_moves_sent("d9")
    table.tool("Settings")
    with page.expect_response("**/preferences"):
        page.get_by_label("Ask before a clicked move is made").uncheck()


# ---- resigning, and the end -----------------------------------------------------------------------------------------


def test_resigning_says_who_resigns(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    table.click("e8")
    table.wait_for_ply(1)
    table.tool("Resign")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".resigns:visible")).to_have_text("Green (b) will have resigned.")
    assert "main" not in str(dialog.get_by_role("button", name="Resign").get_attribute("class"))
    expect(dialog.locator("button.main:not(.second)")).to_have_count(0)
    dialog.get_by_role("button", name="Play on").click()
    table.click("e2")
    table.wait_for_ply(2)


def test_the_end_is_a_card_that_can_be_put_aside(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "hnefatafl", seats={"defenders": 1}))
    table.resign()
    card = page.locator(".result")
    expect(table.result).to_have_text("You lose.")
    expect(card.locator("p")).to_have_text("The attackers have resigned.")
    expect(card.locator(".count")).to_have_text("0 moves made")
    expect(card.locator(".main:not(.second)")).to_have_count(1)
    page.get_by_role("button", name="Put aside").click()
    expect(card).to_be_hidden()
    page.get_by_role("button", name="The end").click()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


@pytest.mark.parametrize("name", GAMES)
def test_after_the_end_tools_say_why_they_do_nothing(name: str, page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, name))
    tools = page.locator("button:is(.resign, .undo, .own), .pad button")
    before = tools.evaluate_all("all => all.map(one => one.title)")
    table.resign()
    expect(table.result).to_be_visible()
    expect(page.locator("button.hint")).to_be_hidden()
    for tool in tools.all():
        expect(tool).to_be_disabled()
        expect(tool).to_have_attribute("title", "The game is over.")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("main.table:not(.over)")).to_be_attached()
    assert tools.evaluate_all("all => all.map(one => one.title)") == before


def test_the_title_of_the_end_keeps_to_its_line(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "hnefatafl"))
    table.resign()
    expect(table.result).to_have_text("The defenders win!")
    for width, height in ((1280, 800), (1024, 768), (360, 640)):
        resize(page, width, height)
        lines, close = page.evaluate(
            """() => {
                const title = document.querySelector(".result h2"), words = document.createRange();
                words.selectNodeContents(title);
                const { right } = words.getBoundingClientRect();
                return [new Set([...words.getClientRects()].map(line => line.top)).size,
                    document.querySelector(".result .aside .icon").getBoundingClientRect().left - right];
            }"""
        )
        assert lines == 1 and close > 0, (width, height)


def test_enter_plays_again_with_sides_swapped(page: Page, address: str) -> None:
    where = open_table(address, "hnefatafl", seats={"defenders": 1})
    table = TablePage(page, where)
    table.resign()
    expect(page.locator(".result")).to_be_visible()
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != where)
    table.connected()
    expect(page.locator(".near .side")).to_have_attribute("data-side", "defenders")
    expect(page.locator('.side[data-side="attackers"] .who')).to_have_text("Bot · Nils")


def test_the_same_sides_again(page: Page, address: str) -> None:
    where = open_table(address, "hnefatafl", seats={"defenders": 1})
    table = TablePage(page, where)
    table.resign()
    page.get_by_role("button", name="Same sides").click()
    page.wait_for_url(lambda url: url != where)
    table.connected()
    expect(page.locator(".near .side")).to_have_attribute("data-side", "attackers")


def test_a_board_can_be_tried_again(page: Page, address: str) -> None:
    where = open_table(address, "hivolts")
    table = TablePage(page, where)
    pieces = "all => all.map(one => one.getAttribute('aria-label')).filter(label => /mho|fence/.test(label))"
    before = page.eval_on_selector_all(".spots [data-spot]", pieces)
    table.resign()
    expect(table.result).to_have_text("You've lost!")
    page.get_by_role("button", name="Try this board again").click()
    page.wait_for_url(lambda url: url != where)
    table.connected()
    until(page, lambda: page.eval_on_selector_all(".spots [data-spot]", pieces), before)
    table.wait_for_ply(0)


def test_while_a_game_is_drawn_the_page_says_so(page: Page, address: str) -> None:
    """The hall's answer is held back until the words were read; then the file is kept, and they go."""
    table = TablePage(page, open_table(address, "toy"))
    table.click("b2")
    table.wait_for_ply(1)
    held: list[Route] = []
    page.route("**/*.gif", lambda route: held.append(route))
    table.tool("Share")
    dialog = page.get_by_role("dialog", name="Take this game with you")
    dialog.get_by_role("link", name="The whole game, as a moving GIF").click()
    expect(dialog.locator(".drawing")).to_have_text(re.compile("is being drawn"))
    until(page, lambda: len(held), 1)
    with page.expect_download(timeout=MS_TO_THINK) as saved:
        held[0].continue_()
    assert saved.value.path().read_bytes().startswith(b"GIF8")
    expect(dialog.locator(".drawing")).to_be_empty()


# ---- the rest -------------------------------------------------------------------------------------------------------


def test_the_diagram_of_the_keys_plays(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "hivolts"))
    pad = page.locator(".pad button")
    expect(pad).to_have_count(9)
    page.get_by_role("button", name="sit still").click()
    table.wait_for_ply(1)
    table.expect_moves_sent("s")


@pytest.mark.parametrize("name", [name for name in GAMES if name != "hivolts"])
def test_other_games_have_no_diagram(name: str, page: Page, address: str) -> None:
    TablePage(page, open_table(address, name))
    expect(page.locator(".pad")).to_have_count(0)


def test_rules_open_beside_the_board(page: Page, address: str) -> None:
    def fragment(route: Route) -> None:
        route.fulfill(content_type="text/html", body="<h3>How to win</h3><p>The king flees.</p>")

    page.route("**/rules/hnefatafl?fragment=1", fragment)
    table = TablePage(page, open_table(address, "hnefatafl"))
    page.keyboard.press("r")
    rules = page.get_by_role("complementary", name="Rules")
    expect(rules).to_contain_text("The king flees.")
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    # They cover the panel, never the board.
    for size in ((1280, 800), (1024, 768), (1920, 1080), (844, 390)):
        resize(page, *size)
        page.keyboard.press("r")
        expect(rules).to_be_visible()
        board, over, bar = (page.locator(part).bounding_box() for part in ("svg.board", ".drawer.rules", ".bar"))
        assert board and over and bar
        assert board["x"] + board["width"] <= over["x"] and over["x"] <= bar["x"] + 1, size
        assert over["x"] + over["width"] <= size[0] and over["y"] >= 0 and over["y"] + over["height"] <= size[1], size
        rules.get_by_role("button", name="Close").click()
        expect(rules).to_be_hidden()
    resize(page, **DESKTOP)
    table.click("d1")
    table.click("d3")
    table.wait_for_ply(1)


def test_a_game_can_be_taken_along(page: Page, address: str) -> None:
    where = open_table(address, "toy")
    table = TablePage(page, where)
    table.tool("Share")
    path = where.removeprefix(address)
    board = f"/analysis/toy?table={path.split('/')[-1]}"
    assert taken(page) == [f"{path}/record.txt", f"{path}.svg", f"{path}.png", f"{path}.gif", board]
    page.get_by_role("button", name="Done").click()
    # Of the past that is looked at.
    table.click("a1")
    table.wait_for_story(1)
    page.keyboard.press("[")
    table.tool("Share")
    assert taken(page)[1:3] == [f"{path}.svg?ply=0", f"{path}.png?ply=0"]
    page.get_by_role("link", name="Open on an analysis board").click()
    expect(page.locator("main.analysis .move")).to_contain_text("a1")
    expect(page.locator("main.analysis .pieces > *")).to_have_count(0)


def test_escape_gives_the_keys_back_to_the_table(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "toy"))
    page.keyboard.press("/")
    page.keyboard.type("a1")
    page.keyboard.press("Enter")
    table.wait_for_ply(1)
    page.keyboard.type("u")
    expect(page.get_by_label("Type a move")).to_have_value("u")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    table.wait_for_ply(0)


def taken(page: Page) -> list[str]:
    """Where the links of the dialog lead in which one takes a game along."""
    found: list[str] = page.locator("dialog.share a").evaluate_all("all => all.map(one => one.pathname + one.search)")
    return found


def test_on_a_phone_the_moves_come_from_below(strict: Strict, address: str) -> None:
    page = strict.page(phone=True)
    table = TablePage(page, open_table(address, "quoridor"))
    page.get_by_role("button", name="Pass").click()
    table.wait_for_ply(1)
    story = page.locator(".story")
    expect(story).to_be_hidden()
    page.get_by_role("button", name="Moves", exact=True).click()
    expect(story).to_be_visible()
    expect(story.locator(".ply[data-ply]")).to_have_text("pass")
    story.get_by_role("button", name="Close").click()
    expect(story).to_be_hidden()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".past .shown")).to_have_text("0")
