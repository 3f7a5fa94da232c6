"""The server is killed at random moments while games are played: what it acknowledged is there, exactly once."""

import asyncio
import json
import random
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from forked_program import program_without_window
from postgres import cluster
from taflheim.store import tables
from taflheim.store.store import Store

KILLS = 20


class Server(NamedTuple):
    """The real program, without a window."""

    process: ForkServerProcess
    address: str
    cookie: str
    """The owner's session."""


@contextmanager
def server(home: Path, database: str) -> Iterator[Server]:
    places = {"TAFLHEIM_HOME": str(home), "TAFLHEIM_DATABASE_URL": database}
    with program_without_window(**places) as (process, printed):
        way_in = printed.readline().split()[-1]
        jar = CookieJar()
        with urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar)).open(way_in):
            cookie = "; ".join(f"{one.name}={one.value}" for one in jar)
        yield Server(process, "{0.scheme}://{0.netloc}".format(urlsplit(way_in)), cookie)


def open_table(at: Server) -> str:
    """A table at which one person plays both sides of Quoridor: there is always a move."""
    body = json.dumps({"game": "quoridor", "options": {"rules": "default"}}).encode()
    headers = {"Content-Type": "application/json", "Origin": at.address, "Cookie": at.cookie}
    with urllib.request.urlopen(urllib.request.Request(f"{at.address}/tables", body, headers)) as answer:
        return str(json.load(answer)["id"])


class Player:
    """Moves at a table as fast as it can; asks again under the same request when an answer did not come."""

    def __init__(self, table: str, rng: random.Random):
        self.table = table
        self.rng = rng
        self.acknowledged: dict[str, int] = {}
        self.pending: dict[str, object] | None = None

    def play(self, at: Server) -> None:
        """Until the connection breaks or the game ends."""
        url = f"{at.address.replace('http', 'ws', 1)}/tables/{self.table}/ws"
        with (
            suppress(OSError, WebSocketException, TimeoutError),
            connect(url, open_timeout=60, additional_headers={"Origin": at.address, "Cookie": at.cookie}) as socket,
        ):
            socket.send(json.dumps({"type": "hello", "version": 1, "have": 0}))
            if self.pending:
                socket.send(json.dumps(self.pending))
            told: dict[str, Any] = {}
            while not (told and told["result"]):
                message = json.loads(socket.recv(timeout=60))
                match message["type"]:
                    case "state" | "event":
                        told = message
                    case "ack":
                        # The event itself may come before or after this.
                        self.acknowledged[message["request"]] = message["number"]
                        self.pending = None
                    case "error":
                        self.pending = None
                if self.pending is None and told and not told["result"] and told["number"] >= self._number():
                    self.pending = self._choose(told)
                    socket.send(json.dumps(self.pending))

    def _number(self) -> int:
        return max(self.acknowledged.values(), default=0)

    def _choose(self, told: dict[str, Any]) -> dict[str, object]:
        moves = [move for move in told["you"]["choices"].values() if isinstance(move, str)]
        # Passing and walls keep the game going longer than walking does.
        calm = [move for move in moves if len(move) != 2] or moves
        number = told["position_number"]
        return {"type": "move", "position_number": number, "move": self.rng.choice(calm), "request": str(uuid4())}


def acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where the games are kept; nothing for the file in the data folder."""
    if request.param == "sqlite":
        yield ""
        return
    with cluster() as running:
        yield running.address()


def test_twenty_kills_lose_nothing(tmp_path: Path, database: str) -> None:
    rng = random.Random(1)
    with server(tmp_path, database) as running:
        players = [Player(open_table(running), random.Random(number)) for number in range(3)]
    for _ in range(KILLS):
        with server(tmp_path, database) as running:
            threads = [Thread(target=player.play, args=(running,)) for player in players]
            for thread in threads:
                thread.start()
            # Not before something was acknowledged, and then at any moment.
            before = acknowledged(players)
            while acknowledged(players) == before and any(thread.is_alive() for thread in threads):
                time.sleep(0.005)
            time.sleep(rng.uniform(0, 0.3))
            running.process.kill()
            for thread in threads:
                thread.join()
    asyncio.run(_check(players, database or tmp_path / "taflheim.sqlite"))
    assert acknowledged(players) >= KILLS


async def _check(players: list[Player], where: Path | str) -> None:
    store = Store.open(where)
    for player in players:
        stored = await store.read(tables.load, player.table)
        assert stored is not None
        numbers = [event.number for event in stored.events]
        assert numbers == list(range(1, len(numbers) + 1))
        kept = [event.request for event in stored.events]
        assert len(set(kept)) == len(kept)
        by_request = dict(zip(kept, numbers, strict=True))
        assert player.acknowledged.items() <= by_request.items()
        # One more may be on the disk whose acknowledgement was lost with the server.
        assert len(kept) - len(player.acknowledged) <= 1
    store.close()
