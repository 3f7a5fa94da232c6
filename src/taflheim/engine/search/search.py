"""Finding a good move in any game: deeper and deeper until a limit is reached."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from taflheim.engine.search import alphabeta, mcts
from taflheim.engine.search.alphabeta import SURE, WIN
from taflheim.engine.search.limits import DEEPEST, MOST, Limits
from taflheim.engine.search.memory import MOST_NODES, NODES, OVERLOOK, STOPPED, Work, beside, key, seen
from taflheim.engine.search.memory import make as memory
from taflheim.engine.search.tree import plant
from taflheim.games.errors import TaflheimError
from taflheim.games.kernel import I64, words
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.games.rules import evaluate

DEFAULT_HASH_MB = 64


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
    threads: int = 1,
    overlook: int = 0,
) -> Found:
    """The best move found within the limits; `on_info` hears of every depth that is finished.

    The seed decides between moves that are equally good: with a limit of depth or nodes, one thread and the same seed
    the move is always the same. The first depth is always finished, however little time there is. A record tells which
    positions must not come up again. Of a thousand moves, so many are overlooked as `overlook` says: a player who does
    not see everything.

    >>> import taflheim
    >>> found = search(taflheim.game("quoridor").position("e2,e5 0,0 - - a"), Limits(depth=3))
    >>> found.move, found.ends_in
    ('e1', 1)
    """
    tell = None if on_info is None else lambda best: on_info(best[0])
    found = _search(on, limits, tell, seed=seed, best=1, stop=stop, hash_mb=hash_mb, threads=threads, overlook=overlook)
    return found[0]


def analyse(
    on: Record | Position,
    limits: Limits,
    best: int = 3,
    on_info: Callable[[tuple[Found, ...]], None] | None = None,
    *,
    stop: Stop | None = None,
    hash_mb: int = DEFAULT_HASH_MB,
    only: str | None = None,
) -> tuple[Found, ...]:
    """The best moves, so many if there are, each with its own value and line, the best first; or `only` one move.

    >>> import taflheim
    >>> found = analyse(taflheim.game("quoridor").position("e2,e5 0,0 - - a"), Limits(depth=2), best=2)
    >>> [(each.move, each.ends_in) for each in found][0]
    ('e1', 1)
    >>> analyse(taflheim.game("quoridor").position("e2,e5 0,0 - - a"), Limits(depth=3), only="d2")[0].ends_in
    3
    """
    found = _search(
        on, limits, on_info, seed=0, best=best, stop=stop, hash_mb=hash_mb, threads=1, overlook=0, only=only
    )
    return tuple(replace(each, move=only, line=(only, *each.line[1:])) for each in found) if only else found


def _search(
    on: Record | Position,
    limits: Limits,
    on_info: Callable[[tuple[Found, ...]], None] | None,
    *,
    seed: int,
    best: int,
    stop: Stop | None,
    hash_mb: int,
    threads: int,
    overlook: int,
    only: str | None = None,
) -> tuple[Found, ...]:
    position, drawn = _history(on)
    position, steps = _first_steps(position, only)
    rulebook = position.game.rulebook
    assert rulebook.evaluate
    state = words(position.state)
    room, move_count = int(alphabeta.room(state)), position.game.move_count
    keys = [int(key(words(each))) for each in drawn]
    # Where a tree is grown, the table is only for what is certain, and the tree gets the memory.
    table_mb = 1 if rulebook.best_first else hash_mb
    work = memory(
        room, move_count, keys, hash_mb=table_mb, overlook=overlook, seed=seed, repeats=rulebook.repetition > 0
    )
    random.Random(seed).shuffle(steps)
    stop = stop or Stop()
    task = _Task(position, _seen(state, steps, work), work, limits, best, on_info, stop)
    if not overlook and (known := _endgame(task, drawn)):
        if on_info:
            on_info(known)
        return known
    timer = threading.Timer((limits.movetime_ms or 0) / 1000, stop.set)
    timer.daemon = True
    if limits.movetime_ms is not None:
        timer.start()
    try:
        if rulebook.best_first:
            return _grow(task, max(1, hash_mb - table_mb))
        with _helpers(state, task.steps, work, threads - 1):
            return _deepen(task, alphabeta.think)
    finally:
        timer.cancel()


@dataclass(frozen=True, slots=True)
class _Task:
    """What to think about, and how long."""

    position: Position
    steps: list[int]
    """The first steps that can be taken, which will be brought into the order of how good they are."""
    work: Work
    limits: Limits
    best: int
    on_info: Callable[[tuple[Found, ...]], None] | None
    stop: Stop


def _first_steps(position: Position, only: str | None) -> tuple[Position, list[int]]:
    """Where to begin, and with which steps. If only one move is looked at, that is before the last step of it."""
    compiled = position.game.rulebook.compiled
    if only is None:
        return position, compiled.steps(position.state)
    position.play(only)  # says why if it is not legal
    *begun, last = position.game.move_numbers(only)
    state = position.state
    for step in begun:
        state, _ = compiled.step(state, step)
    return type(position)(position.game, state), [last]


def _grow(task: _Task, hash_mb: int) -> tuple[Found, ...]:
    """Search best-first."""
    position = task.position
    assert position.game.rulebook.chances
    # Below the root nobody passes; whoever alone could, in thought, would find that all others must move.
    steps = [step for step in task.steps if not _does_nothing(position, step)] or task.steps
    think = partial(mcts.think, plant(len(position.game.sides), hash_mb))
    return _deepen(replace(task, steps=steps), think)


def _endgame(task: _Task, drawn: list[Any]) -> tuple[Found, ...]:
    """What the game itself knows for certain about the best moves, if it does."""
    position, endgame = task.position, task.position.game.rulebook.endgame
    outcomes = endgame.outcomes(position.state) if endgame else None
    if not outcomes:
        return ()

    def order(step: int) -> tuple[float, bool, int]:
        """The quickest win first, the quickest loss last; of those alike what looks best, and no needless pass."""
        wins, _ = outcomes[step]
        (after,) = _states(position, [step])
        looks = int(evaluate(words(after), I64(position.state.turn)))
        return -1 / wins if wins else 0.0, _does_nothing(position, step), -looks

    best = sorted(task.steps, key=order)[: task.best]
    wins, line = outcomes[best[0]]
    # Who has lost may still find a draw in what has been before.
    if wins == 0 or (wins < 0 and drawn) or not set(drawn).isdisjoint(_states(position, line)):
        return ()
    found = []
    for step in best:
        wins, line = outcomes[step]
        score = 0 if wins == 0 else WIN - wins if wins > 0 else -WIN - wins
        depth = min(len(line), task.limits.depth or DEEPEST)
        found.append(Found(position.game.move_text([step]), score, depth, len(outcomes), 0.0, _texts(position, line)))
    return tuple(found)


def _states(position: Position, line: Sequence[int]) -> Iterator[Any]:
    """The states that a line leads to."""
    state = position.state
    for step in line:
        state, _ = position.game.rulebook.compiled.step(state, step)
        yield state


def _does_nothing(position: Position, step: int) -> bool:
    after, _ = position.game.rulebook.compiled.step(position.state, step)
    return bool(after._replace(turn=position.state.turn) == position.state)


def _deepen(task: _Task, think: Callable[..., tuple[int, int]]) -> tuple[Found, ...]:
    """Search deeper and deeper, first for the best move, then for the best of the others, until a limit is reached."""
    position, steps, work, limits = task.position, task.steps, task.work, task.limits
    began = time.perf_counter()
    state = words(position.state)
    best = min(task.best, len(steps))
    found: list[Found] = []
    by_step: dict[int, Found] = {}
    for depth in range(1, (limits.depth or DEEPEST) + 1):
        deeper: dict[int, Found] = {}
        for rank in range(best):
            hurried = work
            if found:
                work.counts[MOST_NODES] = limits.nodes or MOST
                hurried = work._replace(stop=task.stop.flag)
            score, place = think(state, np.array(steps[rank:], np.int32), I64(depth), hurried)
            if place >= 0:
                # Whatever is looked at first in the next depth is the measure for the rest.
                steps.insert(rank, steps.pop(rank + int(place)))
                line = _texts(position, work.line[0, 1 : 1 + work.line[0, 0]].tolist())
                reached = depth - 1 if work.counts[STOPPED] else depth
                seconds = time.perf_counter() - began
                deeper[steps[rank]] = Found(line[0], int(score), reached, int(work.counts[NODES]), seconds, line)
            if work.counts[STOPPED]:
                break
        # If there was no time for all, the others are as they were found less deep.
        others = {step: each for step, each in by_step.items() if step not in deeper}
        by_step = dict([*deeper.items(), *others.items()][:best])
        found = sorted(by_step.values(), key=lambda each: -each.score)
        if work.counts[STOPPED]:
            break
        if task.on_info:
            task.on_info(tuple(found))
        certain = all(abs(each.score) >= SURE for each in found)
        if certain or (len(steps) == 1 and limits.movetime_ms):
            break
    lots = position.game.rulebook.chance
    if lots and found[0].ends_in == -1:
        # Whatever one does is lost at once, so anything drawn by lot is better.
        found[0] = replace(found[0], move=lots[0], line=(lots[0],))
    return tuple(found)


@contextmanager
def _helpers(state: Any, steps: list[int], work: Work, number: int) -> Iterator[None]:
    """So many threads beside the search: what they find reaches it through the table of positions they share."""
    stop = Stop()

    def help_out(which: int) -> None:
        own = beside(work)._replace(stop=stop.flag)
        mine = random.Random(which).sample(steps, len(steps))
        # Every other one begins a move deeper, so that they do not all do the same.
        for depth in range(1 + which % 2, DEEPEST + 1):
            _, place = alphabeta.think(state, np.array(mine, np.int32), I64(depth), own)
            if own.counts[STOPPED]:
                break
            mine.insert(0, mine.pop(int(place)))

    threads = []
    for which in range(1, number + 1):
        # A thread of its own would not know how this one wants overflows to be treated.
        run = copy_context().run
        threads.append(threading.Thread(target=run, args=(help_out, which), daemon=True))
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _seen(state: Any, steps: list[int], work: Work) -> list[int]:
    """The steps that are not overlooked; at least one."""
    if not work.counts[OVERLOOK]:
        return steps
    work.moves[: len(steps)] = steps
    return [int(step) for step in work.moves[: seen(state, work, I64(0), I64(len(steps)))]]


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


def _texts(position: Position, steps: Sequence[int]) -> tuple[str, ...]:
    """A line of steps as whole moves; a chain that the line does not finish is left out."""
    compiled, text = position.game.rulebook.compiled, position.game.rulebook.text
    state, chain, moves = position.state, list[int](), list[str]()
    for step in steps:
        chain.append(step)
        state, more = compiled.step(state, step)
        if not more:
            moves.append(text.move_text(chain))
            chain = []
    return tuple(moves)
