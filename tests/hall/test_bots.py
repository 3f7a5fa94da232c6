"""Bots at tables, with real engine processes."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import taflheim
from evenings import evening, hall_open, me, play, seats, table_with, until, until_my_turn
from fake_time import FakeTime
from taflheim.engine.protocol.client import EngineFailure
from taflheim.hall.bot_turns import Turns
from taflheim.hall.engines import Engines, Question
from taflheim.hall.hall import Hall
from taflheim.hall.tables import NoSuchTable
from taflheim.server.channels.here import told_queue
from taflheim.store.errors import StoreUnavailable
from taflheim.table.actor import Actor, House, Person
from taflheim.table.decision import Decision
from taflheim.table.errors import NotYourTurn
from taflheim.table.event import Action, CallTime, MakeOffer, Move, Resign, TakeBackSeat, Undo
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

QUORIDOR = taflheim.game("quoridor")


@pytest.mark.parametrize("name", [name for name in taflheim.rulebooks() if name != "hivolts"])
def test_a_bot_answers_in_every_game(name: str, tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        game = taflheim.game(name)
        table = await until_my_turn(hall, await table_with(hall, game, game.seats[1]))
        for _ in range(2):
            if table.result:
                break
            table = await until_my_turn(hall, await play(hall, table, table.record.position.moves()[0]))
        assert table.ply >= 3

    evening(tmp_path, work)


def test_bots_play_on_when_a_person_has_left(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        game = taflheim.game("quoridor", players=3)
        start = game.position("e7,e3,c5 0,0,0 - - a")
        table = await hall.tables.open(start, seats(hall, game, "a"))
        await hall.tables.act(table.id, me(hall), Resign())
        table = await until(hall, table, lambda now: now.result is not None)
        assert table.outcome("a") == "lost"
        assert [game.outcome for game in await hall.games.ended(me(hall))] == ["lost"]

    evening(tmp_path, work)


class Held:
    """Engines whose answers a test gives itself."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[tuple[Question, asyncio.Future[str]]] = asyncio.Queue()

    async def best_move(self, question: Question, thinks: Callable[[], None]) -> str:
        thinks()
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.asked.put_nowait((question, answer))
        return await answer


def test_an_answer_to_a_position_that_is_gone_is_not_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quoridor: e8, undo while the bot thinks, e1h. The answer to e8 has the ply of one to e1h."""

    async def work(hall: Hall) -> None:
        held = Held()
        monkeypatch.setattr(hall.bots, "_engines", held)
        table = await play(hall, await table_with(hall, QUORIDOR, "a"), "e8")
        _, late = await held.asked.get()
        table = (await hall.tables.act(table.id, me(hall), Undo(table.position_number))).table
        table = await play(hall, table, "e1h")
        question, answer = await held.asked.get()
        assert question.record.entries == ("e1h",)
        if not late.done():
            late.set_result("e2")  # the wall is in the way: illegal now
        answer.set_result("d1")
        table = await until_my_turn(hall, table)
        assert table.record.entries == ("e1h", "d1")

    evening(tmp_path, work)


def test_nobody_thinks_on_about_what_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        table = await play(hall, await table_with(hall, QUORIDOR, "a"), "e8")
        _, first = await held.asked.get()
        table = (await hall.tables.act(table.id, me(hall), Undo(table.position_number))).table
        table = await play(hall, table, "e1h")
        _, second = await held.asked.get()
        assert first.cancelled() and not second.done() and hall.bots.busy(table.id)
        await hall.bots.close()
        assert second.cancelled() and not hall.bots.busy(table.id)

    evening(tmp_path, work)


def test_what_an_engine_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            monkeypatch.setattr(hall.bots, "_engines", held := Held())
            table = await table_with(hall, QUORIDOR, "a", level=7)
            with hall.tables.watch(table.id):
                table = await play(hall, table, "e8")
                watched, answer = await held.asked.get()
                answer.set_result("e2")
                table = await until_my_turn(hall, table)
            table = await play(hall, table, "e7")
            alone, _ = await held.asked.get()
            other = await play(hall, await table_with(hall, QUORIDOR, "a", level=7), "e8")
            elsewhere, _ = await held.asked.get()
        assert (watched.level, watched.waited_for, watched.record.entries) == (7, True, ("e8",))
        assert (alone.waited_for, alone.record.entries) == (False, ("e8", "e2", "e7"))
        assert len({watched.seed, alone.seed, elsewhere.seed}) == 3
        async with hall_open(tmp_path) as hall:
            monkeypatch.setattr(hall.bots, "_engines", held := Held())
            seeds = {asked.record.entries: asked.seed for asked, _ in [await held.asked.get() for _ in range(2)]}
        # A game that is played again from the store goes the same way.
        assert seeds == {table.record.entries: alone.seed, other.record.entries: elsewhere.seed}

    asyncio.run(asyncio.wait_for(run(), 120))


def test_how_long_bots_take_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's own move wakes the table: that must not end its task before it has told."""

    async def work(hall: Hall) -> None:
        told = asyncio.Queue[float]()
        hall.when_measured(lambda what, seconds: told.put_nowait(seconds) if what == "bot" else None)
        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        game = taflheim.game("quoridor", players=3)
        table = await play(hall, await table_with(hall, game, "a"), "e8")
        for _ in range(2):  # the second bot is woken by the first one's move
            question, answer = await held.asked.get()
            assert told.empty()
            answer.set_result(question.record.position.moves()[0])
            assert 0 < await told.get() < 60
        assert not hall.bots.busy(table.id)

    evening(tmp_path, work)


def test_a_bot_waits_until_its_game_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        waiting, compiled = asyncio.Queue[str](), asyncio.Event()

        async def ready(game: str) -> None:
            waiting.put_nowait(game)
            await compiled.wait()

        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        monkeypatch.setattr(hall.bots, "_ready", ready)
        await play(hall, await table_with(hall, QUORIDOR, "a"), "e8")
        assert await waiting.get() == "quoridor"
        assert held.asked.empty()
        compiled.set()
        await held.asked.get()

    evening(tmp_path, work)


def test_bots_answer_offers_until_the_end(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a")
        await hall.tables.act(table.id, me(hall), MakeOffer("draw"))
        await hall.bots._draws.answered(table.id)
        assert not (await hall.tables.get(table.id)).offers.find("draw"), "that early it declines"
        thinks = hall.bots._draws._tasks.start(asyncio.Event().wait(), "an answer that takes long")
        await hall.bots.close()
        assert thinks.cancelled()

    evening(tmp_path, work)


def test_a_bot_moves_when_it_has_answered_the_offer_of_a_draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        done: list[str] = []
        act = hall.tables.act

        async def answered(_table_id: str) -> None:
            done.append("answered")

        async def noted(table_id: str, actor: Actor, action: Action) -> Decision:
            done.append(type(action).__name__)
            return await act(table_id, actor, action)

        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        table = await play(hall, await table_with(hall, QUORIDOR, "a"), "e8")
        _, answer = await held.asked.get()
        _, turn = hall.bots._thinking[table.id]
        monkeypatch.setattr(hall.bots._draws, "answered", answered)
        monkeypatch.setattr(hall.tables, "act", noted)
        answer.set_result("e2")
        await turn
        assert done == ["answered", "Move"], "its move would end the offer"
        assert not hall.bots._moving

    evening(tmp_path, work)


def test_a_bot_whose_turn_is_over_waits_behind_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        table = await play(hall, await table_with(hall, QUORIDOR, "a"), "e8")
        await held.asked.get()
        hall.bots._tell_before(table.id, 2)
        assert hall.bots.before(table.id) == 2
        await hall.tables.act(table.id, me(hall), Undo(table.position_number))
        assert hall.bots.before(table.id) == 0

    evening(tmp_path, work)


def test_nothing_is_kept_of_a_turn_at_a_table_that_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        async def gone(*_: object) -> None:
            raise NoSuchTable("it was removed")

        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        table = await play(hall, await table_with(hall, QUORIDOR, "a"), "e8")
        _, answer = await held.asked.get()
        hall.bots._tell_before(table.id, 2)
        monkeypatch.setattr(hall.tables, "act", gone)
        _, turn = hall.bots._thinking[table.id]
        answer.set_result("e2")
        await asyncio.wait([turn])
        await asyncio.sleep(0)
        assert not hall.bots.busy(table.id) and hall.bots.before(table.id) == 0
        assert not hall.bots._waits and hall.tables.around.bot_wait(table.id, 77) == 0

    evening(tmp_path, work)


def test_taking_back_while_a_bot_thinks(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await play(hall, await table_with(hall, QUORIDOR, "a", level=10), "e8")
        table = (await hall.tables.act(table.id, me(hall), Undo(1))).table
        table = await until_my_turn(hall, await play(hall, table, "e1h"))
        assert table.record.entries[0] == "e1h" and table.ply == 2

    evening(tmp_path, work)


@pytest.mark.parametrize("failure", [StoreUnavailable("the disk is full"), ValueError("nobody expected this")])
def test_a_move_that_could_not_be_written_is_tried_again(
    failure: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(hall: Hall) -> None:
        hall.bots._first_pause_s = 0.01
        keep, failures = hall.tables._keep, [failure] * 3

        async def fail_first(*arguments: object) -> None:
            if failures:
                raise failures.pop()
            await keep(*arguments)  # type: ignore[arg-type]

        async def note(delay: float) -> None:
            slept.append(delay)
            await sleep(0)

        table = await table_with(hall, QUORIDOR, "b")
        monkeypatch.setattr(hall.tables, "_keep", fail_first)
        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        sleep, slept = asyncio.sleep, list[float]()
        with monkeypatch.context() as patch:
            for _ in range(4):
                _, answer = await held.asked.get()
                patch.setattr(asyncio, "sleep", note)
                answer.set_result("e8")
            table = await until_my_turn(hall, table)
        assert table.ply == 1 and not failures
        assert slept == [0.01, 0.02, 0.03]

    monkeypatch.setattr("taflheim.hall.bots._LONGEST_PAUSE_S", 0.03)
    with caplog.at_level(logging.ERROR):
        evening(tmp_path, work)
    told = [record for record in caplog.records if "the bot could not move" in record.message]
    assert [record.message.partition(": the bot could not move: ")[2] for record in told] == [
        f"{failure}; trying again in {pause} s" for pause in ("0.01", "0.02", "0.03")
    ]
    # Only what nobody expected is worth a traceback.
    assert [bool(record.exc_info) for record in told] == [type(failure) is ValueError] * 3


def test_an_engine_that_is_killed_is_replaced(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await until_my_turn(hall, await play(hall, await table_with(hall, QUORIDOR, "a"), "e8"))
        assert hall.engines._idle
        for client in hall.engines._idle:
            os.kill(client._process.pid, signal.SIGKILL)
        table = await until_my_turn(hall, await play(hall, table, "e7"))
        assert table.ply == 4

    evening(tmp_path, work)


def test_a_bot_recovers_when_no_engine_could_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Noticed(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if "the bot could not move" in record.getMessage():
                monkeypatch.setattr(sys, "executable", python)

    async def work(hall: Hall) -> None:
        hall.bots._first_pause_s = 0.01
        table = await until_my_turn(hall, await table_with(hall, QUORIDOR, "b"))
        assert table.ply == 1

    python, noticed = sys.executable, Noticed()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    logging.getLogger("taflheim.hall.bots").addHandler(noticed)
    try:
        evening(tmp_path, work)
    finally:
        logging.getLogger("taflheim.hall.bots").removeHandler(noticed)
    assert any("the bot could not move" in record.message for record in caplog.records)


def test_bots_go_on_by_themselves_after_the_hall_was_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            monkeypatch.setattr(hall.bots, "_engines", held := Held())
            table = await play(hall, await table_with(hall, QUORIDOR, "a"), "e8")
            await held.asked.get()  # it thinks, and never answers
        async with hall_open(tmp_path) as hall:
            with hall.tables.watch(table.id) as changes:  # nobody asks for the table
                assert (await changes.get()).events[0].number == 2

    asyncio.run(asyncio.wait_for(run(), 120))


def test_no_bot_thinks_after_the_end(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "b", level=10)
        assert hall.bots.busy(table.id)
        table = (await hall.tables.act(table.id, me(hall), Resign())).table
        assert table.result and not hall.bots.busy(table.id)
        with pytest.raises(taflheim.TaflheimError):
            await hall.tables.act(table.id, me(hall), Move(table.position_number, "e8"))

    evening(tmp_path, work)


def test_a_bot_that_was_stopped_thinks_again_about_the_same_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        table = await table_with(hall, QUORIDOR, "b")
        _, first = await held.asked.get()
        hall.bots.wake(table.decide(Resign(), me(hall), now_ms=0).table)
        assert not hall.bots.busy(table.id)
        hall.bots.wake(table)  # at once, while the first is still coming to its end
        _, second = await held.asked.get()
        assert first.cancelled() and not second.done() and hall.bots.busy(table.id)

    evening(tmp_path, work)


def test_waiting_for_an_engine_is_not_charged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Waiting(Held):
        async def best_move(self, question: Question, thinks: Callable[[], None]) -> str:
            time.go_on(7_000)  # all engines are busy
            thinks()
            assert question.movetime_ms is not None
            return await super().best_move(question, lambda: None)

    async def work(hall: Hall) -> None:
        monkeypatch.setattr(hall.bots, "_engines", held := Waiting())
        live = Terms(TimeControl.parse("1+0"))
        table = await hall.tables.open(QUORIDOR.start(), seats(hall, QUORIDOR, "a"), live)
        for number, answer in enumerate(("e2", "e3")):
            table = await play(hall, table, ("e8", "e7")[number])
            question, move = await held.asked.get()
            assert question.movetime_ms == 3_000, "a share of what is left"
            time.go_on(2_000)
            move.set_result(answer)
            table = await until_my_turn(hall, table)
        assert table.clock.shown_ms("b", time.now_ms) == 58_000, "two seconds of thinking; the first move is free"
        assert table.events[-1].lag_ms == 7_000

    time = FakeTime(monkeypatch)
    evening(tmp_path, work)


def test_a_bot_without_an_engine_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        hall.bots._first_pause_s = 1000
        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        table = await play(hall, await table_with(hall, QUORIDOR, "a"), "e8")
        _, answer = await held.asked.get()
        time.go_on(3_000)
        assert hall.tables.around.bot_wait(table.id, time.now_ms) == 0, "it thinks"
        answer.set_exception(EngineFailure("it has ended by itself"))
        for _ in range(20):
            await asyncio.sleep(0)
        time.go_on(2_000)
        assert hall.tables.around.bot_wait(table.id, time.now_ms) == 5_000

    time = FakeTime(monkeypatch)
    evening(tmp_path, work)


def test_who_has_waited_has_as_much_time_to_think(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        hall.bots._first_pause_s = 0.01
        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        live = Terms(TimeControl.parse("1+0"))
        table = await hall.tables.open(QUORIDOR.start(), seats(hall, QUORIDOR, "a"), live)
        table = await play(hall, table, "e8")
        (await held.asked.get())[1].set_result("e2")
        await play(hall, await until_my_turn(hall, table), "e7")
        first, answer = await held.asked.get()
        answer.set_exception(EngineFailure("it has ended by itself"))
        time.go_on(7_000)
        second, _ = await held.asked.get()
        assert first.movetime_ms == second.movetime_ms == 3_000

    time = FakeTime(monkeypatch)
    evening(tmp_path, work)


def test_a_bot_that_begins_to_think_waits_behind_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a")
        before: list[int] = []

        class Busy(Held):
            async def best_move(self, question: Question, thinks: Callable[[], None]) -> str:
                hall.bots._note_before({table.id: 2})
                before.append(hall.bots.before(table.id))
                thinks()
                before.append(hall.bots.before(table.id))
                return await super().best_move(question, lambda: None)

        monkeypatch.setattr(hall.bots, "_engines", held := Busy())
        await play(hall, table, "e8")
        await held.asked.get()
        assert before == [2, 0]

    evening(tmp_path, work)


def test_nobody_stays_in_the_line_whose_turn_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Line(Held):
        async def best_move(self, question: Question, thinks: Callable[[], None]) -> str:
            return await super().best_move(question, lambda: None)

    async def work(hall: Hall) -> None:
        monkeypatch.setattr(hall.bots, "_engines", held := Line())
        table = await play(hall, await table_with(hall, QUORIDOR, "a"), "e8")
        await held.asked.get()
        assert set(hall.bots._asked) == {table.id}
        await hall.tables.act(table.id, me(hall), Undo(table.position_number))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not hall.bots._asked

    evening(tmp_path, work)


def test_who_has_waited_for_a_while_is_told_how_many_are_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taflheim.hall.bots._LOOK_EVERY_S", 0)

    async def work(hall: Hall) -> None:
        table = await table_with(hall, QUORIDOR, "a")
        told: asyncio.Queue[int] = asyncio.Queue()
        noted: list[Mapping[tuple[str, int], int]] = []

        class Line(Held):
            async def best_move(self, question: Question, thinks: Callable[[], None]) -> str:
                self.waiting = id(question)
                return await super().best_move(question, lambda: None)

            def before(self) -> dict[int, int]:
                told.put_nowait(hall.bots.before(table.id))
                return {self.waiting: 2} if told.qsize() <= 2 else {}

        class Noted(Turns):
            def note(self, boards: Mapping[tuple[str, int], int]) -> None:
                noted.append(boards)

        monkeypatch.setattr(hall.bots, "_engines", Line())
        hall.bots.turn = Noted()
        await play(hall, table, "e8")
        while told.qsize() < 4:
            await asyncio.sleep(0)
        # Nobody is told of who has come just now, and when it has left the line it is told, too.
        assert [told.get_nowait() for _ in range(4)] == [0, 0, 2, 0]
        assert noted == [{(table.id, 1): 2}, {(table.id, 1): 0}], "other processes are told as well"

    evening(tmp_path, work)


def test_a_bot_plays_on_until_somebody_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        monkeypatch.setattr(hall.bots, "_engines", held := Held())
        three = taflheim.game("quoridor", players=3)
        terms = Terms(TimeControl.parse("1+0"), policy="bot")
        people = {"a": me(hall), "b": Person(await guest(hall)), "c": Person(await guest(hall))}
        sitting = {side: Seat.person(person.account, side) for side, person in people.items()}
        table = await hall.tables.open(three.start(), sitting, terms)
        for side, move in (("a", "e8"), ("b", "e2")):
            table = (await hall.tables.act(table.id, people[side], Move(table.position_number, move))).table
        time.go_on(120_001)
        hall.tables.outages.alive(time.now_ms)
        table = (await hall.tables.act(table.id, House(), CallTime())).table
        assert table.seats["c"].is_held and hall.bots.busy(table.id), "a bot plays on"
        _, answer = await held.asked.get()
        table = (await hall.tables.act(table.id, people["c"], TakeBackSeat())).table
        assert not hall.bots.busy(table.id)
        await asyncio.sleep(0)
        assert answer.cancelled(), "nobody waits for its answer any more"
        with pytest.raises(NotYourTurn):
            await hall.tables.act(table.id, House(), Move(table.position_number, "b5"))

    time = FakeTime(monkeypatch)
    evening(tmp_path, work)


async def guest(hall: Hall) -> str:
    actor = await hall.accounts.actor(await hall.accounts.add_guest())
    assert isinstance(actor, Person)
    return actor.account


def test_a_table_that_is_removed_while_bots_are_woken_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(hall: Hall) -> None:
        await hall._tasks.finish()
        looked: list[str] = []
        get = hall.tables.get

        async def noted(table_id: str) -> Table:
            looked.append(table_id)
            return await get(table_id)

        monkeypatch.setattr(hall.tables, "get", noted)
        await hall.bots.resume(hall._store)
        assert looked == ["removed", "removed, too"]

    monkeypatch.setattr("taflheim.hall.bots.rows.bots_to_move", lambda connection: ["removed", "removed, too"])
    with caplog.at_level(logging.WARNING):
        evening(tmp_path, work)
    assert caplog.text == ""


def test_how_many_boards_a_bot_has_before_one_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One place: the first question takes it, two more wait, and whoever watches is told when that changes."""
    monkeypatch.setattr("taflheim.hall.bots._LOOK_EVERY_S", 0.05)

    async def work(hall: Hall) -> None:
        engines = Engines(1)
        free, answers = asyncio.Event(), iter(("e2", "e2", "e2"))

        async def ask(question: Question, place: object, thinks: Callable[[], None]) -> str:
            thinks()
            await free.wait()
            free.clear()
            return next(answers)

        monkeypatch.setattr(engines, "_ask", ask)
        monkeypatch.setattr(hall.bots, "_engines", engines)
        tables = [await play(hall, await table_with(hall, QUORIDOR, "a"), "e8") for _ in range(3)]
        with hall.tables.watch(tables[2].id) as changes:
            while [hall.bots.before(table.id) for table in tables] != [0, 1, 2]:
                await asyncio.sleep(0.01)
            assert told_queue(await hall.tables.get(tables[2].id), 2) == "Bot has two boards before yours"
            assert not (await changes.get()).events  # watchers look again
            free.set()
            while [hall.bots.before(table.id) for table in tables] != [0, 0, 1]:
                await asyncio.sleep(0.01)
        free.set()
        await until_my_turn(hall, tables[1])
        free.set()
        await until_my_turn(hall, tables[2])
        assert not any(hall.bots.before(table.id) for table in tables)

    evening(tmp_path, work)
