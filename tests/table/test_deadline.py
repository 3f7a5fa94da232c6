"""What is due at a table, and when."""

import pytest

from seated import ANNA, BO, BOT, HOUR, MINUTE, S, act, move, moves, seated
from taflheim.table.actor import House
from taflheim.table.circumstances import NOTHING_KNOWN, Circumstances
from taflheim.table.deadline import Deadline, deadlines, duty
from taflheim.table.event import CallTime, Claim, MakeOffer, Resign, TakeBackSeat
from taflheim.table.outage import Outage
from taflheim.table.presence import Presence
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

FREE = Seat.free()
DAY = 24 * HOUR


def due(table: Table, around: Circumstances = NOTHING_KNOWN) -> tuple[int, str, str] | None:
    found = duty(table, around)
    return found and (found.at_ms, found.kind, found.side)


@pytest.mark.parametrize(("clock", "days"), [("none", 1), ("5+3", 1), ("move 30", 1), ("days 2", 14)])
def test_open_tables_expire(clock: str, days: int) -> None:
    terms = Terms(TimeControl.parse(clock), created_ms=HOUR)
    table = seated(terms=terms, b=FREE)
    end = HOUR + days * DAY
    assert due(table) == (end, "expired", "")
    assert table.decide(CallTime(), House(), end).table is table
    after, happened = act(table, CallTime(), House(), end + 1)
    assert happened == [("aborted", "a", "expired")] and after.state == "aborted" and due(after) is None
    assert after.events[0].at_ms == end
    assert due(table.with_outage(Outage(HOUR, 3 * HOUR))) == (end + 2 * HOUR, "expired", ""), "nobody could come"


@pytest.mark.parametrize(("clock", "end"), [("5+3", 2 * MINUTE), ("move 30", 2 * MINUTE), ("days 2", 2 * DAY)])
def test_first_moves_between_people_are_due(clock: str, end: int) -> None:
    table = seated(clock=clock)
    assert due(table) == (end, "late", "a")
    assert due(move(table, 5 * S)) == (5 * S + end, "late", "b")
    assert due(table.with_outage(Outage(10 * S, 90 * S))) == (90 * S + end, "late", "a"), "timers begin anew"


def test_first_moves_that_are_not_due() -> None:
    assert due(seated()) is None, "without a clock there is time"
    assert due(seated(clock="5+3", a=BOT)) is None
    assert due(seated(clock="5+3", b=BOT)) is None, "a bot does not mind"
    assert due(seated(3, clock="5+3", a=BOT)) is None


def test_time_is_due_with_what_is_forgiven() -> None:
    table = moves(seated(clock="1+0"), 2, 10 * S)
    assert due(table) == (70 * S, "time", "a")
    assert due(table, Circumstances(delays_ms={"a": 120})) == (70 * S + 120, "time", "a")
    assert due(table, Circumstances(delays_ms={"a": 9_000, "b": 80})) == (70 * S + 500, "time", "a")
    bot = moves(seated(clock="1+0", a=BOT), 2, 10 * S)
    assert due(bot, Circumstances(delays_ms={"a": 9_000})) == (79 * S, "time", "a")
    assert due(table.decide(Resign(), BO, 0).table) is None


def test_a_deserted_table_waits_a_day() -> None:
    terms = Terms(policy="bot")
    table = moves(seated(3, terms=terms, c=BOT), 6, 5 * S)
    table, happened = act(table, Claim("a"), BO, HOUR)
    assert happened == [("held", "a", "3")] and not table.deserted and due(table) is None
    table = move(table, HOUR)
    assert table.record.turn == "b"
    table, _ = act(table, Resign(), BO, 2 * HOUR)
    assert table.deserted and table.bot_to_move is None, "a bot holds Anna's seat, and Bo is gone"
    assert due(table) == (2 * HOUR + DAY, "deserted", "")
    after, happened = act(table, CallTime(), House(), 2 * HOUR + DAY + 1)
    assert happened == [("aborted", "c", "deserted")] and after.state == "aborted"


def test_a_claim_does_not_wait_for_who_comes_back_to_another_seat() -> None:
    table = moves(seated(3, terms=Terms(policy="bot")), 6, 5 * S)
    table, _ = act(table, Claim("a"), BO, HOUR)
    table = move(table, HOUR)
    table, happened = act(table, TakeBackSeat(), ANNA, HOUR + MINUTE)
    assert happened == [("return", "a", "")] and table.record.turn == "b"
    away = Circumstances(presence={"bo": Presence(False, 0, 0)})
    assert deadlines(table, away) == (Deadline(HOUR + 3 * MINUTE, "claim", "b"),)


def test_claims_and_offers_are_shown() -> None:
    table = moves(seated(clock="5+3"), 4)
    away = Circumstances(presence={"anna": Presence(False, 7 * S, 7 * S)})
    assert deadlines(table, away) == (Deadline(67 * S, "claim", "a"), Deadline(306 * S, "time", "a"))
    there = Circumstances(presence={"anna": Presence(True, 7 * S, 7 * S)})
    assert deadlines(table, there) == (Deadline(306 * S, "time", "a"),)
    assert deadlines(moves(seated(b=BOT), 4), away) == (), "nobody is there to claim"
    over = table.decide(Resign(), BO, 8 * S).table
    assert deadlines(over, away) == ()
    over, _ = act(over, MakeOffer("rematch"), ANNA, 9 * S)
    assert deadlines(over, away) == (Deadline(9 * S + 5 * MINUTE, "rematch", "a"),)
    over, _ = act(over, MakeOffer("rematch"), BO, 10 * S)
    assert over.next_table is not None and deadlines(over, away) == ()
