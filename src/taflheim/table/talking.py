"""What comes of offers and answers at a table: draws, takebacks and rematches.

The values that keep them (offer.py, rematch.py) refuse what may not be, when they are given the event.
"""

from typing import TYPE_CHECKING

from taflheim.table.event import Answer, MakeOffer
from taflheim.table.offer import Kind, Offer, plies_back
from taflheim.table.offer_refused import refused
from taflheim.table.permission import answering_side, own_side, speaking_side
from taflheim.table.rematch import plays_text, rotated

if TYPE_CHECKING:
    from taflheim.table.decision import Asked
    from taflheim.table.table import Table


def offered(table: "Table", asked: "Asked", offer: MakeOffer) -> "Table":
    """After somebody has made an offer. To offer the draw that another side offers is to agree."""
    if offer.kind == "rematch":
        return _rematch_offered(table, asked, offer)
    side = _asking_side(table, asked, offer)
    there = table.offers.find(offer.kind)
    if offer.kind == "takeback":
        plies_to_take_back(table, side)
    elif there and table.seats[there.side].player != table.seats[side].player:
        return answered(table, asked, Answer(there.number, True, side))
    table = asked.happen(table, "offer", side, offer.kind)
    # Where nobody has to be asked, it is done at once.
    return table if table.offers.find(offer.kind) else _carried_out(table, asked, offer.kind, side, side)


def answered(table: "Table", asked: "Asked", answer: Answer) -> "Table":
    """After somebody, or a bot, has answered an offer."""
    side = answering_side(table, asked.actor, answer.side)
    text = f"{answer.offer} {'yes' if answer.yes else 'no'}"
    if table.rematch:
        _check_rematch(table, asked, answer.offer)
        return _rematch_begun(asked.happen(table, "answer", side, text), asked, side)
    there = _open_offer(table, answer.offer)
    table = asked.happen(table, "answer", side, text)
    if not answer.yes or table.offers.find(there.kind):
        return table
    return _carried_out(table, asked, there.kind, there.side, side)


def withdrawn(table: "Table", asked: "Asked", number: int) -> "Table":
    """After somebody has taken their offer back."""
    side = answering_side(table, asked.actor, None)
    if table.rematch:
        _check_rematch(table, asked, number)
        by = table.rematch.by or ""
        if table.seats[by].account != table.seats[side].account:
            raise refused("not_yours", side=by)
    else:
        _open_offer(table, number)
    return asked.happen(table, "withdraw", side, str(number))


def _open_offer(table: "Table", number: int) -> Offer:
    there = table.offers.numbered(number)
    if there is None:
        raise refused("not_open")
    return there


def _asking_side(table: "Table", asked: "Asked", offer: MakeOffer) -> str:
    """Whose offer it is. Who plays several sides asks for the last move of any of them, unless they say which."""
    if offer.kind == "takeback" and offer.side is None:
        mine = table.seats_of(asked.actor)
        last = (entry.side for entry in reversed(table.clock.entries) if entry.side in mine)
        return own_side(table, asked.actor, next(last, None))
    return own_side(table, asked.actor, offer.side)


def _carried_out(table: "Table", asked: "Asked", kind: Kind, by: str, side: str) -> "Table":
    """The table after what one side has offered, and this side was the last to agree to, is done."""
    if kind == "draw":
        return asked.happen(table, "agreed", side)
    return asked.happen(table, "undo", by, str(plies_to_take_back(table, by)))


def plies_to_take_back(table: "Table", side: str) -> int:
    """How many entries go with a takeback of this side; raises OfferRefused if none can."""
    movers = [entry.side for entry in table.clock.entries[table.barred :]]
    return plies_back([None, *movers] if table.barred else movers, side)


# ---- rematches ---------------------------------------------------------------------------------------------------


def _rematch_offered(table: "Table", asked: "Asked", offer: MakeOffer) -> "Table":
    side = speaking_side(table, asked.actor, offer.side)
    plays = dict(offer.plays) or rotated(list(table.seats))
    return _rematch_begun(asked.happen(table, "offer", side, plays_text(plays)), asked, side)


def _check_rematch(table: "Table", asked: "Asked", number: int) -> None:
    rematch = table.rematch
    assert rematch is not None
    if rematch.number != number or not rematch.stands(asked.now_ms, table.clock.outages):
        raise refused("not_open")


def _rematch_begun(table: "Table", asked: "Asked", side: str) -> "Table":
    assert table.rematch is not None
    return asked.happen(table, "rematch", side, asked.around.new_table) if table.rematch.accepted else table
