"""A hall that several workers serve, on a PostgreSQL and a Redis of its own, and people who always come back."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPException
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple, Protocol
from urllib.error import HTTPError

import psycopg
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from cut_link import Link, link
from matches import LIMITS, Match, Over, Served, get
from postgres import Cluster, cluster
from redis_server import RedisServer, redis_server
from taflheim.store import outages, tables
from taflheim.store.store import Store
from told_histories import (
    Fault,
    Heard,
    Line,
    Log,
    acknowledged_wrongly,
    chat_complaints,
    complaints,
    log_of,
    longest_wait,
    said_wrongly,
)

SECONDS_TO_RECOVER = 120
"""All cores may be at work for other tests."""
_NUMBERS = count()
"""Of matches: people whose match could not be begun are registered already."""
_COMMITTED = """
SELECT number, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 FROM events WHERE table_id = %s
"""
_SAID = """
SELECT number, name, text, request, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 FROM chat
WHERE table_id = %s ORDER BY number
"""


class Hall(NamedTuple):
    """The supervisor of a hall with two workers."""

    process: "subprocess.Popen[bytes]"
    address: str
    redis: RedisServer
    link: Link
    """Between the workers and Redis."""
    postgres: Cluster
    database: str

    def workers(self) -> list[int]:
        """The processes that serve."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(child) for child in children.split()]


@contextmanager
def hall(folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[Hall]:
    """Serve a hall with two workers."""
    with redis_server() as redis, link(redis.socket) as way, cluster() as postgres:
        database = postgres.address()
        home = folder / "home"
        given = {
            "TAFLHEIM_HOME": str(home),
            "TAFLHEIM_DATABASE_URL": database,
            "TAFLHEIM_REDIS_URL": f"unix://{way.path}",
        }
        command = [sys.executable, "-m", "taflheim", "serve", "--workers", "2", "--log-level", "warning"]
        with subprocess.Popen(command, env={**os.environ, **LIMITS, **given, **(environment or {})}) as process:
            try:
                while not (home / "hall.json").exists():
                    assert process.poll() is None, "the workers could not be started"
                    time.sleep(0.05)
                address = json.loads((home / "hall.json").read_text())["local"]
                yield Hall(process, address, redis, way, postgres, database)
            finally:
                process.terminate()
                process.wait()


class Spectator:
    """Looks on at a table, connects again when the connection breaks, and writes down what it was told."""

    def __init__(self, address: str, table: str, cookie: str):
        self._url = f"{address.replace('http', 'ws', 1)}/tables/{table}/ws"
        self._headers = {"Origin": address, "Cookie": cookie}
        self.told = 0
        """The number of the last event it has."""
        self.heard_lines = 0
        """The number of the last line of chat it has."""
        self._rooms: list[str] = []
        self.heard: list[Heard] = []
        self.longest_away_s = 0.0
        """From the end of a connection to the first message of the next."""
        self._left_s: float | None = None
        self._over = Event()
        self._thread = Thread(target=self._run)
        self._thread.start()

    def end(self) -> None:
        """Look on no more."""
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.is_set():
            with suppress(OSError, WebSocketException, TimeoutError):
                self._look()
            self._left_s = self._left_s or time.monotonic()
            self._over.wait(0.1)

    def _look(self) -> None:
        with connect(self._url, open_timeout=20, additional_headers=self._headers) as socket:
            socket.send(json.dumps({"type": "hello", "version": 1, "have": self.told}))
            socket.send(json.dumps({"type": "listen", "have": self.heard_lines, "rooms": self._rooms}))
            while not self._over.is_set():
                with suppress(TimeoutError):
                    message = json.loads(socket.recv(timeout=0.2))
                    if self._left_s is not None:
                        self.longest_away_s = max(self.longest_away_s, time.monotonic() - self._left_s)
                        self._left_s = None
                    self.heard.append(Heard(time.time(), message))
                    if message["type"] in ("state", "event"):
                        self.told = message["number"]
                    elif message["type"] == "chat":
                        self._rooms = message["rooms"]
                        for line in message["lines"]:
                            self.heard_lines = line["number"]
                    elif message["type"] == "line":
                        self.heard_lines = message["line"]["number"]


class Player:
    """A match that is played on, whatever happens to the servers."""

    def __init__(self, at: Served, number: int, match: Match | None = None):
        """A new match, or one that was begun elsewhere."""
        self.match = match or Match(at, number)
        self._at = at
        self.unexpected: BaseException | None = None
        self.over = Event()
        self._thread = Thread(target=self._run)
        self._thread.start()

    def end(self) -> None:
        """Play no more."""
        self.over.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self.over.is_set():
                try:
                    self.match.step(self._at)
                except HTTPError as error:
                    error.close()
                except (OSError, HTTPException):
                    continue
        except Over:
            self.over.set()
        except BaseException as error:
            self.unexpected = error
            self.over.set()


class Stored(Served, Protocol):
    """A server, and where its hall is stored."""

    @property
    def database(self) -> str:
        """Its address."""
        ...


class People(NamedTuple):
    """Matches that are played, each looked at by those who play it."""

    at: Stored
    players: list[Player]
    watching: list[list[Spectator]]
    at_a_time: int = 1

    def begin_again(self) -> None:
        """A new match for each that is over, so that there is always load."""
        going = [player for player in self.players if not player.over.is_set()]
        for _ in range(self.at_a_time - len(going)):
            until("a match can be begun", self._begin)

    def _begin(self) -> bool:
        try:
            self.players.append(Player(self.at, next(_NUMBERS)))
        except (OSError, HTTPException):  # a worker is not there yet
            return False
        match = self.players[-1].match
        self.watching.append([Spectator(self.at.address, match.table, who) for who in match.people])
        return True

    def wait_for_moves(self) -> None:
        """Until something more is acknowledged in each match."""
        before = [len(player.match.acknowledged) for player in self.players]

        def moved() -> bool:
            return all(
                len(player.match.acknowledged) > many or player.over.is_set()
                for player, many in zip(self.players, before, strict=True)
            )

        until("moves are acknowledged", moved)

    def wait_until_told(self) -> float:
        """Until all have been told what is acknowledged now; how many seconds did it take?"""
        return self._wait_until_at(
            [max(player.match.acknowledged.values(), default=0) for player in self.players],
            [max(player.match.said.values(), default=0) for player in self.players],
        )

    def judge(self, faults: Sequence[Fault] = ()) -> float:
        """Play no more, and judge what everybody was told by what is stored.

        Gives for how many seconds in which nothing was away somebody waited for an event that was committed, at most.
        """
        for player in self.players:
            player.end()
        found = [stored(self.at.database, player.match.table) for player in self.players]
        chats = [_said(self.at.database, player.match.table) for player in self.players]
        self._wait_until_at([log.length for _, log in found], [len(lines) for lines in chats])
        longest_s = 0.0
        for (table, log), lines, player, watching in zip(found, chats, self.players, self.watching, strict=True):
            assert player.unexpected is None, player.unexpected
            match = player.match
            assert len(match.acknowledged) > 0
            assert acknowledged_wrongly(match.acknowledged, match.acknowledged_s, table, log) == []
            assert said_wrongly(match.said, match.acknowledged_s, lines) == []
            assert not [event for event in table.events if event.kind == "time"]
            for spectator in watching:
                spectator.end()
                assert spectator.told == log.length
                wrong = complaints(spectator.heard, log) + chat_complaints(spectator.heard, lines)
                assert not wrong, "\n".join(wrong)
                longest_s = max(longest_s, longest_wait(spectator.heard, log, faults)[0])
            until("programs are told the same", lambda match=match, log=log: self._number(match) == log.length)  # type: ignore[misc]
        return longest_s

    def _number(self, match: Match) -> int | None:
        """How far a match is, by what a program is told; None where it is told to try again."""
        try:
            return int(get(self.at, f"/api/v1/tables/{match.table}", match.people[0])["number"])
        except HTTPError as error:
            error.close()
            return None

    def _wait_until_at(self, events: Sequence[int], lines: Sequence[int]) -> float:
        def told() -> bool:
            return all(
                spectator.told >= event and spectator.heard_lines >= line
                for watching, event, line in zip(self.watching, events, lines, strict=True)
                for spectator in watching
            )

        return until("everybody has caught up", told)


@contextmanager
def evening(at: Hall, matches: int = 2) -> Iterator[People]:
    """Matches that are played on until the block ends."""
    people = People(at, [], [], matches)
    try:
        people.begin_again()
        yield people
    finally:
        for player in people.players:
            player.end()
        for spectator in (one for some in people.watching for one in some):
            spectator.end()


def stored(database: str, table: str) -> tuple[tables.Stored, Log]:
    """A table as it is stored, and the log to judge by what was told of it."""

    async def load() -> tuple[tables.Stored, Log]:
        store = await asyncio.to_thread(Store.open, database)
        try:
            found = await store.read(tables.load, table)
            known = await store.read(outages.known)
        finally:
            await asyncio.to_thread(store.close)
        assert found
        return found, log_of(found, _committed(database, table), known)

    return asyncio.run(load())


def _committed(database: str, table: str) -> dict[int, float]:
    with psycopg.connect(database) as connection:
        return dict(connection.execute(_COMMITTED, (table,)).fetchall())


def _said(database: str, table: str) -> list[Line]:
    with psycopg.connect(database) as connection:
        return [Line(*row) for row in connection.execute(_SAID, (table,)).fetchall()]


def until(what: str, is_so: Callable[[], bool]) -> float:
    """Wait until something is so; how many seconds did it take?"""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < SECONDS_TO_RECOVER, what
        time.sleep(0.02)
    return time.monotonic() - began
