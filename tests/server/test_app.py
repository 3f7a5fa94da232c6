"""The application over real connections: who is let in, what everybody gets to see, what is said when it goes wrong."""

import asyncio
import logging
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from serving_hall import Served, served_evening
from taflheim.hall import tokens
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.server.pages.new_game import checked, from_form, open_table, request_from_json
from taflheim.server.serve import serving
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

HTML = {"Accept": "text/html"}


def test_pages_say_what_is_wrong(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.owner
        for answer, status, text in (
            (await client.get("/tables/nowhere", headers=HTML), 404, "There is no such table here"),
            (await client.get("/cellar", headers=HTML), 404, "There is no such page here"),
            (await client.get("/resume", headers=HTML), 404, "There is no such page here"),
            (await client.get("/tables", headers=HTML), 405, "Method Not Allowed"),
            (await client.post("/tables", data={"game": "chess"}, headers=HTML), 400, "No game &#39;chess&#39;"),
            (await client.post("/tables", data={"game": "quoridor", "seat.z": "1"}), 400, "has no seat 'z'"),
            (await client.post("/tables", data={"game": "quoridor", "seat.a": "12"}), 400, "No level"),
            (
                await client.post("/tables", data={"game": "halatafl", "seat.sheep": "classic fox"}),
                400,
                "plays foxes only",
            ),
            (await client.post("/tables", data={"game": "hivolts", "board": "x"}), 400, "'x': expected new or wild"),
            (await client.post("/tables", json={"game": "hivolts", "board": []}), 400, "expected new or wild"),
            (await client.post("/tables", json=[1]), 400, "Expected JSON"),
            (await client.post("/tables", content="{", headers={"Content-Type": "application/json"}), 400, "JSON"),
            (
                await client.post("/tables", content="[" * 9999, headers={"Content-Type": "application/json"}),
                400,
                "JSON",
            ),
            (await client.post("/tables", json={"game": "quoridor", "options": {"players": 5}}), 400, "2, 3 or 4"),
            (await client.post("/tables", content=b"x" * 20_000), 413, "more than any form"),
        ):
            assert answer.status_code == status, answer.text
            assert text in answer.text
            is_page = answer.headers["content-type"].startswith("text/html")
            assert is_page == (answer.request.headers["accept"] == "text/html")

    served_evening(tmp_path, work)


def test_a_mistake_of_ours_is_logged_and_said_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(served: Served) -> None:
        async def broken(*_: object) -> None:
            raise ZeroDivisionError("of ours")

        served.hall.games.ended = broken  # type: ignore[assignment, method-assign]
        answer = await served.owner.get("/stats", headers=HTML)
        assert answer.status_code == 500 and "Something went wrong here" in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]

    served_evening(tmp_path, work)
    assert "ZeroDivisionError" in caplog.text


def test_the_way_into_a_game(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.owner
        answer = await client.post("/tables", data={"game": "halatafl", "option.sheep": "18", "seat.sheep": "1"})
        assert answer.status_code == 303
        table = answer.headers["location"]
        page = (await client.get(table)).text
        assert "Halatafl" in page and "Bot · Nils" in page and ">You<" in page
        assert f'action="{table}/again"' in page
        assert table not in (await client.get("/")).text, "nothing was played there"
        assert (await client.get("/health")).json() == {"ok": True, "name": "taflheim"}
        assert "No game has ended yet" in (await client.get("/stats")).text

    served_evening(tmp_path, work)


def test_newer_games_hide_no_unfinished_one(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        old = await served.new_table("quoridor")
        async with served.page(old) as page:
            await page.say("move", position_number=0, move="e8", request="r")
            await page.hear_two()
        for _ in range(51):
            async with served.page(await served.new_table("toy")) as page:
                await page.say("resign", side=None, request="r")
                await page.hear_two()
        menu = (await served.owner.get("/")).text
        assert menu.count('href="/tables/') == 1 and f'href="/tables/{old}"' in menu

    served_evening(tmp_path, work)


def test_a_new_board_can_be_won_and_a_wild_one_is_any(tmp_path: Path) -> None:
    async def pars(hall: Hall, asked: bytes) -> list[int | None]:
        me = Seat.person(hall.accounts.owner.id, "Anna")
        starts = [(await open_table(hall, me, from_form(asked))).record.start for _ in range(30)]
        assert len({*starts}) == 30
        return [start.game.par(start) for start in starts]

    async def work(served: Served) -> None:
        hall = served.hall
        assert None not in await pars(hall, b"game=hivolts&option.mhos=gentle&board=new")
        assert None not in await pars(hall, b"game=hivolts")
        assert None in await pars(hall, b"game=hivolts&board=wild")
        asked = checked(request_from_json(b'{"game": "quoridor", "board": "wild"}'))
        me = Seat.person(hall.accounts.owner.id, "Anna")
        assert (await open_table(hall, me, asked)).game.name == "quoridor"

    served_evening(tmp_path, work)


# ---- identity -----------------------------------------------------------------------------------------------------


def test_without_a_session_nothing_of_the_owners_is_shown(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.hall.tables.get(await served.new_table("quoridor"))
        menu = await served.stranger.get("/", headers=HTML)
        assert "Quoridor" in menu.text and table.id not in menu.text
        for answer in (
            await served.stranger.get("/stats", headers=HTML),
            await served.stranger.post("/tables", data={"game": "quoridor"}, headers=HTML),
        ):
            assert answer.status_code == 403
            assert "open Taflheim again, or use the address it printed" in answer.text
        hidden = await served.stranger.get(f"/tables/{table.id}", headers=HTML)
        nowhere = await served.stranger.get("/tables/nowhere", headers=HTML)
        assert (hidden.status_code, hidden.text) == (nowhere.status_code, nowhere.text) == (404, hidden.text)
        shown = await served.hall.tables.open(table.record.start, table.seats, Terms(watchable=True))
        page = await served.stranger.get(f"/tables/{shown.id}", headers=HTML)
        assert page.status_code == 200 and ">You<" not in page.text and 'name="game"' not in page.text

    served_evening(tmp_path, work)


def test_a_table_can_be_opened_for_others_to_look_on(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        for watchable, status in ((True, 200), (False, 404)):
            table = await served.new_table("quoridor", watchable=watchable)
            assert (await served.stranger.get(f"/tables/{table}", headers=HTML)).status_code == status
        refused = await served.owner.post("/tables", json={"game": "quoridor", "watchable": "no"})
        assert refused.status_code == 400 and "expected true or false" in refused.text

    served_evening(tmp_path, work)


def test_a_token_becomes_a_session_once(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        # As another process does that can read the folder.
        token = tokens.mint(tokens.secret(served.hall.folder), now_ms())
        assert (await client.get("/entered", params={"token": token})).json() == {"entered": False}
        answer = await client.get("/enter", params={"token": token})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"taflheim-{served.hall.id}=") and token not in cookie
        for part in ("HttpOnly", "SameSite=lax", "Path=/"):
            assert part in cookie
        assert (await client.get("/stats")).status_code == 200
        assert (await client.get("/entered", params={"token": token})).json() == {"entered": True}
        # Who is in already is not turned away.
        again = await client.get("/enter", params={"token": token})
        assert again.status_code == 303 and "set-cookie" not in again.headers
        async with httpx.AsyncClient(base_url=served.address) as thief:
            for used in (token, "", "nonsense", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16")):
                refused = await thief.post("/enter", data={"token": used}, headers=HTML)
                assert refused.status_code == 403 and "set-cookie" not in refused.headers
                assert "open Taflheim again" in refused.text
            thief.cookies.set(f"taflheim-{served.hall.id}", "guessed")
            assert (await thief.get("/stats")).status_code == 403
            thief.cookies.set("taflheim-other", next(iter(client.cookies.values())))
            assert (await thief.get("/stats")).status_code == 403

    served_evening(tmp_path, work)


def test_a_session_survives_a_restart(tmp_path: Path) -> None:
    cookies: dict[str, str] = {}
    addresses = []

    async def first(served: Served) -> None:
        cookies.update(served.owner.cookies)
        addresses.append(served.address)

    async def second(served: Served) -> None:
        addresses.append(served.address)
        async with httpx.AsyncClient(base_url=served.address, cookies=cookies) as client:
            assert (await client.get("/stats")).status_code == 200

    served_evening(tmp_path, first)
    served_evening(tmp_path, second)
    assert addresses[0] == addresses[1]


def test_only_the_owners_page_says_that_the_window_works(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        assert (await served.stranger.post("/opened")).status_code == 204
        assert not served.page_opened.is_set()
        assert (await served.owner.post("/opened")).status_code == 204
        assert served.page_opened.is_set()

    served_evening(tmp_path, work)


def test_other_pages_and_names_are_kept_out(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.owner
        form = {"game": "quoridor"}
        evil, own, null = ({"Origin": origin} for origin in ("http://evil.example", served.address, "null"))
        assert (await client.post("/tables", data=form, headers=evil)).status_code == 403
        assert (await client.post("/tables", data=form, headers=null)).status_code == 403
        assert (await client.post("/tables", data=form, headers=own)).status_code == 303
        token = {"token": served.hall.accounts.login_token()}
        assert (await client.post("/enter", data=token, headers=evil)).status_code == 403
        assert (await client.post("/enter", data=token, headers=null)).headers["set-cookie"]
        assert (await client.get("/", headers={"Host": "evil.example"})).status_code == 403
        table = await served.new_table("quoridor")
        with pytest.raises(InvalidStatus):
            async with served.silent(table, headers=evil):
                pass
        async with served.silent(table, headers=own) as page:
            assert (await page.hello())["type"] == "state"

    served_evening(tmp_path, work)


# ---- how it is served ---------------------------------------------------------------------------------------------


def test_pages_are_compressed_and_asked_for_anew_and_files_kept(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        menu = await served.owner.get("/")
        assert menu.headers["content-encoding"] == "gzip" and menu.headers["cache-control"] == "no-cache"
        where = menu.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
        sheet = await served.owner.get(where)
        assert sheet.status_code == 200 and "immutable" in sheet.headers["cache-control"]
        assert sheet.headers["content-encoding"] == "gzip"

    served_evening(tmp_path, work)


def test_half_a_form_is_no_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(served: Served) -> None:
        host, port = served.address.removeprefix("http://").split(":")
        _, writer = await asyncio.open_connection(host, int(port))
        head = f"POST /tables HTTP/1.1\r\nHost: {host}\r\nCookie: {served.cookie()}\r\nContent-Length: 99\r\n\r\ngame="
        writer.write(head.encode())
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        assert (await served.owner.get("/health")).status_code == 200

    # The server ends only after everything it has begun, so all that it has to say is in the log by then.
    served_evening(tmp_path, work)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_asking_for_tables_that_are_not_there_leaves_nothing_behind(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        entries = served.hall.tables._memory
        before = len(entries)
        for number in range(20):
            assert (await served.stranger.get(f"/tables/nowhere{number}")).status_code == 404
            async with served.silent(f"nowhere{number}", session=False) as page:
                await page.socket.wait_closed()
        assert len(entries) == before

    served_evening(tmp_path, work)


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = await Hall.open(tmp_path / "other")
        with pytest.raises(OSError, match="in use"):
            async with serving(hall, int(served.address.rpartition(":")[2])):
                pass
        await hall.close()

    served_evening(tmp_path, work)
