"""The connection between a table and a page that shows it.

A page says hello with the number of the last event it has, and is told what it has missed; from then on it is told
everything that happens. What it wants done is acknowledged once that is on the disk.
"""

import asyncio
import logging
import re
from collections.abc import Sequence

from taflheim.games.errors import MoveError, TaflheimError
from taflheim.games.message import sentence
from taflheim.games.position import Position
from taflheim.hall.broadcast import Lagged
from taflheim.hall.hall import Hall
from taflheim.hall.tables import Change
from taflheim.server.channels import messages
from taflheim.server.channels.incoming import (
    VERSION,
    BadMessage,
    Choices,
    Explain,
    Hello,
    Incoming,
    Typed,
    Unreadable,
    read,
)
from taflheim.server.channels.messages import encode
from taflheim.server.frame import frame
from taflheim.server.once import once
from taflheim.server.socket import FAILURE, NORMAL, POLICY, UNREADABLE, Closed, Socket
from taflheim.table.actor import Actor, account_of
from taflheim.table.errors import refused
from taflheim.table.event import Action, Event
from taflheim.table.table import Table

log = logging.getLogger(__name__)

_SECONDS_TO_SAY_HELLO = 20
LOGGED_OUT = 4401
"""The code with which a connection is closed when its session has ended."""


class TableChannel:
    """One page at one table."""

    def __init__(self, socket: Socket, hall: Hall, table_id: str, actor: Actor, session: str | None = None):
        self._socket = socket
        self._hall = hall
        self._table_id = table_id
        self._actor = actor
        self._session = session
        self._told: int | None = None
        """The number of the last event the page was told of; None before its hello."""
        self._asked: Action | None = None
        """What the page wants done, until that is acknowledged."""

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

    async def _serve(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._tell())
            tasks.create_task(self._listen())
            if self._session is not None:
                tasks.create_task(self._end_with(self._session))

    async def _end_with(self, session: str) -> None:
        """Hang up when a session ends: whoever still has this page open has no right to act in it."""
        ended = asyncio.Event()
        no_more = self._hall.accounts.close_with(session, ended.set)
        try:
            await ended.wait()
            raise Closed(LOGGED_OUT, "logged out")
        finally:
            no_more()

    # ---- what happens at the table --------------------------------------------------------------------------------

    def _tell_now(self, change: Change) -> bool:
        """Tell of a change without waiting, if that is all there is to tell, and the page reads."""
        told, table = self._told, change.table
        if told is None or table.number <= told:
            return True
        if table.number != told + 1:
            return False
        frames = [_event(table, self._actor)]
        acknowledged = self._asked is not None and change.events[0].comes_from(self._asked, self._actor)
        if acknowledged:
            frames.insert(0, frame(_ack(change.events)))
        if not self._socket.send_now(*frames):
            return False
        self._told = table.number
        if acknowledged:
            self._asked = None
        return True

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
        told, number = self._told, change.table.number
        if told is None or number <= told:
            return
        self._told = number
        if number == told + 1:
            await self._socket.send(messages.event(change.table, self._actor))
        else:
            await self._socket.send(*messages.catch_up(change.table, told, self._actor))

    async def _catch_up(self, have: int) -> None:
        table = await self._hall.tables.get(self._table_id)
        self._told = table.number
        await self._socket.send(*messages.catch_up(table, have, self._actor))

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
            await self._socket.send(encode({"type": "error", "request": request, **_error(error)}))

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
                tree = (await self._position(position_number)).choices(clicked)
                await self._reply("choices", message, {"tree": tree})
            case Explain(position_number, clicked):
                reason = (await self._position(position_number)).explain_clicks(clicked)
                await self._reply("explain", message, {"text": reason and sentence(str(reason))})
            case Typed(position_number, line):
                move = (await self._position(position_number)).meant(line)
                await self._reply("typed", message, {"move": move})
            case action:
                await self._act(action)

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

    async def _reply(self, kind: str, asked: Choices | Explain | Typed, answer: dict[str, object]) -> None:
        await self._socket.send(encode({"type": kind, **asked._asdict(), **answer}))


def _event(table: Table, actor: Actor) -> bytes:
    """The last event at a table as a frame, made once for each actor; all spectators are one actor."""
    made = _events(table)
    if (found := made.get(actor)) is None:
        found = made[actor] = frame(messages.event(table, actor))
    return found


@once
def _events(table: Table) -> dict[Actor, bytes]:
    return {}


def _ack(events: Sequence[Event]) -> str:
    # Before what somebody has asked for, something may have been due that nobody has asked for.
    request = next((event.request for event in events if event.request), None)
    return encode({"type": "ack", "request": request, "number": events[-1].number})


def _error(error: TaflheimError) -> dict[str, str]:
    """Code and sentence of an error: of the reason where there is one, else of what kind of error it is."""
    name = type(error).__name__
    code = error.reason.code if isinstance(error, MoveError) else re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    return {"code": code, "text": sentence(str(error))}
