"""A table as somebody sits at it line by line: what happens is told as it comes, and can be waited for."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

from taflheim import wire
from taflheim.client.remote import Remote
from taflheim.client.table_link import TableLink
from taflheim.games.game import Game
from taflheim.games.message import sentence
from taflheim.games.registry import game
from taflheim.terminal.live import table_state
from taflheim.terminal.live.server_time import ServerTime
from taflheim.terminal.live.table_state import TableState, Told
from taflheim.terminal.opening import Request
from taflheim.terminal.plain import board_text
from taflheim.terminal.plain.console import Console, Leave
from taflheim.terminal.plain.news import news, presence

View = Mapping[str, Any]
"""A table as GET /tables/ID tells it."""
Opener = Callable[[Request], Awaitable[str]]
"""Opens a table and gives its id."""


class Seated:
    """Somebody at a table. Made by `at_table`."""

    def __init__(self, remote: Remote, view: View, console: Console, open_table: Opener):
        self.remote = remote
        self.open_table = open_table
        """Opens the next table of this person; raises what stands against it."""
        self.view = view
        """How it stood when one came."""
        self.console = console
        self.game: Game = game(view["game"], **view["options"])
        self.keys: tuple[wire.Key, ...] = ()
        """What can be typed instead of moves, in the position that was shown last."""
        self.draws_boards = True
        """Whether every new position is drawn; else when it is asked for."""
        self.link = TableLink(remote, self.id, self._told, self._connected)
        self.running: asyncio.Task[None] | None = None
        self._time = ServerTime()
        self._state: TableState | None = None
        self._changed = asyncio.Event()
        self._is_lost = False
        self._has_keys = True

    @property
    def id(self) -> str:
        """The table's."""
        return str(self.view["id"])

    @property
    def state(self) -> TableState:
        """How the table stands."""
        assert self._state is not None
        return self._state

    @property
    def live(self) -> Told:
        """The last that was told of it."""
        return self.state.live

    @property
    def is_my_turn(self) -> bool:
        """Whether one may move now."""
        return self.live["you"]["choices"] is not None

    @property
    def now_ms(self) -> float:
        """What time it is at the hall."""
        return self._time.now_ms

    # ---- waiting --------------------------------------------------------------------------------------------------

    async def line_or_news(self) -> str | None:
        """The next line that is typed, or None as soon as something else has changed; raises Leave."""
        await self._first(self.console.coming())
        return self.console.take() if self.console.coming().done() else None

    async def answer(self, question: str) -> str:
        """The answer to a question, whatever happens meanwhile; raises Leave."""
        while True:
            self.console.ask(question)
            if (line := await self.line_or_news()) is not None:
                return line

    async def news(self) -> None:
        """Wait until something has changed."""
        await self._first()

    async def news_or_end(self) -> None:
        """The same for a script; raises Leave if it has no more lines."""
        end = asyncio.create_task(self.console.at_end())
        try:
            await self._first(end)
            if end.done():
                raise Leave
        finally:
            end.cancel()

    async def until(self, number: int) -> None:
        """Wait until the event with this number was told."""
        while self._state is None or self.live["number"] < number:
            await self._first()

    async def _first(self, *others: "asyncio.Task[Any]") -> None:
        """Wait for the next change, or one of these; raises what the connection has ended with."""
        assert self.running
        change = asyncio.create_task(self._changed.wait())
        try:
            await asyncio.wait([change, self.running, *others], return_when=asyncio.FIRST_COMPLETED)
        finally:
            change.cancel()
        # Not before: what has changed while something else was waited for counts, too.
        self._changed.clear()
        if self.running.done():
            self.running.result()

    # ---- doing ----------------------------------------------------------------------------------------------------

    async def act(self, action: Mapping[str, Any]) -> None:
        """Have something done, and wait until it was told; raises ActionRefused."""
        await self.until(await self.link.act(action))

    async def play(self, line: str) -> None:
        """Play the move that a typed line means; raises ActionRefused."""
        asking = next((key for key in self.keys if key["key"] == line.lower() and key["question"]), None)
        if asking:
            line = f"{line} {await self.answer(asking['question'].rstrip() + ' ')}"
        elif line.lower() not in (key["key"] for key in self.keys):
            line = self.game.layout.keys.get(line.lower(), line)
        number = self.live["position_number"]
        meant = await self.link.ask({"type": "typed", "position_number": number, "line": line})
        await self.act({"type": "move", "position_number": number, "move": meant["move"]})

    # ---- showing --------------------------------------------------------------------------------------------------

    async def look_up_keys(self) -> None:
        """Find out what can be typed instead of moves now, in games that have such keys."""
        self.keys = ()
        if self._has_keys and self.is_my_turn:
            number = self.live["position_number"]
            self.keys = tuple((await self.link.ask({"type": "keys", "position_number": number}))["keys"])
            self._has_keys = bool(self.keys)

    def show_board(self) -> None:
        """Draw the board."""
        keys = self.keys if self.is_my_turn else ()
        self.console.tell(board_text.board(self.game.layout, self.state.pieces, self.console.style, keys))

    def show_facts(self) -> None:
        """Say what stands beside the board."""
        people = self.live["people"]
        clock = people["clock"] if people else None
        self.console.tell(board_text.beside(self.game, self.live["facts"], clock, self.now_ms))

    # ---- what comes -----------------------------------------------------------------------------------------------

    def _connected(self, stands: bool, reason: str) -> None:
        if stands:
            self._time.forget()
        if stands and self._is_lost:
            self.console.tell("Connected again.")
        elif not stands and not self._is_lost:
            self.console.tell(sentence(f"the connection is lost ({reason}): trying again"))
        self._is_lost = not stands
        self._changed.set()

    def _told(self, message: wire.Message) -> None:
        if "now_ms" in message:
            self._time.hear(cast(Any, message)["now_ms"])
        match message["type"]:
            case "state" | "event":
                self._happens(message)
            case "here" if self._state is not None:
                self._refresh(message)
            case "chat" | "line":
                self._talked(message)
        self._changed.set()

    def _happens(self, message: Told) -> None:
        if self._state is None:
            self._state = table_state.begin(cast(wire.State, message))
            if message["people"]:
                self.link.listen_to_chat()
        elif message["number"] == self.live["number"]:
            self._refresh(message)
        else:
            before, self._state = self._state, table_state.happened(self._state, message)
            self.console.tell(*news(self.game, before, message))

    def _refresh(self, message: wire.HereNews | Told) -> None:
        before, self._state = self.state, table_state.refreshed(self.state, message)
        mine, people = self.live["you"]["seats"], self.live["people"]
        self.console.tell(*presence(self.game, mine, before.here, message["here"], people))
        if self.state.queue and not before.queue:
            self.console.tell(sentence(self.state.queue))

    def _talked(self, message: wire.ChatTold | wire.LineNews) -> None:
        lines = message["lines"] if message["type"] == "chat" else [message["line"]]
        for line in lines:
            if not line["mine"] and not line["hidden"]:
                self.console.tell(f"{line['name']}: {line['text']}")


@asynccontextmanager
async def at_table(remote: Remote, table_id: str, console: Console, open_table: Opener) -> AsyncIterator[Seated]:
    """Somebody at a table, connected until they leave; raises TableGone, LoggedOut, Outdated."""
    seated = Seated(remote, await remote.get("tables", table_id), console, open_table)
    seated.running = asyncio.create_task(seated.link.run())
    try:
        await seated.until(0)
        yield seated
    finally:
        seated.link.close()
        await asyncio.wait([seated.running])
