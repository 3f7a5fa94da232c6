"""A table from one event to the next: the same by decisions and by replay, also where names change or time was lost."""

from dataclasses import replace

from seated import ANNA, BO, BOT, HOUR, S, act, move, moves, person, replayed, seated
from taflheim.table.event import MakeOffer, Move, Resign, Sit, Undo, WithdrawTable
from taflheim.table.outage import Outage
from taflheim.table.seat import Seat
from taflheim.table.table import Table


def test_play_begins_when_the_last_seat_is_taken() -> None:
    table = seated(3, clock="5+3", b=Seat.free(), c=Seat.free())
    assert table.state == "open" and table.clock.turn is None
    table, _ = act(table, Sit("c", "Cy"), BO, 10 * S)
    assert table.state == "open" and table.clock.turn is None
    table, _ = act(table, Sit("b", "Bo"), BO, 20 * S)
    assert table.state == "playing" and (table.clock.turn, table.clock.since_ms) == ("a", 20 * S)
    assert replayed(table) == table and replayed(moves(table, 3, 30 * S)) == moves(table, 3, 30 * S)


def test_a_table_without_free_seats_begins_when_it_is_opened() -> None:
    table = seated(clock="5+3")
    terms = replace(table.terms, created_ms=HOUR)
    table = Table.new("t", table.record.start, table.seats, terms)
    assert (table.state, table.clock.turn, table.clock.since_ms) == ("playing", "a", HOUR)


def test_somebody_has_another_name_today() -> None:
    table, _ = act(seated(b=Seat.free()), Sit("b", "Bo"), BO)
    table = moves(table, 3)
    now = {**table.seats, "b": Seat.person("bo", "deleted-7")}
    renamed = Table.replay("t", table.record.start, now, table.events, table.terms)
    assert renamed.seats["b"].name == renamed.record.headers["b"] == "deleted-7"
    assert renamed.record.entries == table.record.entries and renamed.clock == table.clock


def test_clocks_stand_still_after_the_end() -> None:
    table = moves(seated(clock="5+3"), 4)
    table, _ = act(table, Resign(), BO, 10 * S)
    assert table.clock.turn is None
    assert table.clock.shown_ms("a", HOUR) == 296 * S and replayed(table) == table


def test_a_move_that_wins_stops_the_clocks() -> None:
    start = seated().game.position("e2,c7 10,10 - - a")
    goal = next(move for move in start.moves() if start.play(move).result)
    table = Table.new("t", start, seated().seats, seated(clock="5+3").terms)
    won = table.decide(Move(0, goal), ANNA, 5 * S).table
    assert won.state == "over" and won.clock.turn is None and won.rematch is not None and replayed(won) == won


def test_a_replay_knows_the_outages() -> None:
    table = move(move(seated(clock="5+3"), 0), 0).with_outage(Outage(10 * S, 60 * S))
    table = move(table, 70 * S)
    assert table.clock.shown_ms("a", 70 * S) == 286 * S and replayed(table) == table
    without = Table.replay("t", table.record.start, table.seats, table.events, table.terms)
    assert without.clock.shown_ms("a", 70 * S) == 236 * S


def test_what_was_taken_back_bars_nothing() -> None:
    table = moves(seated(3, b=person("anna"), c=person("anna")), 4)
    table, _ = act(table, Resign(), ANNA)
    assert table.barred == 5
    table, _ = act(table, Undo(table.position_number), ANNA)
    assert table.barred == len(table.record.entries) == 4
    table, _ = act(table, Undo(table.position_number), ANNA)
    assert table.barred == len(table.record.entries) == 3 and replayed(table) == table
    assert act(table, Undo(table.position_number), ANNA)[0].ply == 2


def test_what_never_began_has_no_rematch() -> None:
    table, happened = act(seated(b=Seat.free()), WithdrawTable(), ANNA)
    assert happened == [("aborted", "a", "withdrawn")] and table.state == "aborted" and table.rematch is None


def test_offers_stay_open_over_a_replay() -> None:
    table, _ = act(moves(seated(3), 4), MakeOffer("draw"), BO)
    assert replayed(table).offers.open == table.offers.open != ()
    assert replayed(move(seated(a=BOT, b=person("anna")))).offers.open == ()
