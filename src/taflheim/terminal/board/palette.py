"""The fixed colours that all terminals with 256 of them have: a cube of six steps for each part, and greys."""

from functools import cache

from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet

from taflheim.terminal.board.ink import Ink, mixed, parts

_STEPS = (0, 95, 135, 175, 215, 255)
_CUBE = [red << 16 | green << 8 | blue for red in _STEPS for green in _STEPS for blue in _STEPS]
_GREYS = [grey << 16 | grey << 8 | grey for grey in range(8, 248, 10)]
_FARTHEST_TONE = 35


@cache
def nearest(ink: Ink) -> Ink:
    """The ink of the palette that looks most like another.

    >>> hex(nearest(0xB08A58))
    '0xaf875f'
    """
    return min(_palette(), key=lambda other: _seen(ink, other))


@cache
def _palette() -> list[Ink]:
    """Those that Rich, which finds the numbers for terminals, takes for themselves: some greys it does not."""

    def stays(ink: Ink) -> bool:
        colour = Color.from_triplet(ColorTriplet(*parts(ink)))
        return colour.downgrade(ColorSystem.EIGHT_BIT).get_truecolor() == colour.get_truecolor()

    return [ink for ink in (*_CUBE, *_GREYS) if stays(ink)]


@cache
def other_tone(ink: Ink) -> Ink:
    """A tone of an ink, darker or lighter, that is another colour of the palette: by little, and of the same hue."""
    shares = [share / 100 for share in range(6, _FARTHEST_TONE, 2)]
    tones = [mixed(ink, end, share) for share in shares for end in (0x000000, 0xFFFFFF)]
    others = [tone for tone in tones if nearest(tone) != nearest(ink)]
    return min(others, key=lambda tone: _seen(tone, nearest(tone)), default=ink)


def _seen(one: Ink, other: Ink) -> float:
    """How different two inks look: eyes see green best, and red better the more of it there is."""
    (r1, g1, b1), (r2, g2, b2) = parts(one), parts(other)
    red = (r1 + r2) / 512
    return (2 + red) * (r1 - r2) ** 2 + 4 * (g1 - g2) ** 2 + (3 - red) * (b1 - b2) ** 2
