"""The notes about a Quoridor position that is being expanded: everybody's shortest path."""

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, implements, jit, lowest
from taflheim.games.quoridor.paths import LAYERS, NO_PATH, layers
from taflheim.games.quoridor.rules import pawn, single_cell, spread
from taflheim.games.quoridor.state import LEFT, SIZE, State

MOST_PLAYERS = I64(4)
LENGTHS, LENGTHS_AFTER, CUT_H, CUT_V, TOUCHED, _LAYERS = map(I64, (0, 4, 8, 12, 16, 17))
"""Offsets in the notes. For every player: the length of its shortest path, before and after a move; the anchors of the
walls that would cut it. Then the points that walls touch, by anchors, and room for the cells of all shortest paths."""
if _LAYERS + LAYERS > rules.NOTES:
    raise MemoryError("the notes about a Quoridor position do not fit: raise rules.NOTES")

_0, _1, _8, _GONE, _SIZE = U64(0), U64(1), U64(8), U64(LEFT), I64(SIZE)
_NOT_FIRST_FILE, _NOT_LAST_FILE = U64(0xFEFEFEFEFEFEFEFE), U64(0x7F7F7F7F7F7F7F7F)


@jit
def _cutting(s: State, player: int, kept: rules.Words) -> tuple[int, int, int]:
    """The length of a player's shortest path, and the anchors of horizontal and vertical walls that would cut it."""
    h, v = _0, _0
    length = layers(s, player, kept)
    if length == NO_PATH:
        return length, h, v
    cell = I64(pawn(s, player))
    for step in range(1, length + 1):
        x0, x1 = single_cell(U64(cell))
        x0, x1 = spread(x0, x1, s.north0, s.north1, s.east0, s.east1)
        x0, x1 = x0 & kept[2 * step], x1 & kept[2 * step + 1]
        to = lowest(x0) if x0 else lowest(x1) + 64
        file, rank = min(cell, to) % _SIZE, min(cell, to) // _SIZE
        anchor = U64(rank * 8 + file)
        if abs(to - cell) == _SIZE:
            if file < 8:
                h |= _1 << anchor
            if file > 0:
                h |= _1 << (anchor - _1)
        else:
            if rank < 8:
                v |= _1 << anchor
            if rank > 0:
                v |= _1 << (anchor - _8)
        cell = to
    return length, h, v


@implements(rules.survey, State)
def survey(s: State, notes: rules.Words) -> None:
    """Note everybody's shortest path, the walls that would cut it, and the points that walls touch."""
    for player in range(I64(s.players)):
        if pawn(s, player) != _GONE:
            length, h, v = _cutting(s, player, notes[_LAYERS:])
            notes[LENGTHS + player] = length
            notes[CUT_H + player], notes[CUT_V + player] = h, v
    h, v = s.horizontal, s.vertical
    notes[TOUCHED] = h | h << _1 & _NOT_FIRST_FILE | h >> _1 & _NOT_LAST_FILE | v | v << _8 | v >> _8
