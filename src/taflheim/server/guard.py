"""Which requests are let through to the application, and what pages may load.

Other pages in the same browser can send requests to this machine. These checks keep them out:

- A name other than those served (`Host`) means that a foreign name server points at us (DNS rebinding): refused.
  Where a host has said under which address people know the hall, it is that one and no other, but for what programs
  on the same machine ask for.
- A changing request or a connection from another page (`Origin`) is refused. Browsers always say where these come
  from; a program that sends neither `Origin` nor a cookie is no browser, so no page can have made it send the request.
  With a cookie and without `Origin` it is refused: a program has a token, or says where it belongs. One route alone
  takes a request from no page at all (`Origin: null`, a file): it accepts nothing but a one-time token.
- From an address that a host has banned nothing is changed, and no connection is opened.
- The pages load nothing from elsewhere, and cannot be shown inside another page.

The guard stands around everything, so that whatever answers, a refusal or a failure too, carries these rules.
"""

from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ENTER = "/enter"
"""Where a one-time token is posted."""
API = "/api/"
"""Below this, answers are for programs."""
CONTROL = "/control"
"""Where other commands tell a running hall what they have changed."""
_FOR_THIS_MACHINE = ("/health", "/health/ready", "/metrics", CONTROL)
"""What programs on the same machine may ask for by its own names."""

_RULES = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Lets only what belongs here through to an application that is known under these names."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str] = LOOPBACK,
        banned: Callable[[str], bool] = lambda address: False,
        public_url: str = "",
    ):
        self._app = app
        self._banned = banned
        # Not a copy: a hall is known under more names while it listens on the local network.
        self._hosts = hosts
        self._public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        reason = refusal(scope, self._hosts, self._banned, self._public_url)
        if scope["type"] == "websocket":
            if reason is None:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": reason})
        else:
            app = self._app if reason is None else _refused(scope["path"], reason)
            await app(scope, receive, _with_rules(send))


def refusal(
    scope: Scope,
    hosts: Collection[str],
    banned: Callable[[str], bool] = lambda address: False,
    public_url: str = "",
) -> str | None:
    """Why a request is not let through, or None."""
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    local = not public_url or scope["path"] in _FOR_THIS_MACHINE
    known = host.lower() == urlsplit(public_url).netloc if public_url else False
    if not known and not (local and _name(f"//{host}") in hosts):
        return "This hall is not known under that name. Open it by the address that Taflheim printed."
    origin = headers.get("origin")
    changing = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
    if changing and scope.get("client") and banned(scope["client"][0]):
        return "The host of this hall lets nobody in from your address."
    # A program with a token never acts by a cookie (identity.py).
    by_cookie = "cookie" in headers and "authorization" not in headers
    if not changing or (origin is None and not by_cookie):
        return None
    secure = "s" if scope["scheme"] in ("https", "wss") else ""
    if origin == (public_url if known else f"http{secure}://{host}"):
        return None
    if origin == "null" and scope["path"] == ENTER and scope["type"] == "http":
        return None
    return "This came from another page. Open the hall itself and try there."


def _refused(path: str, reason: str) -> Response:
    if path.startswith(API):
        return JSONResponse({"error": "not_from_here", "message": reason}, 403)
    return PlainTextResponse(f"{reason}\n", 403)


def _name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _with_rules(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(_RULES)
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return sending
