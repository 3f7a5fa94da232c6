"""What the server tells a page about a table. Pure: a table and an actor in, the text of a message out.

Almost everything is the same for everybody, and is made and encoded once for each table; what an actor may do there
comes behind it, as `you`.
"""

import json
from dataclasses import replace
from typing import Any

from taflheim.games.message import counted, phrases
from taflheim.games.position import Result
from taflheim.games.view import Effect, Fact
from taflheim.server.once import once
from taflheim.table.actor import Actor, Spectator
from taflheim.table.table import Table

say = phrases(
    {
        "moves": "{moves} made",
        "par": "par: {moves}",
        "undo": "A move was taken back.",
    }
)

_MAX_MISSED = 8
"""A page that has missed more events than this is given the whole state."""


def encode(message: object) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def state(table: Table, actor: Actor) -> str:
    """Everything that changes during a game, as it is now."""
    return f'{_state(table)},"you":{_you(table, actor)}}}'


def event(table: Table, actor: Actor) -> str:
    """What has happened last at a table: the changes on the board, or the whole state where no move tells them."""
    return f'{_event(table)},"you":{_you(table, actor)}}}'


def catch_up(table: Table, have: int, actor: Actor) -> list[str]:
    """What somebody has to be told who knows the events up to number `have`."""
    missed = table.events[have:] if have > 0 else ()
    if not 0 < len(missed) <= _MAX_MISSED or any(one.kind != "move" for one in missed):
        return [state(table, actor)]
    return [event(_at(table, one.number), actor) for one in missed]


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
    return encode({"type": "event", **_shared(table), "effects": [_plain(one) for one in table.record.last_effects]})[
        :-1
    ]


@once
def _shared(table: Table) -> dict[str, Any]:
    return {
        "number": table.number,
        "position_number": table.position_number,
        "ply": len(table.record.entries),
        "turn": table.record.turn,
        "facts": [
            {"code": fact.code, "side": fact.side, "value": fact.value, "text": _text(fact)} for fact in facts(table)
        ],
        "last": last_spots(table),
        "words": words(table),
        "result": table.result and _result(table.result),
        "thinking": table.bot_to_move is not None,
    }


def _result(result: Result) -> dict[str, Any]:
    """Who has won, as a title, and why, as the text below it."""
    title, mark, text = str(result).partition("! ")
    return {"winner": result.winner, "reason": result.reason, "title": title + mark.strip(), "text": text}


def _plain(effect: Effect) -> dict[str, Any]:
    piece = None if effect.piece is None else list(effect.piece)
    return {"kind": effect.kind, "how": effect.how, "spot": effect.spot, "to": effect.to, "piece": piece}


# ---- for one actor ------------------------------------------------------------------------------------------------

_NOTHING = encode({"seats": [], "choices": None, "can_undo": False, "resigns": None})


def _you(table: Table, actor: Actor) -> str:
    if isinstance(actor, Spectator):
        return _NOTHING
    rest = {"seats": table.seats_of(actor), "can_undo": table.can_undo(actor), "resigns": table.resigns(actor)}
    choices = _choices(table) if table.may_move(actor) else "null"
    return f'{encode(rest)[:-1]},"choices":{choices}}}'


@once
def _choices(table: Table) -> str:
    return encode(table.record.position.choices())


# ---- facts --------------------------------------------------------------------------------------------------------


def facts(table: Table) -> list[Fact]:
    """What is worth showing beside the board: the position's facts, the par, and how many moves were made."""
    shown = [fact for fact in table.record.position.facts if fact.code != "turn"]
    if par := table.game.par(table.record.start):
        shown.append(Fact("par", table.game.seats[0], par, say("par", moves=counted(par, "move"))))
    moves = table.record.moves_made
    return [*shown, Fact("moves", "", moves, say("moves", moves=counted(moves, "move")))]


def _text(fact: Fact) -> str:
    """A fact as it can stand beside the name of its side."""
    return fact.message.sentence.removeprefix(f"{fact.side}: ")


# ---- what happened ------------------------------------------------------------------------------------------------


def last_spots(table: Table) -> list[str]:
    """Where the last move went along: the mover's own way, not what others did in answer to it."""
    own, *others = table.record.last_effects or (Effect("note", ""),)
    way = [spot for spot in (own.spot, own.to) if spot]
    for effect in others:
        if effect.kind == "move" and way and effect.spot == way[-1]:
            way.append(effect.to)
    return way


def words(table: Table) -> str:
    """What happened last, in words; before the first move, what the game is about."""
    if table.events and table.events[-1].kind == "undo":
        return say("undo").sentence
    return table.record.last_words or table.game.rulebook.about
