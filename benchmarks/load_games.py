"""Games between simulated people: who plays them, and what is measured meanwhile (load.py)."""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from hall_process import HallProcess
from table_client import TableClient, connect

PEOPLE = 20
"""Accounts that the games are shared out among."""
CHAT_EVERY = 10
"""Moves of a game to one line of chat."""
CONNECTING_AT_ONCE = 20


@dataclass
class Run:
    """What was measured in one stretch of time, in seconds."""

    lags: list[float] = field(default_factory=list)
    acks: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    busy: int = 0
    """Moves that were due while the one before was not answered yet."""
    games: int = 0
    """Games that came to an end."""
    wall_s: float = 0
    server_s: float = 0
    generator_s: float = 0


class Load:
    """All games, and what is measured of them."""

    def __init__(self, hall: HallProcess, every_s: float):
        self.hall = hall
        self.every_s = every_s
        self.run = Run()
        self.rng = random.Random(1)
        self.errors: list[str] = []
        self._games: list[Game] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._people = [hall.register(f"player-{number}") for number in range(PEOPLE)]
        self._opened = 0
        self._over = False

    @property
    def count(self) -> int:
        """How many games are played."""
        return len(self._games)

    def new_table(self) -> tuple[str, tuple[str, str]]:
        """A new table at which two people sit, and their sessions."""
        self._opened += 1
        pair = self._people[self._opened % PEOPLE], self._people[(self._opened + 1) % PEOPLE]
        asked = {"seats": {"a": "me", "b": "open"}, "clock": "30+20", "watchable": True}
        table_id = self.hall.visitor(pair[0]).new_table("quoridor", **asked)
        self.hall.visitor(pair[1]).sit_down(table_id, "b")
        return table_id, pair

    async def open(self, count: int) -> "list[Game]":
        """Open this many games more; people sit there and wait."""
        ids = [self.new_table() for _ in range(count)]
        games = [Game(self) for _ in ids]
        for at in range(0, count, CONNECTING_AT_ONCE):
            some = slice(at, at + CONNECTING_AT_ONCE)
            await asyncio.gather(*(game.sit_down(*one) for game, one in zip(games[some], ids[some], strict=True)))
        self._games += games
        return games

    def begin(self, games: "Sequence[Game]") -> None:
        """Let games begin, spread evenly."""
        now = time.monotonic()
        for number, game in enumerate(games):
            game.move_at(now + self.every_s * (number + 1) / len(games))

    def begin_another(self, game: "Game") -> None:
        """After its end, a game begins anew at another table."""
        self.run.games += 1
        if self._over:
            return
        task = asyncio.create_task(self._another(game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _another(self, game: "Game") -> None:
        game.leave()
        await game.sit_down(*await asyncio.to_thread(self.new_table))

    async def measure(self, seconds: float) -> Run:
        """Measure for some seconds."""
        run = self.run = Run()
        began = time.perf_counter(), self.hall.cpu_s(), time.process_time()
        await asyncio.sleep(seconds)
        ended = time.perf_counter(), self.hall.cpu_s(), time.process_time()
        run.wall_s, run.server_s, run.generator_s = (b - a for a, b in zip(began, ended, strict=True))
        return run

    async def end(self) -> None:
        """Begin no more games."""
        self._over = True
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def lost(self) -> int:
        """How many connections the server has closed."""
        return sum(client.lost for game in self._games for client in game.clients)


class Game:
    """Two people who play."""

    def __init__(self, load: Load):
        self._load = load
        self.table_id = ""
        self.clients: tuple[TableClient, ...] = ()
        self._loop = asyncio.get_running_loop()
        self._news = b""
        """What the first one was told last."""
        self._sent_at = 0.0
        self._waits = 0
        """Bits: 1 until the move is acknowledged, 2 until the other one is told."""
        self._moves = 0
        self._stopped = True

    async def sit_down(self, table_id: str, pair: tuple[str, str]) -> None:
        """Both connect to a table."""
        self.table_id = table_id
        self._news, self._waits, self._moves = b"", 0, 0
        hall = self._load.hall
        self.clients = await asyncio.gather(
            connect(hall, table_id, self._hear_0, cookie=pair[0]), connect(hall, table_id, self._hear_1, cookie=pair[1])
        )
        while not self._news:
            await asyncio.sleep(0.01)
        self._stopped = False

    def leave(self) -> None:
        """Both hang up."""
        for client in self.clients:
            client.close()

    def move_at(self, due: float) -> None:
        """Move at this time, and go on so."""
        # uvloop's own time is exact to a millisecond only.
        self._loop.call_later(max(0.0, due - time.monotonic()), self._due, due)

    def _due(self, due: float) -> None:
        self.move_at(due + self._load.every_s)
        if self._stopped:
            return
        if self._waits:
            self._load.run.busy += 1
            return
        self._load.run.lags.append(time.monotonic() - due)
        news = json.loads(self._news)
        if news["result"]:
            self._stopped = True
            self._load.begin_another(self)
            return
        self._moves += 1
        move = {
            "type": "move",
            "position_number": news["position_number"],
            "move": self._load.rng.choice(list(news["you"]["choices"].values())),
            "request": f"request-{self._moves:020}",
        }
        self._waits = 3
        self._sent_at = time.monotonic()
        mover = self.clients[self._mover()]
        mover.send(json.dumps(move).encode())
        if self._moves % CHAT_EVERY == 0:
            line = {"type": "say", "text": "That was a good one.", "request": f"line-{self._moves:020}"}
            mover.send(json.dumps(line).encode())

    def _mover(self) -> int:
        """Who has made the last move: they take turns."""
        return (self._moves - 1) % 2

    def _hear_0(self, message: bytes) -> None:
        self._hear(0, message)

    def _hear_1(self, message: bytes) -> None:
        self._hear(1, message)

    def _hear(self, who: int, message: bytes) -> None:
        mover = who == self._mover()
        if message.startswith(b'{"type":"ack"'):
            self._load.run.acks.append(time.monotonic() - self._sent_at)
            self._waits &= ~1
        elif message.startswith((b'{"type":"event"', b'{"type":"state"')):
            if not mover and self._waits:
                self._load.run.told.append(time.monotonic() - self._sent_at)
                self._waits &= ~2
                self._news = message
            elif who == 0 and not self._news:
                self._news = message
        elif message.startswith((b'{"type":"error"', b'{"type":"unsaid"')):
            self._load.errors.append(message[:200].decode())
            self._waits = 0
