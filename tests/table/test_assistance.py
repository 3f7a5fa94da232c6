"""Who may be helped by an engine: decided in one place."""

import pytest

import taflheim
from taflheim.table.actor import Actor, House, Person, Spectator
from taflheim.table.assistance import NoAssistance, check_hint, check_review, may_have_hints
from taflheim.table.event import Resign
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

ANNA, BO = Person("anna"), Person("bo")
QUORIDOR = taflheim.game("quoridor")


def table(a: Seat, b: Seat) -> Table:
    return Table.new("t", QUORIDOR.start(), {"a": a, "b": b}, Terms(watchable=True))


ALONE = table(Seat.person("anna", "Anna"), Seat.bot(3, "Bot"))
ONE_SCREEN = table(Seat.person("anna", "Anna"), Seat.person("anna", "Otto"))
TWO_PEOPLE = table(Seat.person("anna", "Anna"), Seat.person("bo", "Bo"))
OPEN = table(Seat.person("anna", "Anna"), Seat.free())
BOTS = table(Seat.bot(1, "Bot"), Seat.bot(3, "Other"))


@pytest.mark.parametrize(
    ("where", "who", "why_not"),
    [
        (ALONE, ANNA, None),
        (ONE_SCREEN, ANNA, None),
        (BOTS, ANNA, None),
        (TWO_PEOPLE, ANNA, "other people play"),
        (TWO_PEOPLE, BO, "other people play"),
        (OPEN, ANNA, "other people play"),
        (ALONE, BO, "other people play"),
        (ALONE, Spectator(), "for who plays"),
        (ALONE, House(), "for who plays"),
    ],
)
def test_hints_are_off_where_other_people_play(where: Table, who: Actor, why_not: str | None) -> None:
    assert may_have_hints(where, who) is (why_not is None)
    if why_not is None:
        check_hint(where, who)
        return
    with pytest.raises(NoAssistance, match=why_not):
        check_hint(where, who)


def test_a_review_comes_after_the_end_and_hints_before_it() -> None:
    with pytest.raises(NoAssistance, match="after its end"):
        check_review(TWO_PEOPLE)
    over = TWO_PEOPLE.decide(Resign(), ANNA, now_ms=0).table
    check_review(over)
    with pytest.raises(NoAssistance, match="the game is over"):
        check_hint(over, ANNA)


def test_nobody_is_helped_in_a_game_that_counts() -> None:
    for terms in (Terms(rated=True), Terms(counted=True)):
        serious = Table.new("t", QUORIDOR.start(), ALONE.seats, terms)
        with pytest.raises(NoAssistance, match="this game counts"):
            check_hint(serious, ANNA)
        check_review(serious.decide(Resign(), ANNA, now_ms=0).table)


def test_who_may_come_back_still_plays_there() -> None:
    held = table(Seat.person("anna", "Anna"), Seat.person("bo", "Bo").held(3))
    assert not may_have_hints(held, ANNA)
    assert not may_have_hints(held, BO)
