"""The page and its connection: what it says first, and what it does when it is older than the server."""

import json

from playwright.sync_api import Page, WebSocketRoute, expect

from browsing import TablePage, open_table
from waiting import until


def test_the_first_message_names_the_version(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "toy"))
    table.click("b2")
    table.wait_for_ply(1)
    until(page, lambda: table.sent[:1], [{"type": "hello", "version": 1, "have": 0}])
    page.reload()
    table.connected()
    again = {"type": "hello", "version": 1, "have": 1}
    until(page, lambda: [sent for sent in table.sent if sent["type"] == "hello"][1:], [again])


def test_a_page_that_is_too_old_reloads_itself_once(page: Page, address: str) -> None:
    loads: list[str] = []
    page.on("domcontentloaded", lambda loaded: loads.append(loaded.url))

    hellos: list[str | bytes] = []

    def reload(route: WebSocketRoute) -> None:
        def answer(text: str | bytes) -> None:
            hellos.append(text)
            route.send(json.dumps({"type": "reload"}))
            route.close()

        route.on_message(answer)

    page.route_web_socket("**/ws", reload)
    page.clock.install()
    page.goto(open_table(address, "toy"))
    expect(page.locator(".outdated")).to_be_visible()
    page.clock.fast_forward(60_000)  # it does not try again and again
    expect(page.locator(".offline")).to_be_hidden()
    until(page, lambda: (len(loads), len(hellos)), (2, 2))


def test_a_move_that_was_typed_while_there_was_no_connection_is_made(page: Page, address: str) -> None:
    back = False

    def between(route: WebSocketRoute) -> None:
        if back:
            route.connect_to_server()
        else:
            route.close()

    page.route_web_socket("**/ws", between)
    page.goto(open_table(address, "halatafl"))
    expect(page.locator(".offline")).to_be_visible()
    page.get_by_label("Type a move").fill("d4-d5")
    page.keyboard.press("Enter")
    back = True
    expect(page.locator(".words")).to_have_text("A sheep goes from d4 to d5.")
    expect(page.locator(".offline")).to_be_hidden()
