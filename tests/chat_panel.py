"""The chat of a table's page, as a person sees and uses it."""

from playwright.sync_api import Locator, Page, expect


class Talking:
    """The chat of a table's page."""

    def __init__(self, page: Page):
        self.page = page
        self.panel = page.locator("section.chat")
        self.input = page.locator("#say")
        self.button = page.locator(".open-chat")

    def open(self) -> None:
        """Open the panel."""
        self.button.click()
        expect(self.input).to_be_focused()

    def say(self, text: str) -> None:
        """Say something, and see it."""
        self.input.fill(text)
        self.input.press("Enter")
        expect(self.lines.last.locator(".words")).to_have_text(text)

    def close(self) -> None:
        """Close the panel."""
        self.panel.get_by_role("button", name="Close").click()
        expect(self.panel).to_be_hidden()

    @property
    def lines(self) -> Locator:
        """The lines that are shown."""
        return self.panel.locator("ol > li")

    def words(self, *texts: str) -> None:
        """These are the lines that are shown."""
        expect(self.panel.locator("ol > li > .words")).to_have_text(list(texts))
