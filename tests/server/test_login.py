"""Coming in by name over HTTP: sessions begin anew, wrong answers tell nothing, nobody is sent elsewhere."""

import re
from pathlib import Path

import httpx
import pytest

from serving_hall import Served, served_evening, visitor
from taflheim.server.pages.login import local

HTML = {"Accept": "text/html"}
GOOD = "correct horse"


def cookie(client: httpx.AsyncClient) -> str:
    return next((value for name, value in client.cookies.items() if name.startswith("taflheim-")), "")


async def register(client: httpx.AsyncClient, name: str = "Sigrid", **more: str) -> httpx.Response:
    return await client.post("/register", data={"name": name, "password": GOOD, **more}, headers=HTML)


def test_register_log_out_and_log_in(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        answer = await register(client, next="/games")
        assert (answer.status_code, answer.headers["location"]) == (303, "/games")
        first = cookie(client)
        account = (await client.get("/account", headers=HTML)).text
        assert "Registered, Sigrid" in account and GOOD not in account and first not in account
        assert (await client.get("/games")).status_code == 200
        await client.post("/logout")
        assert cookie(client) == ""
        assert (await client.get("/account", headers=HTML)).status_code == 403
        client.cookies.set(f"taflheim-{served.hall.id}", first)
        assert (await client.get("/account", headers=HTML)).status_code == 403, "the session is over"
        client.cookies.clear()
        answer = await client.post("/login", data={"name": "sigrid", "password": GOOD, "next": "//evil.example"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert cookie(client) not in ("", first)

    served_evening(tmp_path, work)


def test_who_finds_a_door_closed_is_shown_the_way_in_and_back(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        closed = await client.get("/account", headers=HTML)
        assert closed.status_code == 403 and 'href="/login?next=%2Faccount"' in closed.text
        form = (await client.get("/login?next=/account", headers=HTML)).text
        assert 'value="/account"' in form and 'href="/register?next=/account"' in form
        assert 'href="/login?next=/account"' in (await client.get("/register?next=/account", headers=HTML)).text
        await register(client)
        host_only = await client.get("/reports", headers=HTML)
        assert host_only.status_code == 403 and "/login" not in host_only.text, "that would not help"

    served_evening(tmp_path, work)


def test_logging_in_again_ends_the_session_before(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        await register(client)
        before = cookie(client)
        await client.post("/login", data={"name": "Sigrid", "password": GOOD})
        assert cookie(client) != before
        async with visitor(served.address) as thief:
            thief.cookies.set(f"taflheim-{served.hall.id}", before)
            assert (await thief.get("/account")).status_code == 403

    served_evening(tmp_path, work)


def test_wrong_answers_tell_nothing(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        await register(served.stranger)
        async with visitor(served.address, **HTML) as thief:
            answers = [
                await thief.post("/login", data={"name": name, "password": password})
                for name, password in (("Sigrid", "wrong horse"), ("Thora", "wrong horse"), ("", ""))
            ]
            assert {answer.status_code for answer in answers} == {400}
            said = {re.sub(r'value="[^"]*"|autofocus', "", answer.text) for answer in answers[:2]}
            assert len(said) == 1 and "do not belong together" in said.pop()
            for _ in range(4):
                await thief.post("/login", data={"name": "Sigrid", "password": "wrong horse"})
            refused = await thief.post("/login", data={"name": "Sigrid", "password": GOOD})
            assert refused.status_code == 429 and "tried too often" in refused.text
            assert cookie(thief) == ""

    served_evening(tmp_path, work)


def test_what_is_wrong_is_said_beside_the_field(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        await register(served.stranger)
        async with visitor(served.address, **HTML) as other:
            taken = await register(other, "SIGRID")
            assert taken.status_code == 409 and "name is taken" in taken.text
            house = await register(other, "Odin")
            assert house.status_code == 400 and "name of the house" in house.text
            poor = await other.post("/register", data={"name": "<b>Thora", "password": "password1"}, headers=HTML)
            assert poor.status_code == 400 and "&lt;b&gt;Thora" in poor.text and "password1" not in poor.text

    served_evening(tmp_path, work)


def test_a_guest_who_registers_keeps_what_was_played(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        session = await served.hall.accounts.add_guest("Firefox")
        client.cookies.set(f"taflheim-{served.hall.id}", session)
        account = (await client.get("/account", headers=HTML)).text
        assert "You are a guest" in account and "/account/password" not in account
        guest = re.search(r"guest-[a-z]+-\d+", account)
        assert guest and f"You play as {guest[0]}" in (await client.get("/register", headers=HTML)).text
        opened = await client.post("/tables", data={"game": "quoridor", "seat-a": "person", "seat-b": "person"})
        assert opened.status_code == 303
        client.cookies.clear()
        client.cookies.set(f"taflheim-{served.hall.id}", session)
        assert (await register(client)).status_code == 303
        assert (await client.get(opened.headers["location"], headers=HTML)).status_code == 200

    served_evening(tmp_path, work)


def test_back_in_by_a_recovery_code(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        await register(client)
        refused = await client.post("/account/codes", data={"password": "wrong horse"}, headers=HTML)
        assert refused.status_code == 400 and "not your password" in refused.text
        page = (await client.post("/account/codes", data={"password": GOOD}, headers=HTML)).text
        codes = re.findall(r"<code>([a-z2-7-]+)</code>", page)
        assert len(codes) == 10
        assert codes[0] not in (await client.get("/account", headers=HTML)).text
        async with visitor(served.address, **HTML) as elsewhere:
            wanted = {"name": "Sigrid", "code": codes[0], "password": "battery staple"}
            wrong = await elsewhere.post("/recover", data={**wanted, "code": "aaaa"})
            assert wrong.status_code == 400 and "name and code" in wrong.text.lower()
            assert (await elsewhere.post("/recover", data=wanted)).headers["location"] == "/account"
            assert "You have 9 left" in (await elsewhere.get("/account")).text
        assert (await client.get("/account")).status_code == 403

    served_evening(tmp_path, work)


@pytest.mark.parametrize("elsewhere", ["", "evil", "//evil.example", "/\\evil.example", "https://evil.example", "/\nx"])
def test_nobody_is_sent_elsewhere(elsewhere: str) -> None:
    assert local(elsewhere) == "/"
