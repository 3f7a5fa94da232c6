"""What the server tells a page about a table. Pure: a table and an actor in, the text of a message out.

Almost everything is the same for everybody, and is made and encoded once for each table; who is there and what time it
is comes behind it, as `here` and `now_ms`, and what an actor may do there, as `you`.
"""

import json
from dataclasses import replace
from typing import NamedTuple

from taflheim import wire
from taflheim.games.message import phrases
from taflheim.games.view import last_spots
from taflheim.server.channels import allowed
from taflheim.server.channels.people import concerned, named, told_clock, told_people
from taflheim.server.channels.story import last_effects, last_entry, told_facts
from taflheim.server.once import once
from taflheim.server.standing import plain_result
from taflheim.table.actor import Actor, Spectator
from taflheim.table.event import RECORDED, SEATING, Event, said
from taflheim.table.table import Table

say = phrases(
    {
        "undo": "A move was taken back.",
        "declined": "{name} declines.",
        "withdraw": "{name} has withdrawn the offer.",
        "sit": "{name} sits down.",
        "rise": "{name} gets up.",
        "fill": "{name} sits down.",
        "held": "A bot plays on for {name}.",
        "return": "{name} is back.",
    }
)

_MAX_MISSED = 8
"""A page that has missed more events than this is given the whole state."""


encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A message as it is sent."""


class Around(NamedTuple):
    """What changes without an event: who is there, the time, and whether a bot waits for others."""

    here: wire.Here | None = None
    now_ms: int = 0
    queue: str | None = None


NOTHING_SEEN = Around()
"""For who asks about a table alone."""


def state(table: Table, actor: Actor, around: Around = NOTHING_SEEN) -> str:
    """Everything that changes during a game, as it is now."""
    return f"{_state(table)},{_behind(table, actor, around)}"


def event(table: Table, actor: Actor, around: Around = NOTHING_SEEN) -> str:
    """What has happened last at a table: the changes on the board, or the whole state where no move tells them."""
    return f"{_event(table)},{_behind(table, actor, around)}"


def catch_up(table: Table, have: int, actor: Actor, around: Around = NOTHING_SEEN) -> list[str]:
    """The messages for a page that has the events up to number `have`."""
    missed = table.events[have:] if have > 0 else ()
    if not 0 < len(missed) <= _MAX_MISSED or any(one.kind != "move" for one in missed):
        return [state(table, actor, around)]
    return [event(_at(table, one.number), actor, around) for one in missed]


def here(table: Table, around: Around) -> str:
    """Who is there now, and how clocks stand, where nothing has happened."""
    clock = told_clock(table)
    told: wire.HereNews = {
        "type": "here",
        "here": around.here,
        "queue": around.queue,
        "clock": clock,
        "now_ms": around.now_ms,
    }
    return encode(told)


def time(now_ms: int) -> str:
    """What time it is."""
    told: wire.Time = {"type": "time", "now_ms": now_ms}
    return encode(told)


def _behind(table: Table, actor: Actor, around: Around) -> str:
    """What is not the same for everybody, or not at all times."""
    told = "null" if around.here is None else encode(around.here)
    return f'"here":{told},"queue":{encode(around.queue)},"you":{_you(table, actor)},"now_ms":{around.now_ms}}}'


def _at(table: Table, number: int) -> Table:
    """The table after its event with this number, if only moves came after it."""
    if number == table.number:
        return table
    return replace(table, record=table.record.undo(table.number - number), events=table.events[:number])


# ---- the same for everybody ---------------------------------------------------------------------------------------


@once
def _state(table: Table) -> str:
    """The state, open for what is behind it."""
    pieces = [list(piece) for piece in table.record.position.pieces]
    return encode({"type": "state", **_shared(table), "pieces": pieces})[:-1]


@once
def _event(table: Table) -> str:
    """The last event, open for what is behind it."""
    if not table.events or table.events[-1].kind != "move":
        return _state(table)
    return encode({"type": "event", **_shared(table)})[:-1]


@once
def _shared(table: Table) -> wire.Now:
    # By a move, or by an end that is none, the story has grown; by others it has not.
    grown = bool(table.events) and table.events[-1].kind in RECORDED - {"undo"}
    return {
        "number": table.number,
        "position_number": table.position_number,
        "ply": len(table.record.entries),
        "turn": table.record.turn,
        "facts": told_facts(table.record),
        "last": last_spots(table.record.last_effects),
        "dangers": table.record.position.dangers,
        "words": words(table),
        "result": plain_result(table.result) if table.result else None,
        "thinking": table.bot_to_move is not None,
        "entry": last_entry(table.record) if grown else None,
        "effects": last_effects(table.record) if grown else [],
        "people": told_people(table),
    }


# ---- for one actor ------------------------------------------------------------------------------------------------

_NOTHING = encode(
    wire.You(
        seats=[],
        choices=None,
        can_undo=False,
        resigns=None,
        outcome=None,
        may=[],
        sit=[],
        answers=[],
        withdraws=[],
    )
)


def _you(table: Table, actor: Actor) -> str:
    if isinstance(actor, Spectator):
        return _NOTHING
    mine = table.seats_of(actor)
    # A person who plays several sides has neither won nor lost; in a game for one the result itself says it.
    outcome = table.outcome(mine[0]) if len(mine) == 1 < len(table.seats) else None
    others = concerned(table)
    rest = {
        "seats": mine,
        "can_undo": table.can_undo(actor),
        "resigns": table.resigns(actor),
        "outcome": outcome,
        "may": allowed.may(table, actor) if others else allowed.against_bots(table, actor),
        "sit": allowed.sit(table, actor) if others else [],
        "answers": allowed.answers(table, actor) if others else [],
        "withdraws": allowed.withdraws(table, actor) if others else [],
    }
    choices = _choices(table) if table.may_move(actor) else "null"
    return f'{encode(rest)[:-1]},"choices":{choices}}}'


@once
def _choices(table: Table) -> str:
    return encode(table.record.position.choices())


# ---- what happened ------------------------------------------------------------------------------------------------


def words(table: Table) -> str:
    """What happened last, in words; before the first move, what the game is about."""
    if table.events and table.result is None and (code := _spoken(table.events[-1])):
        return say(code, name=named(table, table.events[-1].side)).sentence
    return table.record.last_words or table.game.rulebook.about


def _spoken(event: Event) -> str | None:
    """What is said of an event that no record tells."""
    if event.kind == "answer":
        return None if said(event)[1] else "declined"
    return event.kind if event.kind in ("undo", "withdraw") or event.kind in SEATING else None
