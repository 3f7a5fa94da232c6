"""A value over time as SVG for a page: a line, and around it a band for how certain it is. Colours are the page's."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from taflheim.draw.chart import ticks

_WIDTH, _HEIGHT = 400, 150
_LEFT, _RIGHT, _TOP, _BOTTOM = 54, 10, 10, 30
_LABELS = 4
"""More of them would run into each other."""
_LINES = 3
_ROOM = 20
"""Above and below the values: small changes must not look like large ones."""
_DOTS = 40
"""The largest number of points that are shown one by one."""


class Point(NamedTuple):
    """A value at one place in time."""

    value: float
    spread: float
    """How far it may be off."""
    label: str
    title: str
    """What it says, for those who point at it or cannot see it."""


def line(title: str, points: Sequence[Point]) -> str:
    """A picture of a value over time.

    >>> picture = line("Rating", [Point(1500, 240, "Mon", "1500"), Point(1580, 230, "Tue", "1580 after a win")])
    >>> picture.count("<circle"), "after a win" in picture
    (2, True)
    """
    lowest = min(one.value - max(one.spread, _ROOM) for one in points)
    highest = max(one.value + max(one.spread, _ROOM) for one in points)
    marks = ticks(lowest, highest, _LINES)
    least, most = marks[0], marks[-1]
    step = (_WIDTH - _LEFT - _RIGHT) / max(len(points) - 1, 1)

    def x(place: int) -> float:
        return _LEFT + place * step if len(points) > 1 else (_LEFT + _WIDTH - _RIGHT) / 2

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - least) / (most - least) * (_HEIGHT - _TOP - _BOTTOM)

    parts = [
        f'<path class="axis" d="M{_LEFT} {y(mark):.1f}H{_WIDTH - _RIGHT}"/>'
        f'<text class="scale" x="{_LEFT - 8}" y="{y(mark) + 5:.1f}">{mark:g}</text>'
        for mark in marks
    ]
    above = [f"{x(place):.1f} {y(one.value + one.spread):.1f}" for place, one in enumerate(points)]
    below = [f"{x(place):.1f} {y(one.value - one.spread):.1f}" for place, one in enumerate(points)]
    through = [f"{x(place):.1f} {y(one.value):.1f}" for place, one in enumerate(points)]
    parts.append(f'<path class="spread" d="M{"L".join([*above, *reversed(below)])}Z"/>')
    parts.append(f'<path class="line" d="M{"L".join(through)}"/>')
    every = -(-len(points) // _LABELS)
    for place, one in enumerate(points):
        # A page of a long history has one dot: where it stands.
        if len(points) <= _DOTS or place == len(points) - 1:
            dot = f'<circle class="dot" cx="{x(place):.1f}" cy="{y(one.value):.1f}" r="2.5"/>'
            parts.append(f"<g><title>{escape(one.title)}</title>{dot}</g>")
        if (len(points) - 1 - place) % every == 0:
            at = min(max(x(place), _LEFT + 10), _WIDTH - _RIGHT - 22)
            parts.append(f'<text class="label" x="{at:.1f}" y="{_HEIGHT - 6}">{escape(one.label)}</text>')
    head = f'<svg class="history" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}">'
    return f"{head}{''.join(parts)}</svg>"
