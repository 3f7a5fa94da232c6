"""What a page offers to do is what may be done: over random tables, what is told agrees with what is decided."""

import random

import pytest

import random_tables
from taflheim.games.errors import TaflheimError
from taflheim.server.channels import allowed
from taflheim.table.actor import Actor, Person
from taflheim.table.errors import Overtaken
from taflheim.table.event import (
    Abort,
    Action,
    Answer,
    FillWithBots,
    MakeOffer,
    TakeBackSeat,
    WithdrawOffer,
    WithdrawTable,
)
from taflheim.table.table import Table

ACTIONS: dict[str, Action] = {
    "draw": MakeOffer("draw"),
    "takeback": MakeOffer("takeback"),
    "abort": Abort(),
    "take_back": TakeBackSeat(),
    "rematch": MakeOffer("rematch"),
    "withdraw_table": WithdrawTable(),
}
"""What is told by its name alone; of a claim and of bots for free seats more has to be said."""


def can(table: Table, action: Action, actor: Actor) -> bool:
    """Whether somebody may do this, just after the last event."""
    now_ms = table.events[-1].at_ms if table.events else table.terms.created_ms
    try:
        table.decide(action, actor, now_ms)
    except (TaflheimError, Overtaken):
        return False
    return True


def check(table: Table) -> None:
    for actor in map(Person, (*random_tables.PEOPLE, "stranger")):
        told = allowed.may(table, actor)
        for name, action in ACTIONS.items():
            # To offer the draw that another offers is to answer it, and is told as that.
            if name == "draw" and table.offers.find("draw"):
                assert "draw" not in told
            else:
                assert (name in told) == can(table, action, actor), (name, actor, table.state, table.events[-3:])
        numbers = [offer.number for offer in table.offers.open] + ([table.rematch.number] if table.rematch else [])
        for number in numbers:
            asked = number in allowed.answers(table, actor)
            assert not asked or can(table, Answer(number, True), actor)
            assert (number in allowed.withdraws(table, actor)) == can(table, WithdrawOffer(number), actor)
        free = tuple((side, 1, "Bot") for side, seat in table.seats.items() if seat.is_free)
        if not table.terms.rated:
            assert ("fill" in told) == can(table, FillWithBots(free), actor)
        assert set(allowed.sit(table, actor)) <= {side for side, _, _ in free}


@pytest.mark.parametrize("seed", range(16))
def test_what_is_offered_is_what_may_be_done(seed: int) -> None:
    rng = random.Random(seed)
    table = random_tables.table(rng, players=1 + seed % 4)
    now_ms = table.terms.created_ms
    for _ in range(30):
        check(table)
        now_ms += random_tables.pause_ms(rng)
        wish = random_tables.action(rng, table)
        around = random_tables.circumstances(rng, table, now_ms)._replace(host=False)
        try:
            table = table.decide(wish, random_tables.actor(rng, table, wish), now_ms, around).table
        except Overtaken as overtaken:
            table = overtaken.decision.table
        except TaflheimError:
            continue


def test_bots_may_be_offered_a_draw() -> None:
    rng = random.Random(1)
    table = random_tables.table(rng, players=2)
    for actor in (Person("anna"), Person("stranger")):
        assert allowed.against_bots(table, actor) in ([], ["draw"])
    assert allowed.against_bots(table, Person("stranger")) == []
