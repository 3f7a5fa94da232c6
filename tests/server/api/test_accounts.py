"""Accounts over the interface for programs: coming in, going, guests, and who one is."""

from pathlib import Path

import httpx

from serving_hall import Served, served_evening, visitor

API = "/api/v1"
GOOD = "correct horse"
SIGRID = {"name": "Sigrid", "password": GOOD}


def test_register_log_out_and_in(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        nobody = await client.get(f"{API}/me")
        assert nobody.status_code == 401 and nobody.json()["error"] == "no_identity"
        assert nobody.headers["www-authenticate"] == "Bearer"
        made = await client.post(f"{API}/accounts", json=SIGRID)
        assert made.status_code == 201 and made.json() == {"name": "Sigrid", "kind": "registered", "host": False}
        assert (await client.get(f"{API}/me")).json() == made.json()
        before = dict(client.cookies)
        assert (await client.delete(f"{API}/session")).status_code == 204
        assert (await client.get(f"{API}/me")).status_code == 401
        assert (await client.post(f"{API}/session", json={**SIGRID, "password": "wrong horse"})).status_code == 401
        assert (await client.post(f"{API}/session", json=SIGRID)).json()["name"] == "Sigrid"
        assert (await client.get(f"{API}/me")).status_code == 200 and dict(client.cookies) != before
        assert (await served.owner.get(f"{API}/me")).json()["host"] is True

    served_evening(tmp_path, work)


def test_guests_keep_their_account(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        guest = await client.post(f"{API}/guests", json={})
        assert guest.status_code == 201 and guest.json()["kind"] == "guest"
        assert guest.json()["name"].startswith("guest-")
        before = await served.hall.accounts.actor(next(iter(client.cookies.values())))
        again = await client.post(f"{API}/guests", json={})
        assert again.status_code == 409 and "log out first" in again.json()["message"]
        assert (await client.post(f"{API}/accounts", json=SIGRID)).status_code == 201
        assert await served.hall.accounts.actor(next(iter(client.cookies.values()))) == before
        # Another account from here is another person.
        assert (await client.post(f"{API}/accounts", json={**SIGRID, "name": "Thora"})).status_code == 201
        assert await served.hall.accounts.actor(next(iter(client.cookies.values()))) != before

    served_evening(tmp_path, work)


def test_what_is_refused(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        await client.post(f"{API}/accounts", json=SIGRID)
        async with visitor(served.address) as other:
            for answer, status, code in (
                (await other.post(f"{API}/accounts", json=SIGRID), 409, "conflict"),
                (await other.post(f"{API}/accounts", json={**SIGRID, "name": "Odin"}), 422, "invalid_name"),
                (await other.post(f"{API}/accounts", json={**SIGRID, "password": "x"}), 422, "invalid_password"),
                (await other.post(f"{API}/accounts", json={"name": "Thora"}), 422, "unreadable"),
                (await other.post(f"{API}/accounts", json={**SIGRID, "more": 1}), 422, "unreadable"),
                (await other.post(f"{API}/accounts", json={**SIGRID, "name": "a\0b"}), 422, "unreadable"),
                (await other.post(f"{API}/accounts", content=b"{"), 422, "unreadable"),
                (await other.post(f"{API}/accounts", content=b"[" * 60_000), 422, "unreadable"),
                (await other.post(f"{API}/accounts", content=b" " * 70_000), 422, "too_long"),
                (await other.post(f"{API}/accounts", content=b'{"name": "\\ud800"}'), 422, "unreadable"),
                (await other.get(f"{API}/accounts"), 405, "method_not_allowed"),
                (await other.get(f"{API}/nothing"), 404, "not_found"),
            ):
                assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text
                assert answer.json()["message"].endswith(".")

    served_evening(tmp_path, work)


def test_only_browsers_from_here_and_no_program(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        person = await served.hall.accounts.actor(next(iter(served.owner.cookies.values())))
        token = await served.hall.access.add(person, "a bot", ["read"])  # type: ignore[arg-type]
        bearer = {"Authorization": f"Bearer {token}"}
        cookies = dict(served.owner.cookies)
        async with httpx.AsyncClient(base_url=served.address, cookies=cookies) as client:
            without = await client.delete(f"{API}/session")
            assert without.status_code == 403 and without.json()["error"] == "not_from_here"
            # A program with a token is never taken for the browser whose cookie it sends, too.
            wrong = await client.get(f"{API}/me", headers={"Authorization": "Bearer taflheim_wrong"})
            assert wrong.status_code == 401
            assert (await client.get("/stats", headers=bearer)).status_code == 403
            assert (await client.get(f"{API}/me", headers={"Authorization": "Basic x"})).status_code == 401
        async with httpx.AsyncClient(base_url=served.address, headers=bearer) as program:
            assert (await program.get(f"{API}/me")).json()["name"] == served.hall.accounts.owner.name
            for answer in (
                await program.delete(f"{API}/session"),
                await program.post(f"{API}/session", json=SIGRID),
                await program.post(f"{API}/accounts", json=SIGRID),
                await program.post(f"{API}/guests", json={}),
            ):
                assert answer.status_code == 403 and answer.json()["error"] == "not_allowed"

    served_evening(tmp_path, work)


def test_too_often(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with visitor(served.address) as client:
            for _ in range(5):
                await client.post(f"{API}/session", json={**SIGRID, "password": "wrong horse"})
            refused = await client.post(f"{API}/session", json=SIGRID)
            assert refused.status_code == 429 and refused.json()["error"] == "too_often"
            assert int(refused.headers["retry-after"]) >= 1

    served_evening(tmp_path, work)
