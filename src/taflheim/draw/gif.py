"""A whole game as an animated GIF: a frame for each position, the last move marked, a pause at the end.

`reel` needs the rules, `develop` only what draws: so that a process that knows nothing of games can do the long part.
"""

import io
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from taflheim.draw.png import png
from taflheim.draw.svg import MARGIN, Box, box, ground, pieces, size, view_box
from taflheim.games.record import Record
from taflheim.games.view import Effect, Layout

if TYPE_CHECKING:
    from PIL import Image

WIDTH = 480
MAX_FRAMES = 300

_COLOURS = 64
_FRAME_MS, _QUICK_FRAME_MS, _LAST_MS = 800, 450, 3000
_LONG = 60
"""A longer game goes by more quickly."""
_SAMPLES = 6
"""Frames that the common palette is made from."""


class Reel(NamedTuple):
    """A game in pictures that are still to be drawn: what is the same in all of them, and what is not."""

    ground: str
    frames: tuple[str, ...]
    durations_ms: tuple[int, ...]


def reel(record: Record) -> Reel:
    """The pictures of a game. Of a very long one, every second, third … position; the last is always there."""
    layout = record.game.layout
    plies = range(len(record.positions))
    every = -(-len(plies) // MAX_FRAMES)
    shown = [ply for ply in plies if (plies[-1] - ply) % every == 0]
    frames = tuple(_svg(layout, f"{_last(record, ply)}{pieces(layout, record.positions[ply].pieces)}") for ply in shown)
    frame_ms = _QUICK_FRAME_MS if len(shown) > _LONG else _FRAME_MS
    durations = (frame_ms,) * (len(shown) - 1) + (_LAST_MS,)
    return Reel(_svg(layout, ground(layout, can_turn=False)), frames, durations)


def _svg(layout: Layout, drawing: str) -> str:
    width, height = size(layout)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box(layout)}" width="{width + 2 * MARGIN:g}"'
        f' height="{height + 2 * MARGIN:g}">{drawing}</svg>'
    )


def _last(record: Record, ply: int) -> str:
    """Brackets around the spots of the move that led to a position, as pages mark it."""
    layout = record.game.layout
    effects = record.undo(len(record.entries) - ply).last_effects
    spots = [spot for spot in _ends(effects) if spot in layout.by_name]
    path = "".join(_brackets(box(layout, layout.by_name[spot])) for spot in spots)
    if not path:
        return ""
    return (
        f'<path d="{path}" fill="none" stroke="#120a05" stroke-opacity=".75" stroke-width="10" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="#fff3c4" stroke-width="5" stroke-linecap="round"/>'
    )


def _ends(effects: tuple[Effect, ...]) -> list[str]:
    return [spot for effect in effects[:1] for spot in (effect.spot, effect.to) if spot]


def _brackets(at: Box) -> str:
    # Outside a groove, as what stands there fills it.
    out, longest = (9, 32) if at.width != at.height else (-5, 22)
    across, down = at.width / 2 + out, at.height / 2 + out
    arm, leg = min(longest, across * 0.65), min(longest, down * 0.65)
    return "".join(
        f"M{at.x + a * across:g} {at.y + b * (down - leg):g}V{at.y + b * down:g}H{at.x + a * (across - arm):g}"
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )


def develop(game: Reel, width: int = WIDTH) -> bytes:
    """The GIF."""
    return deque(developing(game, width), maxlen=1).pop()


def developing(game: Reel, width: int = WIDTH) -> Iterator[bytes]:
    """The GIF at last, and nothing for each frame before: for who wants to see how far it is."""
    from PIL import Image

    def drawn(svg: str) -> Image.Image:
        return Image.open(io.BytesIO(png(svg, width))).convert("RGBA")

    under = drawn(game.ground)
    frames = []
    for svg in game.frames:
        frames.append(Image.alpha_composite(under, drawn(svg)).convert("RGB"))
        if len(frames) < len(game.frames):
            yield b""
    palette = _palette(frames[:: max(1, len(frames) // _SAMPLES)])
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    made = io.BytesIO()
    durations = list(game.durations_ms)
    # One palette for all, and only what has changed in each: a tenth of the size.
    first.save(made, "GIF", save_all=True, append_images=others, duration=durations, loop=0, disposal=1, optimize=True)
    yield made.getvalue()


def _palette(samples: "list[Image.Image]") -> "Image.Image":
    """The colours of some frames together."""
    from PIL import Image

    width, height = samples[0].size
    sheet = Image.new("RGB", (width, height * len(samples)))
    for place, sample in enumerate(samples):
        sheet.paste(sample, (0, place * height))
    return sheet.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT)
