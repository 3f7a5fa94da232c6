"""Reviews, made by real engine processes or by scripted ones, and kept with the game."""

import asyncio
import itertools
import os
import signal
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

import taflheim
from evenings import evening, hall_open, me, play, table_with
from scripted_engines import Asked, ScriptedEngines, ready
from taflheim.engine.protocol.client import EngineFailure
from taflheim.hall import reviews
from taflheim.hall.engines import REVIEW
from taflheim.hall.hall import Hall
from taflheim.hall.reviews import Reviews
from taflheim.store import reviews as rows
from taflheim.table.event import Resign
from taflheim.table.table import Table

QUORIDOR = taflheim.game("quoridor")


async def played(hall: Hall, *moves: str, game: taflheim.Game = QUORIDOR) -> Table:
    """A game of the owner's, on all seats, that was given up after these moves."""
    table = await play(hall, await table_with(hall, game, *game.seats), *moves)
    return (await hall.tables.act(table.id, me(hall), Resign())).table


async def watched(hall: Hall, table: Table) -> list[dict[str, Any]]:
    return [progress async for progress in hall.reviews.watch("anna", table)]


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_every_game_is_reviewed_coarsely_then_finely(name: str, tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        game = taflheim.game(name)
        table = await table_with(hall, game, *game.seats)
        while table.ply < 3 and not table.result:
            moves = table.record.position.moves()
            safe = [move for move in moves if move != "j" and not table.record.position.play(move).result]
            table = await play(hall, table, (safe or moves)[0])
        if not table.result:
            table = (await hall.tables.act(table.id, me(hall), Resign())).table
        first, *rest = await watched(hall, table)
        made = table.record.moves_made
        assert (first["done"], first["of"], first["moves"]) == (0, made, [])
        assert rest[0]["moves"][0]["number"] == 1
        assert rest[-1]["complete"] and rest[-1]["done"] == made
        known = await hall.reviews.known(table)
        assert [move["number"] for move in known["moves"]] == list(range(1, made + 1))
        assert all(move["fine"] for move in known["moves"])
        assert {side["side"] for side in known["sides"]} == set(game.seats)

    evening(tmp_path, work)


def test_a_review_is_kept_and_made_again_when_it_is_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            table = await played(hall, "e8", "e2")
            await watched(hall, table)
        async with hall_open(tmp_path) as hall:
            table = await hall.tables.get(table.id)
            (known,) = await watched(hall, table)
            assert known["complete"] and len(known["moves"]) == 2
            monkeypatch.setattr(reviews, "VERSION", "later")
            first, *rest = await watched(hall, table)
            assert not first["moves"] and rest[-1]["complete"]

    asyncio.run(asyncio.wait_for(run(), 120))


def test_who_leaves_finds_again_what_was_found(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await played(hall, "e8", "e2", "e7", "e3")
        async with aclosing(hall.reviews.watch("anna", table)) as news:
            async for progress in news:
                if progress["done"] == 2:
                    break
        await hall.reviews._tasks.finish()
        assert not hall.engines._running, "nobody waits: nobody thinks"
        known = await hall.reviews.known(table)
        assert known["done"] == 2 and len(known["moves"]) == 4
        first, *_, last = await watched(hall, table)
        assert first["done"] == 2 and last["complete"]

    evening(tmp_path, work)


def test_two_who_look_share_one_review(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await played(hall, "e8", "e2")
        one, other = await asyncio.gather(watched(hall, table), watched(hall, table))
        assert one[-1]["complete"] and other[-1]["complete"]
        assert not hall.reviews._jobs

    evening(tmp_path, work)


def test_an_account_has_one_review_at_a_time(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        tables = [await played(hall, "e8", "e2"), await played(hall, "e8", "d1")]
        order: list[str] = []

        async def note(table: Table) -> None:
            async for progress in hall.reviews.watch("anna", table):
                order.extend([table.id] * bool(progress["moves"]))

        await asyncio.gather(*map(note, tables))
        assert len([table for table, _ in itertools.groupby(order)]) == 2, "one after the other"

    evening(tmp_path, work)


def test_an_engine_that_is_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        await hall.insight.hint("anna", QUORIDOR.record())
        (client,) = hall.engines._idle
        table = await played(hall, "e8", "e2", "e7", "e3")
        done = []
        async for progress in hall.reviews.watch("anna", table):
            done.append(progress["done"])
            if progress["done"] == 1 and client._process.returncode is None:
                os.kill(client._process.pid, signal.SIGKILL)
        assert done[-1] == 4 and done == sorted(done)

    evening(tmp_path, work)


def test_when_a_game_ends_before_somebodys_eyes_an_engine_is_started_for_the_review(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        unseen = await played(hall, "e8")
        await hall.reviews._tasks.finish()
        assert unseen.result and not hall.engines._idle, "nobody has seen it"
        table = await play(hall, await table_with(hall, QUORIDOR, *QUORIDOR.seats), "e8")
        with hall.tables.watch(table.id):
            table = (await hall.tables.act(table.id, me(hall), Resign())).table
        await hall.reviews._tasks.finish()
        (engine,) = hall.engines._idle
        await hall.engines.warm(QUORIDOR)
        assert hall.engines._idle == [engine], "one is enough"
        await watched(hall, table)
        assert hall.engines._idle == [engine], "the review is made by it"

    evening(tmp_path, work)


def test_a_game_without_moves_has_nothing_to_review(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        (known,) = await watched(hall, await played(hall))
        assert known["complete"] and known["of"] == 0
        assert {side["accuracy"] for side in known["sides"]} == {None}

    evening(tmp_path, work)


# ---- with engines whose answers a test gives itself ---------------------------------------------------------------

MOVES = ("e8", "e2", "e7", "e3")


def judged(number: int, cost: float = 0.0, *, counts: bool = True, kind: str | None = None) -> dict[str, Any]:
    """What an engine says of a move."""
    return {"number": number, "side": "ab"[(number - 1) % 2], "cost": cost, "counts": counts, "kind": kind}


def scripted(hall: Hall) -> tuple[Reviews, ScriptedEngines]:
    """Reviews in the store of a hall."""
    engines = ScriptedEngines()
    return Reviews(hall._store, engines, ready), engines


async def coarse(engines: ScriptedEngines, numbers: list[int]) -> Asked:
    """Answer the first pass."""
    asked = await engines.asked.get()
    assert asked.command == "review nodes 2000" and asked.rank == REVIEW
    asked.answer(*map(judged, numbers), None)
    return asked


async def fine(engines: ScriptedEngines, number: int, cost: float = 0.0) -> None:
    """Answer for a move of the second pass."""
    asked = await engines.asked.get()
    assert asked.command == f"review from {number} to {number} nodes 150000" and asked.rank == REVIEW
    asked.answer(judged(number, cost), None)


def test_two_passes_and_what_is_told_of_them(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        async def note(game: str) -> None:
            needed.append(game)

        needed: list[str] = []
        engines = ScriptedEngines()
        made = Reviews(hall._store, engines, note)
        table = await played(hall, "e8", "e2")
        watching = asyncio.ensure_future(_all(made, table))
        asked = await coarse(engines, [1, 2])
        assert needed == ["quoridor"], "what is not compiled is waited for"
        assert asked.record == table.record
        await fine(engines, 1, 0.1)
        await fine(engines, 2)
        told = await watching
        assert [
            (news["done"], news["complete"], [(move["number"], move["fine"]) for move in news["moves"]])
            for news in told
        ] == [
            (0, False, []),
            (0, False, [(1, False)]),
            (0, False, [(2, False)]),
            (1, False, [(1, True)]),
            (2, False, [(2, True)]),
            (2, True, []),
        ]
        assert {(news["of"], news["failure"]) for news in told} == {(2, None)}
        assert (await made.known(table))["moves"] == [judged(1, 0.1) | {"fine": True}, judged(2) | {"fine": True}]
        assert made._jobs == {} and engines.asked.empty()

    evening(tmp_path, work)


async def _all(made: Reviews, table: Table, account: str = "anna") -> list[dict[str, Any]]:
    return [progress async for progress in made.watch(account, table)]


def test_sides_are_summed_up_by_moves_that_count(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        made, engines = scripted(hall)
        table = await played(hall, *MOVES)
        watching = asyncio.ensure_future(_all(made, table))
        (await engines.asked.get()).answer(
            judged(1, 0.35, kind="blunder"),
            judged(2, 0.0),
            judged(3, 0.0, counts=False),
            judged(4, 0.1, kind="inaccuracy"),
            None,
        )
        while len((known := await made.known(table))["moves"]) < 4:
            await asyncio.sleep(0)
        assert known["sides"] == [
            {"side": "a", "accuracy": "25 %", "blunder": 1, "mistake": 0, "inaccuracy": 0},
            {"side": "b", "accuracy": "84 %", "blunder": 0, "mistake": 0, "inaccuracy": 1},
        ]
        watching.cancel()
        await asyncio.wait([watching])

    evening(tmp_path, work)


def test_what_is_solved_needs_one_pass(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        made, engines = scripted(hall)
        game = taflheim.game("hivolts")
        table = await table_with(hall, game, *game.seats)
        table = await play(hall, table, next(m for m in table.record.position.moves() if m != "j"))
        if not table.result:
            table = (await hall.tables.act(table.id, me(hall), Resign())).table
        watching = asyncio.ensure_future(_all(made, table))
        (await engines.asked.get()).answer(judged(1) | {"side": "player"}, None)
        assert [news["done"] for news in await watching] == [0, 1, 1]
        assert engines.asked.empty()

    evening(tmp_path, work)


def test_what_is_known_is_not_asked_again(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await played(hall, *MOVES)
        before = [judged(1, 0.2) | {"fine": True}, *(judged(number) | {"fine": False} for number in (2, 3))]
        stored = rows.StoredReview(reviews.VERSION, table.ply, before)
        await hall._store.write(rows.put, table.id, stored, 1)
        made, engines = scripted(hall)
        watching = asyncio.ensure_future(_all(made, table))
        await coarse(engines, [4, 3, 2, 1])  # the coarse pass was not at its end
        for number in (2, 3, 4):
            await fine(engines, number)
        first, *news = await watching
        assert (first["done"], first["of"], first["complete"]) == (1, 4, False)
        assert [move["number"] for move in first["moves"]] == [1, 2, 3]
        assert [[move["number"] for move in one["moves"]] for one in news] == [[4], [2], [3], [4], []]
        assert (await made.known(table))["moves"][0]["cost"] == 0.2, "a coarse answer does not replace a fine one"

        (known,) = await _all(made, table)
        assert known["complete"] and engines.asked.empty(), "nothing is left to do"

        # Where all moves are known there is no coarse pass.
        await hall._store.write(rows.put, table.id, stored._replace(data=[*before, judged(4) | {"fine": True}]), 1)
        watching = asyncio.ensure_future(_all(made, table))
        for number in (2, 3):
            await fine(engines, number)
        assert [one["done"] for one in await watching] == [2, 3, 4, 4]

        # What was made of another game than this, or by another version, is worth nothing.
        for other in (stored._replace(version="other"), stored._replace(plies=table.ply + 1)):
            await hall._store.write(rows.put, table.id, other, 1)
            assert (await made.known(table))["moves"] == []

    evening(tmp_path, work)


def test_what_was_found_is_kept_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_KEEP_EVERY", 2)

    async def work(hall: Hall) -> None:
        made, engines = scripted(hall)
        table = await played(hall, *MOVES, "e6")
        watching = asyncio.ensure_future(_all(made, table))

        async def kept() -> int | None:
            found = await hall._store.read(rows.get, table.id)
            return None if found is None else sum(move["fine"] for move in found.data)

        await coarse(engines, [1, 2, 3, 4, 5])
        for number, in_store in ((1, None), (2, None), (3, 2), (4, 2), (5, 4)):
            asked = await engines.asked.get()  # it is asked for when what was before is kept
            assert await kept() == in_store, number
            asked.answer(judged(number), None)
        assert (await watching)[-1]["complete"] and await kept() == 5

    evening(tmp_path, work)


def test_a_failure_is_told_and_what_was_found_is_kept(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        made, engines = scripted(hall)
        table = await played(hall, *MOVES)
        watching = asyncio.ensure_future(_all(made, table))
        await coarse(engines, [4, 3, 2, 1])
        await fine(engines, 1)
        assert [move["number"] for move in (await made.known(table))["moves"]] == [1, 2, 3, 4]
        (await engines.asked.get()).answer(EngineFailure("it has ended"))
        *news, last = await watching
        assert last["failure"] == "it has ended: open this page again in a moment"
        assert (last["done"], last["complete"], last["moves"]) == (1, False, [])
        assert all(one["failure"] is None for one in news)
        await made._tasks.finish()
        found = await hall._store.read(rows.get, table.id)
        assert found is not None
        assert [(move["number"], move["fine"]) for move in found.data] == [
            (1, True),
            (2, False),
            (3, False),
            (4, False),
        ]
        assert made._jobs == {}

    evening(tmp_path, work)


def test_it_is_made_as_long_as_somebody_listens(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        made, engines = scripted(hall)
        table = await played(hall, *MOVES)
        one, other = made.watch("anna", table), made.watch("bo", table)
        await anext(one)
        await anext(other)
        asked = await engines.asked.get()
        await one.aclose()
        await asyncio.sleep(0)
        assert not asked.is_closed and table.id in made._jobs and engines.asked.empty()
        asked.answer(judged(1))
        assert [move["number"] for move in (await anext(other))["moves"]] == [1]
        await other.aclose()
        await made._tasks.finish()
        assert asked.is_closed and made._jobs == {}
        assert await hall._store.read(rows.get, table.id) is None, "there is nothing fine to keep"

        again = made.watch("anna", table)
        await anext(again)
        asked = await engines.asked.get()
        await made.close()
        assert asked.is_closed
        await again.aclose()

    evening(tmp_path, work)


def test_who_is_too_slow_is_told_how_it_stands(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        made, engines = scripted(hall)
        made._news._most_waiting = 1
        table = await played(hall, *MOVES)
        news = made.watch("anna", table)
        await anext(news)
        await coarse(engines, [1, 2, 3, 4])
        while len((await made.known(table))["moves"]) < 4:
            await asyncio.sleep(0)
        assert [move["number"] for move in (await anext(news))["moves"]] == [1, 2, 3, 4]
        await news.aclose()

    evening(tmp_path, work)


def test_one_account_waits_for_its_own_reviews_alone(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        made, engines = scripted(hall)
        tables = [await played(hall, "e8"), await played(hall, "d9"), await played(hall, "f9")]
        watching = [asyncio.ensure_future(_all(made, tables[0], "anna"))]
        first = await engines.asked.get()
        watching += [asyncio.ensure_future(_all(made, tables[1], "anna"))]
        while tables[1].id not in made._jobs:
            await asyncio.sleep(0)
        watching += [asyncio.ensure_future(_all(made, tables[2], "bo"))]
        other = await engines.asked.get()
        assert (first.record.entries[0], other.record.entries[0]) == ("e8", "f9")
        assert engines.asked.empty()
        first.answer(judged(1), None)
        await fine(engines, 1)
        await watching[0]
        second = await engines.asked.get()
        assert second.record.entries[0] == "d9"
        for asked in (second, other):
            asked.answer(judged(1), None)
        for _ in range(2):
            await fine(engines, 1)
        await asyncio.gather(*watching)

    evening(tmp_path, work)


def test_an_engine_is_had_ready_when_a_game_ends_that_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        done: list[str] = []

        async def ready(name: str) -> None:
            done.append(f"{name} is compiled")

        async def warm(game: taflheim.Game) -> None:
            done.append(f"an engine for {game.name}")

        monkeypatch.setattr(hall.reviews, "_ready", ready)
        monkeypatch.setattr(hall.engines, "warm", warm)
        unplayed, goes_on = [await table_with(hall, QUORIDOR, "a", "b") for _ in range(2)]
        for table in (
            (await hall.tables.act(unplayed.id, me(hall), Resign("a"))).table,
            await play(hall, goes_on, "e8"),
            await played(hall, "e8"),
        ):
            hall.reviews.expect(table)
        await hall.reviews._tasks.finish()
        assert done == ["quoridor is compiled", "an engine for quoridor"]

    evening(tmp_path, work)
