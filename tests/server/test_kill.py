"""The server is killed at random moments while games are played: what it acknowledged is there, exactly once."""

import asyncio
import json
import os
import random
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from threading import Thread
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from forked_program import program_without_window
from matches import LIMITS, Match
from postgres import cluster
from taflheim.store import accounts, chat, tables
from taflheim.store.store import Store

KILLS = int(os.environ.get("TAFLHEIM_SOAK_KILLS", "5"))
"""`make soak` kills more often."""

_SECONDS_TO_ANSWER = 120


class Server(NamedTuple):
    """The real program, without a window."""

    process: ForkServerProcess
    address: str
    cookie: str
    """The owner's session."""


@contextmanager
def server(home: Path, database: str) -> Iterator[Server]:
    places = {"TAFLHEIM_HOME": str(home), "TAFLHEIM_DATABASE_URL": database, **LIMITS}
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


def acknowledged(players: Sequence[Player | Match]) -> int:
    return sum(len(player.acknowledged) for player in players)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where the games are kept; nothing for the file in the data folder."""
    if request.param == "sqlite":
        yield ""
        return
    with cluster() as running:
        yield running.address()


def test_kills_lose_nothing(tmp_path: Path, database: str) -> None:
    rng = random.Random(1)
    with server(tmp_path, database) as running:
        players = [Player(open_table(running), random.Random(number)) for number in range(2)]
        matches = [Match(running, number) for number in range(2)]
    everybody: list[Player | Match] = [*players, *matches]
    for _ in range(KILLS):
        with server(tmp_path, database) as running:
            threads = [Thread(target=player.play, args=(running,)) for player in everybody]
            for thread in threads:
                thread.start()
            # Not before something was acknowledged, and then at any moment.
            before = acknowledged(everybody)
            deadline = time.monotonic() + _SECONDS_TO_ANSWER
            while acknowledged(everybody) == before and any(thread.is_alive() for thread in threads):
                assert time.monotonic() < deadline, "nothing is acknowledged any more"
                time.sleep(0.005)
            time.sleep(rng.uniform(0, 0.3))
            running.process.kill()
            for thread in threads:
                thread.join()
    asyncio.run(_check(players, matches, database or tmp_path / "taflheim.sqlite"))
    assert acknowledged(everybody) >= KILLS


async def _check(players: Sequence[Player], matches: Sequence[Match], where: Path | str) -> None:
    store = Store.open(where)
    everybody: list[Player | Match] = [*players, *matches]
    for player in everybody:
        stored = await store.read(tables.load, player.table)
        assert stored is not None
        numbers = [event.number for event in stored.events]
        assert numbers == list(range(1, len(numbers) + 1))
        asked = {event.request: event.number for event in stored.events if event.request}
        assert len(asked) == sum(event.request is not None for event in stored.events)
        assert player.acknowledged.items() <= asked.items()
        # One more may be on the disk whose acknowledgement was lost with the server.
        assert len(asked) - len(player.acknowledged) <= 1
    for match in matches:
        await _check_match(store, match)
    store.close()


async def _check_match(store: Store, match: Match) -> None:
    """What was said is there once; people are there; times go on, and nobody has lost on time."""
    players: list[Literal["players", "spectators"]] = ["players"]
    lines = await store.read(chat.after, match.table, 0, players, 100_000)
    assert len({line.number for line in lines}) == len(lines)
    assert set(match.said.values()) <= {line.number for line in lines}
    assert len(lines) - len(match.said) <= 1
    for name in match.registered:
        assert await store.read(accounts.named, name.casefold())
    stored = await store.read(tables.load, match.table)
    assert stored
    moves = [event for event in stored.events if event.kind == "move"]
    assert [event.at_ms for event in stored.events] == sorted(event.at_ms for event in stored.events)
    assert not [event for event in stored.events if event.kind == "time"]
    assert all(0 <= event.lag_ms <= 500 for event in moves)
