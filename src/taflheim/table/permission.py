"""Who may do what at a table, and when: the one place that decides it.

What else offers and rematches allow (who was asked, how often) they say themselves; and of moves, the rules of a game.
"""

from typing import TYPE_CHECKING

from taflheim.games.message import quoted
from taflheim.games.rulebook import either
from taflheim.table import event as actions
from taflheim.table.actor import Actor, House, Person, Spectator, account_of
from taflheim.table.circumstances import Circumstances
from taflheim.table.deadline import claimable_ms
from taflheim.table.errors import refused
from taflheim.table.offer_refused import refused as offer_refused
from taflheim.table.presence import ABSENT
from taflheim.table.rated import check_seats
from taflheim.table.seat import Seat

if TYPE_CHECKING:
    from taflheim.table.table import Table

MOST_EVENTS = 5_000
LAST_EVENTS = 500
"""So many before the most, only moves, answers and ends are left."""
ROOM = 10
"""So many before the most, a game is drawn: its ends and a rematch still have to fit in."""

_HOUSE = {actions.Move, actions.Answer, actions.CallTime, actions.CloseAccount}
_AFTER_THE_END = {actions.MakeOffer, actions.Answer, actions.WithdrawOffer}
_WHILE_OPEN = {actions.Sit, actions.Abort, actions.FillWithBots, actions.WithdrawTable}
_TO_THE_LAST = {
    *(actions.Move, actions.Answer, actions.WithdrawOffer),
    *(actions.Resign, actions.Claim, actions.Abort, actions.WithdrawTable),
}


def check(table: "Table", action: actions.Action, actor: Actor, now_ms: int, around: Circumstances) -> None:
    """Raise Refused if somebody may not do this now."""
    match action:
        case actions.CallTime() | actions.CloseAccount():
            if not isinstance(actor, House):
                raise refused("house_only")
            return
    _check_state(table, action)
    _check_room(table, action)
    if isinstance(actor, House) and type(action) not in _HOUSE:
        raise refused("not_seated")
    match action:
        case actions.Move():
            _check_move(table, action, actor)
        case actions.Undo():
            _check_undo(table, action, actor)
        case actions.Resign():
            own_side(table, actor, action.side)
        case actions.MakeOffer(kind, side):
            speaking_side(table, actor, side) if kind == "rematch" else own_side(table, actor, side)
        case actions.Answer():
            answering_side(table, actor, action.side)
        case actions.WithdrawOffer():
            answering_side(table, actor, None)
        case actions.Sit():
            _check_sit(table, action, actor, around)
        case actions.Claim(side):
            _check_claim(table, side, actor, now_ms, around)
        case actions.Abort(side):
            if table.clock.has_moved(own_side(table, actor, side)):
                raise refused("has_moved")
        case actions.TakeBackSeat(side):
            held_sides(table, actor, side)
        case actions.FillWithBots():
            _check_fill(table, action, actor, around)
        case actions.WithdrawTable():
            _check_opener(table, actor, around)


# ---- whose side --------------------------------------------------------------------------------------------------


def own_side(table: "Table", actor: Actor, side: str | None) -> str:
    """The side that somebody who plays here acts for: the named one; else the one to move, or the next of theirs."""
    mine = [own for own in table.seats_of(actor) if own not in table.record.gone]
    if side is None:
        side = table.record.turn if table.record.turn in mine else next(iter(mine), None)
    if side is None or side not in mine:
        raise refused("not_seated")
    return side


def answering_side(table: "Table", actor: Actor, side: str | None) -> str:
    """The side that answers: of a person, any that is still in the game; of the house, that of a bot."""
    if not isinstance(actor, House):
        return own_side(table, actor, side) if table.rematch is None else speaking_side(table, actor, side)
    if side is None or side not in table.in_game or not table.seats[side].is_bot or table.rematch is not None:
        raise refused("not_seated")
    return side


def speaking_side(table: "Table", actor: Actor, side: str | None) -> str:
    """The side of somebody who has played here, also if they have left: after the end all may speak of a rematch."""
    account = account_of(actor)
    mine = [own for own, seat in table.seats.items() if account is not None and seat.account == account]
    side = next(iter(mine), None) if side is None else side
    if side is None or side not in mine:
        raise refused("not_seated")
    return side


def held_sides(table: "Table", actor: Actor, side: str | None) -> tuple[str, ...]:
    """The sides that a bot plays for somebody, and that they may take back."""
    account = account_of(actor)
    if isinstance(actor, Spectator) or not any(seat.account == account for seat in table.seats.values()):
        raise refused("not_seated")
    held = tuple(s for s in table.in_game if table.seats[s].is_held and table.seats[s].account == account)
    chosen = held if side is None else tuple(s for s in held if s == side)
    if not chosen:
        raise refused("nothing_held")
    return chosen


# ---- when --------------------------------------------------------------------------------------------------------


def _check_state(table: "Table", action: actions.Action) -> None:
    match table.state:
        case "playing":
            if isinstance(action, actions.MakeOffer) and action.kind == "rematch":
                raise offer_refused("not_over")
        case "open":
            if type(action) not in _WHILE_OPEN:
                raise refused("not_begun")
        case _:
            other = isinstance(action, actions.MakeOffer) and action.kind != "rematch"
            if table.rematch is None or type(action) not in _AFTER_THE_END or other:
                raise refused("game_over")


def _check_room(table: "Table", action: actions.Action) -> None:
    if table.rematch is None:
        full = table.number >= MOST_EVENTS - LAST_EVENTS and type(action) not in _TO_THE_LAST
    else:
        full = table.number > MOST_EVENTS - 2  # an offer that is accepted takes two events
    if full:
        raise refused("too_many_events")


def _check_move(table: "Table", move: actions.Move, actor: Actor) -> None:
    turn = table.record.turn
    seat = table.seats[turn]
    mine = table.seats_of(actor)
    if not mine and not isinstance(actor, House):
        raise refused("not_seated")
    _check_position(table, move.position_number)
    if not (seat.is_bot if isinstance(actor, House) else turn in mine):
        raise refused("turn_of", name=seat.name, side=turn)
    if isinstance(actor, House) and table.deserted:
        raise refused("deserted")


def _check_position(table: "Table", number: int) -> None:
    if number != table.position_number:
        raise refused("stale")


def _check_undo(table: "Table", undo: actions.Undo, actor: Actor) -> None:
    if not table.seats_of(actor):
        raise refused("not_seated")
    _check_position(table, undo.position_number)
    if table.terms.serious:
        raise refused("no_undo_here")
    if not table.undoable(actor):
        raise refused("nothing_to_undo")


# ---- seats -------------------------------------------------------------------------------------------------------


def _check_sit(table: "Table", sit: actions.Sit, actor: Actor, around: Circumstances) -> None:
    if not isinstance(actor, Person):
        raise refused("no_account")
    _check_free(table, sit.side)
    if around.blocked & {table.terms.opener, *(seat.account for seat in table.seats.values())}:
        raise refused("blocked_seat")
    check_seats(table.terms, {**table.seats, sit.side: Seat.person(actor.account, sit.name)}, around)


def _check_free(table: "Table", side: str) -> None:
    if side not in table.seats:
        raise refused("no_such_seat", game=table.game.title, seat=quoted(side), seats=either(list(table.seats)))
    if not table.seats[side].is_free:
        raise refused("seat_taken", name=table.seats[side].name)


def _check_fill(table: "Table", fill: actions.FillWithBots, actor: Actor, around: Circumstances) -> None:
    _check_opener(table, actor, around)
    seats = dict(table.seats)
    for side, level, name in fill.bots:
        _check_free(table, side)
        seats[side] = Seat.bot(level, name)
    if not fill.bots or len({side for side, _, _ in fill.bots}) < len(fill.bots):
        raise refused("no_seat_free")
    check_seats(table.terms, seats, around)


def _check_opener(table: "Table", actor: Actor, around: Circumstances) -> None:
    if not isinstance(actor, Person):
        raise refused("opener_only")
    if around.host:
        return
    if actor.account != table.terms.opener:
        raise refused("opener_only")
    if table.state != "open":
        raise refused("begun")


# ---- claims ------------------------------------------------------------------------------------------------------


def _check_claim(table: "Table", side: str, actor: Actor, now_ms: int, around: Circumstances) -> None:
    own_side(table, actor, None)
    if side != table.record.turn:
        raise refused("not_to_move", side=quoted(side))
    account = table.seats[side].player
    if account is None:
        raise refused("claim_bot", side=side)
    if account == account_of(actor):
        raise refused("claim_self")
    if table.terms.clock.kind == "days":
        raise refused("claim_days")
    at_ms = claimable_ms(table, around)
    connected = around.presence.get(account, ABSENT).connected
    if at_ms is None or (connected and now_ms < at_ms):
        raise refused("claim_connected", side=side)
    if now_ms < at_ms:
        raise refused("claim_early", side=side, seconds=-(-(at_ms - now_ms) // 1000))
