"""One table over its WebSocket (docs/protocol-live.md): what happens there, in order and once, and what one does there.

A connection that breaks is opened again. Then it says what it has, is told what it has missed, and asks again for what
was not answered.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NoReturn, cast
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from taflheim.client.http import secure_context, why_not
from taflheim.client.outbox import ActionRefused, Asked, NotTold, Outbox, Sent
from taflheim.client.pauses import pauses
from taflheim.client.remote import USER_AGENT, Remote
from taflheim.games.errors import TaflheimError
from taflheim.wire import LOGGED_OUT, NO_SUCH_TABLE, VERSION, ListenQuestion, Message

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.25, 5.0
_MAX_BYTES = 8 * 1024 * 1024
_MAX_BYTES_TO_SEND = 4000
"""A hall takes 4 KiB; the id of a request comes to it."""
_SECONDS_TO_OPEN = 20
_PING_EVERY_S, _SECONDS_TO_PONG = 20, 10
_SECONDS_TO_SAY_GOODBYE = 1


class TableGone(TaflheimError):
    """There is no such table, or one may not see it."""


class LoggedOut(TaflheimError):
    """The session has ended, or the token was revoked."""


class Outdated(TaflheimError):
    """The hall speaks another version."""


class LinkClosed(TaflheimError):
    """The link was closed from here."""


class TableLink:
    """One table, as somebody sees it who may be connected or not.

    `told` is called with everything that is told of it; `connected` when a connection stands and when there is none,
    then with a few words on why.
    """

    def __init__(
        self, remote: Remote, table_id: str, told: Callable[[Message], None], connected: Callable[[bool, str], None]
    ):
        self.number = 0
        """Of the last event that was told."""
        self._remote = remote
        self._table_id = table_id
        self._told = told
        self._connected = connected
        self._outbox = Outbox()
        self._sending: asyncio.Queue[Sent] | None = None
        """What is to be sent over the connection that stands."""
        self._listening: ListenQuestion | None = None
        """Which lines of the chat were told, once one wants to be."""
        self._stands = False
        """Whether this connection has told anything of the table."""
        self._catching_up = False
        """Whether what was missed is on its way."""
        self._going: asyncio.Task[None] | None = None
        self._ended: Exception | None = None

    async def run(self) -> None:
        """Stay connected until `close`; raises TableGone, LoggedOut, Outdated, and whatever `told` raises."""
        self._going = going = asyncio.create_task(self._go_on())
        if self._ended:
            going.cancel()
        try:
            await going
        except asyncio.CancelledError:
            # By `close`; or the task that runs this is cancelled itself.
            if (task := asyncio.current_task()) and task.cancelling():
                raise
        except Exception as error:
            self._ended = error
            raise
        finally:
            self.close()
            self._outbox.fail(self._end())

    def close(self) -> None:
        """End it; what was not answered never will be."""
        self._end()
        if self._going:
            self._going.cancel()

    def _end(self) -> Exception:
        self._ended = self._ended or LinkClosed("this table was left: open it again")
        return self._ended

    # ---- what one does --------------------------------------------------------------------------------------------

    async def act(self, action: Mapping[str, Any]) -> int:
        """Have something done, once, however often the connection breaks; gives the number of its last event.

        Raises ActionRefused, or what the link has ended with.
        """
        return cast(int, await self._answered(self._outbox.request, action))

    async def ask(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to a question; raises ActionRefused, or what the link has ended with."""
        return cast(Mapping[str, Any], await self._answered(self._outbox.question, question))

    async def say(self, text: str) -> int:
        """Say something in the chat; gives the number of the line. Raises what `act` raises."""
        return await self.act({"type": "say", "text": text})

    def listen_to_chat(self) -> None:
        """Be told what is said, from now on."""
        if self._listening is None:
            self._listening = {"type": "listen", "have": 0, "rooms": []}
            self._expect(self._listening)

    async def _answered(self, ask: Callable[[Sent], Asked], message: Sent) -> object:
        if self._ended:
            raise self._ended
        if len(_encoded(message)) > _MAX_BYTES_TO_SEND:
            # It would be hung up on, and sent again, and again.
            raise ActionRefused("too_long", "That is too long to be sent: make it shorter.")
        asked = ask(message)
        if self._sending is not None:
            self._sending.put_nowait(asked.message)
        assert asked.answer is not None
        return await asked.answer

    def _expect(self, message: Sent) -> None:
        if self._sending is not None:
            self._outbox.expect(message)
            self._sending.put_nowait(message)

    # ---- the connection -------------------------------------------------------------------------------------------

    async def _go_on(self) -> None:
        waits = pauses(_FIRST_PAUSE_S, _LONGEST_PAUSE_S)
        while True:
            self._stands = False
            reason = await self._one_connection()
            # Not when it opens: a server that closes every connection at once is not to be asked all the time.
            if self._stands:
                waits = pauses(_FIRST_PAUSE_S, _LONGEST_PAUSE_S)
            self._connected(False, reason)
            await asyncio.sleep(next(waits))

    async def _one_connection(self) -> str:
        """Connect and stay as long as it lasts; gives why it is over. Raises TableGone, LoggedOut, Outdated."""
        try:
            socket = await self._open()
        except (OSError, WebSocketException) as error:
            return _why_not(error)
        async with socket:
            try:
                await self._serve(socket)
            except ConnectionClosed as closed:
                return _parting(closed)
            except NotTold as failure:
                return str(failure)

    def _open(self) -> connect:
        address = self._remote.address
        shown = {name: value for name, value in self._remote.headers.items() if name not in ("Accept", "User-Agent")}
        return connect(
            f"{address.origin.replace('http', 'ws', 1)}/tables/{quote(self._table_id, safe='')}/ws",
            additional_headers=shown,
            user_agent_header=USER_AGENT,
            ssl=secure_context() if address.scheme == "https" else None,
            proxy=None,
            compression=None,
            open_timeout=_SECONDS_TO_OPEN,
            ping_interval=_PING_EVERY_S,
            ping_timeout=_SECONDS_TO_PONG,
            close_timeout=_SECONDS_TO_SAY_GOODBYE,
            max_size=_MAX_BYTES,
        )

    async def _serve(self, socket: ClientConnection) -> NoReturn:
        sending: asyncio.Queue[Sent] = asyncio.Queue()
        self._sending = sending
        for message in self._outbox.connect([self._hello(), *([self._listening] if self._listening else [])]):
            sending.put_nowait(message)
        writing = asyncio.create_task(_write(socket, sending))
        try:
            while True:
                self._hear(_read(await socket.recv()))
        finally:
            self._sending = None
            writing.cancel()
            await asyncio.wait([writing])

    def _hello(self) -> Sent:
        self._catching_up = True
        return {"type": "hello", "version": VERSION, "have": self.number}

    def _hear(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "reload":
            raise Outdated("this hall speaks another version of Taflheim: bring this one and that one up to date")
        if not self._stands and message["type"] in ("state", "event"):
            self._stands = True
            self._connected(True, "")
        if not self._outbox.receive(message) and self._is_next(message):
            self._told(cast(Message, message))

    def _is_next(self, message: Mapping[str, Any]) -> bool:
        """Whether a message goes on where those before it ended; what is missing is asked for."""
        match message:
            case {"type": "event", "number": number} if number != self.number + 1:
                if number > self.number and not self._catching_up:
                    self._expect(self._hello())
                return False
            case {"type": "state" | "event", "number": number}:
                self.number, self._catching_up = number, False
            case {"type": "chat", "rooms": rooms, "lines": [*_, {"number": number}]}:
                self._listening = {"type": "listen", "have": number, "rooms": rooms}
            case {"type": "line", "line": {"number": number}} if self._listening:
                self._listening = {**self._listening, "have": number}
        return True


async def _write(socket: ClientConnection, sending: asyncio.Queue[Sent]) -> None:
    with suppress(ConnectionClosed):  # who reads notices it, too
        while True:
            await socket.send(_encoded(await sending.get()), text=True)


def _encoded(message: Sent) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def _read(text: str | bytes) -> Mapping[str, Any]:
    try:
        message: Mapping[str, Any] = json.loads(text)
        if "type" in message:
            return message
    except (ValueError, TypeError):
        pass
    raise NotTold("what came is no message of a hall")


def _why_not(error: Exception) -> str:
    if isinstance(error, InvalidStatus):
        return f"the hall refuses the connection ({error.response.status_code})"
    return why_not(error)


def _parting(closed: ConnectionClosed) -> str:
    """Why a connection was closed; raises TableGone, LoggedOut."""
    code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (None, "")
    if code == NO_SUCH_TABLE:
        raise TableGone(reason or "there is no such table here: go back to the menu and open another")
    if code == LOGGED_OUT:
        raise LoggedOut("this session or token is not known here any more: log in again")
    return reason or "the connection broke"
