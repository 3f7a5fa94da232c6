"""Tables at which anything happens: random histories for tests of laws."""

import random
from functools import cache

import taflheim
from taflheim.games.position import Position
from taflheim.table.actor import Actor, House, Person, Spectator
from taflheim.table.circumstances import Account, Circumstances
from taflheim.table.event import (
    Abort,
    Action,
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
    Undo,
    WithdrawOffer,
    WithdrawTable,
)
from taflheim.table.presence import Presence
from taflheim.table.rematch import rotated
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
PEOPLE = ("anna", "bo", "cy")
ACTORS: tuple[Actor, ...] = (*map(Person, PEOPLE), House(), Spectator(), Person("stranger"))
ACCOUNTS = {"anna": Account("registered"), "bo": Account("registered"), "cy": Account("program", "bo")}
CLOCKS = ("none", "none", "5+3", "1+0", "move 30", "days 1")


@cache
def _start(players: int) -> Position:
    if players == 1:
        return taflheim.game("hivolts").start(seed=1)
    return taflheim.game("quoridor", players=players).start()


def table(rng: random.Random, players: int) -> Table:
    """A table of so many players, on any terms, with anybody on its seats."""
    start = _start(players)
    kinds = [*(Seat.person(name, name.title()) for name in PEOPLE), Seat.bot(2, "Bot"), Seat.free()]
    seats = {side: rng.choice(kinds) for side in start.game.seats}
    if rng.random() < 0.5:  # everybody another, and nobody missing
        seats = dict(zip(start.game.seats, rng.sample(kinds[:4], players), strict=True))
    rated = players > 1 and rng.random() < 0.15
    terms = Terms(
        TimeControl.parse(rng.choice(CLOCKS) if players > 1 else "none"),
        rated=rated,
        policy=rng.choice(["out", "bot"]) if players > 2 and not rated else "out",
        opener=rng.choice(PEOPLE),
        created_ms=HOUR,
    )
    return Table.new("t", start, seats, terms)


def circumstances(rng: random.Random, at: Table, now_ms: int) -> Circumstances:
    """What a hall may know of people and bots."""

    def presence() -> Presence:
        since_ms = now_ms - rng.choice([0, 5 * SECOND, 70 * SECOND, 4 * MINUTE, 25 * HOUR])
        return Presence(rng.random() < 0.3, since_ms, since_ms)

    return Circumstances(
        delays_ms={side: rng.choice([0, 80, 5_000]) for side in at.seats if rng.random() < 0.5},
        presence={name: presence() for name in PEOPLE if rng.random() < 0.8},
        accounts=ACCOUNTS,
        measured=rng.random() < 0.5,
        stand_ins={"anna": 7},
        host=rng.random() < 0.05,
        new_table="t2",
    )


def pause_ms(rng: random.Random) -> int:
    """How long it takes until the next thing happens."""
    pauses = [0, SECOND, 20 * SECOND, 61 * SECOND, 3 * MINUTE, 25 * HOUR]
    return rng.choices(pauses, [12, 12, 6, 3, 1, 1])[0]


def action(rng: random.Random, at: Table) -> Action:
    """Anything that somebody may want, mostly something that could be."""
    sides = [*at.seats, "z"]
    side = rng.choice([None, *sides])
    number = at.position_number if rng.random() < 0.9 else rng.randrange(30)
    open_offers = [offer.number for offer in at.offers.open] + ([at.rematch.number] if at.rematch else [])
    offer = rng.choice(open_offers) if open_offers and rng.random() < 0.9 else rng.randrange(40)
    request = rng.choice([None, None, None, "r1", "r2", "r3"])
    free = [name for name, seat in at.seats.items() if seat.is_free]
    plays = rotated(list(at.seats)) if rng.random() < 0.8 else dict(zip(at.seats, at.seats, strict=True))
    held = any(seat.is_held for seat in at.seats.values())
    wishes: list[tuple[int, Action]] = [
        (80, Move(number, rng.choice(at.record.position.moves() or ["e8"]), request)),
        (6, Undo(number, request)),
        (1, Resign(side, request)),
        (20 if at.is_open else 1, Sit(rng.choice(sides), "Somebody", request)),
        (12, MakeOffer(rng.choice(["draw", "takeback"]), side, (), request)),
        (30 if at.rematch else 1, MakeOffer("rematch", side, tuple(plays.items()), request)),
        (60 if open_offers else 1, Answer(offer, rng.random() < 0.8, side, request)),
        (8 if open_offers else 1, WithdrawOffer(offer, request)),
        (10, Claim(at.record.turn if rng.random() < 0.9 else rng.choice(sides), request)),
        (2, Abort(side, request)),
        (30 if held else 1, TakeBackSeat(side, request)),
        (3, FillWithBots(tuple((name, level, f"Bot {level}") for level, name in enumerate(free, 1)), request)),
        (1, WithdrawTable(request)),
        (4, CallTime()),
        (1, CloseAccount(rng.choice(PEOPLE))),
    ]
    return rng.choices([wish for _, wish in wishes], [weight for weight, _ in wishes])[0]


def actor(rng: random.Random, at: Table, wish: Action) -> Actor:
    """Somebody: often the one whose turn it is, so that games go on."""
    if isinstance(wish, CallTime | CloseAccount) and rng.random() < 0.8:
        return House()
    if isinstance(wish, Move) and rng.random() < 0.85:
        player = at.seats[at.record.turn].player
        return Person(player) if player else House()
    held = [seat.account for seat in at.seats.values() if seat.is_held and seat.account]
    if isinstance(wish, TakeBackSeat) and held and rng.random() < 0.8:
        return Person(rng.choice(held))
    return rng.choice(ACTORS)
