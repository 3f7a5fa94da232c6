"""The page of a lesson in a real browser: what the tests of rules and lessons share."""

from playwright.sync_api import Page

import taflheim
from browsing import TablePage, clicks_for
from taflheim.games.lesson_attempt import Standing, intended, standing
from taflheim.games.lessons import Step


class Lesson(TablePage):
    """The page of a step, as a learner sees and uses it."""

    def __init__(self, page: Page, address: str, step: str):
        self.page = page
        page.goto(f"{address}/learn/{step}")

    def ready(self, spot: str) -> None:
        """Wait until a spot can be clicked."""
        self.page.wait_for_function("spot => window.isOpen(spot)", arg=spot)

    def move(self, now: Standing, move: str) -> None:
        """Make a move by clicks. The only way on is gone by itself."""
        for number, spot in enumerate(clicked := clicks_for(now.position, move)):
            if number > 1 and len(now.position.choices(clicked[:number])) == 1:
                continue
            self.ready(spot)
            self.click(spot)

    def go_to(self, spot: str) -> None:
        """Go to a spot by the arrow keys."""
        target = self.page.locator(f'.spots [data-spot="{spot}"]').get_attribute("data-at") or ""
        for _ in range(60):
            here = self.page.evaluate("() => document.activeElement?.dataset?.at ?? ''")
            if here == target:
                return
            (x, y), (to_x, to_y) = ([int(part) for part in at.split(",")] for at in (here or target, target))
            key = "ArrowRight" if x < to_x else "ArrowLeft" if x > to_x else "ArrowUp" if y < to_y else "ArrowDown"
            self.page.keyboard.press(key)
        raise AssertionError(f"{spot} cannot be reached")


def steps(name: str) -> list[tuple[Step, list[tuple[Standing, str]]]]:
    """The steps that are played on a board, with their turns and intended moves."""
    found = []
    for step in taflheim.rulebooks()[name].lessons:
        made: list[str] = []
        turns = []
        for turn in step.turns:
            now = standing(step, made)
            turns.append((now, intended(now)[0]))
            made.append(turn.moves[0])
        if turns:
            found.append((step, turns))
    return found
