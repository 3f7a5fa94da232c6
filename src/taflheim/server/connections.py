"""How many connections one address may have, so that nobody takes the places of all others."""

from collections import Counter
from collections.abc import Mapping

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from taflheim.hall.counting import ALONE, Counting
from taflheim.hall.neighbourhood import neighbourhood

FORWARDED = "taflheim.forwarded"
"""In the state of what has come through a proxy."""
_MANY = 10
"""This part of the connections that one address may have is told to other servers."""


class Connections:
    """Counts the connections of each address.

    >>> connections = Connections(most=1)
    >>> connections.enter("192.0.2.1"), connections.enter("192.0.2.1"), connections.enter("192.0.2.2")
    (True, False, True)
    >>> connections.leave("192.0.2.1")
    >>> connections.enter("192.0.2.1")
    True
    """

    def __init__(self, most: int, counting: Counting = ALONE):
        self._most = most
        self._open: Counter[str] = Counter()
        self._elsewhere: Mapping[str, int] = {}
        """At other servers, a second ago."""
        counting.exchange("connections", self._give, self._hear)

    def enter(self, address: str) -> bool:
        """Count another connection, if this address may have it."""
        key = neighbourhood(address)
        if self._open[key] + self._elsewhere.get(key, 0) >= self._most:
            return False
        self._open[key] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that was counted is over."""
        key = neighbourhood(address)
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]

    def _give(self) -> Mapping[str, int]:
        """Who has many. Who has few is far from having too many at all servers together."""
        return {key: count for key, count in self._open.items() if count >= self._most / _MANY}

    def _hear(self, elsewhere: Mapping[str, int]) -> None:
        self._elsewhere = elsewhere


class Bounded:
    """Refuses what comes through a proxy from an address that has too many requests and connections open already.

    Connections that come from clients themselves are counted where they begin (`protocols.py`).
    """

    def __init__(self, app: ASGIApp, connections: Connections):
        self._app = app
        self._connections = connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if not scope.get("state", {}).get(FORWARDED):
            await self._app(scope, receive, send)
            return
        address = scope["client"][0]
        if not self._connections.enter(address):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": "too many connections"})
            else:
                await PlainTextResponse("Too many connections: close some pages.\n", 429)(scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._connections.leave(address)
