"""Who is there: at which tables people are connected, since when, and how many look on.

One process keeps nothing of it in the store; several that serve one hall tell each other by it (sharing.py). The hall
forgets who has been away for long: who was never seen counts as away, too.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

from taflheim.hall.clock import now_ms
from taflheim.store.attendance import Seen
from taflheim.table.presence import Presence
from taflheim.table.table import Table

TOUCH_S = 30.0
"""How long a program counts as connected after a request."""
_TELL_AFTER_S = 0.2
"""Many come at once, as when the hall is started anew: they are told of together."""
ANYWHERE = ""
"""In place of a table, for those who are connected to any page."""
LOBBY = "lobby"
"""In place of a table, for those who have the lobby open."""
_REMEMBERED_MS = 10 * 60_000
"""An absence that is longer than any that is waited for."""


class Attendance:
    """Who is connected where. Used in one event loop."""

    def __init__(self, players: Callable[[str], Collection[str]], *, tell_after_s: float = _TELL_AFTER_S):
        self._players = players
        """The accounts that play at a table, as far as that is known."""
        self._tell_after_s = tell_after_s
        self._connections: dict[str, Counter[str]] = {}
        """By table, how many connections each account has there; those without an account under an empty name."""
        self._presence: dict[str, dict[str, Presence]] = {}
        self._anywhere: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, list[Seen]]] = {}
        """By table and account, whom other processes see."""
        self._touched: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._telling: dict[str, asyncio.TimerHandle] = {}
        self._listeners: list[Callable[[str], None]] = []
        self._listeners_elsewhere: list[Callable[[str], None]] = []

    def when_changed(self, listener: Callable[[str], None]) -> None:
        """Have a function called with the id of every table at which somebody has come or gone."""
        self._listeners.append(listener)

    def close(self) -> None:
        """Tell nobody any more."""
        for handle in (*self._touched.values(), *self._telling.values()):
            handle.cancel()

    # ---- coming and going -----------------------------------------------------------------------------------------

    @contextmanager
    def connected(self, table_id: str | None, account: str | None) -> Iterator[None]:
        """While somebody is connected to a table, or (None) to another page. Without an account: a spectator."""
        self._come(table_id, account or "")
        try:
            yield
        finally:
            self._go(table_id, account or "")

    def touch(self, table_id: str, account: str) -> None:
        """Count a program as connected for a while, because it has just asked for something."""
        key = table_id, account
        if handle := self._touched.pop(key, None):
            handle.cancel()
        else:
            self._come(*key)
        self._touched[key] = asyncio.get_running_loop().call_later(TOUCH_S, self._untouch, key)

    def _untouch(self, key: tuple[str, str]) -> None:
        del self._touched[key]
        self._go(*key)

    def _come(self, table_id: str | None, account: str) -> None:
        self._anywhere[account] += 1
        if table_id is None:
            return
        here = self._connections.setdefault(table_id, Counter())
        here[account] += 1
        if account and here[account] == 1:
            seen = self._presence.setdefault(table_id, {})
            seen[account] = self.presence_of(table_id, account).came(now_ms())
        self._tell_soon(table_id)

    def _go(self, table_id: str | None, account: str) -> None:
        _count_down(self._anywhere, account)
        if table_id is None:
            return
        here = self._connections[table_id]
        _count_down(here, account)
        if account and not here[account]:
            seen = self._presence[table_id]
            seen[account] = seen[account].went(now_ms())
        if not here:
            del self._connections[table_id]
        self._tell_soon(table_id)

    def _tell_soon(self, table_id: str) -> None:
        if table_id not in self._telling:
            loop = asyncio.get_running_loop()
            self._telling[table_id] = loop.call_later(self._tell_after_s, self._tell, table_id)

    def _tell(self, table_id: str) -> None:
        del self._telling[table_id]
        for listener in self._listeners:
            listener(table_id)

    def forget(self) -> None:
        """Forget absences that have become so long that nobody asks since when."""
        since_ms = now_ms() - _REMEMBERED_MS
        for table_id, seen in list(self._presence.items()):
            kept = {who: there for who, there in seen.items() if there.connected or there.since_ms > since_ms}
            if kept:
                self._presence[table_id] = kept
            else:
                del self._presence[table_id]

    # ---- who is there ---------------------------------------------------------------------------------------------

    def of(self, table: Table) -> Mapping[str, Presence]:
        """Who of those who sit at a table is there, by account; who was not seen for long is missing."""
        accounts = [seat.account for seat in table.seats.values() if seat.account]
        seen = {account: self.presence_of(table.id, account) for account in accounts}
        return {account: presence for account, presence in seen.items() if presence.since_ms}

    def watching(self, table_id: str) -> int:
        """How many connections a table has of people who do not play there."""
        here = Counter(self._connections.get(table_id, {}))
        for account, seen in self._elsewhere.get(table_id, {}).items():
            here[account] += sum(one.connections for one in seen)
        players = self._players(table_id)
        return sum(count for account, count in here.items() if account not in players)

    def here(self) -> frozenset[str]:
        """All accounts that are connected anywhere."""
        return frozenset(account for account in (*self._anywhere, *self._connected_elsewhere(ANYWHERE)) if account)

    def at(self, table_id: str) -> frozenset[str]:
        """All accounts that are connected to a table, or what stands in place of one."""
        here: Mapping[str, int] = self._connections.get(table_id, {})
        return frozenset(account for account in (*here, *self._connected_elsewhere(table_id)) if account)

    def is_connected_here(self, table_id: str, account: str) -> bool:
        """Whether somebody is connected to a table by this process."""
        return account in self._connections.get(table_id, ())

    def presence_of(self, table_id: str, account: str) -> Presence:
        """Somebody's presence at a table, whichever process they are connected to."""
        elsewhere = self._elsewhere.get(table_id, {}).get(account, ())
        known = [Presence(one.connections > 0, one.since_ms, one.away_ms) for one in elsewhere]
        if here := self._presence.get(table_id, {}).get(account):
            known.append(here)
        connected = [one for one in known if one.connected]
        if connected:
            return min(connected, key=lambda one: one.since_ms)
        return max(known, key=lambda one: one.since_ms, default=Presence())

    # ---- several processes ----------------------------------------------------------------------------------------

    def seen_here(self) -> dict[tuple[str, str], Seen]:
        """Whom this process sees, by table and account."""
        seen = {
            (table_id, account): Seen(table_id, account, count, 0, 0)
            for table_id, counts in ((ANYWHERE, self._anywhere), *self._connections.items())
            for account, count in counts.items()
        }
        for table_id, accounts in self._presence.items():
            for account, there in accounts.items():
                count = self._connections[table_id][account] if table_id in self._connections else 0
                seen[table_id, account] = Seen(table_id, account, count, there.since_ms, there.away_ms)
        return seen

    def seen_elsewhere(self, seen: Iterable[Seen], table_id: str | None = None) -> None:
        """Take note of whom other processes see, everywhere or at one table; who watches here is told."""
        before = self._elsewhere
        now: dict[str, dict[str, list[Seen]]] = {}
        for one in sorted(seen):
            now.setdefault(one.table_id, {}).setdefault(one.account, []).append(one)
        if table_id is not None:
            now = {**{other: there for other, there in before.items() if other != table_id}, **now}
        self._elsewhere = now
        for changed in before.keys() | now.keys():
            if before.get(changed) != now.get(changed):
                for listener in self._listeners_elsewhere:
                    listener(changed)

    def when_changed_elsewhere(self, listener: Callable[[str], None]) -> None:
        """Have a function called with the id of every table at which others have seen somebody come or go."""
        self._listeners_elsewhere.append(listener)

    def _connected_elsewhere(self, table_id: str) -> list[str]:
        seen = self._elsewhere.get(table_id, {})
        return [account for account, ones in seen.items() if any(one.connections for one in ones)]


def _count_down(counter: Counter[str], name: str) -> None:
    counter[name] -= 1
    if not counter[name]:
        del counter[name]
