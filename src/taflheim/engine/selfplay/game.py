"""One game of self-play: a random opening, then our search for all sides, until it is over or proven."""

import random
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from taflheim.engine.compile_ahead import compile_game
from taflheim.engine.contests.openings import random_opening
from taflheim.engine.places.place import Place
from taflheim.engine.search.found import Found
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.score import SURE
from taflheim.engine.search.search import search
from taflheim.engine.search.settings import Settings
from taflheim.engine.selfplay.plan import Plan
from taflheim.games.errors import TaflheimError
from taflheim.games.kernel import words
from taflheim.games.record import Record
from taflheim.games.rules import quiet

MOST_PLIES = 300
"""Longer games count as drawn."""
_HASH_MB = 8
_BALANCE = Limits(nodes=2000)
"""How long an opening is looked at; not by the clock, so that openings are the same on every machine."""
_TRIES = 200


class Searched(NamedTuple):
    """A position in which the search has chosen the move. Scores are for the side to move."""

    state: tuple[int, ...]
    """The words of the game's `State`."""
    turn: int
    """Whose turn it is, as a number of `game.sides`."""
    score: int
    depth: int
    nodes: int
    quiet: bool
    """Whether the evaluation can be trusted, and the move captured nothing."""


class Played(NamedTuple):
    """A game that is over: plain values, which can be written as JSON."""

    number: int
    start: str
    moves: tuple[str, ...]
    opening: int
    """How many of the moves were random."""
    winner: str | None
    """None for a draw."""
    ending: str
    """`rules`; `proven`, when the search had proven who wins; `long`, a draw after `MOST_PLIES`."""
    searched: tuple[Searched, ...]
    """One for each move behind the opening, and one more where the last search was a proof."""

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "Played":
        """The game that was written as JSON."""
        searched = tuple(Searched(tuple(state), *rest) for state, *rest in told.pop("searched"))
        return cls(moves=tuple(told.pop("moves")), searched=searched, **told)

    def result(self, side: str, players: int) -> float:
        """What a side got: 1, 0, or its share of a draw."""
        return 1 / players if self.winner is None else float(self.winner == side)


def play(plan: Plan, number: int) -> Played:
    """A game of a plan; with limits of nodes or depth always the same one.

    >>> import taflheim
    >>> plan = Plan(taflheim.game("halatafl"), 2, Limits(depth=1), random_plies=4)
    >>> play(plan, 1) == play(plan, 1), play(plan, 0).moves == play(plan, 1).moves
    (True, False)
    """
    rng = random.Random(f"{plan.seed} {number}")
    record = _opening(plan, number, rng)
    opening, searched, winner = len(record.entries), list[Searched](), None
    while not record.result and len(record.entries) < MOST_PLIES:
        found = search(record, plan.limits_of(record.turn), Settings(rng.getrandbits(32), _HASH_MB))
        after = record.play(found.move, rng)
        searched.append(_searched(record, found, after))
        if found.score >= SURE:
            winner = record.turn
            break
        record = after
    ending = "rules" if record.result else "proven" if winner else "long"
    if record.result:
        winner = record.result.winner
    return Played(number, str(record.start), record.entries, opening, winner, ending, tuple(searched))


@contextmanager
def playing(plan: Plan) -> Iterator[Callable[[int], Played]]:
    """Plays the games of a plan by their numbers, also on a machine that has not compiled the game yet."""
    for _ in compile_game(plan.game.name):
        pass
    yield partial(play, plan)


def play_all(plan: Plan, place: Place) -> Generator[Played]:
    """All games of a plan, in the order in which they end."""
    return place.batch(partial(playing, plan), iter(range(plan.games)))


def _opening(plan: Plan, number: int, rng: random.Random) -> Record:
    game = plan.game
    if game.rulebook.seeded:
        return game.record(game.start(f"selfplay {plan.seed} {number}"))  # random boards need no random moves
    for _ in range(_TRIES):
        record = random_opening(game, rng.randint(0, plan.random_plies), rng)
        if plan.balanced is None:
            return record
        if abs(search(record, _BALANCE, Settings(rng.getrandbits(32), _HASH_MB)).score) <= plan.balanced:
            return record
    raise TaflheimError(f"none of {_TRIES} openings is balanced within {plan.balanced}: choose more")


def _searched(record: Record, found: Found, after: Record) -> Searched:
    position = record.position
    state: Any = words(position.state)
    calm = bool(quiet(state)) and position.captured == after.position.captured
    turn = position.game.sides.index(position.turn)
    return Searched(tuple(map(int, state)), turn, found.score, found.depth, found.nodes, calm)
