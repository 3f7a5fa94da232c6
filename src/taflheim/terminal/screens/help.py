"""Help: what the keys do, where one stands."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import ClassVar

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from taflheim import wire
from taflheim.games.view import Layout
from taflheim.terminal.keys import has_own_arrows, shown
from taflheim.terminal.live.commands import Command, shown_key
from taflheim.terminal.screens.hall_screen import Dialog, KeyHelp

EVERYWHERE = (
    KeyHelp("← ↑ → ↓", "go from part to part"),
    KeyHelp("Enter", "does what is chosen"),
    KeyHelp("Esc", "goes back"),
    KeyHelp("?", "this help"),
    KeyHelp("^L", "paints the screen anew"),
    KeyHelp("^Q", "leaves Taflheim"),
)


def board_help(layout: Layout, choices: wire.Tree | None, keys: Iterable[wire.Key]) -> list[KeyHelp]:
    """What keys do on a board, those of the game first; `choices` and `keys` are those of the position."""
    own: dict[str, list[str]] = {}
    for key, move in layout.keys.items():
        own.setdefault(move, []).append(shown(key))
    labels = {key.key: key.label for row in layout.pad for key in row}
    buttons = [spot for spot in layout.spots if spot.kind == "button"]
    labels |= {str(choices[spot.name]): spot.label for spot in buttons if choices and spot.name in choices}
    # When it is not one's turn, no button is open: a single one is what the only other key presses.
    if len(others := own.keys() - labels.keys()) == len(buttons) == 1:
        labels[others.pop()] = buttons[0].label
    return [
        *(KeyHelp(" ".join(dict.fromkeys(names)), labels.get(m, m)) for m, names in own.items()),
        *(KeyHelp(one["key"], _does(layout, one)) for one in keys),
        KeyHelp("← ↑ → ↓", "with Shift from spot to spot" if has_own_arrows(layout) else "from spot to spot"),
        KeyHelp("Enter", "chooses the spot, and where it goes"),
        KeyHelp("letters", "begin a move that is typed, as it is written"),
    ]


def _does(layout: Layout, key: wire.Key) -> str:
    """The move of a key; where it asks where, what it places: the words with which all of its spots begin."""
    if not key["question"]:
        return ", ".join(key["moves"].values())
    words = zip(*(layout.by_name[spots[-1]].label.split() for spots in key["spots"].values()), strict=False)
    placed = " ".join(one[0] for one in takewhile(lambda one: len(set(one)) == 1, words))
    return f"{placed} …: arrows move it, Enter places it"


def command_help(commands: Iterable[Command]) -> list[KeyHelp]:
    """What the keys of commands do."""
    return [KeyHelp(shown_key(one.key), ": ".join(filter(None, (one.label, one.about)))) for one in commands if one.key]


class Lines(VerticalScroll):
    """The lines, as many as fit."""

    steers = ("up", "down")


class HelpScreen(Dialog[None]):
    """The keys of a screen, and those of all."""

    DEFAULT_CSS = """
    HelpScreen Lines { height: auto; max-height: 17; width: 70; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,question_mark", "put_away", show=False)]

    def __init__(self, keys: Sequence[KeyHelp], title: str = "Keys"):
        super().__init__()
        self._keys, self._title = keys, title

    def parts(self) -> ComposeResult:
        """A line for each key."""
        yield Static(self._title, classes="title")
        lines = Table.grid(padding=(0, 2, 0, 0))
        own = {one.key for one in self._keys}
        for key, words in (*self._keys, *(one for one in EVERYWHERE if one.key not in own)):
            lines.add_row(f"[b]{key.replace('[', chr(92) + '[')}[/b]", words)
        with Lines():
            yield Static(lines)
        yield Static("Esc puts this away.", classes="quiet")

    def on_mount(self) -> None:
        """Up and down turn the page."""
        self.query_one(Lines).focus()
