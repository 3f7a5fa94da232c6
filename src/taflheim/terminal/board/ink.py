"""Colours as numbers: mixing them, and telling how well they are told apart."""

from functools import cache

Ink = int
"""0xRRGGBB"""


@cache
def ink(colour: str) -> Ink:
    """The ink of a colour as pages write it.

    >>> hex(ink("#7b4f28")), hex(ink("#fff"))
    ('0x7b4f28', '0xffffff')
    """
    digits = colour.removeprefix("#")
    return int(digits if len(digits) == 6 else "".join(2 * digit for digit in digits), 16)


def parts(one: Ink) -> tuple[int, int, int]:
    """How much red, green and blue there is in an ink, each from 0 to 255."""
    return one >> 16, one >> 8 & 255, one & 255


@cache
def mixed(one: Ink, other: Ink, share: float) -> Ink:
    """A mixture with so much of the other.

    >>> hex(mixed(0x000000, 0xFFFFFF, 0.5))
    '0x808080'
    """
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(parts(one), parts(other), strict=True))
    return red << 16 | green << 8 | blue


def brightest(one: Ink) -> Ink:
    """The brightest ink of the same hue.

    >>> hex(brightest(0x402000))
    '0xff8000'
    """
    most = max(*parts(one), 1)
    red, green, blue = (round(part * 255 / most) for part in parts(one))
    return red << 16 | green << 8 | blue


def distance(one: Ink, other: Ink) -> int:
    """How different two inks look, roughly."""
    red, green, blue = (abs(a - b) for a, b in zip(parts(one), parts(other), strict=True))
    return 2 * red + 4 * green + blue


@cache
def luminance(one: Ink) -> float:
    """How light an ink is, from 0 to 1, as WCAG has it."""
    linear = [part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in parts(one)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Ink, other: Ink) -> float:
    """How well two inks are told apart, from 1 to 21, as WCAG has it.

    >>> round(contrast(0x000000, 0xFFFFFF))
    21
    """
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@cache
def readable_on(ground: Ink) -> Ink:
    """Black or white, whichever is read better."""
    return max(0x14100C, 0xFFFFFF, key=lambda letters: contrast(letters, ground))
