"""Clients that are slow or send nonsense, at the level of the protocol."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import ClassVar

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from taflheim.server.frame import frame
from taflheim.server.listening import HOST
from taflheim.server.protocols import WRITE, StrictWebSocket, TimedHttp

BODY = b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n"


class Hasty(TimedHttp):
    seconds_for_a_request = 1.0  # enough for who does not dawdle, also on a machine that is busy


class Watched(TimedHttp):
    seconds_for_a_request = 300.0
    made: ClassVar[list["Watched"]] = []

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self.made.append(self)


class HastySocket(StrictWebSocket):
    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self.close_timeout = 0.1


class App:
    """Answers with the body it was sent, echoes messages, and counts who has gone."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            self.write: Callable[[bytes], bool] = scope["extensions"][WRITE]["write"]
            await self._echo(receive, send)
            return
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.gone.set()
                return
            body += message["body"]
            if not message["more_body"]:
                break
        length = str(len(body)).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
        await send({"type": "http.response.body", "body": body})

    async def _echo(self, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while (message := await receive())["type"] == "websocket.receive":
                await self.goes_on.wait()
                await send({"type": "websocket.send", "text": message["text"]})
        finally:
            self.gone.set()


@asynccontextmanager
async def served(http: type[TimedHttp], **options: object) -> AsyncIterator[tuple[int, App]]:
    app = App()
    with socket.create_server((HOST, 0)) as listening:
        config = uvicorn.Config(
            app,
            http=http,
            ws=HastySocket,
            lifespan="off",
            log_config=None,
            log_level="warning",
            **options,  # type: ignore[arg-type]
        )
        server = uvicorn.Server(config)
        port = listening.getsockname()[1]
        ended = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.005)
        try:
            yield port, app
        finally:
            server.should_exit = True
            await ended


def run(work: Callable[[int, App], Awaitable[None]], http: type[TimedHttp] = Watched, **options: object) -> None:
    async def serve() -> None:
        async with served(http, **options) as (port, app):
            await asyncio.wait_for(work(port, app), 120)

    asyncio.run(serve())


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: h\r\n", BODY + b"ab", BODY + b"abcd" + b"GET /"],
    ids=["nothing", "a line", "headers", "a body", "behind another request"],
)
def test_who_does_not_finish_a_request_is_hung_up_on(sent: bytes) -> None:
    async def work(port: int, app: App) -> None:
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(sent)
        heard = b""
        with suppress(ConnectionResetError):
            heard = await reader.read()  # until the server hangs up
        assert (b"200 OK" in heard) == (b"abcd" in sent)
        if sent == BODY + b"ab":
            await app.gone.wait()
        writer.close()

    run(work, Hasty)


def test_who_is_quick_may_ask_again_and_again() -> None:
    """Each request has its own time, and none runs in between."""

    async def work(port: int, app: App) -> None:
        reader, writer = await asyncio.open_connection(HOST, port)
        ends = set()
        for _ in range(3):
            writer.write(BODY)
            while (timer := Watched.made[-1]._timer) is None:
                await asyncio.sleep(0.005)
            ends.add(timer.when())
            writer.write(b"abcd")
            assert (await reader.readuntil(b"abcd")).startswith(b"HTTP/1.1 200 OK")
            assert timer.cancelled() and Watched.made[-1]._timer is None
        assert len(ends) == 3
        writer.close()

    Watched.made.clear()
    run(work)


def test_a_connection_that_stays_is_no_request() -> None:
    async def work(port: int, app: App) -> None:
        async with connect(f"ws://{HOST}:{port}") as websocket:
            await websocket.send("still here")
            assert await websocket.recv() == "still here"
            assert Watched.made[-1]._timer is None, "nobody hangs up on it"

    Watched.made.clear()
    run(work)


def test_text_that_is_none(caplog: pytest.LogCaptureFixture) -> None:
    async def work(port: int, app: App) -> None:
        async with connect(f"ws://{HOST}:{port}") as websocket:
            await websocket.send(b"\xff\xfe", text=True)
            with pytest.raises(ConnectionClosed):
                await websocket.recv()
            assert websocket.close_code == 1007
            await app.gone.wait()

    run(work)
    assert not caplog.records


def test_a_message_that_is_too_long(caplog: pytest.LogCaptureFixture) -> None:
    async def work(port: int, app: App) -> None:
        async with connect(f"ws://{HOST}:{port}") as websocket:
            await websocket.send("x" * 5000)
            with pytest.raises(ConnectionClosed):
                await websocket.recv()
            assert websocket.close_code == 1009
            await app.gone.wait()

    run(work, ws_max_size=4096)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_who_never_reads_is_let_go() -> None:
    """Its buffers are full, so it hears no ping and cannot be said goodbye to."""

    async def work(port: int, app: App) -> None:
        raw = socket.create_connection((HOST, port))
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.setblocking(False)
        async with connect(f"ws://{HOST}:{port}", sock=raw, compression=None, ping_interval=None) as websocket:
            websocket.transport.pause_reading()
            sending = asyncio.create_task(_send_for_ever(websocket.send))
            await app.gone.wait()
            sending.cancel()
            websocket.transport.abort()

    run(work, ws_ping_interval=0.2, ws_ping_timeout=0.2)


async def _send_for_ever(send: Callable[[str], Awaitable[None]]) -> None:
    with suppress(ConnectionClosed):
        while True:
            await send("x" * 4000)


def test_frames_can_be_written_without_waiting(caplog: pytest.LogCaptureFixture) -> None:
    texts = ["", "Þórr", "x" * 125, "x" * 126, "x" * 70_000, "end"]

    async def work(port: int, app: App) -> None:
        async with connect(f"ws://{HOST}:{port}") as websocket:
            await websocket.send("before")
            assert await websocket.recv() == "before"
            assert app.write(b"".join(map(frame, texts)))
            assert [await websocket.recv() for _ in texts] == texts
            await websocket.send("after")
            assert await websocket.recv() == "after"
        await app.gone.wait()
        assert not app.write(frame("too late"))

    run(work)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_nothing_is_written_at_once_to_who_does_not_read() -> None:
    """What waits for one client is bounded, and all of what was taken arrives once the client reads again."""
    message = frame("x" * 10_000)

    async def work(port: int, app: App) -> None:
        async with connect(f"ws://{HOST}:{port}", compression=None) as websocket:
            await websocket.send("hello")
            await websocket.recv()
            websocket.transport.pause_reading()
            written = 0
            while app.write(message):
                written += 1
                assert written < 10_000
            websocket.transport.resume_reading()
            for _ in range(written):
                assert len(await websocket.recv()) == 10_000
            while not app.write(frame("again")):
                await asyncio.sleep(0.005)
            assert await websocket.recv() == "again"

    run(work)


def test_messages_wait_in_bounds_for_an_application_that_is_busy() -> None:
    async def work(port: int, app: App) -> None:
        async with connect(f"ws://{HOST}:{port}", compression=None, ping_interval=None) as websocket:
            await websocket.send("hello")
            await websocket.recv()
            protocol = app.write.__self__  # type: ignore[attr-defined]
            app.goes_on.clear()
            sending = asyncio.create_task(_send_for_ever(websocket.send))
            while not protocol.read_paused:
                await asyncio.sleep(0.005)
            # Another read may have been under way, but no more than one.
            assert 16 < protocol.queue.qsize() < 200
            app.goes_on.set()
            for _ in range(300):
                assert len(await websocket.recv()) == 4000
            sending.cancel()
            websocket.transport.abort()

    run(work)
