"""Who may talk to the server, and what pages may load.

Other pages in the same browser can send requests to this machine. Three checks keep them out:

- A name other than those served (`Host`) means that somebody's name server points at us: refused.
- A changing request or a connection from another page (`Origin`) is refused. Browsers always say where these come
  from; a program that says nothing is no browser, and nobody can make it do what it does not want.
- The pages load nothing from elsewhere, and cannot be shown inside another page.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Lets only what belongs here through to an application."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = LOOPBACK):
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, _with_policy(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": refusal})
        else:
            await PlainTextResponse(f"{refusal}\n", 403)(scope, receive, send)

    def _refusal(self, scope: Scope) -> str | None:
        """Why a request is not let through, or None."""
        headers = Headers(scope=scope)
        served = headers.get("host", "")
        if _name(f"//{served}") not in self._hosts:
            return "This hall is not known under that name. Open it by the address that Taflheim printed."
        changing = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
        origin = headers.get("origin")
        if changing and origin is not None and origin.partition("://")[2] != served:
            return "This came from another page. Open the hall itself and try there."
        return None


def _name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _with_policy(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = _POLICY
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "same-origin"
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return sending
