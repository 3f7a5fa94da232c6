"""Everything without colours, for who wants none: the terminal keeps its own, and greys are colours, too."""

from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_OWN = Style.from_color(RichColor.default(), RichColor.default())
_LIGHT = 0.5


class Colourless(LineFilter):
    """Takes all colours away. What is dark on light, as what is chosen in a list, is reversed instead."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments in the terminal's own colours."""
        return [Segment(text, style and without_colours(style), control) for text, style, control in segments]


@lru_cache(maxsize=1024)
def without_colours(style: Style) -> Style:
    """A style in the terminal's own colours.

    >>> str(without_colours(Style.parse("bold #201000 on #ffe090"))), str(without_colours(Style.parse("red on black")))
    ('bold reverse default on default', 'default on default')
    """
    ground = style.bgcolor
    is_light = ground is not None and not ground.is_default and Color.from_rich_color(ground).brightness > _LIGHT
    return style + _OWN + Style(reverse=True) if is_light else style + _OWN
