"""What a search leaves for the next one of the same game: table and history of alpha-beta, or the tree.

Only searches that are limited by time alone keep anything: all others find the same whatever came before.
"""

from typing import NamedTuple, TypeGuard

import numpy as np

from taflheim.engine.search.limits import Limits
from taflheim.engine.search.memory import Memory
from taflheim.engine.search.reroot import find, keep_subtree
from taflheim.engine.search.settings import Settings
from taflheim.engine.search.tree import Tree
from taflheim.games.kernel import I64
from taflheim.games.position import Position
from taflheim.games.record import Record, is_end


class Workspace(NamedTuple):
    """What a search works in: memory, and a tree for Monte Carlo tree search."""

    memory: Memory
    tree: Tree | None


class _Left(NamedTuple):
    """What the last search has left, and on which record."""

    record: Record
    hash_mb: int
    space: Workspace


class Kept:
    """What the searches of one game leave for each other, from move to move; cleared when another game begins.

    >>> import taflheim
    >>> from taflheim.engine.search.search import search
    >>> kept, record = Kept(), taflheim.game("halatafl").record()
    >>> record = record.play(search(record, Limits(movetime_ms=1), kept=kept).move)
    >>> kept.take(record, Settings(), []) is None, kept.take(record, Settings(), []) is None
    (False, True)
    """

    def __init__(self) -> None:
        self._left: _Left | None = None

    def clear(self) -> None:
        """Forget everything."""
        self._left = None

    def take(self, on: Record | Position, settings: Settings, drawn: list[int]) -> Workspace | None:
        """What the last search has left, with the tree below the moves made since, if the record goes on with its game.

        Other positions that would be draws by repetition (`Memory.drawn`) change what all positions are worth: nothing
        is taken then. Nothing stays here: a search that fails leaves nothing behind.
        """
        left, self._left = self._left, None
        if left is None or left.hash_mb != settings.hash_mb or not _goes_on(on, left.record):
            return None
        if set(left.space.memory.drawn.tolist()) != set(drawn):
            return None
        if left.space.tree:
            _keep_below(left.space.tree, left.record, on)
        return left.space

    def leave(self, on: Record | Position, settings: Settings, space: Workspace) -> None:
        """Keep the workspace of a finished search; nothing for a position without a record, whose game is unknown."""
        self._left = _Left(on, settings.hash_mb, space) if isinstance(on, Record) else None


def _goes_on(now: Record | Position, before: Record) -> TypeGuard[Record]:
    """Whether this is the same game, some moves later."""
    if not isinstance(now, Record) or now.start != before.start:
        return False
    # With more than two sides a search takes the others as they look to the side that searches.
    same_view = len(now.game.seats) == 2 or now.turn == before.turn
    return same_view and now.entries[: len(before.entries)] == before.entries


def may_keep(limits: Limits, settings: Settings) -> bool:
    """Whether a search may find other moves than in fresh memory: its limit of time makes them differ anyway.

    >>> may_keep(Limits(movetime_ms=9), Settings()), may_keep(Limits(nodes=9), Settings())
    (True, False)
    """
    return limits.depth is limits.nodes is None and not settings.overlook


def _keep_below(grown: Tree, before: Record, now: Record) -> None:
    """Keep the tree below the moves made since; nothing if it has not grown there."""
    since = now.entries[len(before.entries) :]
    node = -1
    if not any(map(is_end, since)):
        steps = [step for move in since for step in now.game.move_numbers(move)]
        node = int(find(grown, np.array(steps, np.int32)))
    if node < 0:
        grown.used[0] = 0
    elif node > 0:
        used = int(grown.used[0])
        keep_subtree(grown, I64(node), np.zeros(used, np.int32), np.empty(used, np.int32))
