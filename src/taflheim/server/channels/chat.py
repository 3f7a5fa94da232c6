"""The chat of a table, over the connection of its page.

A page says which lines it has (`listen`), is told what it has missed, and from then on everything that its reader may
read. What it says is acknowledged once it is on the disk.
"""

import asyncio
from collections.abc import Sequence

from taflheim import wire
from taflheim.games.errors import TaflheimError
from taflheim.hall.broadcast import Lagged
from taflheim.hall.chat import Listener, News, Renewed
from taflheim.hall.hall import Hall
from taflheim.hall.hosts import is_host
from taflheim.server.caller import Caller
from taflheim.server.channels.incoming import Listen, Say
from taflheim.server.channels.messages import encode
from taflheim.server.channels.refusal import told_error
from taflheim.server.socket import Socket
from taflheim.store.chat import Line
from taflheim.table.actor import Person, account_of
from taflheim.table.chat import Room


class ChatChannel:
    """What is said at one table, for one page."""

    def __init__(self, socket: Socket, hall: Hall, table_id: str, caller: Caller):
        self._socket = socket
        self._hall = hall
        self._table_id = table_id
        self._caller = caller
        self._actor = caller.actor
        self._rooms: tuple[Room, ...] | None = None
        """What the page was told it may read; None before it has asked."""
        self._told = 0
        """The number of the last line it was told of."""
        self._telling = asyncio.Lock()
        """What the page says is acknowledged before it is told to it, and no line is told twice."""

    async def hear(self, message: Listen | Say) -> None:
        """Answer a message of the page."""
        match message:
            case Listen(have, rooms):
                async with self._telling:
                    listener = await self._listener()
                    await self._tell_lines(listener, have if rooms == listener.rooms else 0)
            case Say(text, request):
                async with self._telling:
                    await self._socket.send(await self._said(text, request))

    async def _said(self, text: str, request: str) -> str:
        try:
            self._caller.check("play")
            line = await self._hall.chat.say(self._table_id, self._actor, text, request)
        except TaflheimError as error:
            refused: wire.Unsaid = {"type": "unsaid", "request": request, **told_error(error)}
            return encode(refused)
        said: wire.Said = {"type": "said", "request": request, "number": line.number}
        return encode(said)

    async def tell(self) -> None:
        """Tell the page what is said, as long as it listens."""
        with self._hall.chat.listen(self._table_id) as all_news:
            while True:
                try:
                    news = await all_news.get()
                    async with self._telling:
                        await self._tell_news(news)
                except Lagged:
                    async with self._telling:
                        if self._rooms is not None:
                            await self._tell_lines(await self._listener(), self._told)

    async def _tell_news(self, news: News) -> None:
        if self._rooms is None:
            return
        listener = await self._listener()
        if listener.rooms != self._rooms or (isinstance(news, Renewed) and news.whole):
            await self._tell_lines(listener, 0)
        elif isinstance(news, Renewed) and news.more:
            await self._tell_more(listener)
        elif isinstance(news, Line) and listener.hears(news):
            await self._tell_line(news)

    async def _tell_more(self, listener: Listener) -> None:
        for line in await self._hall.chat.lines(self._table_id, listener, self._told):
            await self._tell_line(line)

    async def _tell_line(self, line: Line) -> None:
        self._told = max(self._told, line.number)
        told: wire.LineNews = {"type": "line", "line": await self._line(line)}
        await self._socket.send(encode(told))

    async def _tell_lines(self, listener: Listener, have: int) -> None:
        self._rooms = listener.rooms
        lines = await self._hall.chat.lines(self._table_id, listener, have)
        self._told = lines[-1].number if lines else have
        told: wire.ChatTold = {
            "type": "chat",
            "whole": have == 0,
            "rooms": list(listener.rooms),
            "room": listener.room if "play" in self._caller.scopes else None,
            "named": isinstance(self._actor, Person),
            "host": await is_host(self._hall.accounts, self._actor),
            "lines": await self._lines(lines),
        }
        await self._socket.send(encode(told))

    async def _listener(self) -> Listener:
        return await self._hall.chat.listener(self._table_id, self._actor)

    async def _lines(self, lines: Sequence[Line]) -> list[wire.ChatLine]:
        return [await self._line(line) for line in lines]

    async def _line(self, line: Line) -> wire.ChatLine:
        by = await self._hall.accounts.get(Person(line.account))
        return {
            "number": line.number,
            "room": line.room,
            "name": line.name,
            "bot": by.kind == "bot",
            "mine": line.account == account_of(self._actor),
            "text": "" if line.hidden else line.text,
            "hidden": line.hidden,
            "at_ms": line.at_ms,
        }
