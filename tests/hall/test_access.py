"""Programs act by tokens, within their scopes, until these are revoked."""

import asyncio
from pathlib import Path

import pytest

from evenings import evening, me
from fake_time import FakeTime
from taflheim.hall.access import Access, InvalidToken
from taflheim.hall.hall import Hall
from taflheim.table.actor import Person

HOUR_MS = 3_600_000


def test_a_token_has_its_scopes_until_it_is_revoked(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        token = await hall.access.add(me(hall), "  my   bot ", ["read", "play"])
        assert token.startswith("taflheim_") and len(token) > 50
        assert await hall.access.access(token) == Access(me(hall), frozenset({"read", "play"}))
        assert await hall.access.access(token + "x") is None
        (listed,) = await hall.access.listed(me(hall))
        assert listed.name == "my bot" and listed.used_ms and token not in repr(listed)
        assert await hall.access.revoke(me(hall), listed.id)
        assert not await hall.access.revoke(me(hall), listed.id)
        assert await hall.access.access(token) is None

    evening(tmp_path, work)


@pytest.mark.parametrize(
    ("name", "scopes", "reason"),
    [
        ("", ["read"], "what the token is for"),
        ("x" * 61, ["read"], "what the token is for"),
        ("a\x07b", ["read"], "what the token is for"),
        ("bot", [], "missing"),
        ("bot", ["read", "admin"], "'admin'"),
        ("bot", [*"qwertyuiopasdfghjklzxcvbnm"], "'a'"),
    ],
)
def test_wrong_wishes_are_refused(tmp_path: Path, name: str, scopes: list[str], reason: str) -> None:
    async def work(hall: Hall) -> None:
        with pytest.raises(InvalidToken, match=reason):
            await hall.access.add(me(hall), name, scopes)
        assert await hall.access.listed(me(hall)) == []

    evening(tmp_path, work)


def test_there_are_not_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.hall.access.MOST", 2)

    async def work(hall: Hall) -> None:
        for n in range(2):
            await hall.access.add(me(hall), f"bot {n}", ["read"])
        with pytest.raises(InvalidToken, match="revoke one"):
            await hall.access.add(me(hall), "bot 3", ["read"])

    evening(tmp_path, work)


def test_its_use_is_noted_once_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        token = await hall.access.add(me(hall), "bot", ["read"])

        async def used() -> int | None:
            await hall.access.access(token)
            (listed,) = await hall.access.listed(me(hall))
            return listed.used_ms

        first = time.now_ms
        assert await used() == first
        time.go_on(HOUR_MS)
        assert await used() == first
        assert await used() == first
        assert await hall.access.access(token) is not None
        time.go_on(1)
        assert await used() == first + HOUR_MS + 1

    time = FakeTime(monkeypatch)
    evening(tmp_path, work)


def test_not_everything_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.hall.access._MOST_KNOWN", 2)

    async def work(hall: Hall) -> None:
        for number in range(5):
            await hall.access.access(await hall.access.add(me(hall), f"bot {number}", ["read"]))
            assert 0 < len(hall.access._used_ms) <= 2
        assert len(await hall.access.listed(me(hall))) == 5

    evening(tmp_path, work)


def test_what_was_opened_with_it_is_closed_with_it(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        kept, revoked = [await hall.access.add(me(hall), name, ["read"]) for name in ("kept", "revoked")]
        closed = asyncio.Event()
        hall.accounts.close_with(revoked, closed.set)
        hall.accounts.close_with(kept, lambda: pytest.fail("another token was revoked"))
        other = await hall.logins.register("Bo_2", "correct horse", "here")
        (_, listed) = await hall.access.listed(me(hall))
        assert not await hall.access.revoke(Person(other.id), listed.id), "it is not theirs"
        await asyncio.sleep(0)
        assert not closed.is_set()
        assert await hall.access.revoke(me(hall), listed.id)
        await asyncio.wait_for(closed.wait(), 20)

    evening(tmp_path, work)


def test_the_longest_name(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        await hall.access.add(me(hall), "x" * 60, ["play"])
        await hall.access.add(me(hall), "x", ["read"])
        assert [one.scopes for one in await hall.access.listed(me(hall))] == [{"play"}, {"read"}]

    evening(tmp_path, work)
