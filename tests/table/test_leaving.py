"""Leaving: aborting, claims, the table's policy, and accounts that are deleted."""

import pytest

from seated import ANNA, BO, BOT, CY, DEE, HOUR, MINUTE, act, move, moves, person, replayed, seated
from taflheim.table.actor import House
from taflheim.table.circumstances import NOTHING_KNOWN, Circumstances
from taflheim.table.deadline import Deadline, duty
from taflheim.table.errors import ClaimRefused, NotSeated, NotYourTurn, Refused, TooLate
from taflheim.table.event import (
    Abort,
    Answer,
    CallTime,
    Claim,
    CloseAccount,
    FillWithBots,
    MakeOffer,
    Move,
    Resign,
    Sit,
    TakeBackSeat,
)
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

BOTS = Terms(policy="bot", opener="anna")
FREE = Seat.free()


# ---- before the first move ----------------------------------------------------------------------------------------


def test_who_has_not_moved_may_abort() -> None:
    table = seated()
    assert act(table, Abort(), ANNA)[1] == [("aborted", "a", "abort")]
    table = move(table)
    assert act(table, Abort(), BO)[1] == [("aborted", "b", "abort")], "also when the other has moved"
    with pytest.raises(TooLate):
        table.decide(Abort(), ANNA, 0)


def test_of_three_who_aborts_once_others_have_moved_leaves() -> None:
    table = seated(3)
    assert act(table, Abort(), BO)[1] == [("aborted", "b", "abort")]
    table = move(table)
    after, happened = act(table, Abort(), BO)
    assert happened == [("left", "b", "")] and after.state == "playing"
    after, happened = act(after, Abort(), CY)
    assert happened == [("aborted", "c", "abort")], "nobody wins what has hardly begun"
    assert act(move(seated(3, terms=BOTS)), Abort(), BO)[1] == [("held", "b", "3")]
    assert act(move(seated(3, a=BOT)), Abort(), BO)[1] == [("aborted", "b", "abort")], "only a bot has moved"


def test_an_open_table_is_left_and_withdrawn() -> None:
    table = seated(3, c=FREE)
    after, happened = act(table, Abort(), BO)
    assert happened == [("rise", "b", "")] and after.seats["b"] == FREE and replayed(after) == after
    after, _ = act(after, Sit("b", "Dee"), DEE)
    assert after.seats["b"].account == "dee"
    after, happened = act(after, Abort(), ANNA)
    assert happened == [("aborted", "a", "withdrawn")] and after.state == "aborted" and replayed(after) == after


def test_the_opener_fills_seats_with_bots() -> None:
    table = seated(3, clock="5+3", b=FREE, c=FREE)
    after, happened = act(table, FillWithBots((("b", 4, "Old Bear"), ("c", 5, "Fox"))), ANNA, 70)
    assert happened == [("fill", "b", "4 Old Bear"), ("fill", "c", "5 Fox")]
    assert after.state == "playing" and after.record.headers["b"] == "Old Bear" and after.clock.since_ms == 70
    assert replayed(after) == after
    half, _ = act(table, FillWithBots((("b", 4, "Old Bear"),)), ANNA)
    assert half.is_open


@pytest.mark.parametrize(("moved", "kind"), [(0, "aborted"), (1, "held"), (2, "held")])
def test_who_is_late_with_the_first_move_falls_under_the_policy(moved: int, kind: str) -> None:
    clock = TimeControl.parse("5+3")
    table = moves(seated(3, terms=Terms(clock, policy="bot")), moved)
    (event,), after = table.decide(CallTime(), House(), 2 * MINUTE + 1)
    assert (event.kind, event.side, event.at_ms) == (kind, "abc"[moved], 2 * MINUTE)
    assert after.state == ("aborted" if kind == "aborted" else "playing")
    out = moves(seated(3, clock="5+3"), moved)
    assert out.decide(CallTime(), House(), 2 * MINUTE + 1).events[0].kind == ("left" if moved else "aborted")


# ---- claims -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("moved", "expected"), [(0, "aborted"), (2, "aborted"), (3, "aborted"), (4, "left")])
def test_of_two_who_claims_has_won_or_the_game_is_aborted(moved: int, expected: str) -> None:
    table = moves(seated(), moved)
    claimer, side = (BO, "a") if table.record.turn == "a" else (ANNA, "b")
    after, ((kind, gone, _),) = act(table, Claim(side), claimer, HOUR)
    assert (kind, gone) == (expected, side)
    assert after.state == ("over" if expected == "left" else "aborted")
    if expected == "left":
        assert after.outcome("b") == "won" and after.outcome_for_player("a") == "lost"


def test_of_two_no_bot_plays_on() -> None:
    assert act(moves(seated(terms=BOTS), 4), Claim("a"), BO, HOUR)[1] == [("left", "a", "")]


def test_of_three_one_claim_puts_somebody_out() -> None:
    table = moves(seated(3), 6)
    after, happened = act(table, Claim("a"), CY, HOUR)
    assert happened == [("left", "a", "")] and after.record.turn == "b" and after.state == "playing"
    with pytest.raises(NotSeated):
        after.decide(Claim("b"), ANNA, 2 * HOUR)
    after, happened = act(after, Claim("b"), CY, 2 * HOUR)
    assert happened == [("left", "b", "")] and after.outcome("c") == "won", "all had made two moves"


def test_of_three_nobody_wins_what_has_hardly_begun() -> None:
    table = moves(seated(3), 3)
    table, happened = act(table, Claim("a"), CY, HOUR)
    assert happened == [("left", "a", "")]
    table, happened = act(table, Claim("b"), CY, 2 * HOUR)
    assert happened == [("aborted", "b", "claimed")]


def test_who_left_early_does_not_keep_the_rest_from_a_result() -> None:
    table = moves(seated(3), 3)
    table, _ = act(table, Claim("a"), CY, HOUR)
    table = moves(table, 2, HOUR)
    assert act(table, Claim("b"), CY, 3 * HOUR)[1] == [("left", "b", "")]


def test_a_claim_hits_all_seats_of_an_account() -> None:
    table = moves(seated(4, c=person("anna")), 8)
    assert act(table, Claim("a"), BO, HOUR)[1] == [("left", "a", ""), ("left", "c", "")]
    with_bots = moves(seated(4, terms=BOTS, c=person("anna")), 8)
    around = Circumstances(stand_ins={"anna": 6})
    after, happened = act(with_bots, Claim("a"), BO, HOUR, around)
    assert happened == [("held", "a", "6"), ("held", "c", "6")]
    assert act(after, TakeBackSeat(), ANNA, HOUR)[1] == [("return", "a", ""), ("return", "c", "")]
    assert act(after, TakeBackSeat("c"), ANNA, HOUR)[1] == [("return", "c", "")]


def test_when_all_sides_but_two_of_one_account_leave_the_game_ends_once() -> None:
    table = moves(seated(3, b=person("anna")), 6)
    after, happened = act(table, Claim("a"), CY, HOUR)
    assert happened == [("left", "a", ""), ("left", "b", "")] and after.outcome("c") == "won"


# ---- a bot holds the seat -----------------------------------------------------------------------------------------


def test_a_bot_plays_on_and_the_person_may_come_back() -> None:
    table = moves(seated(3, terms=BOTS), 6)
    held, _ = act(table, Claim("a"), BO, HOUR)
    assert held.seats["a"] == Seat("Anna", "anna", 3) and held.bot_to_move == held.seats["a"]
    assert held.seats_of(ANNA) == () and held.may_see(ANNA) and held.people == {"bo", "cy"}
    for action in (Move(held.position_number, "e6"), Resign(), MakeOffer("draw")):
        with pytest.raises(NotSeated):
            held.decide(action, ANNA, HOUR)
    back, happened = act(held, TakeBackSeat(), ANNA, HOUR)
    assert happened == [("return", "a", "")] and back.seats == table.seats and replayed(back) == back
    late = Move(back.position_number, "e6")
    with pytest.raises(NotYourTurn):
        back.decide(late, House(), HOUR)
    assert move(held, HOUR).record.turn == "b" and replayed(move(held, HOUR)) == move(held, HOUR)
    with pytest.raises(Refused, match="no bot plays for you"):
        held.decide(TakeBackSeat("b"), ANNA, HOUR)


def test_who_comes_back_is_not_charged_for_the_bots_wait() -> None:
    table = moves(seated(3, terms=Terms(TimeControl.parse("2+0"), policy="bot")), 6)
    table, _ = act(table, Claim("a"), BO, MINUTE)
    waited = Circumstances(delays_ms={"a": 80_000})
    back, _ = act(table, TakeBackSeat(), ANNA, 150_000, waited)
    assert back.events[-1].lag_ms == 80_000 and back.clock.shown_ms("a", 150_000) == 50_000
    assert replayed(back) == back and back.decide(CallTime(), House(), 200_000).table is back
    assert back.decide(CallTime(), House(), 200_001).events[0].kind == "time"
    other, _ = act(moves(table, 1, MINUTE), TakeBackSeat(), ANNA, 2 * MINUTE, waited)
    assert other.events[-1].lag_ms == 0, "it is not her turn"


def test_nobody_is_charged_for_the_time_in_which_a_table_was_deserted() -> None:
    table = moves(seated(3, terms=Terms(TimeControl.parse("2+0"), policy="bot"), c=BOT), 6)
    table, _ = act(table, Claim("a"), BO, MINUTE)
    table = move(table, MINUTE)
    table, _ = act(table, Resign(), BO, 90_000)
    assert table.deserted and table.record.turn == "c" and table.clock.since_ms == 90_000
    back, _ = act(table, TakeBackSeat(), ANNA, 5 * HOUR)
    assert back.clock.shown_ms("c", 5 * HOUR) == 2 * MINUTE and back.bot_to_move == BOT
    assert replayed(back) == back and back.decide(CallTime(), House(), 5 * HOUR + 1).table is back


def test_a_bot_is_charged_until_its_table_was_deserted_and_plays_no_longer() -> None:
    table = moves(seated(3, terms=Terms(TimeControl.parse("2+0"), policy="bot"), c=BOT), 6)
    table, _ = act(table, Claim("a"), BO, MINUTE)
    table = moves(table, 2, MINUTE)
    table, _ = act(table, Resign(), BO, 90_000)
    assert table.deserted and (table.record.turn, table.clock.since_ms) == ("c", MINUTE)
    with pytest.raises(Refused) as caught:
        table.decide(Move(table.position_number, "c5"), House(), 91_000)
    assert caught.value.reason.code == "deserted"
    back, _ = act(table, TakeBackSeat(), ANNA, 5 * HOUR)
    assert back.clock.shown_ms("c", 5 * HOUR) == 90_000 and back.bot_to_move == BOT


def test_first_moves_and_absences_count_from_coming_back() -> None:
    table = move(seated(3, terms=Terms(TimeControl.parse("5+3"), policy="bot")))
    table = table.decide(CallTime(), House(), 3 * MINUTE).table
    assert table.seats["b"].is_held
    back, _ = act(table, TakeBackSeat(), BO, 10 * MINUTE)
    assert duty(back, NOTHING_KNOWN) == Deadline(12 * MINUTE, "late", "b")
    with pytest.raises(ClaimRefused):
        back.decide(Claim("b"), ANNA, 11 * MINUTE - 1)
    assert act(back, Claim("b"), ANNA, 11 * MINUTE)[1] == [("held", "b", "3")]


def test_nobody_takes_back_the_seat_of_a_side_that_is_gone() -> None:
    table = moves(seated(3, terms=Terms(TimeControl.parse("1+0"), policy="bot")), 6)
    table, _ = act(table, Claim("a"), BO, MINUTE)
    table, happened = act(table, CallTime(), House(), MINUTE + 1)
    assert happened == [("time", "a", "")], "the bot took the seat with its clock"
    with pytest.raises(TooLate):
        table.decide(TakeBackSeat(), ANNA, MINUTE + 1)


def test_what_a_bot_has_won_nobody_has() -> None:
    table = moves(seated(3, terms=BOTS), 6)
    table, _ = act(table, Claim("a"), BO, HOUR)
    table, _ = act(table, Resign(), BO, HOUR)
    table, _ = act(table, Resign(), CY, HOUR)
    assert table.state == "over" and table.outcome("a") == "won" and table.outcome_for_player("a") == "lost"
    assert [table.outcome_for_player(side) for side in "bc"] == ["lost", "lost"]


def test_who_left_has_lost_even_if_the_bot_draws() -> None:
    table = moves(seated(3, terms=BOTS), 6)
    table, _ = act(table, Claim("a"), BO, HOUR)
    table, _ = act(table, MakeOffer("draw"), BO, HOUR)
    assert table.state == "playing"
    number = table.number
    table, _ = act(table, Answer(number, True), CY, HOUR)
    table, happened = act(table, Answer(number, True, "a"), House(), HOUR)
    assert happened == [("answer", "a", f"{number} yes"), ("agreed", "a", "")]
    assert [table.outcome_for_player(side) for side in "abc"] == ["lost", "drawn", "drawn"]


def test_bots_play_on_where_nobody_can_come_back() -> None:
    table, _ = act(moves(seated(3, b=BOT, c=Seat.bot(3, "Other")), 3), Resign(), ANNA)
    assert not table.deserted and table.bot_to_move == BOT


# ---- deleted accounts ---------------------------------------------------------------------------------------------


def closing(table: Table, account: str) -> list[tuple[str, str, str]]:
    return act(table, CloseAccount(account), House())[1]


def test_a_deleted_account_resigns_or_aborts() -> None:
    assert closing(moves(seated(), 2), "anna") == [("resign", "a", "")]
    assert closing(move(seated()), "bo") == [("aborted", "b", "closed")], "before its first move"
    assert closing(moves(seated(b=BOT), 4), "anna") == [("aborted", "a", "closed")], "nobody else sits there"
    assert closing(move(seated(3)), "bo") == [("resign", "b", "")], "others have moved"
    assert closing(moves(seated(4, c=person("anna")), 8), "anna") == [("resign", "a", ""), ("resign", "c", "")]
    assert closing(move(seated(4, c=person("anna"))), "anna") == [("resign", "a", ""), ("resign", "c", "")]
    over = seated().decide(Resign(), BO, 0).table
    assert over.decide(CloseAccount("anna"), House(), 0).table is over
    playing = seated()
    assert playing.decide(CloseAccount("stranger"), House(), 0).table is playing


def test_a_deleted_account_leaves_open_tables() -> None:
    table = seated(3, c=FREE)
    assert closing(table, "anna") == [("aborted", "a", "withdrawn")]
    assert closing(table, "bo") == [("rise", "b", "")]
