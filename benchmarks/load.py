"""Many games between simulated people, over WebSocket, before a hall in a process of its own.

    .venv/bin/python benchmarks/load.py [--games N] [--every SECONDS] [--seconds S] [--database URL] [--quick]

Each game of Quoridor is played by two registered people with a clock (30+20), over a connection each; every tenth move
comes with a line of chat. Somebody plays a random legal move every so many seconds, whether or not the others are slow;
games begin at times spread evenly. Time is taken until the mover has the acknowledgement, and until the other one has
been told. The measured time is cut into ten runs after a warm-up, and figures are their medians. Limits that are set
for this are printed.

This generator shares the machine with the server. Its own lag, how much later than planned it came to send a move, is
printed beside: where it is large, the generator is what is being measured.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import uvloop
from hall_process import LIMITS, HallProcess, hall_process
from table_client import TableClient, connect

RUNS = 10
MOST_P99_MS = 100
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

    def new_table(self) -> tuple[str, tuple[str, str]]:
        """A new table at which two people sit, and their sessions."""
        self._opened += 1
        pair = self._people[self._opened % PEOPLE], self._people[(self._opened + 1) % PEOPLE]
        asked = {"seats": {"a": "me", "b": "open"}, "clock": "30+20"}
        table_id = self.hall.visitor(pair[0]).new_table("quoridor", **asked)
        self.hall.visitor(pair[1]).sit_down(table_id, "b")
        return table_id, pair

    async def open(self, count: int) -> None:
        """Open this many games, and let them begin, spread evenly."""
        ids = [self.new_table() for _ in range(count)]
        self._games = [Game(self) for _ in ids]
        for at in range(0, count, CONNECTING_AT_ONCE):
            some = slice(at, at + CONNECTING_AT_ONCE)
            await asyncio.gather(*(game.sit_down(*one) for game, one in zip(self._games[some], ids[some], strict=True)))

    def begin(self) -> None:
        """Let all games begin."""
        now = time.monotonic()
        for number, game in enumerate(self._games):
            game.move_at(now + self.every_s * (number + 1) / len(self._games))

    def begin_another(self, game: "Game") -> None:
        """After its end, a game begins anew at another table."""
        self.run.games += 1
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

    def lost(self) -> int:
        """How many connections the server has closed."""
        return sum(client.lost for game in self._games for client in game.clients)


class Game:
    """Two people who play."""

    def __init__(self, load: Load):
        self._load = load
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


def percentile(values: Sequence[float], percent: float) -> float:
    """The value at a percentile; NaN if there are no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else float("nan")


async def play(hall: HallProcess, games: int, every_s: float, seconds: float) -> None:
    """Play, and print the figures."""
    load = Load(hall, every_s)
    # The first tables make the server load what it needs for any.
    await load.open(1)
    empty = hall.memory()
    await load.open(games)
    load.begin()
    await load.measure(every_s * 2)  # until all have moved, and again
    runs = [await load.measure(seconds / RUNS) for _ in range(RUNS)]
    _print(runs, load, games, (hall.memory() - empty) / games)


def _print(runs: Sequence[Run], load: Load, games: int, bytes_each: float) -> None:
    def of(figure: str, percent: float) -> float:
        return statistics.median(percentile(getattr(run, figure), percent) * 1000 for run in runs)

    def share(figure: str) -> float:
        return statistics.median(getattr(run, figure) / run.wall_s for run in runs)

    moves = sum(len(run.told) for run in runs)
    p99 = max(of("acks", 99), of("told", 99))
    server = sum(run.server_s for run in runs)
    print(f"{games} games, a move every {load.every_s:g} s in each; medians of {RUNS} runs")
    print(f"moves               {statistics.median(len(run.told) / run.wall_s for run in runs):8.1f} /s")
    print(f"until acknowledged  {of('acks', 50):8.1f} ms p50 {of('acks', 99):8.1f} ms p99")
    print(f"until the other one {of('told', 50):8.1f} ms p50 {of('told', 99):8.1f} ms p99")
    print(f"p99 target          {MOST_P99_MS:8} ms: {'met' if p99 <= MOST_P99_MS else 'missed'}")
    print(f"generator's lag     {of('lags', 50):8.1f} ms p50 {of('lags', 99):8.1f} ms p99")
    print(f"CPU of the server   {share('server_s'):8.0%} of a core; of the generator {share('generator_s'):.0%}")
    print(f"CPU for a move      {server / max(moves, 1) * 1000:8.2f} ms of the server")
    print(f"memory for a table  {bytes_each / 1024:8.0f} KiB with two connections")
    late, ended = sum(run.busy for run in runs), sum(run.games for run in runs)
    print(f"moves given up as the one before was not answered: {late}; games ended: {ended}")
    print(f"connections lost: {load.lost()}; errors: {len(load.errors)} {load.errors[:1] or ''}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--every", type=float, default=2.5, metavar="SECONDS", help="between two moves of a game")
    parser.add_argument("--seconds", type=float, default=60, help="how long to measure, in all")
    parser.add_argument("--database", default="", metavar="URL", help="an empty PostgreSQL (default: a file)")
    parser.add_argument("--quick", action="store_true", help="a few games for a second, to see that it works")
    asked = parser.parse_args(arguments)
    if asked.quick:
        asked.games, asked.every, asked.seconds = min(asked.games, 4), 0.2, 1.0
    print("limits: " + ", ".join(f"{name}={value}" for name, value in LIMITS.items()))
    with tempfile.TemporaryDirectory() as folder, hall_process(Path(folder), asked.database) as hall:
        uvloop.run(play(hall, asked.games, asked.every, asked.seconds))


if __name__ == "__main__":
    main()
