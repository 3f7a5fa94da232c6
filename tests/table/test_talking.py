"""Offers at a table: draws, takebacks, rematches, and what comes of them."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from seated import ANNA, BO, BOT, CY, HOUR, MINUTE, S, act, move, moves, person, replayed, seated
from taflheim.table.actor import House
from taflheim.table.circumstances import Circumstances
from taflheim.table.errors import NothingToUndo, Overtaken
from taflheim.table.event import Abort, Answer, CallTime, Claim, MakeOffer, Resign, Undo, WithdrawOffer
from taflheim.table.offer_refused import OfferRefused
from taflheim.table.outage import Outage
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

NEXT = Circumstances(new_table="t2")


@contextmanager
def refusal(code: str) -> Iterator[None]:
    with pytest.raises(OfferRefused) as caught:
        yield
    assert caught.value.reason.code == code


# ---- draws --------------------------------------------------------------------------------------------------------


def test_a_draw_is_offered_and_agreed_to() -> None:
    table, happened = act(moves(seated(3), 3), MakeOffer("draw"), BO)
    assert happened == [("offer", "b", "draw")] and table.position_number == 3, "the position is the same"
    table, happened = act(table, Answer(4, True), ANNA)
    assert happened == [("answer", "a", "4 yes")] and table.state == "playing"
    table, happened = act(table, Answer(4, True), CY)
    assert happened == [("answer", "c", "4 yes"), ("agreed", "c", "")]
    assert [table.outcome(side) for side in "abc"] == ["drawn"] * 3 and replayed(table) == table


def test_to_offer_the_same_is_to_agree() -> None:
    table, _ = act(moves(seated(), 2), MakeOffer("draw"), ANNA)
    table, happened = act(table, MakeOffer("draw"), BO)
    assert happened == [("answer", "b", "3 yes"), ("agreed", "b", "")] and replayed(table) == table


def test_a_draw_is_declined_withdrawn_and_lapses() -> None:
    offered, _ = act(moves(seated(), 2), MakeOffer("draw"), ANNA)
    declined, happened = act(offered, Answer(3, False), BO)
    assert happened == [("answer", "b", "3 no")] and declined.offers.open == ()
    withdrawn, happened = act(offered, WithdrawOffer(3), ANNA)
    assert happened == [("withdraw", "a", "3")] and withdrawn.offers.open == ()
    assert move(offered).offers.open != (), "one's own move does not end it"
    lapsed = moves(offered, 2)
    assert lapsed.offers.open == ()
    for after in (declined, withdrawn, lapsed):
        assert replayed(after) == after
        with refusal("too_soon"):
            after.decide(MakeOffer("draw"), ANNA, 0)
        with refusal("not_open"):
            after.decide(Answer(3, True), BO, 0)
        with refusal("not_open"):
            after.decide(WithdrawOffer(3), ANNA, 0)
    with refusal("not_yours"):
        offered.decide(WithdrawOffer(3), BO, 0)
    with refusal("open_already"):
        offered.decide(MakeOffer("draw"), ANNA, 0)
    with refusal("own_offer"):
        offered.decide(Answer(3, True), ANNA, 0)


def test_a_bot_votes_for_itself() -> None:
    table, _ = act(moves(seated(3, c=BOT), 3), MakeOffer("draw"), ANNA)
    table, _ = act(table, Answer(4, True), BO)
    after, happened = act(table, Answer(4, True, "c"), House())
    assert happened[-1] == ("agreed", "c", "") and after.state == "over"
    after, _ = act(table, Answer(4, False, "c"), House())
    assert after.state == "playing" and after.offers.open == ()


def test_everybody_at_one_screen_has_agreed() -> None:
    table, happened = act(moves(seated(b=person("anna")), 2), MakeOffer("draw"), ANNA)
    assert happened == [("offer", "a", "draw"), ("agreed", "a", "")] and replayed(table) == table


def test_one_answer_counts_for_all_seats_of_an_account() -> None:
    table, _ = act(moves(seated(4, c=person("anna"), d=person("anna")), 4), MakeOffer("draw"), BO)
    assert act(table, Answer(5, True, "c"), ANNA)[0].state == "over"


# ---- takebacks ----------------------------------------------------------------------------------------------------


def test_a_takeback_goes_back_to_the_askers_last_turn() -> None:
    table = moves(seated(), 4)
    asked, _ = act(table, MakeOffer("takeback"), ANNA)
    after, happened = act(asked, Answer(5, True), BO)
    assert happened == [("answer", "b", "5 yes"), ("undo", "a", "2")]
    assert after.ply == 2 and after.record.turn == "a" and after.position_number == 7 and replayed(after) == after
    asked, _ = act(table, MakeOffer("takeback"), BO)
    after, happened = act(asked, Answer(5, True), ANNA)
    assert happened[-1] == ("undo", "b", "1") and after.record.turn == "b"


def test_who_plays_several_sides_takes_back_the_last_of_their_moves() -> None:
    table = moves(seated(4, c=person("anna")), 7)
    assert act(table, MakeOffer("takeback"), ANNA)[1] == [("offer", "c", "takeback")]
    assert act(table, MakeOffer("takeback", "a"), ANNA)[1] == [("offer", "a", "takeback")]


def test_a_takeback_ends_all_open_offers() -> None:
    table, _ = act(moves(seated(), 4), MakeOffer("draw"), BO)
    table, _ = act(table, MakeOffer("takeback"), ANNA)
    assert len(table.offers.open) == 2
    assert act(table, Answer(6, True), BO)[0].offers.open == ()


def test_another_sides_takeback_has_to_be_answered_first() -> None:
    table, _ = act(moves(seated(3), 6), MakeOffer("takeback"), ANNA)
    with refusal("answer_first"):
        table.decide(MakeOffer("takeback"), BO, 0)
    table, _ = act(table, Answer(7, True), BO)
    assert table.ply == 6, "one of two has agreed"
    declined, happened = act(table, Answer(7, False), CY)
    assert happened == [("answer", "c", "7 no")] and declined.ply == 6 and declined.offers.open == ()
    assert act(table, Answer(7, True), CY)[0].ply == 3


def test_clocks_keep_what_they_show_less_the_increments() -> None:
    table = seated(clock="5+3")
    for at in (0, 0, 10, 30, 40):
        table = move(table, at * S)
    asked, _ = act(table, MakeOffer("takeback"), ANNA, 50 * S)
    after, _ = act(asked, Answer(6, True), BO, 60 * S)
    # Anna: 303 - 10 + 3 - 10 + 3, less one increment; Bo: 303 - 20 + 3 - 20.
    assert (after.clock.shown_ms("a", 60 * S), after.clock.shown_ms("b", 60 * S)) == (286 * S, 266 * S)
    assert replayed(after) == after


def test_nobody_takes_back_across_leaving_or_a_change_of_seats() -> None:
    table = moves(seated(3, terms=Terms(policy="bot")), 6)
    held, _ = act(table, Claim("a"), BO, HOUR)
    with refusal("barred"):
        held.decide(MakeOffer("takeback"), CY, HOUR)
    gone, _ = act(table, Resign(), ANNA)
    with refusal("barred"):
        gone.decide(MakeOffer("takeback"), CY, HOUR)
    again, happened = act(moves(gone, 2), MakeOffer("takeback"), CY)
    again, happened = act(again, Answer(again.number, True), BO)
    assert happened[-1] == ("undo", "c", "1") and replayed(again) == again
    with refusal("nothing_to_take_back"):
        seated().decide(MakeOffer("takeback"), ANNA, 0)


def test_bots_agree_to_takebacks_in_casual_games() -> None:
    table = moves(seated(3, c=BOT), 6)
    asked, happened = act(table, MakeOffer("takeback"), ANNA)
    assert happened == [("offer", "a", "takeback")] and act(asked, Answer(7, True), BO)[1][-1] == ("undo", "a", "3")
    alone = moves(seated(b=BOT), 4)
    assert act(alone, MakeOffer("takeback"), ANNA)[1] == [("offer", "a", "takeback"), ("undo", "a", "2")]
    with refusal("rated"):
        moves(seated(terms=Terms(rated=True), b=BOT), 4).decide(MakeOffer("takeback"), ANNA, 0)


def test_where_a_bot_holds_a_seat_moves_are_taken_back_by_asking() -> None:
    """Who may come back must not find what they know undone at will; the bots agree at once all the same."""
    table = moves(seated(3, terms=Terms(policy="bot"), c=BOT), 6)
    table, _ = act(table, Claim("a"), BO, HOUR)
    table = moves(table, 3, HOUR)
    assert not table.can_undo(BO)
    assert act(table, MakeOffer("takeback"), BO, HOUR)[1][-1][0] == "undo"


def test_undo_at_will_is_for_casual_games() -> None:
    for terms in (Terms(rated=True), Terms(counted=True)):
        table = moves(seated(terms=terms, b=BOT), 2)
        assert not table.can_undo(ANNA)
        with pytest.raises(NothingToUndo, match="in a game that counts no move is taken back"):
            table.decide(Undo(2), ANNA, 0)


def test_an_undo_at_will_brings_back_who_has_left_and_ends_offers() -> None:
    table = moves(seated(3, b=person("anna"), c=person("anna")), 3)
    table, _ = act(table, Resign("b"), ANNA)
    table, _ = act(table, Undo(table.position_number), ANNA)
    assert set(table.offers.seats) == set("abc") and table.clock.out == frozenset() and replayed(table) == table


# ---- rematches ----------------------------------------------------------------------------------------------------


def over(table: Table | None = None) -> Table:
    return (table or moves(seated(), 4)).decide(Resign(), BO, 0).table


def test_a_rematch_with_swapped_sides_is_proposed() -> None:
    table, happened = act(over(), MakeOffer("rematch"), BO)
    assert happened == [("offer", "b", "rematch a>b b>a")]
    table, happened = act(table, Answer(6, True), ANNA, 5 * MINUTE, NEXT)
    assert happened == [("answer", "a", "6 yes"), ("rematch", "a", "t2")] and table.next_table == "t2"
    assert table.rematch is not None
    assert {side: seat and seat.name for side, seat in table.rematch.new_seats.items()} == {"a": "Bo", "b": "Anna"}
    assert replayed(table) == table
    with refusal("not_open"):
        table.decide(MakeOffer("rematch"), ANNA, 5 * MINUTE)


def test_a_second_offer_accepts_or_counters() -> None:
    table, _ = act(over(), MakeOffer("rematch"), BO)
    assert act(table, MakeOffer("rematch"), ANNA, 0, NEXT)[1][-1] == ("rematch", "a", "t2")
    same = (("a", "a"), ("b", "b"))
    counter, happened = act(table, MakeOffer("rematch", None, same), ANNA)
    assert happened == [("offer", "a", "rematch a>a b>b")] and counter.next_table is None
    with refusal("not_open"):
        counter.decide(Answer(6, True), BO, 0)
    assert act(counter, Answer(7, True), BO, 0, NEXT)[0].next_table == "t2"
    with refusal("bad_sides"):
        table.decide(MakeOffer("rematch", None, (("a", "z"),)), ANNA, 0)


def test_a_rematch_is_declined_withdrawn_and_lapses() -> None:
    table, _ = act(over(), MakeOffer("rematch"), BO)
    declined, _ = act(table, Answer(6, False), ANNA)
    with refusal("declined_already"):
        declined.decide(MakeOffer("rematch"), BO, 0)
    withdrawn, happened = act(table, WithdrawOffer(6), BO)
    assert happened == [("withdraw", "b", "6")] and replayed(withdrawn) == withdrawn
    assert withdrawn.rematch and withdrawn.rematch.plays is None
    with refusal("not_yours"):
        table.decide(WithdrawOffer(6), ANNA, 0)
    with refusal("not_open"):
        table.decide(WithdrawOffer(5), BO, 0)
    with refusal("not_open"):
        table.decide(Answer(6, True), ANNA, 5 * MINUTE + 1)
    later = table.with_outage(Outage(MINUTE, 9 * MINUTE))
    assert act(later, Answer(6, True), ANNA, 14 * MINUTE, NEXT)[0].next_table == "t2", "the time begins anew"
    days = over(moves(seated(clock="days 1"), 4))
    days, _ = act(days, MakeOffer("rematch"), BO)
    assert act(days, Answer(6, True), ANNA, 72 * HOUR, NEXT)[0].next_table == "t2"


def test_against_bots_a_rematch_begins_at_once() -> None:
    table = over(moves(seated(a=BOT), 4))
    after, happened = act(table, MakeOffer("rematch"), BO, 0, NEXT)
    assert happened == [("offer", "b", "rematch a>b b>a"), ("rematch", "b", "t2")] and replayed(after) == after


def test_who_was_not_there_is_not_asked() -> None:
    claimed = moves(seated(), 4).decide(Claim("a"), BO, HOUR).table
    after, happened = act(claimed, MakeOffer("rematch"), BO, HOUR, NEXT)
    assert happened[-1] == ("rematch", "b", "t2") and after.rematch is not None
    assert after.rematch.new_seats == {"a": claimed.seats["b"], "b": None}
    late = seated(clock="5+3").decide(CallTime(), House(), HOUR).table
    assert act(late, MakeOffer("rematch"), BO, HOUR, NEXT)[1][-1] == ("rematch", "b", "t2")
    aborted = seated().decide(Abort(), ANNA, 0).table
    assert act(aborted, MakeOffer("rematch"), BO)[1] == [("offer", "b", "rematch a>b b>a")], "Anna is there"


def test_whose_seat_a_bot_holds_is_not_asked() -> None:
    table = moves(seated(3, terms=Terms(policy="bot")), 6)
    table, _ = act(table, Claim("a"), BO, HOUR)
    table, _ = act(table, Resign(), BO, HOUR)
    table, _ = act(table, Resign(), CY, HOUR)
    assert table.rematch is not None and table.rematch.absent == {"a"}
    table, _ = act(table, MakeOffer("rematch"), BO, HOUR)
    assert table.rematch is not None and table.rematch.waiting == {"c"}
    table, happened = act(table, MakeOffer("rematch"), ANNA, HOUR)
    assert happened == [("offer", "a", "rematch a>b b>c c>a")], "but may join"
    table, _ = act(table, Answer(table.rematch.number if table.rematch else 0, True), CY, HOUR, NEXT)
    assert table.rematch is not None and table.rematch.new_seats["b"] == Seat.person("anna", "Anna")
    assert replayed(table) == table


def test_time_is_checked_before_answers() -> None:
    table = moves(seated(clock="1+0"), 2)
    table, _ = act(table, MakeOffer("draw"), ANNA, S)
    with pytest.raises(Overtaken, match="that offer is no longer open") as caught:
        table.decide(Answer(3, True), BO, MINUTE + 1)
    assert caught.value.decision.table.outcome("b") == "won"
    assert act(table, Answer(3, True), BO, MINUTE)[0].outcome("b") == "drawn"
