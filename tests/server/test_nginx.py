"""The server behind nginx with the example for hosts: cookies, origins, addresses, sockets, streams and uploads."""

import json
import re
import socket
import ssl
import time
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import parts
from nginx import NAME, PUBLIC, Proxied, proxied
from serving_process import PASSWORD

pytestmark = parts.needs("nginx", "openssl")
HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    with proxied(tmp_path_factory.mktemp("proxied")) as found:
        yield found
    assert "Traceback" not in found.server.log.read_text()
    # All that nginx has to say is that an upload was too large.
    lines = [line for line in found.log.read_text().splitlines() if "[notice]" not in line]
    assert [line for line in lines if "too large body" not in line] == []


def trusting(behind: Proxied) -> ssl.SSLContext:
    """Trusts the certificate that nginx shows, for the name that it is made out to."""
    return ssl.create_default_context(cafile=str(behind.certificate))


def browser(behind: Proxied, come_from: str = "127.0.0.1", **headers: str) -> httpx.Client:
    """Somebody's browser: it knows the hall by its public name, and comes from this address."""
    transport = httpx.HTTPTransport(verify=trusting(behind), local_address=come_from)
    client = httpx.Client(
        base_url=f"https://127.0.0.1:{behind.port}",
        headers={"Host": NAME, "Origin": PUBLIC, **headers},
        transport=transport,
        timeout=60,
    )
    # The certificate is for the name, not for the address behind it.
    client.event_hooks["request"] = [lambda request: request.extensions.update(sni_hostname=NAME)]
    return client


def cookie_of(client: httpx.Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def logged(behind: Proxied, words: str) -> None:
    """Wait until the server's log has these words."""
    deadline = time.monotonic() + 30
    while words not in behind.server.log.read_text():
        assert time.monotonic() < deadline, words
        time.sleep(0.02)


def test_plain_http_leads_to_https(behind: Proxied) -> None:
    answer = httpx.get(f"http://127.0.0.1:{behind.plain_port}/lobby?x=1", headers={"Host": NAME})
    assert (answer.status_code, answer.headers["location"]) == (301, f"{PUBLIC}/lobby?x=1")


def test_cookies_and_origins(behind: Proxied) -> None:
    with browser(behind) as anna:
        made = anna.post("/api/v1/accounts", json={"name": "Anna", "password": PASSWORD})
        assert made.status_code == 201, made.text
        cookie = made.headers["set-cookie"]
        assert re.match(r"__Host-taflheim-[0-9a-f]{8}=", cookie)
        assert {"httponly", "secure", "samesite=lax", "path=/"} <= set(cookie.lower().split("; "))
        assert made.headers["strict-transport-security"] == "max-age=31536000"
        assert anna.get("/api/v1/me").json()["name"] == "Anna"
        opened = anna.post("/api/v1/tables", json={"game": "quoridor", "seats": {"a": "me", "b": "open"}})
        assert opened.json()["link"].startswith(f"{PUBLIC}/tables/")
        for origin in ("https://evil.example", f"http://{NAME}", f"{PUBLIC}:8443"):
            refused = anna.post("/api/v1/guests", json={}, headers={"Origin": origin})
            assert (refused.status_code, refused.json()["error"]) == (403, "not_from_here"), origin
        del anna.headers["Origin"]
        assert anna.post("/api/v1/tables", json={"game": "quoridor"}).status_code == 403
        assert anna.get("/", headers={"Host": "evil.example"}).status_code == 403


def test_what_is_for_the_machine_stays_inside(behind: Proxied) -> None:
    with browser(behind) as stranger:
        assert stranger.post("/control", json={"token": "x", "command": "users list", "given": {}}).status_code == 404
        assert stranger.get("/metrics").status_code == 404
        assert stranger.get("/health").status_code == 200
    # Programs on the machine itself know it by its address there, but people do not.
    assert httpx.get(f"{behind.server.address}/health/ready").status_code == 200
    assert httpx.get(f"{behind.server.address}/").status_code == 403


def test_addresses_are_those_of_clients_and_only_nginx_is_believed(behind: Proxied) -> None:
    with browser(behind, "127.0.0.7", **{"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}) as liar:
        made = liar.post("/api/v1/guests", json={})
        assert made.status_code == 201 and "secure" in made.headers["set-cookie"].lower()
    # Past nginx, from an address that is no proxy: what it says of others is not believed.
    transport = httpx.HTTPTransport(local_address="127.0.0.8")
    with httpx.Client(transport=transport, headers={"Host": NAME, "X-Forwarded-For": "203.0.113.9"}) as direct:
        assert direct.get(f"{behind.server.address}/lobby").status_code == 200
    # A line is logged once its answer is out: whoever has the answer may be there first.
    for address in ("127.0.0.7", "127.0.0.8"):
        logged(behind, f"for {address}\n")
    assert "203.0.113.9" not in behind.server.log.read_text()


def test_a_socket_through_nginx(behind: Proxied) -> None:
    with browser(behind) as guest:
        guest.post("/api/v1/guests", json={})
        table = guest.post("/api/v1/tables", json={"game": "quoridor", "seats": {"a": "me", "b": "here"}}).json()["id"]
        headers = {"Cookie": cookie_of(guest)}

        def page_of(origin: str) -> ClientConnection:
            return connect(
                f"wss://{NAME}/tables/{table}/ws",
                sock=socket.create_connection(("127.0.0.1", behind.port)),
                ssl=trusting(behind),
                origin=Origin(origin),
                additional_headers=headers,
            )

        with page_of(PUBLIC) as page:
            page.send('{"type": "hello", "version": 1, "have": 0}')
            state = json.loads(page.recv(timeout=30))
            assert state["type"] == "state" and state["you"]["seats"] == ["a", "b"]
            page.send(json.dumps({"type": "move", "move": "e8", "position_number": 0, "request": "r1"}))
            while json.loads(page.recv(timeout=30))["type"] != "ack":
                pass
        with pytest.raises(InvalidStatus) as refused:
            page_of("https://evil.example")
        assert refused.value.response.status_code == 403


def test_streams_come_at_once(behind: Proxied) -> None:
    with browser(behind) as stranger, stranger.stream("GET", "/lobby/live") as stream:
        assert next(stream.iter_lines()).startswith('data: {"tables":')


def test_uploads(behind: Proxied) -> None:
    with browser(behind) as guest:
        guest.post("/api/v1/guests", json={})
        # More than nginx keeps in memory.
        record = '[Game "quoridor"]\n\n1. e8 { ' + "word " * 10_000 + "} e2 a:resigns\n"
        kept = guest.post("/records", content=record)
        assert kept.status_code == 201, kept.text
        assert "e8" in guest.get(f"/tables/{kept.json()['id']}/record.txt").text
        assert guest.post("/records", content="x" * 70_000).status_code in (400, 413, 422)
        assert guest.post("/records", content="x" * 2_000_000).status_code == 413


def test_a_browser_plays_through_nginx(behind: Proxied) -> None:
    rules = f"--host-resolver-rules=MAP {NAME}:443 127.0.0.1:{behind.port}"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=parts.browser(), args=["--no-sandbox", rules])
        page = chromium.new_context(ignore_https_errors=True).new_page()
        wrong: list[str] = []
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(f"{PUBLIC}/tables/new?game=quoridor")
        page.get_by_role("button", name="Open the table").click()
        expect(page.locator("#link")).to_have_value(re.compile(f"^{PUBLIC}/tables/"))
        page.get_by_role("button", name="Fill free seats with bots").click()
        page.wait_for_selector("html[data-connected=true]", timeout=60_000)
        assert page.evaluate("window.isSecureContext")
        (cookie,) = page.context.cookies()
        assert cookie["name"].startswith("__Host-taflheim-") and cookie["secure"] and cookie["httpOnly"]
        assert wrong == []
        chromium.close()
