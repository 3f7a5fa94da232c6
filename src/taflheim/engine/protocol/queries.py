"""The command `query` of the engine protocol (docs/engine-protocol.md): what the rules say about the position."""

from collections.abc import Callable

from taflheim.engine.protocol.wire import NO_MOVE
from taflheim.engine.search.found import Stop
from taflheim.engine.search.perft import divide, perft
from taflheim.games.errors import TaflheimError
from taflheim.games.position import Position
from taflheim.games.record import DRAW, Record

DEEPEST = 64
"""More than any machine can count."""
_SHALLOW = 3
"""So deep is counted in no time, in one piece."""


def _gameover(record: Record) -> str:
    return str(bool(record.result)).lower()


def _first_to_move(record: Record) -> str:
    return str(record.position.state.turn == 0).lower()


def _result(record: Record) -> str:
    return (record.result.winner or DRAW) if record.result else NO_MOVE


def _moves(record: Record) -> str:
    return " ".join(() if record.result else record.position.moves()) or NO_MOVE


def _position(record: Record) -> str:
    return str(record.position)


QUERIES: dict[str, Callable[[Record], str]] = {
    "gameover": _gameover,
    "p1turn": _first_to_move,
    "result": _result,
    "moves": _moves,
    "position": _position,
}
"""By their words; each gives what stands behind `response`."""


def count_until(position: Position, depth: int, stop: Stop) -> int:
    """Perft, which can be stopped between two moves.

    >>> import taflheim
    >>> count_until(taflheim.game("hnefatafl").start(), 2, Stop())
    6788
    """
    if depth <= _SHALLOW:
        return perft(position, depth)
    total = 0
    for _, nodes in divide(position, depth):
        total += nodes
        if stop.is_set():
            raise TaflheimError("perft was stopped before everything was counted")
    return total
