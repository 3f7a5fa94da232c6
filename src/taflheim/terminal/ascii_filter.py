"""Everything in ASCII, for terminals that show no more: each other character becomes one that is as wide."""

import unicodedata

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_LIKE = str.maketrans(
    {
        **dict.fromkeys("─━╌╍┄┅┈┉▔‐‑–—▁·", "-"),
        **dict.fromkeys("│┃┆┇┊┋▏▎▍▌▐▕║", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝▖▗▘▝", "+"),
        **dict.fromkeys("█▇▆▅▄▀■", "#"),
        **dict.fromkeys("▃▂", "_"),
        **dict.fromkeys("•…∙", "."),
        **dict.fromkeys("▸▶►→❯", ">"),
        **dict.fromkeys("◀←", "<"),
        **dict.fromkeys("▲↑", "^"),
        **dict.fromkeys("▼↓", "v"),
        **dict.fromkeys("○●◯", "o"),
        **dict.fromkeys("★◆", "*"),
        **dict.fromkeys("✗×", "x"),
        **dict.fromkeys("“”„", '"'),
        **dict.fromkeys("‘’", "'"),
        "✓": "+",
        "\u00a0": " ",
    }
)


def plain(text: str) -> str:
    """A text in ASCII, as wide as before.

    >>> plain("▸ Ärger – 3 × 4 …"), plain("漢!")
    ('> Arger - 3 x 4 .', '??!')
    """
    if text.isascii():
        return text
    return "".join(letter if letter.isascii() else _simpler(letter) for letter in text.translate(_LIKE))


def _simpler(letter: str) -> str:
    bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if part.isascii())
    width = cell_len(letter)
    return bare if len(bare) == width else "?" * width


class AsciiOnly(LineFilter):
    """Puts everything that is drawn into ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments with other characters."""
        return [
            segment if segment.control or segment.text.isascii() else Segment(plain(segment.text), segment.style)
            for segment in segments
        ]
