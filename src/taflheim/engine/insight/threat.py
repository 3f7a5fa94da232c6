"""What would happen if one did nothing: the search's own reason for a move that parries a threat."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from taflheim.engine.insight.analysis import Candidate
from taflheim.engine.insight.lines import final, shown
from taflheim.engine.search.found import Stop
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.search import best_moves
from taflheim.games.message import Message, counted, phrases
from taflheim.games.position import Position

say = phrases(
    {
        "otherwise": "otherwise {end} in {moves}: {line}",
        "otherwise_lost": "otherwise the game is lost in {moves}: {line}",
    }
)
_LITTLE = Limits(nodes=2000)
_SHARE = 4
"""A threat gets this part of the search of the position itself."""


def threat(position: Position, best: Candidate, limits: Limits, stop: Stop | None = None) -> Message | None:
    """How the other side would win if the side to move passed; None if it would not, or the best move loses, too.

    >>> import taflheim
    >>> from taflheim.engine.insight.analysis import analyse_move
    >>> text = "2T1t2t3/3Tt6/tt1t4Tt1/4tT3T1/t2T1TtT3/1t2t5t/t5Tt1t1/5Tt3t/7T2K/5t1t3/1t2t2t3 t"
    >>> position = taflheim.game("hnefatafl").position(text)
    >>> print(threat(position, analyse_move(position, "h2-k2", Limits(depth=3)), Limits(depth=3)))
    otherwise the king reaches k1 in 1 move: k3-k1
    """
    passed = _passed(position)
    if passed is None or best.ends_in is not None:
        return None
    found = best_moves(passed, _part(limits), 1, stop=stop)[0]
    if found.ends_in is None or found.ends_in < 0:
        return None
    moves = counted(-(-found.ends_in // len(position.game.seats)), "move")
    line = _whole(passed, found.line, found.ends_in)
    end = final(passed, line)
    return say("otherwise" if end else "otherwise_lost", end=end, moves=moves, line=shown(passed, line))


def _whole(position: Position, line: Sequence[str], plies: int) -> tuple[str, ...]:
    """A line to a certain win, with the moves that the search knew of without looking at them."""
    for move in line:
        position = position.play(move)
    while not position.result and len(line) < plies:
        best = best_moves(position, _LITTLE, 1)[0]
        line = (*line, best.move)
        position = position.play(best.move)
    return tuple(line)


def _passed(position: Position) -> Position | None:
    """The position with the other side to move; None if there are more than two, or the game were over."""
    game = position.game
    if len(game.seats) != 2:
        return None
    state: Any = position.state
    passed = type(position)(game, state._replace(turn=1 - state.turn))
    return None if passed.result else passed


def _part(limits: Limits) -> Limits:
    nodes, movetime_ms = (value and max(1, value // _SHARE) for value in (limits.nodes, limits.movetime_ms))
    return replace(limits, nodes=nodes, movetime_ms=movetime_ms)
