"""Games of our search against itself, for the scripts that learn from them; on this machine or on a Ray cluster."""

import random
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

import taflheim
from taflheim import Game, Record
from taflheim.cli.progress import games_bar
from taflheim.engine.bots import solo_ladder
from taflheim.engine.compile_ahead import compile_game
from taflheim.engine.contests.openings import random_opening
from taflheim.engine.places.place import Place, local_or_ray
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.score import SURE
from taflheim.engine.search.search import search
from taflheim.engine.search.settings import Settings

Item = TypeVar("Item")
MOST_PLIES = 300
"""Longer games count as drawn."""


@dataclass(frozen=True)
class Played:
    """A game, the search scores by ply (for the side to move; None where moves were random), and who won."""

    record: Record
    scores: tuple[int | None, ...]
    winner: str | None

    def result(self, side: str) -> float:
        """What a side got: 1, 0, or its share of a draw."""
        return 1 / len(self.record.game.seats) if self.winner is None else float(self.winner == side)


class Job(NamedTuple):
    """A game to be played."""

    number: int
    game: Game
    nodes: int
    opening_plies: int
    seed: int


def add_places(parser: ArgumentParser) -> None:
    """Where games are played."""
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    parser.add_argument("--ray", default="", metavar="ADDRESS", help="play on the Ray cluster there")


def place_of(given: Namespace) -> Place:
    """Where these arguments say that games are played."""
    return local_or_ray(given.ray, given.processes)


def watched(played: Iterable[Item], title: str, total: int, place: Place) -> Iterator[Item]:
    """The games as they end, with a bar that shows how many end in a second, and on how many machines."""
    with games_bar(title, total, place) as tell:
        for done, each in enumerate(played, start=1):
            tell(f"{done} of {total}", done)
            yield each


def variants(name: str, players: int) -> list[Game]:
    """A game with every combination of its options for so many players."""
    return [game for game in solo_ladder.variants(taflheim.game(name)).values() if len(game.seats) == players]


def selfplay(
    games: list[Game], number: int, nodes: int, opening_plies: int, seed: int, place: Place
) -> Iterator[Played]:
    """So many games, with the variants in turn; the same seed gives the same ones in the same order."""
    jobs = (Job(each, games[each % len(games)], nodes, opening_plies, seed) for each in range(number))
    waiting: dict[int, Played] = {}
    told = 0
    for at, played in place.batch(partial(playing, games[0].name), jobs):
        waiting[at] = played
        while told in waiting:
            yield waiting.pop(told)
            told += 1


@contextmanager
def playing(name: str) -> Iterator[Callable[[Job], tuple[int, Played]]]:
    """Plays games, also on a machine that has not compiled them yet."""
    for _ in compile_game(name):
        pass
    yield _numbered


def _numbered(job: Job) -> tuple[int, Played]:
    return job.number, play(job.game, job.nodes, random.Random(f"{job.seed} {job.number}"), job.opening_plies)


def play(game: Game, nodes: int, rng: random.Random, opening_plies: int) -> Played:
    """One game after a random opening, until it is over or a search has proven who wins."""
    record = random_opening(game, rng.randint(0, opening_plies), rng)
    scores: list[int | None] = [None] * len(record.entries)
    while not record.result and len(record.entries) < MOST_PLIES:
        found = search(record, Limits(nodes=nodes), Settings(rng.getrandbits(32), hash_mb=1))
        if found.score >= SURE:
            return Played(record, tuple(scores), record.turn)
        scores.append(found.score)
        record = record.play(found.move, rng)
    return Played(record, tuple(scores), record.result.winner if record.result else None)
