"""What is let through to the application, and the rules that every answer carries."""

import asyncio

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from taflheim.server.guard import LOOPBACK, Guard, refusal


def scope(
    host: str, origin: str | None, method: str = "POST", path: str = "/tables", kind: str = "http", **others: str
) -> Scope:
    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin is not None else [])
    headers += [(name.encode(), value.encode()) for name, value in others.items()]
    scheme = {"http": "http", "websocket": "ws"}[kind]
    return {"type": kind, "method": method, "path": path, "scheme": scheme, "headers": headers}


OWN = "127.0.0.1:8000"


@pytest.mark.parametrize(
    "asked",
    [
        scope(OWN, f"http://{OWN}"),
        scope(OWN, None),
        scope("localhost", "http://localhost"),
        scope("[::1]:80", "http://[::1]:80"),
        scope(OWN, "http://evil.example", "GET"),
        scope(OWN, "null", "GET"),
        scope(OWN, "null", path="/enter"),
        scope(OWN, f"http://{OWN}", kind="websocket"),
        scope(OWN, None, kind="websocket"),
        scope(OWN, None, "GET", cookie="taflheim-1=x"),
        scope(OWN, f"http://{OWN}", cookie="taflheim-1=x"),
        scope(OWN, None, cookie="taflheim-1=x", authorization="Bearer x"),
    ],
)
def test_what_is_let_through(asked: Scope) -> None:
    assert refusal(asked, LOOPBACK) is None


@pytest.mark.parametrize(
    "asked",
    [
        scope(OWN, "http://evil.example"),
        scope(OWN, f"https://{OWN}"),
        scope(OWN, "http://127.0.0.1:8001"),
        scope(OWN, "http://127.0.0.1"),
        scope(OWN, "null"),
        scope(OWN, ""),
        scope(OWN, "null", path="/enter/"),
        scope(OWN, "http://evil.example", path="/enter"),
        scope(OWN, "null", path="/enter", kind="websocket"),
        scope(OWN, "http://evil.example", kind="websocket"),
        scope(OWN, None, cookie="taflheim-1=x"),
        scope(OWN, None, kind="websocket", cookie="taflheim-1=x"),
        scope(OWN, "http://evil.example", cookie="taflheim-1=x", authorization="Bearer x"),
        scope("evil.example", "http://evil.example"),
        scope("evil.example", None, "GET"),
        scope("127.0.0.1.evil.example", None, "GET"),
        scope("", None, "GET"),
        scope("[", None, "GET"),
    ],
)
def test_what_is_refused(asked: Scope) -> None:
    # A WebSocket is no form: only a posted one may come from nowhere.
    assert refusal(asked, LOOPBACK)


async def _fine(request: Request) -> PlainTextResponse:
    return PlainTextResponse("fine")


async def _broken(request: Request) -> PlainTextResponse:
    raise ValueError("a mistake of ours")


def test_every_answer_carries_the_rules() -> None:
    app = Guard(Starlette(routes=[Route("/fine", _fine), Route("/broken", _broken)]))

    async def ask(path: str, **headers: str) -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{OWN}") as client:
            return await client.get(path, headers=headers)

    for answer, status in (
        (asyncio.run(ask("/fine")), 200),
        (asyncio.run(ask("/fine", Host="evil.example")), 403),
        (asyncio.run(ask("/nowhere")), 404),
        (asyncio.run(ask("/broken")), 500),
    ):
        assert answer.status_code == status
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-cache"


def answers(asked: Scope) -> list[Message]:
    """What is sent to a client by the guard, and by an application behind it that says who it is."""
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "from the application"})

    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(Guard(app)(asked, receive, send))
    return sent


def test_connections_of_other_pages_are_closed() -> None:
    assert answers(scope(OWN, f"http://{OWN}", kind="websocket")) == [{"type": "from the application"}]
    (closed,) = answers(scope(OWN, "http://evil.example", kind="websocket"))
    assert (closed["type"], closed["code"]) == ("websocket.close", 1008)  # against the server's policy
    assert closed["reason"].startswith("This came from another page.")


def test_starting_and_stopping_are_the_applications_own_business() -> None:
    assert answers({"type": "lifespan"}) == [{"type": "from the application"}]


PUBLIC = "https://games.example"


@pytest.mark.parametrize(
    "asked",
    [
        scope("games.example", PUBLIC),
        scope("Games.Example", PUBLIC),
        scope("games.example", PUBLIC, kind="websocket"),
        scope("games.example", None, "GET"),
        scope("127.0.0.1:8000", None, "GET", "/health"),
        scope("localhost", None, "GET", "/health/ready"),
        scope("127.0.0.1:8000", None, path="/control"),
    ],
)
def test_a_hall_is_known_by_its_public_address(asked: Scope) -> None:
    assert refusal(asked, LOOPBACK, public_url=PUBLIC) is None


@pytest.mark.parametrize(
    "asked",
    [
        scope("127.0.0.1:8000", None, "GET"),
        scope("games.example:8000", None, "GET"),
        scope("evil.example", None, "GET", "/health"),
        scope("games.example", "http://games.example"),
        scope("games.example", "https://games.example:8000"),
        scope("games.example", "https://evil.example", kind="websocket"),
        scope("127.0.0.1", PUBLIC, path="/control"),
    ],
)
def test_and_by_no_other(asked: Scope) -> None:
    assert refusal(asked, LOOPBACK, public_url=PUBLIC) is not None
