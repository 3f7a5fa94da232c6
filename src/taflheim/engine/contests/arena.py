"""Games between bots at full speed: no engine protocol, and a process for each core."""

import os
import random
import signal
import time
from collections.abc import Iterator
from multiprocessing import get_context
from queue import Empty, SimpleQueue
from typing import NamedTuple

from taflheim.engine.bots.bot import think
from taflheim.engine.bots.levels import Bot
from taflheim.engine.contests.match import MOST_PLIES
from taflheim.engine.contests.openings import random_opening
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.settings import Settings
from taflheim.games.game import Game
from taflheim.games.record import Record

RANDOM = Bot(0, "random mover", "Any legal move, each as likely as the others.")
GREEDY = Bot(0, "one-move greedy", "Whatever looks best at once.", Limits(depth=1))
"""Reference bots; they are not among the levels."""

_OPENING_PLIES = 4


class Job(NamedTuple):
    """A game to be played: who has which seat, and from which opening or on which board, by a number."""

    game: Game
    bots: tuple[Bot, ...]
    opening: int


class Outcome(NamedTuple):
    """A game that is over."""

    job: Job
    winner: str | None
    """The side that has won; None for a draw."""
    seconds: float


def play(job: Job) -> Outcome:
    """One game. The same job ends the same way, as long as no bot thinks by the clock.

    >>> import taflheim
    >>> play(Job(taflheim.game("halatafl"), (RANDOM, GREEDY), opening=1)).winner
    'foxes'
    """
    began = time.perf_counter()
    record = _opening(job)
    rng = random.Random(" ".join([str(job.opening), *(bot.name for bot in job.bots)]))
    while not record.result and len(record.entries) < MOST_PLIES:
        bot = job.bots[job.game.seats.index(record.turn)]
        move = rng.choice(record.position.moves()) if bot == RANDOM else _choose(record, bot, rng)
        record = record.play(move, rng)
    return Outcome(job, record.result.winner if record.result else None, time.perf_counter() - began)


def _choose(record: Record, bot: Bot, rng: random.Random) -> str:
    return think(record, bot, Settings(seed=rng.getrandbits(32))).move


def _opening(job: Job) -> Record:
    """Random boards need no random moves."""
    if job.game.rulebook.seeded:
        return job.game.record(job.game.start(f"arena {job.opening}"))
    return random_opening(job.game, _OPENING_PLIES, random.Random(job.opening))


def play_all(jobs: Iterator[Job], deadline: float, cores: int | None = None) -> Iterator[Outcome]:
    """Play games on all cores, in the order in which they end. A job is asked for when a core is free for it.

    Games that have not ended by the deadline, a `time.monotonic()`, are dropped.
    """
    cores = cores or os.cpu_count() or 1
    ended: SimpleQueue[Outcome | BaseException] = SimpleQueue()
    with get_context("spawn").Pool(cores, _leave_interrupts_to_others) as pool:
        running = 0
        while True:
            while running < cores and (job := next(jobs, None)):
                pool.apply_async(play, (job,), callback=ended.put, error_callback=ended.put)
                running += 1
            if not running:
                return
            try:
                outcome = ended.get(timeout=max(deadline - time.monotonic(), 0))
            except Empty:
                return
            if isinstance(outcome, BaseException):
                raise outcome
            running -= 1
            yield outcome


def _leave_interrupts_to_others() -> None:
    """Ctrl-C at a terminal reaches all processes; the one that started the others ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
