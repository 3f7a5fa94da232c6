"""The owner comes in by a token that is good once; a session stands for the account."""

import asyncio
from pathlib import Path

import pytest

from evenings import evening, hall_open, me
from taflheim.hall import tokens
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.hall.names import InvalidName
from taflheim.table.actor import Spectator


def test_a_login_token_becomes_a_session_once(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        token = hall.accounts.login_token()
        session = await hall.accounts.redeem(token)
        assert session and await hall.accounts.actor(session) == me(hall)
        assert await hall.accounts.actor(session) == me(hall), "also from memory"
        assert await hall.accounts.redeem(token) is None
        assert await hall.accounts.redeem("forged") is None
        for nothing in (None, "", "unknown"):
            assert await hall.accounts.actor(nothing) == Spectator()

    evening(tmp_path, work)


def test_another_process_can_mint_for_the_running_hall(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        assert await hall.accounts.redeem(tokens.mint(tokens.secret(tmp_path), now_ms()))

    evening(tmp_path, work)


def test_sessions_survive_a_restart_and_can_be_ended(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            session = await hall.accounts.redeem(hall.accounts.login_token())
            assert session
            hall_id = hall.id
        async with hall_open(tmp_path) as hall:
            assert hall.id == hall_id
            assert await hall.accounts.actor(session) == me(hall)
            await hall.accounts.end(session)
            assert await hall.accounts.actor(session) == Spectator()

    asyncio.run(run())


def test_a_session_lives_on_while_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days = 0
    monkeypatch.setattr("taflheim.hall.accounts.now_ms", lambda: now_ms() + days * 24 * 3600 * 1000)

    async def run() -> None:
        nonlocal days
        async with hall_open(tmp_path) as hall:
            session = await hall.accounts.redeem(hall.accounts.login_token())
        for later in (80, 160):
            days = later
            async with hall_open(tmp_path) as hall:
                assert await hall.accounts.actor(session) == me(hall)
        days = 251
        async with hall_open(tmp_path) as hall:
            assert await hall.accounts.actor(session) == Spectator()

    asyncio.run(run())


def test_only_a_hash_of_a_session_is_on_the_disk(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            session = await hall.accounts.redeem(hall.accounts.login_token())
            assert session
        for file in tmp_path.iterdir():
            assert session.encode() not in file.read_bytes()

    asyncio.run(run())


def test_a_session_has_256_random_bits(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        sessions = {await hall.accounts.redeem(hall.accounts.login_token()) for _ in range(3)}
        assert [len(session or "") for session in sessions] == [43, 43, 43]

    evening(tmp_path, work)


def test_what_is_remembered_of_sessions_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        for _ in range(5):
            session = await hall.accounts.redeem(hall.accounts.login_token())
            assert await hall.accounts.actor(session) == me(hall)
            known.append(len(hall.accounts._known))

    known: list[int] = []
    monkeypatch.setattr("taflheim.hall.accounts._MOST_KNOWN", 2)
    evening(tmp_path, work)
    assert max(known) == 2


def test_the_owner_gets_another_name(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            assert await hall.accounts.rename(me(hall), " Ánna ") == "Ánna" == hall.accounts.owner.name
            with pytest.raises(InvalidName):
                await hall.accounts.rename(me(hall), "Odin")
            assert hall.accounts.owner.name == "Ánna"
            hall_id = hall.id
        async with hall_open(tmp_path) as hall:
            assert (hall.accounts.owner.name, hall.id) == ("Ánna", hall_id)

    asyncio.run(run())
