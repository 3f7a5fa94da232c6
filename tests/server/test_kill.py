"""The server is killed at random moments while games are played: what it acknowledged is there, exactly once."""

import json
import os
import random
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from uuid import uuid4

from sqlalchemy import select
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from taflheim.store import schema
from taflheim.store.database import connect as open_database

KILLS = 20


@contextmanager
def server(home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The real program, without a window, and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "taflheim", "--no-window"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TAFLHEIM_HOME": str(home)},
    )
    assert process.stdout
    try:
        line = process.stdout.readline()
        yield process, line.split()[-1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def open_table(address: str) -> str:
    """A table at which one person plays both sides of Quoridor: there is always a move."""
    body = json.dumps({"game": "quoridor", "options": {"rules": "default"}}).encode()
    request = urllib.request.Request(f"{address}/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["id"])


class Player:
    """Moves at a table as fast as it can; asks again under the same request when an answer did not come."""

    def __init__(self, table: str, chance: random.Random):
        self.table = table
        self.chance = chance
        self.acknowledged: dict[str, int] = {}
        self.pending: dict[str, object] | None = None

    def play(self, address: str) -> None:
        """Until the connection breaks or the game ends."""
        url = f"{address.replace('http', 'ws', 1)}/tables/{self.table}/ws"
        with suppress(OSError, WebSocketException, TimeoutError), connect(url, open_timeout=5) as socket:
            socket.send(json.dumps({"type": "hello", "have": 0}))
            while True:
                message = json.loads(socket.recv(timeout=20))
                match message["type"]:
                    case "state" | "event":
                        if message["result"]:
                            return
                        self.pending = self.pending or self._choose(message)
                        socket.send(json.dumps(self.pending))
                    case "ack":
                        # The event itself may come before or after this.
                        self.acknowledged[message["request"]] = message["number"]
                        if self.pending and self.pending["request"] == message["request"]:
                            self.pending = None
                            socket.send(json.dumps({"type": "hello", "have": 0}))
                    case "error":
                        # Somebody asked with an old ply: look again.
                        self.pending = None
                        socket.send(json.dumps({"type": "hello", "have": 0}))

    def _choose(self, message: dict[str, object]) -> dict[str, object]:
        choices = message["choices"]
        assert isinstance(choices, dict)
        # Passing and walls keep the game going longer than walking does.
        calm = [move for move in choices.values() if len(move) != 2] or list(choices.values())
        move = self.chance.choice(calm)
        return {"type": "move", "ply": message["ply"], "move": move, "request": str(uuid4())}


def acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


def test_twenty_kills_lose_nothing(tmp_path: Path) -> None:
    chance = random.Random(1)
    with server(tmp_path) as (_, address):
        players = [Player(open_table(address), random.Random(number)) for number in range(3)]
    for _ in range(KILLS):
        with server(tmp_path) as (process, address):
            threads = [Thread(target=player.play, args=(address,)) for player in players]
            for thread in threads:
                thread.start()
            # Not before something was acknowledged, and then at any moment.
            before = acknowledged(players)
            while acknowledged(players) == before and any(thread.is_alive() for thread in threads):
                time.sleep(0.005)
            time.sleep(chance.uniform(0, 0.3))
            process.kill()
            for thread in threads:
                thread.join()
    engine = open_database(tmp_path / "taflheim.sqlite")
    with engine.begin() as connection:
        for player in players:
            rows = connection.execute(
                select(schema.events).where(schema.events.c.table_id == player.table).order_by(schema.events.c.number)
            ).all()
            numbers = [row.number for row in rows]
            assert numbers == list(range(1, len(rows) + 1))
            kept = [row.request for row in rows]
            assert len(set(kept)) == len(kept)
            by_request = dict(zip(kept, numbers, strict=True))
            assert player.acknowledged.items() <= by_request.items()
            # One more may be on the disk whose acknowledgement was lost with the server.
            assert len(kept) - len(player.acknowledged) <= 1
    engine.dispose()
    assert acknowledged(players) >= KILLS
