"""Only what is not on the terminal yet is sent to it."""

import re

import pytest
from rich.console import Console, ConsoleOptions, RenderResult
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import CompositorUpdate

from taflheim.terminal.shown import Shown

CONSOLE = Console(color_system=None, width=80)


class Painted(CompositorUpdate):
    """An update that writes some lines from some places on."""

    def __init__(self, *lines: tuple[int, int, str]):
        self.lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """A place, the characters, and the end of a line."""
        for number, (x, y, text) in enumerate(self.lines):
            yield Control.move_to(x, y).segment
            yield Segment(text, Style(meta={"offset": number}))
            yield Segment.line()


def _sent(shown: Shown, *lines: tuple[int, int, str]) -> list[str]:
    """What is sent, as place and characters."""
    return re.findall(r"\x1b\[\d+;\d+H[^\x1b]*", shown.sent(Painted(*lines), CONSOLE))


def test_what_is_shown_is_not_sent_again() -> None:
    shown = Shown()
    assert _sent(shown, (0, 0, "taflheim"), (2, 1, "plays")) == ["\x1b[1;1Htaflheim", "\x1b[2;3Hplays"]
    assert _sent(shown, (0, 0, "taflheim"), (2, 1, "plays")) == []
    assert _sent(shown, (0, 0, "taflheim"), (2, 1, "prays")) == ["\x1b[2;4Hr"]
    shown.forget()
    assert _sent(shown, (2, 1, "prays")) == ["\x1b[2;3Hprays"]


def test_changes_near_each_other_are_sent_together() -> None:
    shown = Shown()
    _sent(shown, (0, 0, "abcdefghijklmnop"))
    assert _sent(shown, (0, 0, "AbcDefghijklmnoP")) == ["\x1b[1;1HAbcD", "\x1b[1;16HP"]
    # What is not known is not painted over.
    assert _sent(shown, (18, 0, "r"), (20, 0, "t")) == ["\x1b[1;19Hr", "\x1b[1;21Ht"]


@pytest.mark.parametrize("name", ["漢字", "e\N{COMBINING ACUTE ACCENT}a"])
def test_wide_letters_and_accents_stay_whole(name: str) -> None:
    shown = Shown()
    assert _sent(shown, (0, 0, f"{name}.")) == [f"\x1b[1;1H{name}."]
    assert _sent(shown, (0, 0, f"{name}.")) == []
    assert _sent(shown, (0, 0, "abcde")) and _sent(shown, (0, 0, f"{name}"))[0].startswith(f"\x1b[1;1H{name[0]}")


def test_a_wide_letter_is_not_cut() -> None:
    shown = Shown()
    _sent(shown, (0, 0, "漢x"))
    assert _sent(shown, (1, 0, " y")) == ["\x1b[1;2H y"]
    assert _sent(shown, (0, 0, "漢y")) == ["\x1b[1;1H漢"]
