"""What a move changes on the board, as a few pictures that are shown one after the other."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import hypot
from typing import NamedTuple

from taflheim.games.view import Effect, Layout, Piece
from taflheim.terminal.board.marks import Moving

FRAME_MS = 50
_QUICKEST_MS, _SLOWEST_MS, _LONGEST_MS = 180, 250, 1600
_MS_FOR_A_PLACE = 10
_BURST_MS = 110
_BURSTS = {"electrocuted": 0, "killed": 0}
"""How old what bursts is at first, by how a piece vanishes; others are gone in a moment."""
_OLDEST = 3


class Frame(NamedTuple):
    """What is seen for a moment: the pieces that stand, those that move, and what bursts."""

    pieces: tuple[Piece, ...]
    moving: tuple[Moving, ...]
    flashes: dict[str, int]


class _Motion(NamedTuple):
    effect: Effect
    start: float
    end: float


def frames(
    layout: Layout, pieces: Iterable[Piece], effects: Sequence[Effect], landings: Collection[str] = ()
) -> list[Frame]:
    """The pictures between one position and the next, one for each `FRAME_MS`, without these two themselves.

    Landings are where the mover was seen to go already.
    """
    motions = _schedule(layout, effects, landings)
    before = tuple(pieces)
    end = max((motion.end + _lingers(motion.effect) for motion in motions), default=0.0)
    return [_frame(before, motions, float(at)) for at in range(FRAME_MS, int(end), FRAME_MS)]


def _lingers(effect: Effect) -> int:
    return (_OLDEST - _BURSTS.get(effect.how, _OLDEST - 1)) * _BURST_MS if effect.kind == "vanish" else 0


def _schedule(layout: Layout, effects: Sequence[Effect], landings: Collection[str]) -> list[_Motion]:
    """When each effect begins and ends: the first at once, the others when it is over; what follows on the same spot
    after what was there; what is captured falls when the last mover has arrived."""
    busy: dict[str, float] = {}
    motions: list[_Motion] = []
    arrived = 0.0
    for effect in effects:
        seen = effect.kind == "note" or (effect.kind == "move" and effect.to in landings)
        duration = 0.0 if seen else _duration(layout, effect.spot, effect.to or effect.spot)
        start = motions[0].end if motions else 0.0
        if effect.kind == "vanish" and not effect.to:
            start = max(start, arrived)
        start = max(start, busy.get(effect.spot, 0.0), busy.get(effect.to, 0.0))
        motions.append(_Motion(effect, start, start + duration))
        for spot in filter(None, (effect.spot, effect.to)):
            busy[spot] = start + duration
        if effect.kind == "move":
            arrived = start + duration
    faster = min(1.0, _LONGEST_MS / max([1.0, *(motion.end for motion in motions)]))
    return [_Motion(effect, start * faster, end * faster) for effect, start, end in motions]


def _duration(layout: Layout, origin: str, to: str) -> float:
    """A little more for a long way."""
    one, other = layout.by_name.get(origin), layout.by_name.get(to)
    if one is None or other is None:
        return 0.0
    return min(_SLOWEST_MS, _QUICKEST_MS + _MS_FOR_A_PLACE * hypot(one.x - other.x, one.y - other.y))


def _frame(before: tuple[Piece, ...], motions: Iterable[_Motion], at: float) -> Frame:
    board = {piece.spot: piece for piece in before}
    moving: list[Moving] = []
    flashes: dict[str, int] = {}
    for effect, start, end in motions:
        if at < start:
            continue
        if effect.kind == "appear" and effect.piece:
            board[effect.spot] = effect.piece
        if effect.kind not in ("move", "vanish") or effect.spot not in board:
            continue
        to = effect.to or effect.spot
        if at < end:
            piece = board.pop(effect.spot)
            moving.append(Moving(piece.kind, piece.side, effect.spot, to, (at - start) / (end - start)))
        elif effect.kind == "move":
            board[to] = board.pop(effect.spot)._replace(spot=to)
        else:
            del board[effect.spot]
            flashes.update(_flash(to, effect.how, at - end))
    return Frame(tuple(board.values()), tuple(moving), flashes)


def _flash(spot: str, how: str, since: float) -> Iterator[tuple[str, int]]:
    age = _BURSTS.get(how, _OLDEST - 1) + int(since / _BURST_MS)
    if age < _OLDEST:
        yield spot, age
