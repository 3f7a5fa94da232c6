"""Finding a good move in any game: deeper and deeper until a limit is reached."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from taflheim.engine import alphabeta
from taflheim.engine.alphabeta import MOST_NODES, MOST_STEPS, NODES, STOPPED, SURE, WIN, Work
from taflheim.engine.limits import DEEPEST, MOST, Limits
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.kernel import I64, words
from taflheim.games.position import Position
from taflheim.games.record import Record

_BYTES_PER_ENTRY = 16
DEFAULT_HASH_MB = 16


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found so far."""

    move: str
    score: int
    """For the side to move, in the units of the game's evaluation; beyond SURE the game is as good as over."""
    depth: int
    nodes: int
    seconds: float
    line: tuple[str, ...]
    """The move and what would follow if everybody played best."""

    @property
    def ends_in(self) -> int | None:
        """After how many moves of everybody the game is won, or lost if negative; None while that is not certain.

        >>> Found("e8", WIN - 3, 4, 5, 0.1, ("e8",)).ends_in
        3
        """
        if abs(self.score) < SURE:
            return None
        return WIN - self.score if self.score > 0 else -WIN - self.score


class Stop:
    """Ends a search from another thread."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, np.int32)
        self._event = threading.Event()

    def set(self) -> None:
        """Stop now."""
        self.flag[0] = 1
        self._event.set()

    def wait(self) -> None:
        """Until it is set."""
        self._event.wait()


def search(
    on: Record | Position,
    limits: Limits,
    seed: int = 0,
    on_info: Callable[[Found], None] | None = None,
    *,
    stop: Stop | None = None,
    hash_mb: int = DEFAULT_HASH_MB,
) -> Found:
    """The best move found within the limits; `on_info` hears of every depth that is finished.

    The seed decides between moves that are equally good: with a limit of depth or nodes, the same seed always gives the
    same move. The first depth is always finished, however little time there is. A record tells which positions must not
    come up again.

    >>> import taflheim
    >>> found = search(taflheim.game("quoridor").position("e2,e5 0,0 - - a"), Limits(depth=3))
    >>> found.move, found.ends_in
    ('e1', 1)
    """
    position, drawn = _history(on)
    stop = stop or Stop()
    timer = threading.Timer((limits.movetime_ms or 0) / 1000, stop.set)
    timer.daemon = True
    if limits.movetime_ms is not None:
        timer.start()
    try:
        return _deepen(position, drawn, limits, random.Random(seed), on_info, stop, hash_mb)
    finally:
        timer.cancel()


def _deepen(
    position: Position,
    drawn: Sequence[Any],
    limits: Limits,
    chance: random.Random,
    on_info: Callable[[Found], None] | None,
    stop: Stop,
    hash_mb: int,
) -> Found:
    began = time.perf_counter()
    rulebook = position.game.rulebook
    assert rulebook.evaluate
    state = words(position.state)
    steps = rulebook.walk.steps(position.state)
    chance.shuffle(steps)
    work = _work(position.game, state, drawn, hash_mb)
    found: Found | None = None
    for depth in range(1, (limits.depth or DEEPEST) + 1):
        hurried = work
        if found:
            work.counts[MOST_NODES] = limits.nodes or MOST
            hurried = work._replace(stop=stop.flag)
        score, place = alphabeta.think(state, np.array(steps, np.int32), I64(depth), hurried)
        if place >= 0:
            # Whatever is looked at first in the next depth is the measure for the rest.
            steps.insert(0, steps.pop(place))
            line = _texts(position, work.line[0, 1 : 1 + work.line[0, 0]].tolist())
            reached = depth if not work.counts[STOPPED] or found is None else found.depth
            seconds = time.perf_counter() - began
            found = Found(line[0], int(score), reached, int(work.counts[NODES]), seconds, line)
        assert found is not None
        if work.counts[STOPPED]:
            break
        if on_info:
            on_info(found)
        if abs(found.score) >= SURE:
            break
    assert found is not None
    if rulebook.chance and found.ends_in == -1:
        # Whatever one does is lost at once, so anything drawn by lot is better.
        lot = rulebook.chance[0]
        found = Found(lot, found.score, found.depth, found.nodes, found.seconds, (lot,))
    return found


def _history(on: Record | Position) -> tuple[Position, list[Any]]:
    """The position, and the states that would end the game as a draw if they came up once more."""
    position = on if isinstance(on, Position) else on.position
    if on.result:
        raise TaflheimError("the game is over: there is nothing to think about")
    often = position.game.rulebook.repetition
    if isinstance(on, Position) or not often:
        return position, []
    seen = Counter(each.state for each in on.positions)
    return position, [state for state, times in seen.items() if times >= often - 1]


def _work(game: Game, state: Any, drawn: Sequence[Any], hash_mb: int) -> Work:
    entries = 1 << (hash_mb * 2**20 // _BYTES_PER_ENTRY).bit_length() - 1
    room = int(alphabeta.room(state))
    return Work(
        moves=np.empty(room, np.int32),
        order=np.empty(room, np.int32),
        line=np.zeros((MOST_STEPS + 1, MOST_STEPS + 2), np.int32),
        history=np.zeros(2 * game.move_count, np.int32),
        keys=np.zeros(entries, np.uint64),
        entries=np.zeros(entries, np.int64),
        drawn=np.array([alphabeta.key(words(each)) for each in drawn], np.uint64),
        counts=np.array([0, MOST, 0], np.int64),
        stop=np.zeros(1, np.int32),
    )


def _texts(position: Position, steps: Sequence[int]) -> tuple[str, ...]:
    """A line of steps as whole moves; a chain that the line does not finish is left out."""
    walk, text = position.game.rulebook.walk, position.game.rulebook.text
    state, chain, moves = position.state, list[int](), list[str]()
    for step in steps:
        chain.append(step)
        state, more = walk.step(state, step)
        if not more:
            moves.append(text.move_text(chain))
            chain = []
    return tuple(moves)
