"""Proxies: only those that were named are believed, and only what they have added themselves."""

import asyncio
from ipaddress import ip_network

import pytest
from starlette.types import Receive, Scope, Send

from taflheim.server.connections import FORWARDED, Bounded, Connections
from taflheim.server.proxy import Network, Proxied, client_address, is_proxy

OURS: tuple[Network, ...] = (ip_network("127.0.0.1/32"), ip_network("10.0.0.0/8"))


def seen(peer: str, *headers: tuple[str, str], proxies: tuple[Network, ...] = OURS) -> Scope:
    """What an application behind proxies is told of a request."""
    found: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        found.append(scope)

    encoded = [(name.encode(), value.encode()) for name, value in headers]
    scope = {"type": "http", "scheme": "http", "client": (peer, 1), "headers": encoded}
    asyncio.run(Proxied(app, proxies)(scope, None, None))  # type: ignore[arg-type]
    return found[0]


def test_a_named_proxy_is_believed() -> None:
    scope = seen("127.0.0.1", ("x-forwarded-for", "203.0.113.7"), ("x-forwarded-proto", "https"))
    assert scope["client"][0] == "203.0.113.7"
    assert scope["scheme"] == "https"


@pytest.mark.parametrize(("peer", "proxies"), [("203.0.113.1", OURS), ("127.0.0.1", ()), ("::1", OURS)])
def test_nobody_else_is(peer: str, proxies: tuple[Network, ...]) -> None:
    headers = ("x-forwarded-for", "192.0.2.1"), ("x-forwarded-proto", "https")
    scope = seen(peer, *headers, proxies=proxies)
    assert scope["client"][0] == peer
    assert scope["scheme"] == "http"


@pytest.mark.parametrize(
    ("said", "address"),
    [
        (["203.0.113.7"], "203.0.113.7"),
        (["1.1.1.1, 203.0.113.7"], "203.0.113.7"),
        (["1.1.1.1", "203.0.113.7, 10.0.0.9"], "203.0.113.7"),
        (["1.1.1.1, nonsense"], "127.0.0.1"),
        (["nonsense, 10.0.0.9"], "10.0.0.9"),
        ([], "127.0.0.1"),
        ([""], "127.0.0.1"),
        (["2001:db8::1"], "2001:db8::1"),
        (["::ffff:203.0.113.7"], "203.0.113.7"),
    ],
)
def test_the_last_that_is_no_proxy_is_the_client(said: list[str], address: str) -> None:
    assert client_address("127.0.0.1", said, OURS) == address


def test_an_ipv4_proxy_may_come_by_ipv6() -> None:
    assert is_proxy("::ffff:127.0.0.1", OURS)
    assert not is_proxy("", OURS)


def test_what_comes_through_a_proxy_is_bounded_by_address() -> None:
    connections = Connections(most=1)
    sent: list[object] = []

    async def ask(address: str, kind: str = "http", *, forwarded: bool = True) -> None:
        scope = {"type": kind, "client": (address, 0), "state": {FORWARDED: forwarded}}

        async def send(message: object) -> None:
            sent.append(message)

        await Bounded(app, connections)(scope, None, send)  # type: ignore[arg-type]

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        """Whoever is let in asks again while the first request is not answered."""
        if len(sent) < 2 and scope["client"][0] == "203.0.113.7":
            await ask("203.0.113.7", "websocket")
            await ask("203.0.113.7")
            await ask("203.0.113.8")
            await ask("203.0.113.7", forwarded=False)

    asyncio.run(ask("203.0.113.7"))
    assert sent[0] == {"type": "websocket.close", "code": 1008, "reason": "too many connections"}
    assert isinstance(sent[1], dict) and sent[1]["status"] == 429
    assert connections.enter("203.0.113.7")
