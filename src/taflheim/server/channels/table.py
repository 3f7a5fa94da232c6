"""The connection between a table and a page that shows it.

A page says hello with the number of the last event it has, and is told what it has missed; from then on it is told
everything that happens. What it wants done is acknowledged once that is on the disk.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence

from taflheim.engine.bots.levels import find_bot
from taflheim.games.errors import TaflheimError
from taflheim.games.position import Position
from taflheim.hall.broadcast import Lagged
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.hall.tables import Change
from taflheim.server.caller import Caller, close_with
from taflheim.server.channels import messages
from taflheim.server.channels.chat import ChatChannel
from taflheim.server.channels.here import around
from taflheim.server.channels.incoming import (
    BadMessage,
    Choices,
    Explain,
    Fill,
    Hello,
    Incoming,
    Keys,
    Listen,
    Say,
    SitDown,
    Time,
    Typed,
    Unreadable,
    read,
)
from taflheim.server.channels.messages import Around, encode
from taflheim.server.channels.refusal import told_error
from taflheim.server.frame import frame
from taflheim.server.once import once
from taflheim.server.socket import FAILURE, NORMAL, POLICY, UNREADABLE, Closed, Socket
from taflheim.server.standing import told_keys, told_reason, told_ways
from taflheim.table.actor import Actor, Person, Spectator, account_of
from taflheim.table.errors import refused
from taflheim.table.event import Action, Event, FillWithBots, Sit
from taflheim.table.table import Table
from taflheim.wire import LOGGED_OUT, VERSION

log = logging.getLogger(__name__)

_SECONDS_TO_SAY_HELLO = 20


class TableChannel:
    """One page at one table."""

    def __init__(self, socket: Socket, hall: Hall, table_id: str, caller: Caller):
        self._socket = socket
        self._hall = hall
        self._table_id = table_id
        self._caller = caller
        # A program that may only read looks on: it sees what its person sees, and is offered nothing to do.
        self._actor = caller.actor if "play" in caller.scopes else Spectator()
        self._chat = ChatChannel(socket, hall, table_id, caller)
        self._told: int | None = None
        """The number of the last event the page was told of; None before its hello."""
        self._asked: Action | None = None
        """What the page wants done, until that is acknowledged."""
        self._told_here = False
        """Whether the page was told last that somebody else is there, or that a bot waits."""

    async def run(self) -> None:
        """Serve the page until it hangs up."""
        code: int | None = FAILURE
        reason = "something went wrong here"
        here = self._hall.presence.connected(self._table_id, account_of(self._actor))
        try:
            with here:
                await self._serve()
        except* Closed as closed:
            first = closed.exceptions[0]
            assert isinstance(first, Closed)
            code, reason = first.code, first.reason
        except* Exception:
            log.exception("table %s: the connection of a page has failed", self._table_id)
        if code is not None:
            await self._socket.close(code, reason)

    def round_trip(self, trip_ms: int) -> None:
        """A ping of ours came back after so many milliseconds."""
        if isinstance(self._actor, Person):
            self._hall.lag.note(self._table_id, self._actor.account, trip_ms)

    async def _serve(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._tell())
            tasks.create_task(self._listen())
            tasks.create_task(self._chat.tell())
            tasks.create_task(self._shown_out())

    async def _shown_out(self) -> None:
        """Hang up when the session or token ends or the address is banned: who has this open has no right to stay."""
        out: asyncio.Future[Closed] = asyncio.get_running_loop().create_future()

        def show_out(code: int, reason: str) -> None:
            if not out.done():
                out.set_result(Closed(code, reason))

        no_more = (
            self._hall.bans.close_with(self._caller.client.address, lambda: show_out(POLICY, "banned")),
            close_with(self._hall, self._caller, lambda: show_out(LOGGED_OUT, "logged out")),
        )
        try:
            raise await out
        finally:
            for take_back in no_more:
                take_back()

    # ---- what happens at the table --------------------------------------------------------------------------------

    def _tell_now(self, change: Change) -> bool:
        """Tell of a change without waiting, if that is all there is to tell, and the page reads."""
        told, table = self._told, change.table
        if told is not None and not change.events and table.number == told:
            return self._tell_here(table)
        if told is None or table.number <= told:
            return True
        if table.number != told + 1 or not change.events:
            return False
        frames = [_event(self._hall, table, self._actor)]
        acknowledged = self._asked is not None and change.events[0].comes_from(self._asked, self._actor)
        if acknowledged:
            frames.insert(0, frame(_ack(change.events)))
        if not self._socket.send_now(*frames):
            return False
        self._told = table.number
        if acknowledged:
            self._asked = None
        return True

    def _tell_here(self, table: Table) -> bool:
        """Tell who is there, if that concerns anybody: at most tables one person is alone."""
        seen = around(self._hall, table)
        something = seen.here is not None or seen.queue is not None
        if not something and not self._told_here:
            return True
        self._told_here = something
        return self._socket.send_now(frame(messages.here(table, seen)))

    async def _tell(self) -> None:
        with self._hall.tables.watch(self._table_id, self._tell_now) as changes:
            while True:
                try:
                    await self._tell_change(await changes.get())
                except Lagged:
                    # The page reads too slowly to be told of everything: now that it reads again, it is told the rest.
                    log.info("table %s: a page has fallen behind", self._table_id)
                    if self._told is not None:
                        await self._catch_up(self._told)

    async def _tell_change(self, change: Change) -> None:
        told, table = self._told, change.table
        seen = around(self._hall, table)
        if told is not None and not change.events and table.number == told:
            await self._socket.send(messages.here(table, seen))
        if told is None or table.number <= told:
            return
        self._told = table.number
        if table.number == told + 1:
            await self._socket.send(messages.event(table, self._actor, seen))
        else:
            await self._socket.send(*messages.catch_up(table, told, self._actor, seen))

    async def _catch_up(self, have: int) -> None:
        table = await self._hall.tables.get(self._table_id)
        self._told = table.number
        seen = around(self._hall, table)
        self._told_here = self._told_here or seen.queue is not None
        await self._socket.send(*messages.catch_up(table, have, self._actor, seen))

    # ---- what the page sends --------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        await self._hear_hello()
        while True:
            await self._hear()

    async def _hear_hello(self) -> None:
        try:
            async with asyncio.timeout(_SECONDS_TO_SAY_HELLO):
                while self._told is None:
                    await self._hear()
        except TimeoutError:
            raise Closed(POLICY, "say hello first") from None

    async def _hear(self) -> None:
        request = None
        try:
            message = read(await self._socket.receive())
            request = getattr(message, "request", None)
            await self._answer(message)
        except Unreadable as error:
            raise Closed(UNREADABLE, str(error)) from None
        except TaflheimError as error:
            if isinstance(error, BadMessage):
                request = error.request
            await self._socket.send(encode({"type": "error", "request": request, **told_error(error)}))

    async def _answer(self, message: Incoming) -> None:
        match message:
            case Hello(version, have):
                if version != VERSION:
                    await self._socket.send(encode({"type": "reload"}))
                    raise Closed(NORMAL, "another version")
                await self._catch_up(have)
            case _ if self._told is None:
                raise Closed(POLICY, "say hello first")
            case Choices(position_number, clicked):
                await self._reply("choices", message, told_ways(await self._position(position_number), clicked))
            case Explain(position_number, clicked):
                await self._reply("explain", message, told_reason(await self._position(position_number), clicked))
            case Typed(position_number, line):
                move = (await self._position(position_number)).meant(line)
                await self._reply("typed", message, {"move": move})
            case Keys(position_number):
                keys = told_keys(await self._position(position_number))
                await self._reply("keys", message, {"keys": keys})
            case Time():
                await self._socket.send(messages.time(now_ms()))
            case Listen() | Say():
                await self._chat.hear(message)
            case asked:
                self._caller.check("play")
                await self._act(await self._named(asked) if isinstance(asked, SitDown | Fill) else asked)

    async def _named(self, asked: SitDown | Fill) -> Action:
        """What somebody wants, with the names that the hall knows."""
        if isinstance(asked, Fill):
            game = (await self._hall.tables.get(self._table_id)).game
            bots = ((side, find_bot(game, str(level)).at(side)) for side, level in asked.bots if side in game.seats)
            return FillWithBots(tuple((side, bot.number, bot.name) for side, bot in bots), asked.request)
        if not isinstance(self._actor, Person):
            raise refused("no_account")
        return Sit(asked.side, (await self._hall.accounts.get(self._actor)).name, asked.request)

    async def _act(self, action: Action) -> None:
        self._asked = action
        try:
            decision = await self._hall.tables.act(self._table_id, self._actor, action)
            if self._asked is not None:
                await self._socket.send(_ack(decision.events))
        finally:
            self._asked = None

    async def _position(self, position_number: int) -> Position:
        """The current position; an error unless this actor is to move and the page shows that position."""
        table = await self._hall.tables.get(self._table_id)
        if position_number != table.position_number:
            raise refused("stale")
        if not table.may_move(self._actor):
            raise refused("not_your_turn")
        return table.record.position

    async def _reply(self, kind: str, asked: Choices | Explain | Typed | Keys, answer: Mapping[str, object]) -> None:
        await self._socket.send(encode({"type": kind, **asked._asdict(), **answer}))


class _Telling:
    """What is told of the last event at a table: made once for each actor; all spectators are one actor."""

    def __init__(self) -> None:
        self.frames: dict[Actor, bytes] = {}
        self.around: Around | None = None


def _event(hall: Hall, table: Table, actor: Actor) -> bytes:
    """The last event at a table as a frame."""
    telling = _telling(table)
    if (found := telling.frames.get(actor)) is None:
        telling.around = telling.around or around(hall, table)
        found = telling.frames[actor] = frame(messages.event(table, actor, telling.around))
    return found


@once
def _telling(_: Table) -> _Telling:
    return _Telling()


def _ack(events: Sequence[Event]) -> str:
    # Before what somebody has asked for, something may have been due that nobody has asked for.
    request = next((event.request for event in events if event.request), None)
    return encode({"type": "ack", "request": request, "number": events[-1].number})
