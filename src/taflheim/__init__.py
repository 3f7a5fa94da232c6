"""Taflheim: a hall of four board games.

>>> import taflheim
>>> game = taflheim.game("quoridor", players=2, rules="strict")
>>> position = game.start()
>>> str(position)
'e9,e1 10,10 - - a'
>>> len(position.moves())
131
>>> position = position.play("e8")          # a new position; the old one is unchanged
>>> position.turn, position.result
('b', None)
>>> taflheim.perft(game.start(), 3)
2062264
>>> game.position("e9,e1 10,10 - - x")
Traceback (most recent call last):
taflheim.InvalidPosition: turn 'x': expected a or b
"""

from importlib import import_module
from typing import TYPE_CHECKING

from taflheim.games.errors import (
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    MoveError,
    TaflheimError,
)
from taflheim.games.game import Game
from taflheim.games.hnefatafl import ATTACKER, DEFENDER, EMPTY, KING
from taflheim.games.message import Message
from taflheim.games.position import Position, Result
from taflheim.games.record import Record
from taflheim.games.registry import game, rulebooks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from taflheim.engine.bots.bot import SeededBot
    from taflheim.engine.insight.analysis import Analysis
    from taflheim.engine.insight.hint import Hint
    from taflheim.engine.insight.review import Review
    from taflheim.engine.protocol.client import EngineClient
    from taflheim.games.batch import Batch
    from taflheim.games.tree import Tree

__version__ = "0.1.0"

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "EMPTY",
    "KING",
    "Batch",
    "EngineClient",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "Message",
    "MoveError",
    "Position",
    "Record",
    "Result",
    "TaflheimError",
    "Tree",
    "analyse",
    "bot",
    "game",
    "hint",
    "open_records",
    "perft",
    "review",
    "rulebooks",
]


_LOADED_LATE = {
    "Batch": "taflheim.games.batch",
    "EngineClient": "taflheim.engine.protocol.client",
    "Tree": "taflheim.games.tree",
}
"""Public names that are loaded when they are first asked for, so that `import taflheim` loads little."""


def __getattr__(name: str) -> object:
    if name in _LOADED_LATE:
        return getattr(import_module(_LOADED_LATE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LOADED_LATE})


def open_records(path: "str | PathLike[str]") -> "Iterator[Tree]":
    """The games of a file, one by one as they are read, each with its comments and variations.

    `tree.record` is the game itself. `*` and annotations as in `e8!?` may stand there; an error names file and line.

    >>> import tempfile, taflheim
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     print('[Game "quoridor"]\\n1. e8!? e2 *\\n\\n[Game "halatafl"]\\n1. d4-d5 { Why? }', file=file, flush=True)
    ...     for tree in taflheim.open_records(file.name):
    ...         print(tree.record.game.name, list(tree.record), [node.comment for node in tree.nodes])
    quoridor ['e8', 'e2'] ['', '!?', '']
    halatafl ['d4-d5'] ['', 'Why?']
    """
    from taflheim.games.record_file import open_records

    return open_records(path)


def analyse(
    on: Record | Position,
    *,
    best: int = 3,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> "Analysis":
    """The best moves with the chance to win. The first limit that is reached ends the search (docs/analysis.md).

    >>> import taflheim
    >>> found = taflheim.analyse(taflheim.game("quoridor").position("e2,e5 0,0 - - a"), best=2, depth=3)
    >>> found.best[0].move, [(each.win_probability, each.ends_in) for each in found.best]
    ('e1', [(1.0, 1), (1.0, 3)])
    """
    from taflheim.engine.insight.analysis import analyse, thinking

    return analyse(on, thinking(depth, nodes, seconds), best)


def hint(
    on: Record | Position, *, depth: int | None = None, nodes: int | None = None, seconds: float | None = None
) -> "Hint":
    """One move, and what speaks for it.

    >>> import taflheim
    >>> print(taflheim.hint(taflheim.game("quoridor").position("e4,a6 0,0 - - a")))
    e3
    - It wins in 3 moves, proven.
    - Every other move loses.
    - It wins the race: Green has no walls left, White needs 2 steps more, Green 3.
    """
    from taflheim.engine.insight.analysis import thinking
    from taflheim.engine.insight.hint import hint

    return hint(on, thinking(depth, nodes, seconds))


def review(
    record: Record, *, depth: int | None = None, nodes: int | None = None, seconds: float | None = None
) -> "Review":
    """What every move of a game was worth, and what would have been better; the limits hold for each position.

    >>> import taflheim
    >>> quoridor = taflheim.game("quoridor")
    >>> record = quoridor.record(quoridor.position("e4,a6 0,0 - - a")).play("e5").play("a7")
    >>> [(each.number, each.played.move, each.best.move) for each in taflheim.review(record).mistakes()]
    [(1, 'e5', 'e3')]
    """
    from taflheim.engine.insight.analysis import thinking
    from taflheim.engine.insight.review import review

    return review(record, thinking(depth, nodes, seconds))


def bot(game: Game, *, level: int | str, seed: int = 0) -> "SeededBot":
    """A bot for a game, by its level or name; the seed decides between moves that are equally good.

    >>> import taflheim
    >>> quoridor = taflheim.game("quoridor")
    >>> taflheim.bot(quoridor, level=9).choose(quoridor.start())
    'e8'
    """
    from taflheim.engine.bots.bot import seeded_bot

    return seeded_bot(game, level, seed)


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves there are from a position.

    >>> import taflheim
    >>> [taflheim.perft(taflheim.game("hnefatafl").start(), depth) for depth in (1, 2, 3)]
    [116, 6788, 806344]
    """
    from taflheim.engine.search.perft import perft as count

    return count(position, depth)
