"""Passwords: which ones may be chosen, and that only the right one is right."""

import asyncio

import pytest

from taflheim.hall import passwords
from taflheim.hall.passwords import InvalidPassword, Passwords, TooBusy, checked


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short77", "at least 8"),
        ("x" * 257, "at most 256"),
        ("password", "many people"),
        ("PassWord1", "many people"),
        ("iloveyou2!", "many people"),
        ("qwertyuiop", "many people"),
        ("abababab", "many people"),
        ("annaberg", "your name"),
        ("ANNABERG-1", "your name"),
    ],
)
def test_poor_passwords_are_refused(password: str, reason: str) -> None:
    with pytest.raises(InvalidPassword, match=reason):
        checked(password, "annaberg")


@pytest.mark.parametrize("password", ["corr3ct-", "x y" * 85 + "z", "abcabcab", "annabergs house"])
def test_good_passwords(password: str) -> None:
    assert checked(password, "annaberg") == password


def test_the_list_of_common_passwords_is_of_use() -> None:
    common = passwords._common()
    assert len(common) > 400
    assert {word for word in common if word != word.casefold()} == set()


def test_the_right_password_is_right() -> None:
    async def test() -> None:
        hasher = Passwords()
        kept = await hasher.hash("Ｃorrect horse")
        assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert await hasher.verify("Correct horse", kept), "another keyboard, the same letters"
        assert not await hasher.verify("correct horse", kept)
        assert not await hasher.verify("", None)
        assert not await hasher.verify("Correct horse", "no hash at all")
        assert await hasher.hash("Correct horse") != kept
        hasher.close()

    asyncio.run(test())


def test_a_flood_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_MOST_WAITING", 3)

    async def test() -> None:
        hasher = Passwords()
        found = await asyncio.gather(*(hasher.verify("x", None) for _ in range(5)), return_exceptions=True)
        assert [type(one) for one in found] == [bool, bool, bool, TooBusy, TooBusy]
        assert not await hasher.verify("x", None), "later it works again"
        assert hasher._waiting == 0
        hasher.close()
        with pytest.raises(RuntimeError):
            await hasher.hash("x")

    asyncio.run(test())
