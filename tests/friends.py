"""People who play each other, each in a browser of their own, in a hall that runs beside the test in this process.

The hall's time can be set forward: nobody waits for a minute here.
"""

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, Page, WebSocketRoute

import browsing
from browsing import Strict, TablePage
from taflheim import Game
from taflheim.games.record import Record
from taflheim.hall import clock
from taflheim.hall.hall import Hall
from taflheim.server.serve import serving
from taflheim.table.actor import Person
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

T = TypeVar("T")
_SECONDS = 300
_STEP_S = 4


class Friend:
    """Somebody with an account and a session."""

    def __init__(self, name: str, account: str, session: str):
        self.name = name
        self.account = account
        self.session = session

    @property
    def seat(self) -> Seat:
        return Seat.person(self.account, self.name)


class House:
    """A hall that is served, and who comes there."""

    def __init__(self, folder: Path):
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._ahead_ms = 0
        self.guests: dict[str, Friend] = {}
        """Who has come, by account."""
        self.hall: Hall = self.do(Hall.open(folder))
        self._serving = serving(self.hall)
        self.address = self.do(self._serving.__aenter__()).address

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done in the hall's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_SECONDS)

    def close(self) -> None:
        self.do(self._serving.__aexit__(None, None, None))
        self.do(self.hall.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_SECONDS)

    def friend(self, name: str, *, registered: bool = False) -> Friend:
        """Somebody new: a guest, or somebody who has registered under this name."""

        async def come() -> Friend:
            if registered:
                account = await self.hall.logins.register(name, "correct horse", "test")
                session = await self.hall.accounts.begin_session(account.id)
            else:
                session = await self.hall.accounts.add_guest()
            person = await self.hall.accounts.actor(session)
            assert isinstance(person, Person)
            return Friend(name, person.account, session)

        friend = self.do(come())
        self.guests[friend.account] = friend
        return friend

    def table(self, game: Game, seats: Mapping[str, Friend | Seat], clock: str = "none", **terms: Any) -> Table:
        """A new table."""
        seated = {side: who.seat if isinstance(who, Friend) else who for side, who in seats.items()}
        chosen = Terms(TimeControl.parse(clock), **terms)
        start = game.start(1) if game.rulebook.seeded else game.start()
        return self.do(self.hall.tables.open(start, seated, chosen))

    def now(self, table: Table) -> Table:
        """A table as it is now."""
        return self.do(self.hall.tables.get(table.id))

    def where(self, table: Table) -> str:
        return f"{self.address}/tables/{table.id}"

    def later(self, seconds: int, table: Table) -> None:
        """Set the time of the hall forward, and let those at a table know what time it is."""

        async def go_on() -> None:
            for _ in range(0, seconds, _STEP_S):
                # With a sign of life at every step: it is no outage.
                self._ahead_ms += _STEP_S * 1000
                await self.hall.tables.outages.beat()
            with self.hall.presence.connected(table.id, None):
                pass

        self.do(go_on())

    def now_ms(self) -> int:
        return int(time.time() * 1000) + self._ahead_ms


@contextmanager
def house(folder: Path) -> Iterator[House]:
    """A hall that is served in this process, with a time of its own."""
    real = clock.now_ms
    there: list[House] = []
    replaced = [
        module
        for name, module in sys.modules.items()
        if name.startswith("taflheim.") and getattr(module, "now_ms", None) is real
    ]

    def now_ms() -> int:
        return there[0].now_ms() if there else real()

    for module in replaced:
        module.now_ms = now_ms  # type: ignore[attr-defined]
    try:
        there.append(House(folder))
        yield there[0]
        there[0].close()
    finally:
        for module in replaced:
            module.now_ms = real  # type: ignore[attr-defined]


class Friends(Strict):
    """Browsers of several people, watched as all are."""

    def __init__(self, browser: Browser, at: House):
        super().__init__(browser, at.address)
        self._at = at

    def come(
        self, friend: Friend | None, table: Table, before: Callable[[Page], None] = lambda _: None, **how: Any
    ) -> TablePage:
        """Somebody opens the page of a table; None: somebody without a session."""
        page = self.page(owner=False, **how) if friend is None else self.page_of(friend, **how)
        before(page)
        return TablePage(page, self._at.where(table))

    def page_of(self, friend: Friend, **how: Any) -> Page:
        """A new page of somebody."""
        page = self.page(owner=False, **how)
        name = f"taflheim-{self._at.hall.id}"
        page.context.add_cookies([{"name": name, "value": friend.session, "url": self._at.address}])
        return page


def picture(page: Page, name: str) -> None:
    """What the page looks like, for people who look through build/screenshots."""
    folder = browsing.SCREENSHOTS / "people"
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png")


def play(at: dict[str, TablePage], record: Record, *moves: str) -> Record:
    """Make moves, each in the page of who is to move, and wait until all have seen them."""
    for move in moves:
        at[record.turn].play(record.position, move, len(record.entries) + 1)
        record = record.play(move)
        for page in at.values():
            page.wait_for_ply(len(record.entries))
    return record


class Wire:
    """The connection of a page, which can be cut."""

    def __init__(self) -> None:
        self._routes: list[WebSocketRoute] = []

    def lay(self, page: Page) -> None:
        """Lead a page's connections this way."""
        page.route_web_socket("**/ws", self._lead)

    def _lead(self, route: WebSocketRoute) -> None:
        route.connect_to_server()
        self._routes.append(route)

    def cut(self) -> None:
        """Break the connection; the page comes back by itself."""
        self._routes[-1].close()
