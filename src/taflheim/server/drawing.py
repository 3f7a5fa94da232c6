"""Positions and games as pictures, as they are answered. What takes long is done outside the event loop."""

import asyncio

from starlette.responses import Response

from taflheim.draw import svg
from taflheim.draw.gif import reel
from taflheim.draw.png import MAX_WIDTH
from taflheim.games.errors import InvalidPosition
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.server.pictures import Pictures

SVG, PNG, GIF = "image/svg+xml", "image/png", "image/gif"


async def svg_of(position: Position) -> Response:
    """A position as SVG."""
    return Response(await asyncio.to_thread(svg.picture, position), media_type=SVG)


async def png_of(pictures: Pictures, position: Position, width: int) -> Response:
    """A position as PNG."""
    if not 1 <= width <= MAX_WIDTH:
        raise InvalidPosition(f"width {width}: expected a number from 1 to {MAX_WIDTH}")
    return Response(await pictures.png(await asyncio.to_thread(svg.picture, position), width), media_type=PNG)


async def gif_of(pictures: Pictures, played: Record) -> Response:
    """A game as an animated GIF."""
    return Response(await pictures.gif(await asyncio.to_thread(reel, played)), media_type=GIF)
