"""The connection between a table and a page that shows it.

A page says hello with the number of the last event it has, and is told what it has missed; from then on it is told
everything that happens. What it wants done is acknowledged once that is on the disk.
"""

import asyncio
import logging
import re

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
    Unreadable,
    read,
)
from taflheim.server.channels.messages import encode
from taflheim.server.socket import FAILURE, NORMAL, POLICY, UNREADABLE, Closed, Socket
from taflheim.table.actor import Actor
from taflheim.table.errors import NotYourTurn, Stale

log = logging.getLogger(__name__)

_SECONDS_TO_SAY_HELLO = 20


class TableChannel:
    """One page at one table."""

    def __init__(self, socket: Socket, hall: Hall, table_id: str, actor: Actor):
        self._socket = socket
        self._hall = hall
        self._table_id = table_id
        self._actor = actor
        self._told: int | None = None
        """The number of the last event the page was told of; None before its hello."""

    async def run(self) -> None:
        """Serve the page until it hangs up."""
        code: int | None = FAILURE
        reason = "something went wrong here"
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._tell())
                tasks.create_task(self._listen())
        except* Closed as closed:
            first = closed.exceptions[0]
            assert isinstance(first, Closed)
            code, reason = first.code, first.reason
        except* Exception:
            log.exception("table %s: the connection of a page has failed", self._table_id)
        if code is not None:
            await self._socket.close(code, reason)

    # ---- what happens at the table --------------------------------------------------------------------------------

    async def _tell(self) -> None:
        with self._hall.tables.watch(self._table_id) as changes:
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
            case action:
                decision = await self._hall.tables.act(self._table_id, self._actor, action)
                number = decision.events[-1].number
                await self._socket.send(encode({"type": "ack", "request": action.request, "number": number}))

    async def _position(self, position_number: int) -> Position:
        """The position on the board, for somebody who is to move there and sees just that one."""
        table = await self._hall.tables.get(self._table_id)
        if position_number != table.position_number:
            raise Stale("the position has changed meanwhile")
        if not table.may_move(self._actor):
            raise NotYourTurn("it is not your turn")
        return table.record.position

    async def _reply(self, kind: str, asked: Choices | Explain, answer: dict[str, object]) -> None:
        await self._socket.send(encode({"type": kind, **asked._asdict(), **answer}))


def _error(error: TaflheimError) -> dict[str, str]:
    """Code and sentence of an error: of the reason where there is one, else of what kind of error it is."""
    name = type(error).__name__
    code = error.reason.code if isinstance(error, MoveError) else re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    return {"code": code, "text": sentence(str(error))}
