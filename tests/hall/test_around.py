"""What decisions at tables have to know."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import taflheim
from seated import BO, BOT, HOUR, MINUTE, moves, person, seated
from stores import NOW, opened, owner, run
from taflheim.hall.around import Around
from taflheim.hall.presence import Attendance
from taflheim.store import accounts
from taflheim.table.actor import House, Person, Spectator
from taflheim.table.circumstances import Account, Circumstances
from taflheim.table.event import CallTime, Claim, FillWithBots, MakeOffer, Move, Resign, Sit, WithdrawTable
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

LIVE = TimeControl.parse("5+3")


@asynccontextmanager
async def around(folder: Path) -> AsyncIterator[tuple[Around, dict[str, str]]]:
    """What is around tables, and accounts of every kind by their names."""
    async with opened(folder / "taflheim.sqlite") as store:
        known = {"anna": (await owner(store)).id}
        known["bo"] = (await store.write(accounts.add, "registered", "bo", "bo", NOW)).id
        known["guest"] = (await store.write(accounts.add, "guest", "guest", "guest", NOW)).id
        known["program"] = (await store.write(accounts.add, "bot", "program", "program", NOW, maker=known["bo"])).id
        yield Around(store, Attendance(lambda _: ())), known


def test_a_move_without_a_clock_needs_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with around(tmp_path) as (it, _):
            it.lag.note("t", "anna", 30)
            assert await it.of(seated(), BO, Move(0, "e8"), 0) == Circumstances({})

    run(work())


def test_lag_counts_where_a_clock_runs(tmp_path: Path) -> None:
    async def work() -> None:
        async with around(tmp_path) as (it, _):
            bots = moves(seated(clock="5+3", b=BOT), 3)
            assert it.now(bots, 77).delays_ms == {"b": 0}, "without engines nobody waits for one"
            it.lag.note("t", "anna", 30)
            it.bot_wait = lambda table_id, now_ms: now_ms if table_id == "t" else -1
            begun = moves(seated(clock="5+3"), 2)
            assert (await it.of(begun, BO, Move(0, "e8"), 0)).delays_ms == {"a": 30}
            assert it.now(begun, 0).delays_ms == {"a": 30}
            with it.presence.connected("t", "anna"):
                assert it.timing(begun, 0) == Circumstances({"a": 30}), "whoever is there"
            it.presence.close()
            assert it.now(bots, 77).delays_ms == {"b": 77}, "how long the bot has waited"

    run(work())


def test_claims_ask_who_is_there(tmp_path: Path) -> None:
    async def work() -> None:
        async with around(tmp_path) as (it, _):
            looked: list[str] = []

            async def look(table_id: str) -> None:
                looked.append(table_id)

            it.look_around = look
            with it.presence.connected("t", "anna"):
                assert not (await it.of(seated(), BO, Move(0, "e8"), 0)).presence and looked == []
                assert (await it.of(seated(), BO, Claim("a"), 0)).presence["anna"].connected
                assert looked == ["t"], "at other servers, too"
                assert it.now(seated(), 0).presence["anna"].connected
            it.presence.close()

    run(work())


def test_rated_seats_ask_for_accounts(tmp_path: Path) -> None:
    async def work() -> None:
        async with around(tmp_path) as (it, known):
            rated = Terms(LIVE, rated=True)
            table = seated(terms=rated, a=person(known["anna"]), b=Seat.free())
            for name, expected in {
                "bo": Account("registered"),
                "guest": Account("guest"),
                "program": Account("program", known["bo"]),
            }.items():
                found = await it.of(table, Person(known[name]), Sit("b", name), 0)
                assert found.accounts == {known["anna"]: Account("registered"), known[name]: expected}
                assert found.measured
                opening = await it.opening(table.game, {"a": person(known[name]), "b": Seat.free()}, rated)
                assert opening.accounts == {known[name]: expected} and opening.measured
            casual = seated(a=person(known["anna"]), b=Seat.free())
            assert (await it.of(casual, BO, Sit("b", "Bo"), 0)) == Circumstances({})
            assert (await it.opening(table.game, table.seats, Terms())) == Circumstances()

    run(work())


def test_hosts_may_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with around(tmp_path) as (it, known):
            table = seated(b=Seat.free())
            for action in (WithdrawTable(), FillWithBots((("b", 1, "Bot"),))):
                for actor, host in ((Person(known["anna"]), True), (Person(known["bo"]), False), (Person("no"), False)):
                    assert (await it.of(table, actor, action, 0)).host is host
                assert not (await it.of(table, Spectator(), action, 0)).host
            assert not (await it.of(table, Person(known["anna"]), Sit("b", "Anna"), 0)).host, "that needs no host"
            await it._store.write(accounts.set_host, known["bo"], True)
            assert (await it.of(table, Person(known["bo"]), WithdrawTable(), 0)).host

    run(work())


def test_who_sits_down_is_asked_whom_they_have_blocked(tmp_path: Path) -> None:
    async def work() -> None:
        async with around(tmp_path) as (it, _):

            async def blocked_with(account: str) -> frozenset[str]:
                return frozenset({f"{account}'s enemy"})

            table = seated(b=Seat.free())
            assert (await it.of(table, BO, Sit("b", "Bo"), 0)).blocked == frozenset()
            it.blocked_with = blocked_with
            assert (await it.of(table, BO, Sit("b", "Bo"), 0)).blocked == {"bo's enemy"}
            assert (await it.of(table, BO, Resign(), 0)).blocked == frozenset()
            assert (await it.of(table, Spectator(), Sit("b", "Bo"), 0)).blocked == frozenset()

    run(work())


def test_the_table_of_a_rematch_has_an_id_of_its_own(tmp_path: Path) -> None:
    async def work() -> None:
        async with around(tmp_path) as (it, _):
            over = seated().decide(Resign("a"), Person("anna"), 0).table
            one, other = [(await it.of(over, BO, MakeOffer("rematch"), 0)).new_table for _ in range(2)]
            assert one and other and one != other
            assert not (await it.of(seated(), BO, MakeOffer("draw"), 0)).new_table

    run(work())


def test_who_leaves_is_followed_by_a_bot_of_about_the_same_strength(tmp_path: Path) -> None:
    async def work() -> None:
        async with around(tmp_path) as (it, _):

            async def stand_in(game: taflheim.Game, side: str, account: str) -> int | None:
                assert (game.name, side) in (("quoridor", "a"), ("quoridor", "c"))
                return 7 if account == "anna" else None

            it.stand_in = stand_in
            table = seated(3, terms=Terms(LIVE, policy="bot"), b=BOT)
            assert (await it.of(table, Person("cy"), Claim("a"), 0)).stand_ins == {"anna": 7}
            assert (await it.of(table, House(), CallTime(), 0)).stand_ins == {"anna": 7}
            assert not (await it.of(table, Person("cy"), Resign(), 2 * MINUTE)).stand_ins
            late = await it.of(table, Person("cy"), Resign(), 2 * MINUTE + 1)
            assert late.stand_ins == {"anna": 7}, "the first move is late"
            out = replace(table, terms=Terms(LIVE))
            assert not (await it.of(out, House(), CallTime(), HOUR)).stand_ins

    run(work())
