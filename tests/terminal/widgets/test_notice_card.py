"""The card beside the board: what a key means follows what it says, at once."""

import asyncio
from collections.abc import Awaitable, Callable

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from taflheim.terminal.live.notices import Notice, Way
from taflheim.terminal.theme import HALL
from taflheim.terminal.widgets.notice_card import NoticeCard

COPY, SHARE, UNSHARE, FILL = (Way(name, name.title()) for name in ("copy", "share", "unshare", "fill"))


class Card(App[None]):
    """One card, and what was chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.card = NoticeCard()
        self.chosen: list[str] = []
        self.register_theme(HALL)
        self.theme = HALL.name

    def compose(self) -> ComposeResult:
        yield self.card

    def on_notice_card_chosen(self, event: NoticeCard.Chosen) -> None:
        self.chosen.append(event.name)

    def show(self, *ways: Way) -> None:
        self.card.show(Notice("Waiting", (), ways))

    @property
    def focused_label(self) -> str:
        return getattr(self.focused, "label", "")


def run(work: Callable[[Card, Pilot[None]], Awaitable[None]]) -> None:
    async def session() -> None:
        app = Card()
        async with app.run_test() as pilot:
            await work(app, pilot)

    asyncio.run(session())


def test_keys_may_follow_at_once() -> None:
    async def work(app: Card, pilot: Pilot[None]) -> None:
        app.show(COPY, SHARE, FILL)
        assert app.focused_label == "Copy"  # before anything is painted
        await pilot.press("down", "enter", "up", "up", "enter")
        assert app.chosen == ["share", "copy"]

    run(work)


def test_the_focus_stays_with_what_has_it() -> None:
    async def work(app: Card, pilot: Pilot[None]) -> None:
        app.show(COPY, SHARE, FILL)
        await pilot.press("down")
        app.show(COPY, UNSHARE, FILL)
        assert app.focused_label == "Unshare"  # the same place
        await pilot.press("down")
        app.show(FILL, COPY)
        assert app.focused_label == "Fill"  # the same way, elsewhere
        await pilot.press("down", "down", "enter")
        assert app.chosen == ["copy"]
        app.set_focus(None)
        app.show(COPY, SHARE, UNSHARE, FILL)
        assert app.focused is None  # who has put it aside is not called back
        app.card.forget()
        app.show(COPY)
        assert app.focused_label == "Copy"

    run(work)


def test_what_was_chosen_is_told_though_the_card_has_changed() -> None:
    async def work(app: Card, pilot: Pilot[None]) -> None:
        app.show(SHARE)
        app.focused.action_press()  # type: ignore[union-attr]  # a button
        app.show(UNSHARE)
        await pilot.pause()
        assert app.chosen == ["share"]

    run(work)
