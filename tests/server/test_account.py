"""One's account over HTTP: password, sessions and tokens, each one's own only."""

import io
import re
import zipfile
from pathlib import Path

from serving_hall import Served, served_evening, visitor

HTML = {"Accept": "text/html"}
GOOD = "correct horse"


def test_the_owner_sets_a_password_and_stays_in(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.owner
        assert "This hall is yours" in (await client.get("/account", headers=HTML)).text
        poor = await client.post("/account/password", data={"new": "short"}, headers=HTML)
        assert poor.status_code == 400 and "at least 8" in poor.text
        assert (await client.post("/account/password", data={"new": GOOD})).status_code == 303
        assert "Old password" in (await client.get("/account", headers=HTML)).text
        wrong = await client.post("/account/password", data={"old": "x", "new": "battery staple"}, headers=HTML)
        assert wrong.status_code == 400 and "not your password" in wrong.text
        name = served.hall.accounts.owner.name
        async with visitor(served.address, **HTML) as elsewhere:
            assert (await elsewhere.post("/login", data={"name": name, "password": GOOD})).status_code == 303
            assert "This hall is yours" in (await elsewhere.get("/account")).text
            changed = await client.post("/account/password", data={"old": GOOD, "new": "battery staple"})
            assert changed.status_code == 303
            assert (await elsewhere.get("/account")).status_code == 403
            assert (await client.get("/account")).status_code == 200

    served_evening(tmp_path, work)


def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        await client.post("/register", data={"name": "Sigrid", "password": GOOD})
        firefox = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", **HTML}
        async with visitor(served.address, **firefox) as other:
            await other.post("/login", data={"name": "Sigrid", "password": GOOD})
            page = (await client.get("/account", headers=HTML)).text
            assert "Firefox on Linux" in page and "this one" in page
            listed = re.findall(r'name="session" value="([0-9a-f]+)"', page)
            assert len(listed) == 1
            # Only one's own can be ended.
            await served.owner.post("/account/sessions/end", data={"session": listed[0]})
            assert (await other.get("/account")).status_code == 200
            await client.post("/account/sessions/end", data={"session": listed[0]})
            assert (await other.get("/account")).status_code == 403
            await other.post("/login", data={"name": "Sigrid", "password": GOOD})
            await client.post("/account/sessions/end")
            assert (await other.get("/account")).status_code == 403
            assert (await client.get("/account")).status_code == 200

    served_evening(tmp_path, work)


def test_tokens_are_made_shown_once_and_revoked(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        await client.post("/register", data={"name": "Sigrid", "password": GOOD})
        wrong = await client.post("/account/tokens", data={"name": "bot", "read": "1", "password": "x"}, headers=HTML)
        assert wrong.status_code == 400 and "not your password" in wrong.text
        none = await client.post("/account/tokens", data={"name": "bot", "password": GOOD}, headers=HTML)
        assert none.status_code == 400 and "scope" in none.text.lower()
        made = await client.post(
            "/account/tokens", data={"name": "<i>bot", "read": "1", "play": "1", "password": GOOD}, headers=HTML
        )
        token = re.search(r"<code>(taflheim_[\w-]+)</code>", made.text)
        assert token and "may read and play" in made.text and "&lt;i&gt;bot" in made.text
        assert await served.hall.access.access(token[1])
        page = (await client.get("/account", headers=HTML)).text
        assert token[1] not in page
        listed = re.search(r'name="token" value="([0-9a-f]+)"', page)
        assert listed
        await served.owner.post("/account/tokens/revoke", data={"token": listed[1]})
        assert await served.hall.access.access(token[1]), "not by somebody else"
        await client.post("/account/tokens/revoke", data={"token": listed[1]})
        assert await served.hall.access.access(token[1]) is None

    served_evening(tmp_path, work)


def test_everything_is_taken_along_and_then_the_account_is_gone(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.stranger
        await client.post("/register", data={"name": "Sigrid", "password": GOOD})
        taken = await client.post("/account/export")
        assert taken.headers["content-type"] == "application/zip" and "Sigrid" in taken.headers["content-disposition"]
        assert zipfile.ZipFile(io.BytesIO(taken.content)).namelist() == ["account.json"]
        unsure = await client.post("/account/delete", data={"password": GOOD}, headers=HTML)
        assert unsure.status_code == 400 and "tick the box" in unsure.text.lower()
        wrong = await client.post("/account/delete", data={"password": "x", "sure": "1"}, headers=HTML)
        assert wrong.status_code == 400 and "not your password" in wrong.text
        gone = await client.post("/account/delete", data={"password": GOOD, "sure": "1"})
        assert (gone.status_code, gone.headers["location"]) == (303, "/")
        assert (await client.get("/account")).status_code == 403
        owner = await served.owner.post("/account/delete", data={"sure": "1"}, headers=HTML)
        assert owner.status_code == 400 and "This hall is yours" in owner.text

    served_evening(tmp_path, work)


def test_a_stranger_has_no_account(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        assert (await served.stranger.get("/account", headers=HTML)).status_code == 403
        for what in ("name", "password", "codes", "sessions/end", "tokens", "tokens/revoke", "export", "delete"):
            assert (await served.stranger.post(f"/account/{what}", data={"name": "x"})).status_code == 403, what

    served_evening(tmp_path, work)


def test_guessing_ones_password_is_limited_here_too(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        await served.owner.post("/account/password", data={"new": GOOD})
        answers = [await served.owner.post("/account/codes", data={"password": "x"}, headers=HTML) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [400] * 5 + [429] and "too often" in answers[-1].text

    served_evening(tmp_path, work)
