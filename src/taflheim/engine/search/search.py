"""Searching a position of any game: alpha-beta or Monte Carlo tree search, until a limit is reached."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from taflheim.engine.search import alphabeta, mcts, tablebase, tree
from taflheim.engine.search.deepening import deepen
from taflheim.engine.search.expansion import expand_root
from taflheim.engine.search.found import Found, OnInfo, Stop
from taflheim.engine.search.kept import Kept, Workspace, may_keep
from taflheim.engine.search.lazy_smp import helping
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.memory import NO_TABLEBASE, allocate, begin, key
from taflheim.engine.search.root import Root, first_steps, is_pass, with_history, without_overlooked
from taflheim.engine.search.settings import DEFAULT, Settings, usable_threads
from taflheim.games.kernel import words
from taflheim.games.position import Position
from taflheim.games.record import Record

_PROOFS_MB = 1
"""The transposition table of Monte Carlo tree search holds proven positions only; the tree gets the rest."""


def search(
    on: Record | Position,
    limits: Limits,
    settings: Settings = DEFAULT,
    on_info: Callable[[Found], None] | None = None,
    stop: Stop | None = None,
    kept: Kept | None = None,
) -> Found:
    """The best move found within the limits; `on_info` is told of every depth that is finished.

    With a limit of depth or nodes, one thread and the same seed the move is always the same. The first depth is always
    finished, however little time there is. A record tells which positions would be repetitions. With a limit of time
    alone, the search goes on with what is `kept` of the one before.

    >>> import taflheim
    >>> found = search(taflheim.game("quoridor").position("e2,e5 0,0 - - a"), Limits(depth=3))
    >>> found.move, found.ends_in
    ('e1', 1)
    """
    tell = None if on_info is None else lambda best: on_info(best[0])
    return best_moves(on, limits, 1, settings, tell, stop, kept=kept)[0]


def best_moves(
    on: Record | Position,
    limits: Limits,
    number: int = 3,
    settings: Settings = DEFAULT,
    on_info: OnInfo | None = None,
    stop: Stop | None = None,
    only: str | None = None,
    kept: Kept | None = None,
) -> tuple[Found, ...]:
    """The `number` best moves with their scores and lines, the best first (MultiPV); or `only` one move.

    >>> import taflheim
    >>> found = best_moves(taflheim.game("quoridor").position("e2,e5 0,0 - - a"), Limits(depth=2), 2)
    >>> [(each.move, each.ends_in) for each in found][0]
    ('e1', 1)
    >>> best_moves(taflheim.game("quoridor").position("e2,e5 0,0 - - a"), Limits(depth=3), only="d2")[0].ends_in
    3
    """
    position, drawn = with_history(on)
    position, steps = first_steps(position, only)
    position.game.rulebook.load_search()
    # The clock runs before memory is allocated and threads are started: their time is part of the move's.
    with (stop or Stop()).within(limits.movetime_ms) as stop:
        keeping = kept if may_keep(limits, settings) else None
        drawn_keys = [int(key(words(each))) for each in drawn]
        space = (keeping and keeping.take(on, settings, drawn_keys)) or _allocate(position, settings)
        memory = begin(
            space.memory,
            drawn_keys,
            NO_TABLEBASE if settings.overlook else tablebase.table(position),
            repeats=position.game.rulebook.repetition > 0,
            quiet_limit=position.game.rulebook.quiet_limit,
            quiet_moves=on.quiet_moves if isinstance(on, Record) else 0,
        )
        random.Random(settings.seed).shuffle(steps)
        steps = without_overlooked(words(position.state), steps, memory)
        found = _search(Root(position, steps, memory, limits, number, on_info, stop), space.tree, drawn, settings)
        if keeping:
            keeping.leave(on, settings, space._replace(memory=memory))
    return tuple(replace(each, move=only, line=(only, *each.line[1:])) for each in found) if only else found


def _allocate(position: Position, settings: Settings) -> Workspace:
    grown = None
    if position.game.rulebook.mcts:
        grown = tree.allocate(len(position.game.sides), max(1, settings.hash_mb - _PROOFS_MB))
        settings = settings._replace(hash_mb=_PROOFS_MB)
    room = int(alphabeta.room(words(position.state)))
    return Workspace(allocate(room, position.game.move_count, settings), grown)


def _search(root: Root, grown: tree.Tree | None, drawn: list[Any], settings: Settings) -> tuple[Found, ...]:
    """Look into the tablebase, or else search."""
    known = {} if settings.overlook else tablebase.outcomes(root.position)
    if found := tablebase.probe(root, known, drawn):
        if root.on_info:
            root.on_info(found)
        return found
    return tablebase.told_draws(root, known, _think(tablebase.searched_instead(root, known), grown, settings))


def _think(root: Root, grown: tree.Tree | None, settings: Settings) -> tuple[Found, ...]:
    """Search in the way that suits the game."""
    position = root.position
    if grown:
        # The tree below the root has no passes. A pass at the root alone would look like an advantage.
        steps = [step for step in root.steps if not is_pass(position, step)] or root.steps
        expand_root(grown, words(position.state), np.array(steps, np.int32), root.memory)
        return deepen(replace(root, steps=steps), partial(mcts.search_root, grown))
    with helping(words(position.state), root.steps, root.memory, usable_threads(settings.threads) - 1):
        return deepen(root, alphabeta.search_root)
