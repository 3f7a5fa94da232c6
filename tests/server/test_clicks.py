"""What clicks, taps and keys do on a board."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from browsing import TablePage, open_table
from waiting import until


def test_choosing_dropping_and_the_right_button(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "hnefatafl"))
    chosen, targets = page.locator(".hints .selected.over"), page.locator(".hints .target")
    table.click("d1")
    expect(chosen).to_have_count(1)
    expect(targets).to_have_count(6)
    table.click("e1")  # another piece of one's own
    expect(chosen).to_have_count(1)
    expect(targets).to_have_count(3)
    table.click("c3")  # anything else
    expect(chosen).to_have_count(0)
    table.click("d1")
    page.mouse.click(*table.middle("h9"), button="right")
    expect(chosen).to_have_count(0)
    expect(targets).to_have_count(0)
    table.click("d1")
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    table.click("d1")
    table.click("d4")
    table.wait_for_ply(1)
    expect(table.words).to_have_text("The attacker goes from d1 to d4.")
    expect(page.locator(".last .bracket.over")).to_have_count(2)


def test_a_click_that_leads_nowhere_is_explained(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "hnefatafl"))
    table.click("f2")
    table.click("f6")
    expect(page.locator(".why")).to_have_text("The piece on f4 is in the way.")
    table.click("f2")
    expect(page.locator(".why")).to_be_empty()


def explained(table: TablePage) -> list[list[str]]:
    """The clicks for which the page has asked the server for a reason."""
    return [sent["clicked"] for sent in table.sent if sent["type"] == "explain"]


def test_every_refused_click_asks_for_the_reason(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "hnefatafl"))
    for clicks, asked in (
        (["c3"], ["c3"]),  # nothing there
        (["f4"], ["f4"]),  # a piece of the other side
        (["f11"], ["f11"]),  # one's own, but blocked
        (["d11", "e9"], ["d11", "e9"]),
        (["d11", "f4"], ["d11", "f4"]),
        (["d11", "a6"], ["a6"]),  # another piece of one's own was to be chosen
        (["f11"], ["a6"]),  # what was explained in this position is not asked again
    ):
        for spot in clicks:
            table.click(spot)
        expect(page.locator(".hints .selected.over")).to_have_count(0)
        until(page, lambda: explained(table)[-1], asked)


def test_a_piece_clicked_again_is_let_go_without_a_word(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "hnefatafl"))
    table.click("d1")
    table.click("d1")
    expect(page.locator(".hints .selected.over")).to_have_count(0)
    expect(page.locator(".why")).to_be_empty()
    table.click("c3")  # what is asked is asked in order: nothing was before this
    until(page, lambda: explained(table), [["c3"]])


def test_the_own_pawn_does_not_scold(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    table.click("a5")
    expect(page.locator(".why")).not_to_be_empty()
    table.click("e9")
    expect(page.locator(".why")).to_be_empty()
    table.click("i5")  # the answers come in order: when this one is there, that about the pawn was there before
    expect(page.locator(".why")).to_contain_text("i5")
    table.click("e9")
    expect(page.locator(".why")).to_be_empty()


def test_at_a_crossing_the_legal_wall_is_meant(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    table.click("c5h")
    table.wait_for_ply(1)
    crossing = table.crossing("d5h")  # d5h overlaps the wall, d5v does not
    preview = page.locator(".preview .wanted")
    for dx, dy in ((0, 0), (1, 1), (-1, -1), (2, -2)):
        page.mouse.move(5, 5)
        page.mouse.move(crossing[0] + dx, crossing[1] + dy)
        expect(preview).to_have_count(1)
        expect(preview).not_to_have_class(re.compile("refused"))
    page.mouse.click(*crossing)
    table.wait_for_ply(2)
    expect(table.words).to_have_text("Green places the wall d5v.")


def test_undo_and_a_reload_in_the_middle(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "halatafl"))
    for ply, (origin, to) in enumerate((("d4", "d5"), ("e7", "d6"), ("c4", "c5")), 1):
        table.click(origin)
        table.click(to)
        table.wait_for_ply(ply)
    page.keyboard.press("u")
    table.wait_for_ply(2)
    expect(table.words).to_have_text("A move was taken back.")
    page.reload()
    table.connected()
    table.wait_for_ply(2)
    expect(page.locator('[data-spot="d6"]')).to_have_attribute("aria-label", "d6, paddock, fox")
    expect(page.locator('.side[data-side="sheep"]')).to_have_class(re.compile("turn"))


def made(table: TablePage, *moves: str) -> None:
    for ply, move in enumerate(moves, 1):
        for spot in move.split("-"):
            table.click(spot)
        table.wait_for_ply(ply)


def test_a_chain_is_clicked_landing_by_landing(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "halatafl"))
    before = ("b4-b5", "e7-e6", "d4-d5", "e6-d6", "f4-f5")
    made(table, *before)
    expect(page.locator(".hints .selectable.over")).to_have_count(1)  # only this fox can capture, so it must
    table.click("d6")
    table.click("d4")
    page.wait_for_function("() => window.isOpen('b4') && window.isOpen('f4')")
    page.mouse.click(*table.middle("d1"), button="right")
    page.wait_for_function("() => !window.isOpen('b4')")
    table.click("d6")
    table.click("d4")
    page.wait_for_function("() => window.isOpen('f4')")
    table.click("f4")
    table.wait_for_ply(6)
    table.expect_moves_sent(*before, "d6xd4xf4")
    expect(table.words).to_contain_text("captures the sheep on d5 and e4.")


def test_the_only_continuation_is_played_by_itself(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "halatafl"))
    before = ("e4-e5", "e7-e6", "c4-c5")
    made(table, *before)
    table.click("e6")
    table.click("e4")
    table.wait_for_ply(4)
    table.expect_moves_sent(*before, "e6xe4xc4xc6")


def test_the_preview_of_a_wall_and_why_it_cannot_be(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    preview, why = page.locator(".preview .wanted"), page.locator(".why")
    page.mouse.move(*table.middle("d4h"))
    expect(preview).to_have_count(1)
    expect(preview).not_to_have_class(re.compile("refused"))
    table.click("d4h")
    table.wait_for_ply(1)
    page.mouse.move(*table.middle("e4h"))
    expect(preview).to_have_class(re.compile("refused"))
    expect(why).to_have_text("A wall here would overlap the wall d4h.")
    page.mouse.move(*table.middle("d4v"))
    expect(why).to_have_text("A wall here would cross the wall d4h.")
    page.mouse.move(*table.middle("e4h"))
    expect(why).to_have_text("A wall here would overlap the wall d4h.")
    table.click("e4h")
    expect(page.locator(".moves")).to_have_text("1 move made")
    page.mouse.move(*table.middle("e5"))
    expect(preview).to_have_count(0)
    expect(why).to_be_empty()
    table.click("a9")
    expect(why).to_contain_text("a9 is out of reach")
    until(page, lambda: explained(table), [["e4h"], ["d4v"], ["a9"]])  # asked once for each position


def test_on_touch_the_second_tap_confirms(phone: Page, address: str) -> None:
    table = TablePage(phone, open_table(address, "quoridor"))
    table.tap("d4v")
    expect(phone.locator(".preview .wanted")).to_have_count(1)
    table.tap("g2h")
    expect(phone.locator(".preview .wanted")).to_have_count(1)
    expect(phone.locator(".moves")).to_have_text("0 moves made")
    table.tap("g2h")
    table.wait_for_ply(1)
    expect(table.words).to_have_text("White places the wall g2h.")
    table.tap("e2")  # a cell needs no second tap
    table.wait_for_ply(2)


def test_two_people_on_one_screen_with_four_pawns(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor", options={"players": 4}))
    for ply, (side, move) in enumerate(
        zip("abcdabcd", ("e8", "e2", "b5", "h5", "e7", "c3h", "pass", "h6"), strict=True), 1
    ):
        expect(page.locator(".side.turn")).to_have_attribute("data-side", side)
        table.click(move)
        table.wait_for_ply(ply)
    expect(page.locator('.side[data-side="b"] .facts')).to_have_text("4 walls left")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".words")).to_have_text("White resigns.")
    expect(page.locator(".side.turn")).to_have_attribute("data-side", "b")


def test_resigning_asks_once(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "hnefatafl"))
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".result")).to_be_hidden()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table.result).to_have_text("The defenders win!")
    expect(page.locator(".result p")).to_have_text("The attackers have resigned.")


def test_a_bot_thinks_and_answers(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "halatafl", seats={"foxes": 1}))
    expect(page.locator('.side[data-side="foxes"] .who')).to_have_text("Bot · Nils")
    table.click("d4")
    table.click("d5")
    table.wait_for_ply(2)
    expect(page.locator('.side[data-side="sheep"] .doing')).to_have_text("to move")
    page.get_by_role("button", name="Undo").click()
    table.wait_for_ply(0)


def test_every_spot_is_reached_by_keyboard(page: Page, address: str) -> None:
    """From the first spot, the arrows lead to every other one; with Shift where a game uses the arrows itself."""
    for game in ("hnefatafl", "quoridor", "halatafl", "hivolts", "toy"):
        TablePage(page, open_table(address, game))
        unreached = page.evaluate(
            """async () => {
                const script = document.querySelector("script[type=module]").src;
                const { DIRECTIONS, neighbour } = await import(new URL("../board/geometry.js", script));
                const { readSpots } = await import(new URL("../board/spots.js", script));
                const spots = readSpots(document.querySelector("svg.board"));
                const first = spots.values().next().value;
                const reached = new Set([first]);
                for (const spot of reached) {
                    for (const direction of Object.values(DIRECTIONS)) {
                        const next = neighbour(spots, spot, direction);
                        if (next) reached.add(next);
                    }
                }
                return [...spots.values()].filter((spot) => !reached.has(spot)).map((spot) => spot.name);
            }"""
        )
        assert unreached == []
    TablePage(page, open_table(address, "hivolts"))
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator('[data-spot="a2"]')).to_be_focused()
    expect(page.locator(".moves")).to_have_text("0 moves made")


def test_the_connection_comes_back_and_nothing_is_done_twice(page: Page, address: str) -> None:
    """Everything is sent, but no answer comes through: the move is asked for again, and was made once."""
    sent: list[str] = []
    deaf = True

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_server(text: str | bytes) -> None:
            sent.append(str(text))
            server.send(text)
            if deaf and '"move"' in str(text):
                route.close()

        route.on_message(to_server)
        server.on_message(lambda text: route.send(text))

    page.route_web_socket(re.compile("/ws$"), between)
    table = TablePage(page, open_table(address, "quoridor"))
    table.click("e8")
    page.wait_for_selector("html[data-connected=false]")
    deaf = False
    table.wait_for_ply(1)
    table.connected()
    until(page, lambda: len([text for text in sent if '"move"' in text]) >= 2, True)
    assert len({text for text in sent if '"move"' in text}) == 1
    expect(page.locator(".moves")).to_have_text("1 move made")
    expect(page.locator(".why")).to_be_empty()
