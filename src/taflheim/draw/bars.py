"""Bars over time as SVG for a page: what went well above the line, what did not below it.

Colours are the page's: every part has the class of its series. Every other label is a `second` one, which narrow
pages leave out.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

_WIDTH, _HEIGHT = 720, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 8, 12, 36
_LABELS = 8
"""More of them would run into each other."""
_THINNEST = 3
"""A bar is at least as wide as this, and no wider than it looks good."""
_WIDEST = 36


class Bar(NamedTuple):
    """One place in time: what stands there, and how it is called."""

    label: str
    up: Sequence[tuple[str, int]]
    """Classes and numbers, from the line upwards."""
    down: Sequence[tuple[str, int]]
    title: str
    """What the bar says, for those who point at it or cannot see it."""


def bars(title: str, shown: Sequence[Bar]) -> str:
    """A picture of bars.

    >>> picture = bars("Games", [Bar("Mon", [("won", 2)], [("lost", 1)], "Monday: 2 won, 1 lost")])
    >>> picture.count("<rect"), "Monday" in picture
    (2, True)
    """
    highest = max((sum(number for _, number in bar.up) for bar in shown), default=0)
    lowest = max((sum(number for _, number in bar.down) for bar in shown), default=0)
    unit = (_HEIGHT - _TOP - _BOTTOM) / max(highest + lowest, 1)
    line = _TOP + highest * unit
    step = (_WIDTH - _LEFT - _RIGHT) / max(len(shown), 1)
    width = min(max(step * 0.7, _THINNEST), _WIDEST)
    every = -(-len(shown) // _LABELS)
    parts = [f'<path class="axis" d="M{_LEFT} {line:.1f}H{_WIDTH - _RIGHT}"/>']
    parts += [
        f'<text class="scale" x="{_LEFT - 8}" y="{y:.1f}">{number}</text>'
        for y, number in ((_TOP + 4, highest), (_HEIGHT - _BOTTOM - 2, lowest))
        if number
    ]
    for place, bar in enumerate(shown):
        x = _LEFT + (place + 0.5) * step
        stacked = _stack(x - width / 2, width, line, -unit, bar.up) + _stack(x - width / 2, width, line, unit, bar.down)
        parts.append(f"<g><title>{escape(bar.title)}</title>{stacked}</g>")
        back, rest = divmod(len(shown) - 1 - place, every)
        if rest == 0:
            kind = "label second" if back % 2 else "label"
            parts.append(f'<text class="{kind}" x="{x:.1f}" y="{_HEIGHT - 8}">{escape(bar.label)}</text>')
    head = f'<svg class="bars" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}">'
    return f"{head}{''.join(parts)}</svg>"


def _stack(x: float, width: float, line: float, unit: float, series: Sequence[tuple[str, int]]) -> str:
    """Numbers on top of each other; a negative unit goes up."""
    parts, at = [], line
    for name, number in series:
        if number:
            y, height = min(at, at + number * unit), abs(number * unit)
            parts.append(f'<rect class="{name}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>')
        at += number * unit
    return "".join(parts)
