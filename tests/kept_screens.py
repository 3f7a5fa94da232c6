"""Screens of the terminal as kept in `terminal/screens/kept`, which were looked at.

To renew one, delete it and run its test twice. `python tests/kept_screens.py` draws all of them as PNG, to look at.
"""

import asyncio
import re
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import resvg_py

from at_a_terminal import Seated

KEPT = Path(__file__).parent / "terminal" / "screens" / "kept"
_DATE = re.compile(r"\b\d\d&#160;(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b")
"""The day on which somebody looks."""
_NAME = re.compile(r"\bterminal-\d+\b")
"""What Rich calls the classes of a picture: by what the screen says, the day included."""
_SECONDS = 60
"""How long a screen may take to become what it is to be."""
_FONTS = Path("/usr/share/fonts/truetype/dejavu")


async def looks_as_kept(seated: Seated, name: str) -> None:
    """The screen becomes the one that is kept under this name: what happened last may still be drawn."""
    await seated.pilot.pause()
    kept = KEPT / f"{name}.svg"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(_picture(seated, name), "utf-8")
        pytest.fail(f"{kept.name} is new: look at it")
    wanted = kept.read_text("utf-8")
    with suppress(TimeoutError):
        async with asyncio.timeout(_SECONDS):
            while _NAME.sub("", _picture(seated, name)) != _NAME.sub("", wanted):
                await seated.pilot.pause(0.05)
    found = _picture(seated, name)
    assert _rows(found) == _rows(wanted), kept.name
    assert _NAME.sub("", found) == _NAME.sub("", wanted), "the colours are others"


def _picture(seated: Seated, name: str) -> str:
    return _DATE.sub("18&#160;Nov", seated.app.export_screenshot(title=name, simplify=True))


def _rows(svg: str) -> list[str]:
    """The texts of a picture, for who wants to know what has changed."""
    return [re.sub(r"&#160;", " ", text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def _draw(folder: Path) -> None:
    for kept in sorted(KEPT.glob("*.svg")):
        svg = re.sub(r"@font-face\s*{[^}]*}", "", kept.read_text("utf-8")).replace("Fira Code", "DejaVu Sans Mono")
        drawn = resvg_py.svg_to_bytes(svg_string=svg, font_dirs=[str(_FONTS)], skip_system_fonts=True)
        (folder / f"{kept.stem}.png").write_bytes(bytes(drawn))


if __name__ == "__main__":
    _draw(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
