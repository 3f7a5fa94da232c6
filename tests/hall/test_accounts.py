"""The owner comes in by a token that is good once; a session stands for the account."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from evenings import evening, hall_open, me
from fake_time import FakeTime
from stores import opened, owner, run
from taflheim.hall import tokens
from taflheim.hall.accounts import Accounts, NoSuchAccount, hash_of
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.hall.names import InvalidName
from taflheim.store import access_tokens, feeds, sessions
from taflheim.store import accounts as stored
from taflheim.store.access_tokens import AccessToken
from taflheim.store.errors import Conflict
from taflheim.table.actor import Person, Spectator


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


# ---- accounts without a hall --------------------------------------------------------------------------------------

DAY_MS = 24 * 3_600_000


@asynccontextmanager
async def accounts_of(folder: Path) -> AsyncIterator[Accounts]:
    async with opened(folder / "taflheim.sqlite") as store:
        yield Accounts(store, await owner(store), b"secret")


async def guest(accounts: Accounts) -> tuple[str, Person]:
    """The session of a new guest, and who that is."""
    session = await accounts.add_guest("Firefox")
    person = await accounts.actor(session)
    assert isinstance(person, Person)
    return session, person


def test_a_guest_has_an_account_and_a_session(tmp_path: Path) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            _, person = await guest(accounts)
            account = await accounts.get(person)
            assert account.kind == "guest" and account.id == person.account
            assert [one.label for one in await accounts.sessions(person)] == ["Firefox"]
            accounts.forget_named()
            assert await accounts.get(person) == account, "from the store"
            assert await accounts.get(person) is await accounts.get(person), "remembered"
            with pytest.raises(LookupError):
                await accounts.get(Person("nobody"))
            await accounts.begin_session(person.account, "x" * 300)
            assert max(len(one.label) for one in await accounts.sessions(person)) == 200

    run(work())


def test_a_guest_s_name_that_is_taken_is_drawn_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            drawn = iter(["guest-otter-1", "guest-otter-1", "guest-otter-2"])
            monkeypatch.setattr("taflheim.hall.names.of_a_guest", lambda: next(drawn))
            people = [(await guest(accounts))[1] for _ in range(2)]
            assert [(await accounts.get(person)).name for person in people] == ["guest-otter-1", "guest-otter-2"]
            monkeypatch.setattr("taflheim.hall.names.of_a_guest", lambda: "guest-otter-1")
            with pytest.raises(Conflict, match="register under a name of your own"):
                await accounts.add_guest()

    run(work())


def test_a_name_stays_for_thirty_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = FakeTime(monkeypatch)
        async with accounts_of(tmp_path) as accounts:
            _, person = await guest(accounts)
            assert await accounts.rename(person, "Cora") == "Cora"
            assert (await accounts.get(person)).name == "Cora" == (await accounts.named(" cora ")).name
            time.go_on(30 * DAY_MS - 1)
            with pytest.raises(Conflict, match="30 days"):
                await accounts.rename(person, "Dora")
            assert await accounts.rename(person, "Dora", by_host=True) == "Dora"
            time.go_on(30 * DAY_MS + 1)
            assert await accounts.rename(person, "Cora") == "Cora"
            assert accounts.owner.name == "Anna", "that is another account"
            with pytest.raises(NoSuchAccount, match="no account 'Eva'"):
                await accounts.named("Eva")

    run(work())


def test_sessions_that_are_ended_are_hung_up(tmp_path: Path) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            first, person = await guest(accounts)
            others = [await accounts.begin_session(person.account) for _ in range(2)]
            closed: list[str] = []
            for session in (first, *others):
                accounts.close_with(session, lambda session=session: closed.append(session))  # type: ignore[misc]
            back = accounts.close_with(others[0], lambda: closed.append("no"))
            back()
            back()  # twice is as good as once
            await accounts.end_others(person, first)
            await asyncio.sleep(0)
            assert sorted(closed) == sorted(others)
            assert await accounts.actor(first) == person
            assert [await accounts.actor(other) for other in others] == [Spectator(), Spectator()]
            await accounts.end_listed((await accounts.sessions(person))[0].id)
            await asyncio.sleep(0)
            assert closed[-1] == first and await accounts.actor(first) == Spectator()
            assert accounts._ends == {}

    run(work())


def test_what_is_taken_back_is_not_closed(tmp_path: Path) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            session, _ = await guest(accounts)
            closed: list[str] = []
            no_more = accounts.close_with(session, lambda: closed.append("first"))
            no_more()
            assert accounts._ends == {}, "nothing is kept of it"
            accounts.close_with(session, lambda: closed.append("second"))
            no_more()
            await accounts.end(session)
            await asyncio.sleep(0)
            assert closed == ["second"]

    run(work())


def test_everything_of_somebody_ends_when_it_may_be_known(tmp_path: Path) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            session, person = await guest(accounts)
            token = AccessToken(hash_of("token"), person.account, "script", frozenset({"play"}), 1, None)
            await accounts._store.write(access_tokens.add, token)
            await accounts._store.write(feeds.put, hash_of("feed"), person.account, 1)
            closed: list[str] = []
            for opened_with in (session, "token"):
                accounts.close_with(opened_with, lambda which=opened_with: closed.append(which))  # type: ignore[misc]
            await accounts.end_everything(person)
            await asyncio.sleep(0)
            assert sorted(closed) == sorted([session, "token"])
            assert await accounts._store.read(access_tokens.listed, person.account) == []
            assert await accounts._store.read(feeds.since, person.account) is None
            assert await accounts.sessions(person) == []

    run(work())


def test_what_another_process_has_ended_is_hung_up(tmp_path: Path) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            accounts.shared = True
            await accounts.hang_up_ended()
            ended, person = await guest(accounts)
            stays = await accounts.begin_session(person.account)
            closed: list[str] = []
            for session in (ended, stays):
                accounts.close_with(session, lambda session=session: closed.append(session))  # type: ignore[misc]
                assert await accounts.actor(session) == person
            await accounts._store.write(sessions.remove, hash_of(ended))  # as the other one does
            assert await accounts.actor(ended) == Spectator(), "the store is asked every time"
            await accounts.hang_up_ended()
            await asyncio.sleep(0)
            assert closed == [ended] and set(accounts._ends) == {hash_of(stays)}

    run(work())


def test_a_login_token_that_another_process_has_seen_is_no_good(tmp_path: Path) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            seen: list[str] = []

            async def first(token_hash: str) -> bool:
                seen.append(token_hash)
                return len(seen) > 1

            accounts.first = first
            token = accounts.login_token()
            assert await accounts.redeem(token) is None and seen == [hash_of(token)]
            assert await accounts.redeem(accounts.login_token())

    run(work())


def test_hosts_and_what_is_known_of_accounts(tmp_path: Path) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            session, person = await guest(accounts)
            await accounts.set_host(await accounts.get(person), True)
            assert (await accounts.get(person)).host
            assert [(one.id, one.host) for one in await accounts.listed()] == [
                (accounts.owner.id, accounts.owner.host),
                (person.account, True),
            ]
            await accounts.set_host(accounts.owner, True)
            assert accounts.owner.host
            await accounts._store.write(stored.set_host, person.account, False)  # by another process
            accounts.forget_known([person.account])
            assert not (await accounts.get(person)).host and await accounts.actor(session) == person

    run(work())


def test_the_tokens_of_programs_end_with_everything_of_their_maker(tmp_path: Path) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            closed: list[str] = []
            (_, anna), (_, bo) = [await guest(accounts) for _ in range(2)]
            for name, maker in (("Loki", anna), ("Thor", anna), ("Freyr", bo)):
                program = await accounts._store.write(
                    stored.add, "bot", name, name.lower(), now_ms(), maker=maker.account
                )
                token = AccessToken(hash_of(name), program.id, name, frozenset({"play"}), 1, None)
                await accounts._store.write(access_tokens.add, token)
                accounts.close_with(name, lambda name=name: closed.append(name))  # type: ignore[misc]
            await accounts.end_everything(anna)
            await asyncio.sleep(0)
            assert sorted(closed) == ["Loki", "Thor"]
            found = [
                await accounts._store.read(access_tokens.find, hash_of(name)) for name in ("Loki", "Thor", "Freyr")
            ]
            assert [token is not None for token in found] == [False, False, True]

    run(work())


def test_what_is_remembered_of_sessions_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.hall.accounts._MOST_KNOWN", 2)

    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            known = []
            for _ in range(4):
                await guest(accounts)
                known.append(len(accounts._known))
            assert known == [1, 2, 1, 2]

    run(work())


def test_one_process_asks_once_whom_a_session_stands_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            session, person = await guest(accounts)
            await accounts._store.write(sessions.remove, hash_of(session))  # nobody else does this while it runs
            assert await accounts.actor(session) == person, "it is remembered"
            accounts.forget_known()
            assert await accounts.actor(session) == Spectator()

    run(work())


def test_what_another_process_has_changed_of_an_account_is_seen_when_it_is_asked_for_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            _, person = await guest(accounts)
            await accounts._store.write(stored.set_host, person.account, True)
            assert not (await accounts.get(person)).host
            accounts.forget_named()
            assert (await accounts.get(person)).host

    run(work())


def test_what_is_remembered_of_accounts_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.hall.accounts._MOST_KNOWN", 2)

    async def work() -> None:
        async with accounts_of(tmp_path) as accounts:
            known = []
            for _ in range(3):
                await guest(accounts)
                known.append(len(accounts._named))
            assert known == [2, 1, 2], "with the owner at first, then all anew"

    run(work())
