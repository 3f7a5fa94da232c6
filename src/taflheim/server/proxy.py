"""Whom a request comes from behind a proxy.

A proxy says in `X-Forwarded-For` where a request came from, and in `X-Forwarded-Proto` whether by HTTPS. Anybody can
send these headers: they are believed only on connections from a proxy that the host has named. Limits and the log
depend on what they say, no right ever does.
"""

import ipaddress
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from taflheim.server.connections import FORWARDED

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Proxied:
    """Tells an application where requests come from."""

    def __init__(self, app: ASGIApp, proxies: Sequence[Network]):
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        client = scope.get("client")
        if self._proxies and client and is_proxy(client[0], self._proxies):
            headers = Headers(scope=scope)
            address = client_address(client[0], headers.getlist("x-forwarded-for"), self._proxies)
            state = {**scope.get("state", {}), FORWARDED: True}
            scope = {**scope, "client": (address, 0 if address != client[0] else client[1]), "state": state}
            if headers.get("x-forwarded-proto", "").strip().lower() == "https":
                scope["scheme"] = {"http": "https", "ws": "wss"}.get(scope["scheme"], scope["scheme"])
        await self._app(scope, receive, send)


def is_proxy(address: str, proxies: Sequence[Network]) -> bool:
    """Whether there is a proxy at an address."""
    found = _read(address)
    return found is not None and any(found in network for network in proxies)


def client_address(peer: str, forwarded_for: Sequence[str], proxies: Sequence[Network]) -> str:
    """Where a request came from that a proxy has handed on.

    Each proxy adds whom it got the request from at the end. So the last one that is no proxy of ours is the client;
    what stands before it the client may have made up.

    >>> ours = [ipaddress.ip_network("10.0.0.0/8")]
    >>> client_address("10.0.0.1", ["1.2.3.4, 203.0.113.7", "10.0.0.2"], ours)
    '203.0.113.7'
    """
    last = peer
    for said in reversed([one.strip() for header in forwarded_for for one in header.split(",")]):
        found = _read(said)
        if found is None:
            break
        last = str(found)
        if not is_proxy(last, proxies):
            break
    return last


def _read(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return None
    # An IPv4 client of a socket that takes both.
    return getattr(found, "ipv4_mapped", None) or found
