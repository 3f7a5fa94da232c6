"""Matches between two programs: rounds from random openings, in which A has every seat, or those it is given, once."""

import asyncio
import dataclasses
import random
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from math import isfinite

from taflheim.engine.compile_ahead import compile_game
from taflheim.engine.contests.engines import EngineConfig, EngineRunner
from taflheim.engine.contests.match_report import MatchReport, Played
from taflheim.engine.contests.openings import random_opening
from taflheim.engine.contests.sprt import Sprt
from taflheim.engine.places.local import LocalPlace
from taflheim.engine.places.place import Place
from taflheim.engine.places.version import made_with
from taflheim.engine.protocol.client import EngineFailure
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import counted, quoted
from taflheim.games.record import Record
from taflheim.games.rulebook import either

MOST_PLIES = 1000
"""Longer games are drawn, so that a match ends where neither program can make progress."""
_LIMITS = {"games": (1, 1_000_000), "opening_plies": (0, 200), "concurrency": (1, 256), "most_plies": (1, 100_000)}


@dataclass(frozen=True, slots=True)
class Plan:
    """A match to be played. With more than two seats, B has all but one of them."""

    game: Game
    a: EngineConfig
    b: EngineConfig
    games: int = 100
    """The fewest games: a round that has begun is played to its end."""
    opening_plies: int = 4
    """How many random moves a round begins with."""
    seed: int = 0
    """The same seed gives the same openings, and tells engines how to decide between equal moves."""
    sprt: Sprt | None = None
    concurrency: int = 1
    most_plies: int = MOST_PLIES
    sides: tuple[str, ...] = ()
    """Those that A plays, one after the other in each round; without any named, all."""

    def __post_init__(self) -> None:
        for name, (least, most) in _LIMITS.items():
            if not least <= getattr(self, name) <= most:
                raise TaflheimError(f"{name.replace('_', ' ')}: expected a whole number from {least} to {most}")
        if self.sprt and not (
            isfinite(self.sprt.elo0) and isfinite(self.sprt.elo1) and self.sprt.elo0 < self.sprt.elo1
        ):
            raise TaflheimError("SPRT: expected two Elo differences, the smaller one first, as 0 10")
        if len(self.game.seats) < 2:
            raise TaflheimError(f"{self.game.title} is played alone: a match needs a game for two or more")
        for side in self.sides:
            if side not in self.game.seats:
                raise TaflheimError(f"no side {quoted(side)}: expected {either(self.game.seats)}")
        if not self.a_seats:
            raise TaflheimError(f"{self.a.name} and {self.b.name} do not play sides that go together")

    @property
    def a_sides(self) -> tuple[str, ...]:
        """The sides that A plays, in the order of their turns: those named, if both can play what they then have."""
        return tuple(
            side for side in self.game.seats if (not self.sides or side in self.sides) and self._both_can(side)
        )

    def _both_can(self, side: str) -> bool:
        return self.a.plays(side) and all(self.b.plays(other) for other in self.game.seats if other != side)

    @property
    def a_seats(self) -> tuple[int, ...]:
        """The numbers of these seats."""
        return tuple(map(self.game.seats.index, self.a_sides))

    @property
    def rounds(self) -> int:
        """How many openings there are."""
        return -(-self.games // len(self.a_seats))

    @property
    def total(self) -> int:
        """How many games there are."""
        return self.rounds * len(self.a_seats)


def opening(plan: Plan, number: int) -> Record:
    """The opening of a round: random legal moves after which the game is not over.

    >>> import taflheim
    >>> from taflheim.engine.contests.engines import engine_config
    >>> game = taflheim.game("halatafl")
    >>> plan = Plan(game, engine_config("level:1", game), engine_config("level:2", game), opening_plies=2)
    >>> opening(plan, 0).entries == opening(plan, 0).entries
    True
    """
    return random_opening(plan.game, plan.opening_plies, random.Random(f"{plan.seed} {number}"))


def play_match(plan: Plan, report: MatchReport, on_game: Callable[[Played], None], place: Place | None = None) -> None:
    """Play the games, or as many as the SPRT needs; each is added to the report and told when it is over.

    The report is the caller's, so that it is still there when the match is interrupted. Without a place, as many games
    are played on this machine at a time as the plan says.
    """
    jobs = ((number, seat) for number in range(plan.rounds) for seat in plan.a_seats)
    with closing((place or LocalPlace(plan.concurrency)).batch(partial(table, plan), jobs)) as games:
        for played in games:
            report.add(played)
            on_game(played)
            if report.decided:
                break


@contextmanager
def table(plan: Plan) -> Iterator[Callable[[tuple[int, int]], Played]]:
    """Both engines of a match: plays the game of a round in which A has a certain seat."""
    for _ in compile_game(plan.game.name):
        pass
    a, b = EngineRunner(plan.a), EngineRunner(plan.b)
    with asyncio.Runner() as runner:
        try:
            yield lambda job: runner.run(_play(plan, *job, a, b))
        finally:
            runner.run(_close(a, b))


async def _close(*engines: EngineRunner) -> None:
    for engine in engines:
        await engine.close()


async def _play(plan: Plan, number: int, seat: int, a: EngineRunner, b: EngineRunner) -> Played:
    """One game with A in this seat. A player whose engine fails has resigned."""
    seats, failures, endings = plan.game.seats, list[tuple[str, str]](), list[str]()
    record = opening(plan, number)
    rng = random.Random(f"{plan.seed} {number} {seat}")
    while not record.result and len(record.entries) < plan.most_plies:
        side = record.turn
        who, player = ("A", a) if side == seats[seat] else ("B", b)
        try:
            move = await player.move(record, rng.getrandbits(32), f"{number} {seat}")
            record = record.play(move, rng)
        except EngineFailure as failure:
            failures.append((who, str(failure)))
            endings.append(f"{side} has lost: {failure}")
            record = record.resign(side)
    if not record.result:
        endings.append(f"adjudicated a draw after {len(record.entries)} moves")
    winner = record.result.winner if record.result else None
    headers = {side: (plan.a if at == seat else plan.b).name for at, side in enumerate(seats)}
    headers |= {"Round": str(number + 1), "Opening": counted(plan.opening_plies, "random move")}
    headers["Version"] = made_with()
    if endings:
        # An engine's own words may be part of it, and may hold anything.
        headers["Ending"] = "".join(c if c.isprintable() else " " for c in "; ".join(endings))
    score = 1 / len(seats) if winner is None else float(winner == seats[seat])
    return Played(number, seat, score, dataclasses.replace(record, headers=headers), tuple(failures))
