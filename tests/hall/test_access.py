"""Programs act by tokens, within their scopes, until these are revoked."""

from pathlib import Path

import pytest

from evenings import evening, me
from taflheim.hall.access import Access, InvalidToken
from taflheim.hall.hall import Hall


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
