"""What is due comes before what somebody wants: time, requests, the most events of a table."""

import pytest

from seated import ANNA, BO, BOT, CY, HOUR, MINUTE, OPENING, S, act, move, moves, replayed, seated, told
from taflheim.table.actor import Actor, House
from taflheim.table.circumstances import Circumstances
from taflheim.table.errors import GameOver, Overtaken, Refused, RequestReused
from taflheim.table.event import (
    Abort,
    Action,
    Answer,
    CallTime,
    Claim,
    Event,
    MakeOffer,
    Move,
    Resign,
    Sit,
    TakeBackSeat,
    Undo,
)
from taflheim.table.outage import Outage
from taflheim.table.permission import MOST_EVENTS
from taflheim.table.table import Table


def played(table: Table, *at_s: int) -> Table:
    """The table after moves at these seconds."""
    for at in at_s:
        table = move(table, at * S)
    return table


# ---- time ---------------------------------------------------------------------------------------------------------


def test_what_is_received_in_the_last_instant_stands() -> None:
    table = played(seated(clock="1+0"), 0, 10)
    assert move(table, 70 * S).record.turn == "b"
    late = Move(table.position_number, "e7")
    with pytest.raises(Overtaken) as caught:
        table.decide(late, ANNA, 70 * S + 1)
    (event,), after = caught.value.decision
    assert told(event) == ("time", "a", "") and event.at_ms == 70 * S
    assert (event.lag_ms, event.account, event.request) == (0, None, None)
    assert isinstance(caught.value.refusal, GameOver) and str(caught.value) == "the game is over"
    assert after.outcome("b") == "won" and replayed(after) == after
    assert after.clock.shown_ms("a", 90 * S) == 0


def test_the_house_calls_time() -> None:
    table = played(seated(clock="1+0"), 0, 10)
    assert table.decide(CallTime(), House(), 70 * S).table is table
    (event,), after = table.decide(CallTime(), House(), 100 * S)
    assert told(event) == ("time", "a", "") and event.at_ms == 70 * S
    assert after.decide(CallTime(), House(), 200 * S).table is after


def test_what_may_still_be_done_after_time_was_called_is_done() -> None:
    """Of three, a has run out of time: what c wants meanwhile is not its business."""
    table = played(seated(3, clock="1+0"), 0, 0, 10)
    after, happened = act(table, Resign(request="r1"), CY, 71 * S)
    assert happened == [("time", "a", ""), ("resign", "c", "")]
    assert [event.request for event in after.events[-2:]] == [None, "r1"]
    assert after.decide(Resign(request="r1"), CY, 99 * S).events == (after.events[-1],)


def test_time_after_time() -> None:
    """Nobody was looking: each clock begins when the one before it has ended."""
    table = played(seated(3, clock="1+0"), 0, 0, 10)
    events, after = table.decide(CallTime(), House(), HOUR)
    assert [(told(event), event.at_ms) for event in events] == [
        (("time", "a", ""), 70 * S),
        (("time", "b", ""), 130 * S),
    ]
    assert after.outcome("c") == "won"


def test_an_outage_is_charged_to_nobody() -> None:
    table = played(seated(clock="1+0"), 0, 10).with_outage(Outage(20 * S, 500 * S))
    after = move(table, 540 * S)
    assert after.clock.shown_ms("a", 540 * S) == 10 * S
    assert replayed(after) == after


# ---- lag ----------------------------------------------------------------------------------------------------------


def test_lag_is_forgiven_as_far_as_the_quota_goes() -> None:
    table = played(seated(clock="5+0"), 0, 0)
    slow = Circumstances(delays_ms={"a": 400, "b": 9_000})
    table = move(table, 10 * S, slow)
    assert table.events[-1].lag_ms == 400 and table.clock.shown_ms("a", 10 * S) == 290_400
    table = move(table, 20 * S, slow)
    assert table.events[-1].lag_ms == 500, "never more for one move"
    assert table.quotas_ms == {"a": 1_000 + 200 + 200 - 400, "b": 1_000 + 200 + 200 - 500}
    assert replayed(table) == table


def test_lag_moves_the_deadline() -> None:
    table = played(seated(clock="1+0"), 0, 10)
    slow = Circumstances(delays_ms={"a": 300})
    assert move(table, 70 * S + 300, slow).clock.shown_ms("a", 71 * S) == 0
    with pytest.raises(Overtaken) as caught:
        table.decide(Move(2, "e7"), ANNA, 70 * S + 301, slow)
    assert caught.value.decision.events[0].at_ms == 70 * S + 300


def test_time_does_not_run_backwards_when_less_is_forgiven() -> None:
    table = played(seated(clock="1+0"), 0, 10)
    table, _ = act(table, MakeOffer("draw"), BO, 70 * S + 200, Circumstances(delays_ms={"a": 300}))
    (event,), _ = table.decide(CallTime(), House(), 70 * S + 250)
    assert (event.kind, event.at_ms) == ("time", 70 * S + 200)


def test_a_bot_is_not_charged_for_its_wait() -> None:
    table = played(seated(clock="1+0", a=BOT), 0, 10)
    waiting = Circumstances(delays_ms={"a": 100 * S})
    after = move(table, 130 * S, waiting)
    assert after.events[-1].lag_ms == 100 * S and after.clock.shown_ms("a", 130 * S) == 40 * S
    assert after.quotas_ms.get("a") is None, "that was no lag"


def test_without_a_clock_nothing_is_forgiven() -> None:
    table = move(seated(), 10 * S, Circumstances(delays_ms={"a": 400}))
    assert table.events[-1].lag_ms == 0 and table.quotas_ms == {}


# ---- requests -----------------------------------------------------------------------------------------------------


def test_of_several_events_the_first_has_the_request() -> None:
    table, _ = act(moves(seated(), 2), MakeOffer("draw"), ANNA)
    answer = Answer(3, True, request="r1")
    events, after = table.decide(answer, BO, 0)
    assert [(event.kind, event.request) for event in events] == [("answer", "r1"), ("agreed", None)]
    assert after.decide(answer, BO, 9).table is after
    with pytest.raises(RequestReused):
        after.decide(Answer(3, False, request="r1"), BO, 9)
    assert events[0].digest and events[1].digest is None


# ---- the most events ----------------------------------------------------------------------------------------------


def filled(count: int) -> Table:
    """A table at which a move was made and taken back again and again, until so many things have happened."""
    table = seated()
    log: list[Event] = []
    while len(log) < count:
        kind, text = ("undo", "1") if len(log) % 2 else ("move", "e8")
        log.append(Event(len(log) + 1, kind, "a", text, 0, account="anna"))  # type: ignore[arg-type]
    return Table.replay("t", table.record.start, table.seats, log, table.terms)


@pytest.mark.parametrize(
    "action", [Undo(4_500), MakeOffer("draw"), MakeOffer("takeback"), TakeBackSeat(), Sit("b", "x")]
)
def test_near_the_end_only_moves_answers_and_ends_are_left(action: Action) -> None:
    with pytest.raises(Refused) as caught:
        filled(MOST_EVENTS - 500).decide(action, ANNA, 0)
    assert caught.value.reason.code == "too_many_events"


@pytest.mark.parametrize(
    ("action", "actor"), [(Move(4_500, "e8"), ANNA), (Resign(), BO), (Abort(), ANNA), (Claim("a"), BO)]
)
def test_near_the_end_a_game_can_still_end(action: Action, actor: Actor) -> None:
    assert filled(MOST_EVENTS - 500).decide(action, actor, HOUR).events


def test_before_that_everything_can_be_done() -> None:
    assert filled(MOST_EVENTS - 501).decide(MakeOffer("draw"), ANNA, 0).events


def test_a_table_with_too_many_events_is_drawn() -> None:
    table = filled(MOST_EVENTS - 12)
    table = move(table)
    assert table.state == "playing"
    events, after = table.decide(Move(table.position_number, OPENING["b"][0]), BO, 0)
    assert [told(event) for event in events] == [("move", "b", "e2"), ("agreed", "a", "limit")]
    assert events[1].account is None
    assert after.outcome("a") == "drawn" and after.number < MOST_EVENTS and replayed(after) == after
    after, _ = act(after, MakeOffer("rematch"), ANNA)
    after, happened = act(after, Answer(after.number, True), BO, 0, Circumstances(new_table="t2"))
    assert happened[-1] == ("rematch", "b", "t2")


def test_not_even_a_rematch_is_one_event_too_many() -> None:
    table = filled(MOST_EVENTS - 12).decide(Resign(), ANNA, 0).table
    while table.number <= MOST_EVENTS - 2:
        table, _ = act(table, MakeOffer("rematch"), ANNA)
        if table.number <= MOST_EVENTS - 2:
            table, _ = act(table, Answer(table.number, False), ANNA)
    with pytest.raises(Refused) as caught:
        table.decide(Answer(table.number, True), BO, 0)
    assert caught.value.reason.code == "too_many_events" and table.number <= MOST_EVENTS


def test_a_late_first_move_is_overtaken() -> None:
    with pytest.raises(Overtaken) as caught:
        seated(clock="5+3").decide(Move(0, "e8"), ANNA, 2 * MINUTE + 1)
    assert [told(event) for event in caught.value.decision.events] == [("aborted", "a", "late")]
