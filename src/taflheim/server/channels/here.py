"""Who is at a table, for its pages."""

from collections.abc import Mapping

from taflheim import wire
from taflheim.games.message import phrases
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.server.channels.messages import Around
from taflheim.server.channels.people import concerned, named
from taflheim.table.circumstances import Circumstances
from taflheim.table.deadline import deadlines
from taflheim.table.presence import ABSENT, Presence
from taflheim.table.table import Table

say = phrases({"one": "{name} has one board before yours", "many": "{name} has {number} boards before yours"})
_NUMBERS = dict(enumerate("two three four five six seven eight nine ten eleven twelve".split(), start=2))


def around(hall: Hall, table: Table) -> Around:
    """Who is there and what time it is, as the hall sees it now."""
    presence = hall.presence.of(table) if concerned(table) else {}
    queue = told_queue(table, hall.bots.before(table.id))
    return Around(told_here(table, presence, hall.presence.watching(table.id)), now_ms(), queue)


def told_queue(table: Table, before: int) -> str | None:
    """Whom the bot that is to move has to serve first; None if it has nobody to."""
    if not before or table.bot_to_move is None:
        return None
    name = named(table, table.record.turn)
    if before == 1:
        return say("one", name=name).sentence
    return say("many", name=name, number=_NUMBERS.get(before, str(before))).sentence


def told_here(table: Table, presence: Mapping[str, Presence], watching: int) -> wire.Here | None:
    """Who is away and how many look on; None where there is only one person, and nobody looks on."""
    if not concerned(table):
        return {"away": {}, "watching": watching, "claim_ms": None} if watching else None
    players = {side: table.seats[side].player for side in table.in_game}
    known = {side: presence.get(player, ABSENT) for side, player in players.items() if player}
    away = {side: one.away_ms for side, one in known.items() if not one.connected}
    claims = (due.at_ms for due in deadlines(table, Circumstances(presence=presence)) if due.kind == "claim")
    return {"away": away, "watching": watching, "claim_ms": next(claims, None)}
