"""Rated games: who may sit there, which count, and how they rank."""

import pytest

from seated import BO, BOT, moves, person, seated
from taflheim.table.circumstances import Account, Circumstances
from taflheim.table.errors import SeatRefused
from taflheim.table.event import Event, Resign
from taflheim.table.rated import check_seats, counts, ranks
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

LIVE = TimeControl.parse("5+3")
KNOWN = Circumstances(
    accounts={
        "anna": Account("registered"),
        "bo": Account("registered"),
        "guest": Account("guest"),
        "program": Account("program", "anna"),
        "sibling": Account("program", "anna"),
        "stranger": Account("program", "cy"),
    },
    measured=True,
)
FREE = Seat.free()


def why(terms: Terms, around: Circumstances, *seats: Seat) -> str | None:
    """Why these cannot play a rated game."""
    try:
        check_seats(terms, dict(zip("abcd", seats, strict=False)), around)
    except SeatRefused as refusal:
        return refusal.reason.code
    return None


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ([person("anna"), person("bo")], None),
        ([person("anna"), FREE], None),
        ([person("anna"), BOT], None),
        ([person("anna"), person("guest")], "rated_guest"),
        ([person("anna"), person("nobody")], "rated_guest"),
        ([person("anna"), person("anna")], "rated_twice"),
        ([person("anna"), BOT, BOT], "rated_twice"),
        ([person("anna"), BOT, Seat.bot(3, "Other")], None),
        ([person("anna"), person("program")], "rated_program"),
        ([FREE, person("program")], "rated_program"),
        ([BOT, person("program")], None),
        ([person("program"), person("stranger")], None),
        ([person("program"), person("sibling")], "rated_maker"),
        ([person("anna")], "rated_alone"),
    ],
)
def test_who_may_sit_at_a_rated_table(seats: list[Seat], code: str | None) -> None:
    assert why(Terms(LIVE, rated=True), KNOWN, *seats) == code
    assert why(Terms(LIVE), KNOWN, *seats) is None, "at a casual one everybody may"


def test_programs_play_where_people_have_said_so() -> None:
    assert why(Terms(LIVE, rated=True, programs=True), KNOWN, person("bo"), person("program")) is None


def test_people_need_a_clock() -> None:
    untimed = Terms(rated=True)
    assert why(untimed, KNOWN, person("anna"), person("bo")) == "rated_clock"
    assert why(untimed, KNOWN, person("anna"), FREE) == "rated_clock"
    assert why(untimed, KNOWN, person("anna"), BOT) is None


def test_bots_need_a_measured_strength() -> None:
    unmeasured = KNOWN._replace(measured=False)
    assert why(Terms(LIVE, rated=True), unmeasured, person("anna"), BOT) == "rated_ladder"
    assert why(Terms(LIVE, rated=True), unmeasured, person("anna"), person("bo")) is None


def test_a_game_counts_after_two_moves_of_each_side() -> None:
    table = seated(terms=Terms(LIVE, rated=True))
    assert counts(moves(table, 4)) is False
    assert not counts(moves(table, 2).decide(Resign(), BO, 0).table), "Anna has made one move, and has not left"
    assert counts(moves(table, 3).decide(Resign(), BO, 0).table)
    assert not counts(moves(seated(clock="5+3"), 4).decide(Resign(), BO, 0).table), "it was casual"
    aborted = Event(5, "aborted", "a", "", 0)
    four = moves(table, 4)
    assert not counts(Table.replay("t", table.record.start, table.seats, (*four.events, aborted), table.terms))


@pytest.mark.parametrize(
    ("left", "agreed", "expected"),
    [
        ("cab", False, {"d": 1, "b": 2, "a": 3, "c": 4}),
        ("c", True, {"a": 1, "b": 1, "d": 1, "c": 2}),
        ("ca", True, {"b": 1, "d": 1, "a": 2, "c": 3}),
        ("", True, {"a": 1, "b": 1, "c": 1, "d": 1}),
    ],
)
def test_ranks(left: str, agreed: bool, expected: dict[str, int]) -> None:
    table = seated(4)
    log = [Event(number, "left", side, "", 0) for number, side in enumerate(left, 1)]
    log += [Event(len(log) + 1, "agreed", "b", "", 0)] if agreed else []
    assert ranks(Table.replay("t", table.record.start, table.seats, log)) == expected


def test_of_who_stayed_all_but_the_winner_are_tied() -> None:
    start = seated(3).game.position("e2,c1,a5 6,6,6 - - a")
    table = Table.new("t", start, seated(3).seats)
    log = [Event(1, "left", "b", "", 0)]
    table = Table.replay("t", start, table.seats, log)
    goal = next(move for move in start.moves() if start.play(move).result)
    won = Table.replay("t", start, table.seats, [*log, Event(2, "move", "a", goal, 0)])
    assert ranks(won) == {"a": 1, "c": 2, "b": 3}
