"""What a page is told of a table where people play each other, or against a clock."""

import json
from dataclasses import replace
from typing import Any

import pytest

from seated import ANNA, BO, BOT, CY, MINUTE, S, act, move, moves, seated
from taflheim.server.channels import messages
from taflheim.server.channels.here import told_here, told_queue
from taflheim.server.channels.messages import Around
from taflheim.server.channels.people import told_people, told_terms
from taflheim.table.actor import Actor, Spectator
from taflheim.table.event import Answer, Claim, MakeOffer, Resign, Sit, WithdrawOffer
from taflheim.table.outage import Outage
from taflheim.table.presence import Presence
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl


def people(table: Table) -> Any:
    return told_people(table)


def you(table: Table, actor: Actor) -> Any:
    return json.loads(messages.state(table, actor))["you"]


def test_who_is_alone_or_against_bots_without_a_clock_is_told_nothing() -> None:
    assert told_people(seated(b=BOT)) is None
    assert told_people(seated(b=Seat.person("anna", "Anna"))) is None
    assert told_here(seated(b=BOT), {}, 0) is None
    assert told_here(seated(b=BOT), {}, 2) == {"away": {}, "watching": 2, "claim_ms": None}
    for table in (seated(), seated(b=Seat.free()), seated(clock="5+3", b=BOT)):
        assert told_people(table) is not None


def test_seats_and_state() -> None:
    table = seated(3, c=Seat.free())
    assert people(table)["state"] == "open"
    assert people(table)["seats"] == {
        "a": {"name": "Anna", "kind": "person"},
        "b": {"name": "Bo", "kind": "person"},
        "c": {"name": "", "kind": "free"},
    }
    assert people(table)["due"]["kind"] == "expired"
    assert you(table, ANNA)["may"] == ["fill", "withdraw_table", "abort"]
    assert you(table, CY)["sit"] == ["c"]
    assert people(seated(b=Seat.person("bo", "Bo").held(3)))["seats"]["b"]["kind"] == "held"


def test_clocks_are_told_as_they_stood_when_the_turn_began() -> None:
    table = move(move(seated(clock="5+3"), 1 * S), 2 * S)
    told = people(table)["clock"]
    assert told == {"kind": "game", "left_ms": {"a": 303 * S, "b": 303 * S}, "running": "a", "at_ms": 2 * S}
    table = move(table, 12 * S)
    assert people(table)["clock"]["left_ms"] == {"a": 296 * S, "b": 303 * S}
    assert people(move(seated(clock="5+3"), 1 * S))["clock"]["running"] is None  # b has not moved yet


def test_after_an_outage_clocks_run_from_its_end_on() -> None:
    table = moves(seated(clock="5+3"), 2, 1 * S).with_outage(Outage(11 * S, 71 * S))
    told = people(table)["clock"]
    assert (told["left_ms"]["a"], told["running"], told["at_ms"]) == (293 * S, "a", 71 * S)
    assert told["left_ms"]["a"] == table.clock.shown_ms("a", 71 * S)


def test_a_first_move_is_awaited() -> None:
    due = people(seated(clock="5+3"))["due"]
    assert due["kind"] == "late" and due["side"] == "a" and due["at_ms"] == 2 * MINUTE
    assert due["text"] == "Time for the first move of Anna:" and due["own"] == "Make your first move within"
    assert people(moves(seated(clock="5+3"), 2))["due"] is None


def test_a_draw_is_offered_and_answered() -> None:
    table, _ = act(moves(seated(3), 3), MakeOffer("draw"), ANNA)
    (offer,) = people(table)["offers"]
    assert offer["text"] == "Anna offers a draw." and offer["waiting"] == ["b", "c"]
    assert offer["own"] == "You offer a draw. It is for Bo and Cy to answer."
    assert you(table, BO)["answers"] == [4] and you(table, BO)["withdraws"] == []
    assert you(table, ANNA)["withdraws"] == [4] and "draw" not in you(table, ANNA)["may"]
    table, _ = act(table, Answer(4, True), BO)
    assert people(table)["offers"][0]["waiting"] == ["c"] and you(table, BO)["answers"] == []


@pytest.mark.parametrize(
    ("players", "policy", "made", "button"),
    [
        (2, "out", 1, "Abort the game"),
        (2, "out", 5, "Claim the win"),
        (3, "out", 4, "Go on without Bo"),
        (3, "bot", 4, "Let a bot play on"),
    ],
)
def test_what_a_claim_would_do(players: int, policy: str, made: int, button: str) -> None:
    terms = Terms(TimeControl.parse("5+3"), policy="bot" if policy == "bot" else "out", opener="anna")
    table = moves(seated(players, terms=terms), made)
    away = {"anna": Presence(True, 1, 0), "bo": Presence(False, 5 * S, 5 * S), "cy": Presence(True, 1, 0)}
    assert people(table)["claim"] == {"side": "b", "text": "Bo is away.", "button": button}
    assert told_here(table, away, 1) == {"away": {"b": 5 * S}, "watching": 1, "claim_ms": 65 * S}
    assert "claim" in you(table, ANNA)["may"] and "claim" not in you(table, BO)["may"]


def test_who_was_never_seen_is_away() -> None:
    assert told_here(seated(b=Seat.free()), {}, 0) == {"away": {"a": 0}, "watching": 0, "claim_ms": None}


def test_who_has_left_the_game_is_not_away() -> None:
    table, _ = act(moves(seated(3), 3), Resign("b"), BO)
    assert table.in_game == ("a", "c")
    here = told_here(table, {"anna": Presence(True, 1, 0)}, 0)
    assert here is not None and here["away"] == {"c": 0}


def test_what_no_record_tells_is_said() -> None:
    table, _ = act(moves(seated(3), 3), MakeOffer("draw"), ANNA)
    assert messages.words(table) == moves(seated(3), 3).record.last_words
    assert messages.words(act(table, Answer(4, False), BO)[0]) == "Bo declines."
    assert messages.words(act(table, WithdrawOffer(4), ANNA)[0]) == "Anna has withdrawn the offer."
    assert messages.words(act(seated(b=Seat.free()), Sit("b", "Bo"), BO)[0]) == "Bo sits down."
    assert messages.words(act(seated(3, b=Seat.free(), c=Seat.free()), Sit("c", "Cy"), CY)[0]) == "Cy sits down."


def test_a_seat_that_a_bot_holds_is_taken_back() -> None:
    terms = Terms(TimeControl.parse("5+3"), policy="bot", opener="anna")
    table = moves(seated(3, terms=terms), 4)
    held, _ = table.decide(Claim("b"), ANNA, 70 * S)
    assert [event.kind for event in held] == ["held"]
    assert you(table.decide(Claim("b"), ANNA, 70 * S).table, BO)["may"] == ["take_back"]


def test_a_rematch() -> None:
    table, _ = act(moves(seated(), 4), Resign(), ANNA)
    assert you(table, ANNA)["may"] == ["rematch"] and people(table)["rematch"] is None
    table, _ = act(table, MakeOffer("rematch"), ANNA)
    told = people(table)["rematch"]
    assert told["text"] == "Anna offers a rematch: Bo plays White (a) and Anna plays Green (b)."
    assert not told["same"] and told["plays"] == {"a": "b", "b": "a"}
    assert you(table, BO)["answers"] == [told["number"]] and you(table, ANNA)["withdraws"] == [told["number"]]
    table, _ = act(table, MakeOffer("rematch", plays=(("a", "a"), ("b", "b"))), BO)
    assert people(table)["rematch"]["text"] == "Bo offers a rematch: everybody keeps their side."


def test_terms_in_short() -> None:
    assert told_terms(seated(b=BOT)) == ""
    assert told_terms(seated()) == "casual"
    assert told_terms(seated(clock="move 30")) == "30 s a move · casual"
    assert told_terms(seated(clock="days 3", b=BOT)) == "3 days a move · casual"
    assert told_terms(seated(clock="days 1", b=BOT)) == "1 day a move · casual"


def test_what_changes_without_an_event_stands_apart() -> None:
    table = seated(clock="5+3")
    seen = Around({"away": {"b": 5}, "watching": 3, "claim_ms": None}, 77)
    told = json.loads(messages.state(table, ANNA, seen))
    assert (told["here"], told["now_ms"]) == (seen.here, 77)
    news = json.loads(messages.here(table, seen))
    assert news == {"type": "here", "here": seen.here, "queue": None, "clock": told["people"]["clock"], "now_ms": 77}
    assert json.loads(messages.time(5)) == {"type": "time", "now_ms": 5}


def test_a_bot_that_waits_says_for_whom() -> None:
    table = seated(b=BOT)
    assert told_queue(table, 3) is None  # a person is to move
    table = replace(table, record=table.record.play(table.record.position.moves()[0]))
    name = table.seats["b"].name
    assert [told_queue(table, before) for before in (0, 1, 5, 40)] == [
        None,
        f"{name} has one board before yours",
        f"{name} has five boards before yours",
        f"{name} has 40 boards before yours",
    ]
    queue = told_queue(table, 5)
    assert json.loads(messages.state(table, Spectator(), Around(None, 7, queue)))["queue"] == queue
    assert json.loads(messages.here(table, Around(None, 7, queue)))["queue"] == queue
