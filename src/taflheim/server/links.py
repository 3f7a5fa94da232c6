"""The address under which others find this hall: what a link begins with that is given to friends."""

from functools import lru_cache
from typing import Literal, NamedTuple

import segno
from starlette.requests import Request

from taflheim.server.guard import LOOPBACK
from taflheim.server.network import Network

_MOST_CODES = 256


class Reach(NamedTuple):
    """Where links lead to, and for whom."""

    base: str
    """The address without a path."""
    whom: Literal["machine", "network", "everybody"]
    """Who can open it: programs on this machine, people on the same network, or whoever knows the address."""


def reach(request: Request) -> Reach:
    """From where others can come: by the local network if that is shared, else by the address that is used here."""
    network: Network | None = getattr(request.app.state, "network", None)
    if network is not None and network.address is not None:
        return Reach(network.address, "network")
    url = request.url
    return Reach(f"{url.scheme}://{url.netloc}", "machine" if url.hostname in LOOPBACK else "everybody")


@lru_cache(_MOST_CODES)
def qr_code(text: str) -> str:
    """A text as a QR code, drawn as SVG in the colours of the page's style sheet."""
    code = segno.make(text, micro=False, error="m")
    drawn = code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="qr-line", light=None)
    return drawn.replace(' stroke="#000"', "").replace("<svg", '<svg role="img" aria-label="QR code of the link"', 1)
