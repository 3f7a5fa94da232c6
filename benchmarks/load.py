"""Many games between simulated people, over WebSocket, before a hall in a process of its own.

    .venv/bin/python benchmarks/load.py [PART …] [--games N] [--every SECONDS] [--seconds S] [--database URL] [--quick]
    .venv/bin/python benchmarks/load.py --workers 1,2,4 [--every SECONDS] [--seconds S] [--quick]

Each game of Quoridor is played by two registered people with a clock (30+20), over a connection each; every tenth move
comes with a line of chat. Somebody plays a random legal move every so many seconds, whether or not the others are slow;
games begin at times spread evenly. Limits that are set for this are printed. The parts, all of them if none is named:

- games: time until the mover has the acknowledgement, and until the other one has been told. The measured time is cut
  into ten runs after a warm-up, and figures are their medians.
- spectators: what a hundred at one table cost the server, against ten more tables.
- memory: how much the server's grows from a fifth of the time on (minute 2 of 10).
- bots: how long bots of level 5 take to answer in fifty games beside.
- stored: start, menu, profile and leaderboard with 100 000 stored games.

With --workers it is measured instead how many moves a second so many workers take (load_workers.py).

This generator shares the machine with the server. Its own lag, how much later than planned it came to send a move, is
printed beside: where it is large, the generator is what is being measured.
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import uvloop
from figures import percentile, report
from hall_process import LIMITS, HallProcess, hall_process
from load_bots import LEVEL, BotGame
from load_games import Load, Run
from table_client import connect

import many_games

RUNS = 10
MOST_P99_MS = 100
SPECTATORS, TABLES = 100, 10
MOST_GROWTH = 5.0
BOT_GAMES = 50
MOST_ANSWER_MS = 3000


async def play(hall: HallProcess, asked: argparse.Namespace) -> None:
    """Play, and print the figures."""
    load = Load(hall, asked.every)
    # The first tables make the server load what it needs for any.
    await load.open(1)
    empty = hall.memory()
    load.begin(await load.open(asked.games))
    await load.measure(asked.every * 2)  # until all have moved, and again
    runs = [await load.measure(asked.seconds / RUNS) for _ in range(RUNS)]
    _print(runs, load, asked.games, (hall.memory() - empty) / asked.games)


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


async def spectators(hall: HallProcess, asked: argparse.Namespace) -> None:
    """What spectators at one table cost the server, and what more tables do."""
    load = Load(hall, asked.every)

    async def cost() -> float:
        """Milliseconds of CPU in a second."""
        await load.measure(asked.every * 2)
        run = await load.measure(asked.seconds / 3)
        return run.server_s / run.wall_s * 1000

    games = await load.open(TABLES)
    load.begin(games)
    alone = await cost()
    heard: list[int] = []
    watching = [
        await connect(hall, games[0].table_id, lambda message: heard.append(len(message)), session=False)
        for _ in range(SPECTATORS)
    ]
    watched = await cost() - alone
    for client in watching:
        client.close()
    load.begin(await load.open(TABLES))
    more = await cost() - alone
    name = f"CPU in a second for {SPECTATORS} spectators"
    report(name, watched, "ms", round(more, 1), f"(what {TABLES} more tables cost; they heard {len(heard)} messages)")


async def memory(hall: HallProcess, asked: argparse.Namespace) -> None:
    """How much the server's memory grows under load."""
    load = Load(hall, asked.every)
    load.begin(await load.open(asked.games))
    await load.measure(asked.minutes * 60 / 5)
    before = hall.memory()
    await load.measure(asked.minutes * 60 * 4 / 5)
    after = hall.memory()
    name = f"memory's growth from minute {asked.minutes / 5:.2g} to {asked.minutes:.2g}"
    report(name, (after / before - 1) * 100, "%", MOST_GROWTH, f"({before >> 20} to {after >> 20} MiB)")


async def bots(hall: HallProcess, asked: argparse.Namespace) -> None:
    """How long bots take to answer, beside people's games."""
    load = Load(hall, asked.every)
    load.begin(await load.open(asked.games))
    answers: list[float] = []
    count = asked.games if asked.quick else BOT_GAMES
    playing = [
        asyncio.create_task(BotGame(hall, asked.every, answers, random.Random(number)).play())
        for number in range(count)
    ]
    while len(answers) < count and not any(task.done() for task in playing):
        await asyncio.sleep(0.1)
    answers.clear()  # engines have started
    run = await load.measure(asked.seconds)
    for task in playing:
        if task.done():
            task.result()  # it ends by a failure only
        task.cancel()
    remark = f"(p50 {percentile(answers, 50) * 1000:.0f} ms, {len(answers)} answers; people's own moves: "
    remark += f"p99 {percentile(run.acks, 99) * 1000:.0f} ms)"
    name = f"p95 of answers in {count} games, level {LEVEL}, beside {asked.games}"
    report(name, percentile(answers, 95) * 1000, "ms", MOST_ANSWER_MS, remark)


Part = Callable[[HallProcess, argparse.Namespace], Awaitable[None]]
PARTS: dict[str, Part] = {"games": play, "spectators": spectators, "memory": memory, "bots": bots}
STORED = "stored"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}, {STORED} (default: all)")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--every", type=float, default=2.5, metavar="SECONDS", help="between two moves of a game")
    parser.add_argument("--seconds", type=float, default=60, help="how long to measure in each part")
    parser.add_argument("--minutes", type=float, default=10, help="how long to look at the memory")
    parser.add_argument("--stored", type=int, default=100_000, help="how many games are stored")
    parser.add_argument("--database", default="", metavar="URL", help="an empty PostgreSQL (default: a file)")
    parser.add_argument("--workers", default="", metavar="N,N", help="how many moves a second so many workers take")
    parser.add_argument("--quick", action="store_true", help="a few games for a second, to see that it works")
    asked = parser.parse_args(arguments)
    parts = asked.parts or [*PARTS, STORED]
    if unknown := set(parts) - {*PARTS, STORED}:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if asked.database and len(parts) > 1:
        parser.error("a database is for one part: the next one needs another that is empty")
    starts = 3
    if asked.quick:
        asked.games, asked.every, asked.seconds, asked.minutes = min(asked.games, 4), 0.2, 1.0, 0.05
        asked.stored, starts = 2000, 1
    print("limits: " + ", ".join(f"{name}={value}" for name, value in LIMITS.items()))
    if asked.workers:
        from load_workers import measure as measure_workers  # it starts databases as tests do

        counts = [int(count) for count in asked.workers.split(",")]
        first = min(asked.games, 50)
        measure_workers(counts, asked.every, asked.seconds / RUNS, first, MOST_P99_MS, quick=asked.quick)
        return
    # Each part has a server of its own: none is measured with what another has left behind.
    for part in parts:
        with tempfile.TemporaryDirectory() as folder:
            if part == STORED:
                many_games.measure(Path(folder), asked.database, asked.stored, starts)
                continue
            with hall_process(Path(folder), asked.database) as hall:
                uvloop.run(PARTS[part](hall, asked))


if __name__ == "__main__":
    main()
