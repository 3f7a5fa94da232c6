"""Measured values with their intervals as SVG: a step for each thing that was measured, a colour for each series."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

_WIDTH, _HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 56, 64
_COLOURS = ("#e9b949", "#7fb3d5", "#9ccc8f", "#e58f7b")
_BACKGROUND, _LINE, _TEXT, _TITLE = "#241811", "#553b29", "#cdb896", "#f5e9d4"
_GRID_LINES = 6


class Value(NamedTuple):
    """What was measured, and the interval in which the truth lies."""

    value: float
    low: float
    high: float


def chart(title: str, labels: Sequence[str], series: Mapping[str, Sequence[Value | None]]) -> str:
    """A picture of some series, each with a value, or none, for every label.

    >>> chart("Strength", ["Bo", "Ada"], {"": [Value(1000, 900, 1100), Value(1200, 1150, 1250)]})[:44]
    '<svg xmlns="http://www.w3.org/2000/svg" view'
    """
    known = [value for values in series.values() for value in values if value]
    marks = ticks(min(value.low for value in known), max(value.high for value in known))
    scale = _Scale(marks[0], marks[-1], len(labels))
    parts = [
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="14" fill="{_BACKGROUND}"/>',
        _text(_LEFT, 30, title, size=19, colour=_TITLE, anchor="start"),
        *(_grid_line(scale.y(tick), f"{tick:g}") for tick in marks),
        *(_text(scale.x(place), _HEIGHT - _BOTTOM + 24, label) for place, label in enumerate(labels)),
    ]
    for number, (name, values) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        aside = 9 * (number - (len(series) - 1) / 2)
        parts += [_bar(scale.x(place) + aside, scale, value, colour) for place, value in enumerate(values) if value]
        if name:
            x = _LEFT + 130 * number
            parts.append(f'<circle cx="{x + 6}" cy="{_HEIGHT - 17}" r="5" fill="{colour}"/>')
            parts.append(_text(x + 18, _HEIGHT - 12, name, anchor="start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="system-ui,sans-serif"><title>{escape(title)}</title>{"".join(parts)}</svg>\n'
    )


class _Scale(NamedTuple):
    """From values to places in the picture."""

    least: float
    most: float
    steps: int

    def x(self, place: int) -> float:
        return _LEFT + (place + 0.5) * (_WIDTH - _LEFT - _RIGHT) / self.steps

    def y(self, value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - self.least) / (self.most - self.least) * (_HEIGHT - _TOP - _BOTTOM)


def ticks(low: float, high: float, lines: int = _GRID_LINES) -> list[float]:
    """Round numbers around all values, about so many.

    >>> ticks(934, 2410)
    [500, 1000, 1500, 2000, 2500]
    """
    rough = max(high - low, 1e-9) / lines
    power = 10 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = floor(low / step)
    return [step * number for number in range(first, max(ceil(high / step), first + 1) + 1)]


def _bar(x: float, scale: _Scale, value: Value, colour: str) -> str:
    """A dot, and a line for its interval."""
    low, high = scale.y(value.low), scale.y(value.high)
    ends = "".join(f"M{x - 4:.1f} {y:.1f}h8" for y in (low, high))
    return (
        f'<path d="M{x:.1f} {low:.1f}V{high:.1f}{ends}" stroke="{colour}" stroke-width="1.5" opacity="0.75"/>'
        f'<circle cx="{x:.1f}" cy="{scale.y(value.value):.1f}" r="4.5" fill="{colour}"/>'
    )


def _grid_line(y: float, label: str) -> str:
    line = f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="{_LINE}"/>'
    return line + _text(_LEFT - 10, y + 5, label, anchor="end")


def _text(x: float, y: float, text: str, size: int = 14, colour: str = _TEXT, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}">{escape(text)}</text>'
    )
