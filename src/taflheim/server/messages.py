"""What the server tells a page about a table. Pure: a table and a person in, plain data out."""

from dataclasses import replace
from typing import Any

from taflheim.games.message import counted, phrases
from taflheim.games.view import Effect, Fact
from taflheim.table.event import Event
from taflheim.table.table import Table

Message = dict[str, Any]

say = phrases(
    {
        "moves": "{moves} made",
        "par": "par: {moves}",
        "undone": "A move was taken back.",
    }
)

_MOST_EVENTS = 8
"""A page that has missed more than this is given the whole state."""


def state(table: Table, account: str | None) -> Message:
    """Everything that changes during a game, as it is now."""
    pieces = [list(piece) for piece in table.record.position.pieces]
    return {"type": "state", **_now(table, account), "pieces": pieces}


def event(table: Table, happened: Event, account: str | None) -> Message:
    """What has happened last at a table: the changes on the board, or the whole state where no move tells them."""
    if happened.kind != "move":
        return state(table, account)
    return {"type": "event", **_now(table, account), "effects": [_plain(effect) for effect in _last_effects(table)]}


def catch_up(table: Table, have: int, account: str | None) -> list[Message]:
    """What somebody has to be told who knows the events up to number `have`."""
    missed = table.events[have:] if have > 0 else ()
    if not 0 < len(missed) <= _MOST_EVENTS or any(one.kind != "move" for one in missed):
        return [state(table, account)]
    return [event(_at(table, one.number), one, account) for one in missed]


def _at(table: Table, number: int) -> Table:
    """The table after its event with this number, if only moves came after it."""
    return replace(table, record=table.record.undo(table.number - number), events=table.events[:number])


def _now(table: Table, account: str | None) -> Message:
    record, result = table.record, table.result
    mine = table.may_move(account)
    return {
        "number": table.number,
        "ply": table.ply,
        "turn": record.turn,
        "facts": [
            {"code": fact.code, "side": fact.side, "value": fact.value, "text": _text(fact)} for fact in facts(table)
        ],
        "last": last_spots(table),
        "words": words(table),
        "result": result and {"winner": result.winner, "reason": result.reason, "text": str(result)},
        "choices": record.position.choices() if mine else None,
        "thinking": table.bot_to_move is not None,
        "can_undo": table.can_undo(account),
    }


def _plain(effect: Effect) -> Message:
    piece = None if effect.piece is None else list(effect.piece)
    return {"kind": effect.kind, "how": effect.how, "spot": effect.spot, "to": effect.to, "piece": piece}


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


def resigning(entry: str) -> str | None:
    """The side that gives up with an entry of a record; None if the entry is a move."""
    side, colon, _ = entry.partition(":")
    return side if colon else None


def _last_effects(table: Table) -> tuple[Effect, ...]:
    """What the last entry of the record has changed on the board."""
    entries = table.record.entries
    if not entries or resigning(entries[-1]) is not None:
        return ()
    return table.record.positions[-2].effects(entries[-1])


def last_spots(table: Table) -> list[str]:
    """Where the last move went along: the mover's own way, not what others did in answer to it."""
    own, *others = _last_effects(table) or (Effect("note", ""),)
    way = [spot for spot in (own.spot, own.to) if spot]
    for effect in others:
        if effect.kind == "move" and way and effect.spot == way[-1]:
            way.append(effect.to)
    return way


def words(table: Table) -> str:
    """What happened last, in words; before the first move, what the game is about."""
    if table.events and table.events[-1].kind == "undo":
        return say("undone").sentence
    return table.record.last_words or table.game.rulebook.about
