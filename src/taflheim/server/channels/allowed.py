"""What somebody may do at a table now, beside moving, for pages that offer it. Pure.

Who decides is table/permission.py, when it is asked for; this says the same without trying. What depends on the time
or on who is there (a claim, a rematch that has lapsed) is told as far as the table knows it.
"""

from taflheim import wire
from taflheim.table.actor import Actor, account_of
from taflheim.table.offer import Kind
from taflheim.table.offer_refused import OfferRefused
from taflheim.table.table import Table
from taflheim.table.talking import plies_to_take_back


def may(table: Table, actor: Actor) -> list[wire.May]:
    """What somebody may do."""
    account = account_of(actor)
    if account is None:
        return []
    match table.state:
        case "playing":
            return _while_playing(table, account)
        case "open":
            opener: list[wire.May] = ["fill", "withdraw_table"] if table.terms.opener == account else []
            return [*opener, "abort"] if any(seat.account == account for seat in table.seats.values()) else opener
        case _:
            return ["rematch"] if _may_offer_rematch(table, account) else []


def against_bots(table: Table, actor: Actor) -> list[wire.May]:
    """The same where nobody else is concerned: bots may be offered a draw."""
    mine = table.seats_of(actor)
    if table.state != "playing" or not 0 < len(mine) < len(table.seats):
        return []
    return ["draw"] if mine[0] in table.in_game and _may_offer(table, "draw", mine[0]) else []


def _while_playing(table: Table, account: str) -> list[wire.May]:
    in_game = table.in_game
    mine = [side for side in in_game if table.seats[side].player == account]
    found: list[wire.May] = []
    if any(table.seats[side].is_held and table.seats[side].account == account for side in in_game):
        found.append("take_back")
    if not mine:
        return found
    turn = table.record.turn
    side = turn if turn in mine else mine[0]
    if len(in_game) > 1 and _may_offer(table, "draw", side):
        found.append("draw")
    if _may_take_back(table, mine):
        found.append("takeback")
    if not table.clock.has_moved(side):
        found.append("abort")
    if table.seats[turn].player not in (None, account) and table.terms.clock.kind != "days":
        found.append("claim")
    return found


def _may_offer(table: Table, kind: Kind, side: str) -> bool:
    return not table.offers.find(kind) and not table.offers.moves_to_wait.get((kind, side))


def _may_take_back(table: Table, mine: list[str]) -> bool:
    if table.terms.serious or len(table.in_game) < 2:
        return False
    asking = next((entry.side for entry in reversed(table.clock.entries) if entry.side in mine), mine[0])
    if not _may_offer(table, "takeback", asking):
        return False
    try:
        plies_to_take_back(table, asking)
    except OfferRefused:
        return False
    return True


def _may_offer_rematch(table: Table, account: str) -> bool:
    rematch = table.rematch
    if rematch is None or rematch.accepted:
        return False
    mine = next((side for side, seat in table.seats.items() if seat.account == account), None)
    return mine is not None and (rematch.plays is not None or mine not in rematch.declined)


def sit(table: Table, actor: Actor) -> list[str]:
    """Where somebody may sit down; whether a rated table takes them is found out when they do."""
    account = account_of(actor)
    if account is None or table.state != "open":
        return []
    if table.terms.rated and any(seat.account == account for seat in table.seats.values()):
        return []
    return [side for side, seat in table.seats.items() if seat.is_free]


def answers(table: Table, actor: Actor) -> list[int]:
    """The open offers that somebody is asked to answer."""
    account = account_of(actor)
    if account is None:
        return []
    rematch = table.rematch
    if rematch is not None:
        return [rematch.number] if any(table.seats[side].account == account for side in rematch.waiting) else []
    return [
        offer.number
        for offer in table.offers.open
        if any(table.seats[side].player == account for side in table.offers.waiting(offer))
    ]


def withdraws(table: Table, actor: Actor) -> list[int]:
    """The open offers that somebody may take back."""
    account = account_of(actor)
    if account is None:
        return []
    rematch = table.rematch
    if rematch is not None:
        own = rematch.waiting and rematch.by and table.seats[rematch.by].account == account
        return [rematch.number] if own else []
    return [offer.number for offer in table.offers.open if table.seats[offer.side].player == account]
