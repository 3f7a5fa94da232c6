"""Games between bots at full speed, without the engine protocol: the work of a batch (`engine/places`)."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from taflheim.engine.bots.bot import think
from taflheim.engine.bots.levels import Bot
from taflheim.engine.compile_ahead import compile_game
from taflheim.engine.contests.match import MOST_PLIES
from taflheim.engine.contests.openings import random_opening
from taflheim.engine.search.kept import Kept
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
    kept = {side: Kept() for side in job.game.seats}
    while not record.result and len(record.entries) < MOST_PLIES:
        bot = job.bots[job.game.seats.index(record.turn)]
        move = rng.choice(record.position.moves()) if bot == RANDOM else _choose(record, bot, rng, kept[record.turn])
        record = record.play(move, rng)
    return Outcome(job, record.result.winner if record.result else None, time.perf_counter() - began)


def _choose(record: Record, bot: Bot, rng: random.Random, kept: Kept) -> str:
    return think(record, bot, Settings(seed=rng.getrandbits(32)), kept=kept).move


def _opening(job: Job) -> Record:
    """Random boards need no random moves."""
    if job.game.rulebook.seeded:
        return job.game.record(job.game.start(f"arena {job.opening}"))
    return random_opening(job.game, _OPENING_PLIES, random.Random(job.opening))


@contextmanager
def playing(name: str) -> Iterator[Callable[[Job], Outcome]]:
    """Plays games of this name, also on a machine that has not compiled it yet."""
    for _ in compile_game(name):
        pass
    yield play
