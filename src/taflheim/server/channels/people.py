"""What a page is told of a table where people play each other, or against a clock: the same for everybody. Pure.

Other tables have none of it, and do not pay for it.
"""

from taflheim import wire
from taflheim.games.message import counted, listed, phrases
from taflheim.table.circumstances import NOTHING_KNOWN
from taflheim.table.deadline import deadlines
from taflheim.table.offer import Offer
from taflheim.table.rated import MOVES_THAT_COUNT
from taflheim.table.seat import Seat
from taflheim.table.table import Table

say = phrases(
    {
        "game": "{amount}",
        "move": "{amount} s a move",
        "days": "{amount} a move",
        "rated": "rated",
        "casual": "casual",
        "draw": "{name} offers a draw.",
        "draw_own": "You offer a draw. It is for {names} to answer.",
        "takeback": "{name} would like to take the last move back.",
        "takeback_own": "You ask for your move back. It is for {names} to answer.",
        "rematch_same": "{name} offers a rematch: everybody keeps their side.",
        "rematch_other": "{name} offers a rematch: {sides}.",
        "rematch_own": "You offer a rematch. It is for {names} to answer.",
        "plays": "{name} plays {side}",
        "nobody": "nobody",
        "away": "{name} is away.",
        "win": "Claim the win",
        "abort": "Abort the game",
        "bot": "Let a bot play on",
        "out": "Go on without {name}",
        "late": "Time for the first move of {name}:",
        "late_own": "Make your first move within",
        "expired": "A seat is free. The table stays open for",
        "deserted": "Nobody plays any more. The table is closed in",
    }
)


def told_people(table: Table) -> wire.People | None:
    """What is told, or None where nobody is concerned but one person and bots."""
    if not concerned(table):
        return None
    return {
        "state": table.state,
        "seats": {side: _seat(seat) for side, seat in table.seats.items()},
        "rated": table.terms.rated,
        "policy": table.terms.policy,
        "clock": told_clock(table),
        "offers": [_offer(table, offer) for offer in table.offers.open],
        "claim": _claim(table),
        "due": _due(table),
        "rematch": _rematch(table),
        "next_table": table.next_table,
    }


def concerned(table: Table) -> bool:
    """Whether there is more to tell than of a game alone, against bots or at one screen."""
    return table.terms.clock.timed or table.terms.rated or bool(table.offers.open) or between_people(table)


def between_people(table: Table) -> bool:
    """Whether several people sit there, or somebody may still come or come back."""
    accounts = {seat.account for seat in table.seats.values() if seat.account is not None}
    return len(accounts) > 1 or any(seat.is_free or seat.is_held for seat in table.seats.values())


def told_terms(table: Table) -> str:
    """On which terms is played, in short; nothing where they are as usual.

    >>> from taflheim import game
    >>> from taflheim.table.terms import Terms, TimeControl
    >>> seats = {"a": Seat.person("7f", "Anna"), "b": Seat.person("b0", "Bo")}
    >>> told_terms(Table.new("t", game("quoridor").start(), seats, Terms(TimeControl.parse("5+3"), rated=True)))
    '5+3 · rated'
    """
    control = table.terms.clock
    amount = str(control).split()[-1]
    if control.kind == "days":
        amount = counted(int(amount), "day")
    told = [say(control.kind, amount=amount).sentence] if control.timed else []
    if told or between_people(table):
        told.append(say("rated" if table.terms.rated else "casual").sentence)
    return " · ".join(told)


def _seat(seat: Seat) -> wire.SeatTold:
    if seat.is_bot:
        return {"name": seat.name, "kind": "held" if seat.is_held else "bot"}
    return {"name": seat.name, "kind": "free" if seat.is_free else "person"}


def told_clock(table: Table) -> wire.Clock | None:
    """The clocks, if there are any."""
    clock = table.clock
    if clock.control.kind == "none":
        return None
    # Of an outage in this turn a page knows nothing: what is told is how the clocks stand at its end.
    at_ms = max([clock.since_ms, *(outage.to_ms for outage in clock.outages)])
    return {
        "kind": clock.control.kind,
        "left_ms": {side: clock.shown_ms(side, at_ms) or 0 for side in clock.sides},
        "running": clock.turn if clock.running else None,
        "at_ms": at_ms,
    }


def _offer(table: Table, offer: Offer) -> wire.Offer:
    waiting = [side for side in table.seats if side in table.offers.waiting(offer)]
    return {
        "number": offer.number,
        "kind": offer.kind,
        "by": offer.side,
        "waiting": waiting,
        "text": say(offer.kind, name=named(table, offer.side)).sentence,
        "own": say(f"{offer.kind}_own", names=_names(table, waiting)).sentence,
    }


def _claim(table: Table) -> wire.Claim | None:
    turn = table.record.turn
    if table.state != "playing" or table.seats[turn].player is None or len(table.people) < 2:
        return None
    if table.terms.clock.kind == "days":
        return None
    name = named(table, turn)
    return {"side": turn, "text": say("away", name=name).sentence, "button": say(_comes_of(table), name=name).sentence}


def _comes_of(table: Table) -> str:
    """What a claim against the side to move would bring about (leaving.py)."""
    if len(table.seats) > 2 and table.terms.policy == "bot":
        return "bot"
    begun = all(table.clock.moves_of(side) >= MOVES_THAT_COUNT for side in table.in_game)
    account = table.seats[table.record.turn].player
    left = [side for side in table.in_game if table.seats[side].player != account]
    if len(left) > 1:
        return "out"
    return "win" if begun else "abort"


def _due(table: Table) -> wire.Due | None:
    for due in deadlines(table, NOTHING_KNOWN):
        if due.kind in ("late", "expired", "deserted"):
            text = say(due.kind, name=named(table, due.side) if due.side else "").sentence
            own = say("late_own").sentence if due.kind == "late" else text
            return {"kind": due.kind, "side": due.side, "at_ms": due.at_ms, "text": text, "own": own}
    return None


def _rematch(table: Table) -> wire.Rematch | None:
    rematch = table.rematch
    if rematch is None or rematch.plays is None or rematch.accepted:
        return None
    by = rematch.by or ""
    same = all(old == new for old, new in rematch.plays.items())
    title = table.game.rulebook.side_title
    plays = [
        say("plays", name=seat.name if seat else say("nobody"), side=title(new)).sentence
        for new, seat in rematch.new_seats.items()
    ]
    waiting = [side for side in table.seats if side in rematch.waiting]
    text = say("rematch_same" if same else "rematch_other", name=named(table, by), sides=listed(plays))
    return {
        "number": rematch.number,
        "by": by,
        "plays": dict(rematch.plays),
        "same": same,
        "waiting": waiting,
        "ends_ms": rematch.ends_ms(table.clock.outages),
        "text": text.sentence,
        "own": say("rematch_own", names=_names(table, waiting)).sentence,
    }


def named(table: Table, side: str) -> str:
    """What a player is called; who plays several sides under one name, by the side."""
    seat = table.seats[side]
    alike = sum(other.account == seat.account and other.name == seat.name for other in table.seats.values())
    return table.game.rulebook.side_title(side) if alike > 1 or not seat.name else seat.name


def _names(table: Table, sides: list[str]) -> str:
    return listed(list(dict.fromkeys(named(table, side) for side in sides))) if sides else say("nobody").sentence
