"""The connection between a table and a page that shows it.

A page says hello with the number of the last event it has, and is told what it has missed; from then on it is told
everything that happens. What it wants done is acknowledged once that is on the disk.
"""

import asyncio
import re
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from taflheim.games.errors import MoveError, TaflheimError
from taflheim.games.message import sentence
from taflheim.hall.hall import Change, Hall
from taflheim.server import messages
from taflheim.server.incoming import Ask, Hello, read
from taflheim.table.errors import Stale

NO_SUCH_TABLE = 4404
"""The code with which a connection is closed that asks for a table that is not there."""


class Connection:
    """One page at one table. All that is sent goes through one queue, and so arrives in the order it was decided."""

    def __init__(self, websocket: WebSocket, hall: Hall, table_id: str, account: str):
        self._websocket = websocket
        self._hall = hall
        self._table_id = table_id
        self._account = account
        self._outbox: asyncio.Queue[messages.Message] = asyncio.Queue()
        self._told: int | None = None
        """The number of the last event the page was told of; None before its hello."""

    async def run(self) -> None:
        """Serve the page until it hangs up."""
        async with self._hall.watch(self._table_id) as changes:
            tasks = [asyncio.create_task(work) for work in (self._send(), self._watch(changes), self._receive())]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
                raise error

    async def _send(self) -> None:
        while True:
            await self._websocket.send_json(await self._outbox.get())

    async def _watch(self, changes: asyncio.Queue[Change]) -> None:
        while True:
            event, table = await changes.get()
            if self._told is not None and event.number > self._told:
                self._told = event.number
                self._outbox.put_nowait(messages.event(table, event, self._account))

    async def _receive(self) -> None:
        while True:
            await self._obey(await self._websocket.receive_text())

    async def _obey(self, text: str) -> None:
        request = None
        try:
            asked = read(text)
            if isinstance(asked, Hello):
                await self._welcome(asked.have)
            elif isinstance(asked, Ask):
                await self._answer(asked)
            else:
                request = asked.request
                event = await self._hall.act(self._table_id, self._account, asked)
                self._outbox.put_nowait({"type": "ack", "request": request, "number": event.number})
        except TaflheimError as error:
            self._outbox.put_nowait({"type": "error", "request": request, **_error(error)})

    async def _welcome(self, have: int) -> None:
        table = await self._hall.table(self._table_id)
        self._told = table.number
        for message in messages.catch_up(table, have, self._account):
            self._outbox.put_nowait(message)

    async def _answer(self, asked: Ask) -> None:
        table = await self._hall.table(self._table_id)
        if asked.ply != table.ply:
            raise Stale("the position has changed meanwhile")
        position = table.record.position
        answer: dict[str, Any] = {"type": asked.what, "ply": asked.ply, "clicked": asked.clicked}
        if asked.what == "choices":
            answer["tree"] = position.choices(asked.clicked)
        else:
            reason = position.explain_clicks(asked.clicked)
            answer["text"] = reason and sentence(str(reason))
        self._outbox.put_nowait(answer)


def _error(error: TaflheimError) -> dict[str, str]:
    """Code and sentence of an error: of the reason where there is one, else of what kind of error it is."""
    name = type(error).__name__
    code = error.reason.code if isinstance(error, MoveError) else re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    return {"code": code, "text": sentence(str(error))}
