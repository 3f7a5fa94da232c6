"""What stands in the upper left corner of a widget can be clicked, too: an offset of nothing is false."""

import asyncio

from textual.app import App, ComposeResult

import taflheim
from taflheim.terminal.widgets.key_bar import KeyBar
from taflheim.terminal.widgets.pad import Pad


class Corners(App[None]):
    """Some widgets, and what they tell."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        yield Pad(taflheim.game("hivolts").layout)
        bar = KeyBar()
        bar.show([("help", "?", "help"), ("back", "Esc", "back")])
        yield bar

    def on_pad_pressed(self, event: Pad.Pressed) -> None:
        self.told.append(event.move)

    def on_key_bar_chosen(self, event: KeyBar.Chosen) -> None:
        self.told.append(event.name)


def test_the_first_character_is_clicked() -> None:
    async def session() -> None:
        app = Corners()
        async with app.run_test(size=(60, 10)) as pilot:
            for kind in (Pad, KeyBar):
                widget = app.query_one(kind)
                await pilot.click(widget, offset=(widget.styles.padding.left, widget.styles.padding.top))
                await pilot.pause()
        assert app.told == ["q", "help"]

    asyncio.run(session())
