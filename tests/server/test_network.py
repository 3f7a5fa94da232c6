"""The local network: only while the owner wants it, and under no other name than the one that is shown."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from serving_hall import Served, served_evening, visitor
from taflheim.server.network import NoNetwork, own_address

HTML = {"Accept": "text/html"}


async def raw(address: str, *lines: str) -> str:
    """The first line of the answer to a request that is sent as it stands."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write("\r\n".join([*lines, "", ""]).encode())
    answer = (await reader.readline()).decode().strip()
    writer.close()
    return answer


def test_friends_on_the_network_join(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor", seats={"b": "open"}, clock="5+3")
        page = (await served.owner.get(f"/tables/{table}", headers=HTML)).text
        assert "Nobody else can open it" in page and "<svg" in page and 'class="qr"' not in page
        asked = {"share": "yes", "next": f"/tables/{table}"}
        assert (await served.stranger.post("/network", data=asked)).status_code == 403
        assert served.network.address is None
        answer = await served.owner.post("/network", data=asked)
        assert answer.headers["location"] == f"/tables/{table}"
        address = served.network.address
        assert address is not None and address.startswith("http://127.0.0.2:")
        page = (await served.owner.get(f"/tables/{table}", headers=HTML)).text
        assert f'value="{address}/tables/{table}"' in page and 'class="qr"' in page
        cookie = served.cookie().partition("=")[2]
        assert cookie not in page

        async with visitor(address, **HTML) as friend:
            found = await friend.get(f"/tables/{table}")
            assert found.status_code == 200 and "you are a guest here like everybody else" in found.text
            assert not friend.cookies
            sat = await friend.post(f"/tables/{table}/seats/b")
            assert sat.status_code == 303 and len(friend.cookies) == 1
            assert (await served.hall.tables.get(table)).state == "playing"

        # Only the names that are shown are believed, whatever the connection.
        get = f"GET /tables/{table} HTTP/1.1"
        shown = address.removeprefix("http://")
        port = urlsplit(address).port
        for host in ("evil.example", f"127.0.0.3:{port}", "taflheim.local", f"127.0.0.2.evil.example:{port}", ""):
            assert "403" in await raw(address, get, f"Host: {host}"), host
        assert "404" in await raw(address, get, f"Host: {shown}"), "a stranger does not see it any more"
        post = ("POST /tables HTTP/1.1", f"Host: {shown}", "Content-Length: 0")
        for origin in (f"https://{shown}", "http://127.0.0.2", f"{served.address}", "null", "http://evil.example"):
            assert "403" in await raw(address, *post, f"Origin: {origin}"), origin
        assert "403" in await raw(address, *post, "Cookie: taflheim-x=1"), "a cookie, and no word where it comes from"

        await served.owner.post("/network", data={"share": "no", "next": "//evil.example"})
        with pytest.raises(ConnectionRefusedError):
            await raw(address, get, f"Host: {shown}")
        assert "403" in await raw(served.address, get, f"Host: {shown}"), "the name is forgotten with it"

    served_evening(tmp_path, work)


def test_it_is_remembered(tmp_path: Path) -> None:
    shared = []

    async def share(served: Served) -> None:
        shared.append(await served.network.share())
        assert await served.network.share() == shared[0]

    async def still(served: Served) -> None:
        assert served.network.address == shared[0]
        await served.network.stop()

    async def no_more(served: Served) -> None:
        assert served.network.address is None
        await served.network.stop()

    served_evening(tmp_path, share)
    served_evening(tmp_path, still)
    served_evening(tmp_path, no_more)


def test_without_a_network(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        answer = await served.owner.post("/network", data={"share": "yes"}, headers=HTML)
        assert answer.status_code == 400 and "This machine is in no network" in answer.text
        with pytest.raises(NoNetwork):
            await served.network.share()

    served_evening(tmp_path, work, network=None)


def test_nothing_listens_there(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        with pytest.raises(NoNetwork, match="nothing can listen at"):
            await served.network.share()

    served_evening(tmp_path, work, network="198.51.100.7")


def test_the_own_address_is_no_loopback() -> None:
    found = own_address()
    assert found is None or not found.startswith("127.")
