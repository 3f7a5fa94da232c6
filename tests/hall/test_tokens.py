"""One-time tokens: who has the folder's secret comes in, once, within a minute."""

import base64
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflheim.hall import tokens
from taflheim.hall.tokens import LIFETIME_MS, Tokens, mint

SECRET = b"s" * 32


def test_the_secret_is_for_its_owner_only_and_new_with_each_start(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="secret"):
        tokens.secret(tmp_path)
    first = tokens.new_secret(tmp_path)
    assert tokens.secret(tmp_path) == first and len(first) == 32
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    # A start that died in the middle has left its file behind; others may read that one.
    (tmp_path / "secret.new").write_bytes(b"half")
    second = tokens.new_secret(tmp_path)
    assert second != first and tokens.secret(tmp_path) == second
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_a_token_is_redeemed_once() -> None:
    gate = Tokens(SECRET)
    token, other = mint(SECRET, 1000), mint(SECRET, 1000)
    assert token != other and not gate.used(token)
    assert gate.redeem(token, 1000) and gate.used(token)
    assert gate.redeem(token, 1000) is False
    assert gate.redeem(token, 2000) is False
    assert gate.redeem(other, 2000)


def test_a_token_lives_for_a_minute() -> None:
    assert LIFETIME_MS == 60_000
    assert Tokens(SECRET).redeem(mint(SECRET, 5), 5 + LIFETIME_MS - 1)
    assert Tokens(SECRET).redeem(mint(SECRET, 5), 5 + LIFETIME_MS) is False
    assert not Tokens(SECRET).redeem(mint(SECRET, 6), 5)


def test_what_was_used_is_forgotten_when_it_has_expired() -> None:
    gate = Tokens(SECRET)
    token = mint(SECRET, 0)
    assert gate.redeem(token, 0)
    assert gate.redeem(mint(SECRET, LIFETIME_MS), LIFETIME_MS)
    assert not gate.used(token) and not gate.redeem(token, LIFETIME_MS)


def test_another_secret_mints_nothing_of_worth() -> None:
    assert Tokens(SECRET).redeem(mint(b"other", 0), 0) is False


@pytest.mark.parametrize("more", ["!", " ", "\n", "é"])
def test_a_token_is_taken_to_the_letter(more: str) -> None:
    token = mint(SECRET, 0)
    for changed in (more + token, token[:9] + more + token[9:], token + more):
        assert Tokens(SECRET).redeem(changed, 0) is False
    assert Tokens(SECRET).redeem(token, 0) is True


@given(st.integers(0, 55), st.integers(1, 255))
def test_a_changed_token_is_refused(at: int, flip: int) -> None:
    data = bytearray(base64.urlsafe_b64decode(mint(SECRET, 0)))
    data[at] ^= flip
    assert not Tokens(SECRET).redeem(base64.urlsafe_b64encode(data).decode(), 0)


@given(st.text() | st.text("abcdefgh-_=", min_size=70, max_size=90))
def test_any_text_may_be_asked_with(text: str) -> None:
    assert not Tokens(SECRET).redeem(text, 0)
    assert not Tokens(SECRET).used(text)
