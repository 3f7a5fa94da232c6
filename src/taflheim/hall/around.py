"""What the hall knows around a table when something is decided there: see `Circumstances`.

Most actions need next to nothing of it, so that a move costs no more than it must.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping

from taflheim.games.game import Game
from taflheim.hall.lag import Lag
from taflheim.hall.measured import measured
from taflheim.hall.presence import Attendance
from taflheim.store import accounts as rows
from taflheim.store.ids import new_id
from taflheim.store.store import Store
from taflheim.table.actor import Actor, Person, account_of
from taflheim.table.circumstances import Account, Circumstances
from taflheim.table.deadline import duty
from taflheim.table.event import Abort, Action, Answer, CallTime, Claim, FillWithBots, MakeOffer, Sit, WithdrawTable
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

BotWait = Callable[[str, int], int]
"""How long the bot that is to move at a table has waited for an engine in this turn, until now."""
StandIn = Callable[[Game, str, str], Awaitable[int | None]]
"""The level of a bot that plays a game at a side about as well as an account does; None if that is not known."""
BlockedWith = Callable[[str], Awaitable[frozenset[str]]]
"""The accounts with which an account does not sit at one table: one of the two has blocked the other."""
LookAround = Callable[[str], Awaitable[None]]
"""Finds out who is at a table by what other processes see."""

_SEATING = (Sit, FillWithBots)
_LEAVING = (Claim, Abort, CallTime)
_FOR_HOSTS = (FillWithBots, WithdrawTable)


def _no_wait(_table: str, _now_ms: int) -> int:
    return 0


async def _nobody_known(_game: Game, _side: str, _account: str) -> int | None:
    return None


async def _nobody_blocked(_account: str) -> frozenset[str]:
    return frozenset()


async def _nothing_to_see(_table: str) -> None:
    pass


class Around:
    """Gathers what decisions at tables have to know."""

    def __init__(self, store: Store, presence: Attendance):
        self.presence = presence
        self.lag = Lag()
        self.bot_wait: BotWait = _no_wait
        self.stand_in: StandIn = _nobody_known
        self.blocked_with: BlockedWith = _nobody_blocked
        self.look_around: LookAround = _nothing_to_see
        self._store = store

    def timing(self, table: Table, now_ms: int) -> Circumstances:
        """What the house's duties depend on: what has slowed down whom."""
        return Circumstances(self._delays_ms(table, now_ms))

    def now(self, table: Table, now_ms: int) -> Circumstances:
        """What all deadlines depend on, those of claims too: who is there, and what has slowed down whom."""
        return Circumstances(self._delays_ms(table, now_ms), self.presence.of(table))

    async def of(self, table: Table, actor: Actor, action: Action, now_ms: int) -> Circumstances:
        """What is to be known when somebody wants to do this."""
        around = Circumstances(self._delays_ms(table, now_ms))
        if isinstance(action, Claim):
            await self.look_around(table.id)
            around = around._replace(presence=self.presence.of(table))
        if isinstance(action, _SEATING) and table.terms.rated:
            accounts = {account_of(actor), *(seat.account for seat in table.seats.values())}
            around = around._replace(accounts=await self._accounts(accounts), measured=measured(table.game))
        if isinstance(action, Sit) and isinstance(actor, Person):
            around = around._replace(blocked=await self.blocked_with(actor.account))
        if isinstance(action, _FOR_HOSTS) and isinstance(actor, Person):
            around = around._replace(host=await self._is_host(actor))
        if isinstance(action, MakeOffer | Answer) and table.rematch:
            around = around._replace(new_table=new_id())
        if table.terms.policy == "bot" and self._somebody_leaves(table, action, around, now_ms):
            around = around._replace(stand_ins=await self._stand_ins(table))
        return around

    async def opening(self, game: Game, seats: Mapping[str, Seat], terms: Terms) -> Circumstances:
        """What is to be known when a table is opened."""
        if not terms.rated:
            return Circumstances()
        accounts = await self._accounts(seat.account for seat in seats.values())
        return Circumstances(accounts=accounts, measured=measured(game))

    def _delays_ms(self, table: Table, now_ms: int) -> Mapping[str, int]:
        if not table.clock.running:
            return {}
        if table.seats[table.record.turn].is_bot:
            return {table.record.turn: self.bot_wait(table.id, now_ms)}
        return self.lag.of(table)

    def _somebody_leaves(self, table: Table, action: Action, around: Circumstances, now_ms: int) -> bool:
        """Whether this may let a bot play on for somebody: by what is wanted, or by what is due before it."""
        due = duty(table, around)
        return isinstance(action, _LEAVING) or (due is not None and now_ms > due.at_ms)

    async def _stand_ins(self, table: Table) -> dict[str, int]:
        found = {}
        for side, seat in table.seats.items():
            level = await self.stand_in(table.game, side, seat.player) if seat.player else None
            if seat.player and level is not None:
                found[seat.player] = level
        return found

    async def _is_host(self, person: Person) -> bool:
        found = await self._store.read(rows.get, person.account)
        return found is not None and (found.host or found.kind == "owner")

    async def _accounts(self, accounts: Iterable[str | None]) -> dict[str, Account]:
        found = {}
        for account in accounts:
            if account and (row := await self._store.read(rows.get, account)):
                found[account] = _known(row)
        return found


def _known(account: rows.Account) -> Account:
    match account.kind:
        case "owner" | "registered":
            return Account("registered")
        case "bot":
            return Account("program", account.maker)
    return Account("guest")
