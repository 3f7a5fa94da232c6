"""Rules and lessons in a real browser: whole lessons by mouse and keyboard, wrong moves, hints, boards to play with."""

import re

import pytest
from playwright.sync_api import Page, expect

import taflheim
from browsing import Strict
from lesson_page import Lesson, steps
from waiting import until

GAMES = list(taflheim.rulebooks())
VERDICT = ".verdict .text"


@pytest.mark.parametrize("name", GAMES)
def test_whole_lessons_by_mouse(name: str, page: Page, address: str) -> None:
    first, *_ = steps(name)
    lesson = Lesson(page, address, f"{name}/{first[0].name}")
    for step, turns in steps(name):
        expect(page.get_by_role("heading", level=1)).to_have_text(step.title)
        for turn, (now, move) in zip(step.turns, turns, strict=True):
            lesson.move(now, move)
            expect(page.locator(VERDICT)).to_have_text(turn.right)
        expect(page.locator('[aria-current="step"] .tick')).to_be_visible()
        expect(page.get_by_role("link", name="Next step")).to_be_focused()
        page.get_by_role("link", name="Next step").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(taflheim.rulebooks()[name].lessons[-1].title)
    # What was done is still known, and the real game is left.
    page.goto(f"{address}/learn/{name}")
    # The real game is done already if another test has won one in this hall.
    assert page.locator("nav .done").count() - len(steps(name)) in (0, 1)
    page.get_by_role("navigation").get_by_role("link").last.click()
    page.get_by_role("button", name=re.compile("^Play")).click()
    page.wait_for_url(re.compile(r"/tables/"))
    expect(page.get_by_role("heading", level=1)).to_have_text(taflheim.rulebooks()[name].title)


def test_whole_lessons_by_keyboard_alone(page: Page, address: str) -> None:
    """Nothing is touched but keys, and nothing is known but what a screen reader says."""
    lesson = Lesson(page, address, "hnefatafl/straight")
    for step, turns in steps("hnefatafl"):
        expect(page.get_by_role("heading", level=1)).to_have_text(step.title)
        for turn, (now, move) in zip(step.turns, turns, strict=True):
            for spot in now.position.clicks(move):
                lesson.ready(spot)
                lesson.go_to(spot)
                expect(page.locator(f'.spots [data-spot="{spot}"]')).to_be_focused()
                page.keyboard.press("Enter")
            expect(page.get_by_role("status")).to_have_text(re.compile(re.escape(turn.right)))
        expect(page.get_by_role("link", name="Next step")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your first game")


def test_a_games_own_keys(page: Page, address: str) -> None:
    Lesson(page, address, "hivolts/three")
    ((step, turns),) = ((step, turns) for step, turns in steps("hivolts") if step.name == "three")
    for turn, (now, key) in zip(step.turns, turns, strict=True):
        # Where the player stands tells whether the move before has been shown.
        (player,) = (piece.spot for piece in now.position.pieces if piece.kind == "player")
        expect(page.locator(f'.spots [data-spot="{player}"]')).to_have_attribute("aria-label", re.compile("player"))
        page.wait_for_function(
            "() => [...document.querySelectorAll('.spots rect')].some(one => one.ariaLabel.endsWith('open'))"
        )
        page.keyboard.press(key)
        expect(page.locator(VERDICT)).to_have_text(turn.right)
    expect(page.locator('.spots [aria-label*="mho"]')).to_have_count(0)
    expect(page.locator(VERDICT)).to_contain_text("you have won")


def test_a_wrong_move_is_answered_and_taken_back_and_two_bring_help(page: Page, address: str) -> None:
    lesson = Lesson(page, address, "hnefatafl/fork")
    king = page.locator('.spots [data-spot="f4"]')
    for _ in range(2):
        lesson.ready("f4")
        lesson.click("f4")
        lesson.ready("a4")
        lesson.click("a4")
        expect(page.locator(VERDICT)).to_have_text(re.compile("one corner at most"))
        expect(king).to_have_attribute("aria-label", re.compile("king"))  # back where he was
    expect(page.locator(".learn .advice")).to_have_text("Try f4-f1.")
    expect(page.locator(".marks *")).not_to_have_count(0)
    lesson.ready("f4")
    lesson.click("f4")
    lesson.ready("f1")
    lesson.click("f1")
    expect(page.locator(VERDICT)).to_have_text(re.compile("Both a1 and k1"))
    expect(page.locator(".learn .advice")).to_be_empty()


def test_what_is_not_legal_is_explained_by_the_rules(page: Page, address: str) -> None:
    lesson = Lesson(page, address, "hnefatafl/throne")
    lesson.ready("f3")
    lesson.click("f3")
    lesson.click("f6")
    expect(page.locator(".learn .why")).to_have_text("The throne is for the king alone.")
    lesson.click("f3")
    expect(page.locator(".learn .why")).to_be_empty()


def test_a_wall_that_is_not_allowed(page: Page, address: str) -> None:
    lesson = Lesson(page, address, "quoridor/a-way-for-all")
    lesson.ready("h7v")
    lesson.click("h6h")
    expect(page.locator(".learn .why")).to_have_text("A wall here would leave White no way to rank 1.")


def test_help_by_its_key_is_words_first(page: Page, address: str) -> None:
    lesson = Lesson(page, address, "quoridor/jump")
    lesson.ready("e6")
    page.keyboard.press("h")
    expect(page.locator(".learn .advice")).to_have_text("The cell behind White is e6.")
    expect(page.locator(".marks *")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".learn .advice")).to_have_text("Try e6.")
    expect(page.locator(".marks *")).not_to_have_count(0)


def test_again(page: Page, address: str) -> None:
    lesson = Lesson(page, address, "hnefatafl/straight")
    again = page.get_by_role("button", name="Again")
    expect(again).to_be_disabled()
    lesson.ready("b2")
    lesson.click("b2")
    lesson.click("b8")
    expect(page.locator(VERDICT)).to_have_text(re.compile("Straight up"))
    again.click()
    expect(page.locator(VERDICT)).to_be_empty()
    lesson.ready("b2")
    expect(page.locator('.spots [data-spot="b8"]')).to_have_attribute("aria-label", "b8")


def test_without_a_session_one_may_try(strict: Strict, address: str) -> None:
    page = strict.page(owner=False)
    lesson = Lesson(page, address, "toy/sign")
    expect(page.get_by_text("is not kept")).to_be_visible()
    lesson.ready("b2")
    lesson.click("b2")
    expect(page.locator(VERDICT)).to_contain_text("The middle")
    page.goto(f"{address}/learn/toy")
    expect(page.locator("nav .done")).to_have_count(0)


def test_the_hall_does_not_answer(page: Page, address: str, strict: Strict) -> None:
    lesson = Lesson(page, address, "toy/sign")
    lesson.ready("b2")
    page.route("**/learn/toy/sign", lambda route: route.abort())
    lesson.click("b2")
    expect(page.locator(".learn .why")).to_have_text("The hall does not answer. Is it still open?")
    page.unroute("**/learn/toy/sign")
    lesson.click("b2")
    expect(page.locator(VERDICT)).to_contain_text("The middle")
    strict.forgive(page, "ERR_FAILED")


# ---- the rules ----------------------------------------------------------------------------------------------------


class Diagram(Lesson):
    """A board in the rules."""

    def __init__(self, page: Page, address: str, game: str, caption: str):
        self.page = page
        page.goto(f"{address}/rules/{game}")
        self.figure = page.locator("figure.diagram", has_text=caption)
        self.figure.scroll_into_view_if_needed()

    def click(self, spot: str) -> None:
        box = self.figure.locator(f'.spots [data-spot="{spot}"]').bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def label(self, spot: str, text: str) -> None:
        expect(self.figure.locator(f'.spots [data-spot="{spot}"]')).to_have_attribute("aria-label", re.compile(text))


def test_a_board_of_the_rules_is_played_with_and_begins_again(page: Page, address: str) -> None:
    board = Diagram(page, address, "hnefatafl", "An attacker on d5 captures")
    again = board.figure.get_by_role("button", name="Again")
    expect(again).to_be_disabled()
    expect(board.figure.locator(".marks *")).not_to_have_count(0)
    board.label("d9", "attacker")
    board.click("d9")
    board.click("d5")
    expect(board.figure.get_by_role("status")).to_have_text(re.compile("The defender on e5 is captured"))
    board.label("e5", "^e5")
    again.click()
    board.label("e5", "defender")
    expect(board.figure.get_by_role("status")).to_be_empty()
    expect(board.figure.locator(".marks *")).not_to_have_count(0)
    # Boards know nothing of each other.
    expect(page.locator("figure.diagram").first.locator(".pieces use")).to_have_count(37)


def test_what_is_not_allowed_is_explained_there(page: Page, address: str) -> None:
    board = Diagram(page, address, "halatafl", "may not move now")
    board.click("e7")
    expect(board.figure.get_by_role("status")).to_have_text(re.compile("the foxes must capture"))


def test_a_board_of_the_rules_by_keys(page: Page, address: str) -> None:
    board = Diagram(page, address, "hivolts", "comes diagonally")
    board.figure.locator('.spots [tabindex="0"]').focus()
    page.keyboard.press("s")
    expect(board.figure.get_by_role("status")).to_have_text(re.compile("The Mho on h8 goes to g7"))
    page.keyboard.press("Shift+ArrowUp")
    expect(board.figure.locator(".spots rect:focus")).to_have_count(1)


def test_without_a_session_one_looks_at_the_rules(strict: Strict, address: str) -> None:
    page = strict.page(owner=False)
    board = Diagram(page, address, "halatafl", "may not move now")
    expect(board.figure.locator(".pieces use")).to_have_count(12)
    expect(board.figure.get_by_role("button", name="Again")).to_be_hidden()
    board.click("c6")
    board.click("c4")
    board.label("c6", "fox")


def test_the_rules_lead_to_the_lessons(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/quoridor")
    page.get_by_role("link", name="Learn it step by step").click()
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Quoridor")


def test_the_rules_in_a_panel_beside_a_board(page: Page, address: str) -> None:
    """A page that puts the contents somewhere starts the module they name; keys pressed there stay there."""
    page.goto(f"{address}/rules/toy")
    page.evaluate(
        """async () => {
            const answer = await fetch("/rules/hivolts?fragment=1");
            const there = new DOMParser().parseFromString(await answer.text(), "text/html");
            document.body.replaceChildren(...there.body.childNodes);
            const rules = document.querySelector("[data-module]");
            window.heard = [];
            document.addEventListener("keydown", (event) => window.heard.push(event.key));
            (await import(rules.dataset.module)).start(rules);
        }"""
    )
    figure = page.locator("figure.diagram", has_text="comes diagonally")
    figure.locator('.spots [tabindex="0"]').focus()
    page.keyboard.press("s")
    expect(figure.get_by_role("status")).to_have_text(re.compile("The Mho on h8 goes to g7"))
    page.keyboard.press("F2")
    until(page, lambda: page.evaluate("() => window.heard"), ["F2"])
