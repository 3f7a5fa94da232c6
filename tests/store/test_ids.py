"""Ids cannot be guessed."""

import re
import secrets

import pytest

from taflheim.store.ids import new_id


def test_an_id_has_72_random_bits_and_can_stand_in_an_address() -> None:
    ids = {new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{12}", one) for one in ids)


def test_an_id_can_stand_in_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-tafl", "--heim", "_a-b"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(drawn))
    assert new_id() == "_a-b"
