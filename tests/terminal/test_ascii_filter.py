"""Everything in ASCII, for terminals that show no more."""

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from taflheim.terminal.ascii_filter import AsciiOnly, plain


def test_every_character_becomes_one_that_is_as_wide() -> None:
    texts = ["plain", "▸ Zoë · 50 %", "╭──╮│█▇▁", "漢字", "é\u0301", "⠋⣿", "♔☺", "\u00a0"]
    for text in texts:
        assert plain(text).isascii() and cell_len(plain(text)) == cell_len(text)


def test_styles_stay() -> None:
    bold = Style(bold=True)
    before = [Segment("a"), Segment("✓", bold), Segment("…", bold)]
    assert AsciiOnly().apply(before, Color(0, 0, 0)) == [Segment("a"), Segment("+", bold), Segment(".", bold)]
