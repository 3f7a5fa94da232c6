"""What stands beside the board at a table: the others, the moves, what happened, and oneself."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import ContentSwitcher, Static

from taflheim.games.view import Layout
from taflheim.terminal.live.matter import Matter
from taflheim.terminal.widgets.chat import Chat
from taflheim.terminal.widgets.move_list import MoveList
from taflheim.terminal.widgets.notice_card import NoticeCard
from taflheim.terminal.widgets.pad import Pad
from taflheim.terminal.widgets.player_card import PlayerCard
from taflheim.terminal.widgets.press import Press
from taflheim.terminal.widgets.words import Words

KEYS = {"accept": "+", "claim": "+", "take_back": "+", "decline": "-", "withdraw": "-"}


class TablePanel(Vertical):
    """The parts, from the other side down to one's own."""

    DEFAULT_CSS = """
    TablePanel { height: 100%; }
    TablePanel #head { height: 1; width: 100%; padding: 0 1; background: $panel; text-wrap: nowrap;
      text-overflow: ellipsis; }
    TablePanel #head.lost { height: auto; text-wrap: wrap; background: $iron; color: $on-gold; }
    TablePanel ContentSwitcher { height: 1fr; }
    TablePanel #past { display: none; width: 100%; height: 2; text-wrap: wrap; }
    TablePanel #past.some { display: block; }
    TablePanel #matter { display: none; height: auto; background: $chosen; padding: 0 1; }
    TablePanel #matter.some { display: block; }
    TablePanel #matter Horizontal { height: 1; }
    TablePanel #matter Press { margin-right: 1; }
    TablePanel #due { height: auto; display: none; padding: 0 1; color: $quiet; }
    TablePanel #due.some { display: block; }
    """

    def __init__(self, far: Sequence[str], near: str, layout: Layout, *, ascii_only: bool):
        super().__init__(id="panel")
        self._far, self._near, self._layout, self._ascii = far, near, layout, ascii_only
        self._matter: Matter | None = None

    def compose(self) -> ComposeResult:
        """Cards of the others, what is between the players, and the own card."""
        yield Static(id="head", markup=False)
        for side in self._far:
            yield PlayerCard(side)
        yield Press("", key="}", id="past", golden=True)
        with ContentSwitcher(initial="moves"):
            with Vertical(id="moves"):
                yield MoveList()
            with Vertical(id="chat"):
                yield Chat()
            with Vertical(id="notice"):
                yield NoticeCard()
        yield Pad(self._layout, ascii_only=self._ascii)
        yield Words()
        yield Static(id="due", markup=False)
        with Vertical(id="matter"):
            yield Static(markup=False)
            yield Horizontal()
        yield PlayerCard(self._near)

    @property
    def shows(self) -> str:
        """What lies in the middle: moves, chat or notice."""
        return str(self.query_one(ContentSwitcher).current)

    def turn_to(self, part: str) -> None:
        """Show another part in the middle."""
        self.query_one(ContentSwitcher).current = part

    def show_past(self, shown: int | None, live: int) -> None:
        """Say that one looks back, and how far."""
        past = self.query_one("#past", Press)
        past.set_class(shown is not None, "some")
        if shown is not None:
            past.set_label(f"You look at move {shown}, it is at {live}. Back to the game")

    def show_due(self, text: str) -> None:
        """What the house will do by itself."""
        due = self.query_one("#due", Static)
        due.set_class(bool(text), "some")
        due.update(text)

    async def show_matter(self, matter: Matter | None) -> None:
        """What is to be answered between the players; the same again takes nobody's focus away."""
        if matter == self._matter:
            return
        self._matter = matter
        part = self.query_one("#matter")
        part.set_class(matter is not None, "some")
        if matter is None:
            return
        part.query_one(Static).update(matter.text)
        row = part.query_one(Horizontal)
        await row.remove_children()
        await row.mount_all(Press(choice.label, key=KEYS[name], name=name) for name, choice in matter.choices.items())

    @property
    def matter(self) -> Matter | None:
        """What is to be answered now."""
        return self._matter
