"""What an action at a table brings about: first what is due, then what somebody wants, if they may (permission.py)."""

import random
from typing import TYPE_CHECKING, NamedTuple

from taflheim.games.errors import TaflheimError
from taflheim.games.record import Record
from taflheim.table import event as actions
from taflheim.table import history
from taflheim.table.actor import Actor, House, account_of
from taflheim.table.circumstances import Circumstances
from taflheim.table.deadline import Deadline, allowance_ms, duty
from taflheim.table.errors import Overtaken, refused
from taflheim.table.event import Action, CallTime, Event, Kind, digest
from taflheim.table.leaving import closed, left, not_begun
from taflheim.table.permission import MOST_EVENTS, ROOM, check, held_sides, own_side
from taflheim.table.talking import answered, offered, withdrawn

if TYPE_CHECKING:
    from taflheim.table.table import Table


class Decision(NamedTuple):
    """What an action brings about, and the table after it."""

    events: tuple[Event, ...]
    table: "Table"


class Asked(NamedTuple):
    """Who wants what, and when."""

    action: Action
    actor: Actor
    now_ms: int
    around: Circumstances
    first: int
    """The number of the first event that comes of it: that one carries the request."""

    def happen(
        self, table: "Table", kind: Kind, side: str, text: str = "", record: Record | None = None, lag_ms: int = 0
    ) -> "Table":
        """The table after one more event."""
        number = table.number + 1
        request = self.action.request if number == self.first else None
        event = Event(
            number,
            kind,
            side,
            text,
            self.now_ms,
            lag_ms,
            account_of(self.actor),
            request,
            digest(self.action) if request is not None else None,
        )
        return history.after(table, event, record)


def decide(table: "Table", action: Action, actor: Actor, now_ms: int, around: Circumstances) -> Decision:
    """What happens, and the table after it. A request that was done already gets its event again."""
    if done := _done_before(table, action, actor):
        return Decision((done,), table)
    # Time never runs backwards at a table, whatever the clock of the machine does.
    now_ms = max(now_ms, table.events[-1].at_ms) if table.events else now_ms
    ready = settled(table, now_ms, around)
    asked = Asked(action, actor, now_ms, around, ready.number + 1)
    try:
        check(ready, action, actor, now_ms, around)
        after = _limited(_done(ready, asked), asked)
    except TaflheimError as refusal:
        if ready is table:
            raise
        raise Overtaken(Decision(ready.events[table.number :], ready), refusal) from refusal
    return Decision(after.events[table.number :], after)


def _done_before(table: "Table", action: Action, actor: Actor) -> Event | None:
    if action.request is None:
        return None
    known = (event for event in table.events if event.request == action.request)
    done = next((event for event in known if event.account == account_of(actor)), None)
    if done and done.digest not in (None, digest(action)):
        raise refused("request_reused")
    return done


def _done(table: "Table", asked: Asked) -> "Table":
    """The table after an action that is allowed, as far as its kind does not refuse it yet."""
    match asked.action:
        case actions.Move(_, text):
            turn = table.record.turn
            played = table.record.play(text, _lots(table))
            return asked.happen(table, "move", turn, played.entries[-1], played, _lag_ms(table, asked))
        case actions.Undo():
            count = table.undoable(asked.actor)
            return asked.happen(table, "undo", table.record.turn, str(count), table.record.undo(count))
        case actions.Resign(side):
            return asked.happen(table, "resign", own_side(table, asked.actor, side))
        case actions.MakeOffer():
            return offered(table, asked, asked.action)
        case actions.Answer():
            return answered(table, asked, asked.action)
        case actions.WithdrawOffer(number):
            return withdrawn(table, asked, number)
        case actions.Claim(side):
            account = table.seats[side].account
            sides = [side, *(s for s in table.in_game if s != side and table.seats[s].player == account)]
            return left(table, asked, sides, "claimed")
        case actions.Abort(side):
            return not_begun(table, asked, own_side(table, asked.actor, side), "abort")
        case actions.Sit(side, name):
            return asked.happen(table, "sit", side, name)
        case actions.TakeBackSeat(side):
            for held in held_sides(table, asked.actor, side):
                table = asked.happen(table, "return", held, lag_ms=_bots_lag_ms(table, asked, held))
            return table
        case actions.FillWithBots(bots):
            for side, level, name in bots:
                table = asked.happen(table, "fill", side, f"{level} {name}")
            return table
        case actions.WithdrawTable():
            return asked.happen(table, "aborted", table.record.turn, "withdrawn")
        case actions.CloseAccount(account):
            return closed(table, asked, account)
        case CallTime():
            return table


def _lots(table: "Table") -> random.Random | None:
    """What a move of chance is drawn from: another source for each event, the same when the game is played again."""
    return random.Random(f"{table.terms.seed} {table.number}") if table.terms.seed else None


def _lag_ms(table: "Table", asked: Asked) -> int:
    """What is not charged of the turn that goes on."""
    if not table.clock.running:
        return 0  # as at most tables; the rest need not be looked at
    return table.clock.lag_ms(asked.now_ms, allowance_ms(table, table.record.turn, asked.around))


def _bots_lag_ms(table: "Table", asked: Asked, held: str) -> int:
    """What is not charged of the turn that goes on when a person comes back: nobody plays at a deserted table."""
    if table.deserted:
        return table.clock.lag_ms(asked.now_ms, asked.now_ms - table.events[-1].at_ms)
    return _lag_ms(table, asked) if held == table.record.turn else 0


def _limited(table: "Table", asked: Asked) -> "Table":
    """A game that goes on for ever is drawn."""
    if table.number < MOST_EVENTS - ROOM or table.state != "playing":
        return table
    return asked._replace(actor=House()).happen(table, "agreed", table.record.turn, "limit")


# ---- what is due -------------------------------------------------------------------------------------------------


def settled(table: "Table", now_ms: int, around: Circumstances) -> "Table":
    """The table after everything that was due before now, each stamped with its deadline."""
    while (due := duty(table, around)) and now_ms > due.at_ms:
        # What is forgiven may have shrunk meanwhile; time still does not run backwards.
        at_ms = max(due.at_ms, table.events[-1].at_ms) if table.events else due.at_ms
        table = _called(table, due, Asked(CallTime(), House(), at_ms, around, 0))
    return table


def _called(table: "Table", due: Deadline, asked: Asked) -> "Table":
    match due.kind:
        case "time":
            return asked.happen(table, "time", due.side)
        case "late":
            return not_begun(table, asked, due.side, "late")
        case _:
            return asked.happen(table, "aborted", table.record.turn, due.kind)
