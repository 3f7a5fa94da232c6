"""What keys do at a table: the game's own, in order and however fast; none while somebody types."""

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browsing import TablePage, open_table
from waiting import until

AT_ONCE = """keys => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""


def test_fast_keys_are_all_played_in_order(page: Page, address: str) -> None:
    """Eight keys in the same moment, at a board for one: as many moves as the game lasts."""
    table = TablePage(page, open_table(address, "hivolts", options={"mhos": "gentle"}))
    page.evaluate(AT_ONCE, list("sssssssw"))
    page.wait_for_function(
        "() => document.querySelector('main.over') || /^8 /.test(document.querySelector('.moves').textContent)"
    )
    made = int(page.locator(".moves").inner_text().split()[0])
    assert made == 8 or table.is_over
    until(page, lambda: len([sent for sent in table.sent if sent["type"] == "move"]), made)
    played = [sent for sent in table.sent if sent["type"] == "move"]
    assert [sent["position_number"] for sent in played] == list(range(made))
    assert len({sent["move"] for sent in played[:7]}) == 1
    assert made < 8 or played[7]["move"] != played[0]["move"]
    expect(page.locator(".why")).to_be_empty()


def test_keys_that_wait_are_dropped_when_the_game_ends(page: Page, address: str) -> None:
    """With four passes the position is there for the third time: a draw."""
    table = TablePage(page, open_table(address, "quoridor"))
    page.evaluate(AT_ONCE, ["p"] * 8)
    expect(page.locator(".result")).to_be_visible()
    table.wait_for_ply(4)
    table.expect_moves_sent(*["pass"] * 4)
    expect(page.locator(".why")).to_be_empty()


def test_keys_that_wait_are_dropped_when_one_is_refused(page: Page, address: str) -> None:
    asked: list[str] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_server(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "move":
                asked.append(message["request"])
            if message["type"] == "move" and len(asked) == 3:
                refusal = {"type": "error", "request": message["request"], "code": "illegal", "text": "Not this one."}
                route.send(json.dumps(refusal))
            else:
                server.send(text)

        route.on_message(to_server)
        server.on_message(lambda text: route.send(text))

    page.route_web_socket("**/ws", between)
    table = TablePage(page, open_table(address, "quoridor"))
    page.evaluate(AT_ONCE, ["p"] * 8)
    expect(page.locator(".why")).to_have_text("Not this one.")
    table.wait_for_ply(2)
    # The next key is played as if nothing had been pressed before it.
    page.keyboard.press("p")
    table.wait_for_ply(3)
    assert len(asked) == 4


def test_keys_for_a_bots_turn_are_not_kept(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor", seats={"b": 1}))
    page.evaluate(AT_ONCE, ["p"] * 3)
    table.wait_for_ply(2)
    expect(page.locator('.side[data-side="a"] .doing')).to_have_text("to move")
    page.keyboard.press("p")
    table.wait_for_ply(4)
    table.expect_moves_sent("pass", "pass")


def test_a_letter_with_shift_is_the_letter(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    page.keyboard.press("Shift+P")
    table.wait_for_ply(1)
    page.keyboard.press("Shift+U")
    table.wait_for_ply(0)


@pytest.mark.parametrize(
    "field", ["<input>", "<textarea></textarea>", "<select><option>p<option>u</select>", "<p contenteditable>.</p>"]
)
def test_keys_do_nothing_while_a_field_has_the_focus(field: str, page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    table.click("e8")
    table.wait_for_ply(1)
    page.evaluate(
        """html => {
            const place = document.querySelector(".talk");
            place.insertAdjacentHTML("beforeend", html);
            place.lastElementChild.focus();
        }""",
        field,
    )
    for key in ("p", "u", "Shift+P", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    # Keys are worked off in order: had one of them been heard, it would have been sent before this click.
    table.click("e2")
    table.wait_for_ply(2)
    until(page, lambda: [sent["type"] for sent in table.sent if "request" in sent], ["move", "move"])
    if field == "<input>":
        expect(page.locator(".talk > input")).to_have_value("puP")


def test_keys_do_nothing_behind_a_dialog(page: Page, address: str) -> None:
    table = TablePage(page, open_table(address, "quoridor"))
    page.get_by_role("button", name="Resign").click()
    page.keyboard.press("p")
    page.get_by_role("button", name="Play on").click()
    table.click("e8")
    table.wait_for_ply(1)
    table.expect_moves_sent("e8")
