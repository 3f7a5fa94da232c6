"""Boards as PNG, drawn from their SVG.

Letters are drawn with a font that comes with the program: a machine may have none installed.
"""

from pathlib import Path

from taflheim.games.extras import missing_extra

MAX_WIDTH = 1200
DEFAULT_WIDTH = 800

_FONT = Path(__file__).parent / "font" / "board.ttf"
_FAMILY = "Taflheim Board"


def png(svg: str, width: int = DEFAULT_WIDTH) -> bytes:
    """An SVG as PNG, `width` pixels wide."""
    # Imported here, because nothing else needs the library.
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise missing_extra(error) or error from error

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=min(max(width, 1), MAX_WIDTH),
            skip_system_fonts=True,
            font_files=[str(_FONT)],
            font_family=_FAMILY,
            serif_family=_FAMILY,
            sans_serif_family=_FAMILY,
        )
    )
