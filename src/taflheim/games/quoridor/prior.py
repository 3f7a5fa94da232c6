"""The prior of moves in a game of two, beyond what they do to the race: above all, where walls stand.

Every move has some features. Their weights were fitted to the visits of the search itself
(benchmarks/fit_prior.py, docs/tuning.md).
"""

import numpy as np

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, implements, jit
from taflheim.games.quoridor.notes import LENGTHS, LENGTHS_AFTER, TOUCHED
from taflheim.games.quoridor.rules import pawn, walls_left
from taflheim.games.quoridor.state import FIRST_HORIZONTAL, FIRST_VERTICAL, PASS, SIZE, State

GROUPS = {
    "none": 1,
    "steps gained by the pawn, by walls in hand": 4 * 4,
    "own walls in hand": 11,
    "their walls in hand": 11,
    "steps more for them, and for us": 5 * 3,
    "points at which it touches, by its direction": 3 * 2,
    "where it stands, seen from their pawn": 21,
    "where it stands, seen from our pawn": 21,
}
"""The groups of features and their sizes; a move has at most one feature of a group."""
FEATURES = sum(GROUPS.values())
# fmt: off
WEIGHTS = np.array([
    # none
    0.00,
    # steps gained by the pawn, by walls in hand
    -0.66, -0.28, -2.66, -2.81, -1.95, -1.27, -0.35, -0.93, -1.55, -1.12, -0.04, -0.46, -3.19, -2.42, -0.64, 1.18,
    # own walls in hand
    -1.36, -0.37, -0.50, -0.69, -0.32, -0.20, -0.73, -0.63, -1.27, 0.00, 0.00,
    # their walls in hand
    0.32, -0.39, -1.05, -0.41, -0.57, -0.50, -0.47, -0.84, -0.91, -1.16, 0.00,
    # steps more for them, and for us
    -1.17, -2.20, -1.58, 1.15, -1.95, -1.00, 1.64, 0.28, -1.11, 2.15, 1.89, 1.43, 2.66, 2.49, 1.47,
    # points at which it touches, by its direction
    -1.01, -0.90, -0.26, -0.77, -0.46, -0.26,
    # where it stands, seen from their pawn
    -0.73, -0.28, 0.12, -0.03, -0.44, -0.38, -0.47, -0.27, -0.39, -0.86, -0.62, -0.40, -0.17, 0.39, -0.40, -0.21,
    -0.82, -1.02, -0.29, -0.90, -0.63,
    # where it stands, seen from our pawn
    -0.68, -0.35, -0.32, -0.49, -0.71, -0.56, -0.33, -0.32, -0.66, -0.77, -0.83, -0.39, -0.58, -0.50, -1.02, -1.05,
    -0.56, -0.78, -1.13, -0.97, -0.61,
])
# fmt: on

_NONE, _PAWN, _OWN, _THEIRS, _STEPS, _TOUCHES, _FROM_THEM, _FROM_US = (
    I64(sum(list(GROUPS.values())[:i])) for i in range(len(GROUPS))
)
_FIRST_HORIZONTAL, _FIRST_VERTICAL, _PASS, _SIZE = map(I64, (FIRST_HORIZONTAL, FIRST_VERTICAL, PASS, SIZE))
_1 = U64(1)


@jit
def _seen_from(cell: int, player: int, file: int, rank: int, horizontal: int) -> int:
    """Where a wall stands relative to a pawn that faces its goal line: from behind it to two steps ahead."""
    across = abs(2 * (file + 1) - (2 * (cell % _SIZE) + 1))
    ahead = 2 * (rank + 1) - (2 * (cell // _SIZE) + 1)
    if player == 0:
        ahead = -ahead
    if across > 3 or ahead < -3 or ahead > 5:
        return I64(0)
    return 1 + 10 * horizontal + 5 * (across // 2) + (ahead + 3) // 2


@jit
def features(s: State, move: int, notes: rules.Words) -> tuple[int, int, int, int, int, int]:
    """The features of the move that has led to a position, from the notes of `survey` and `win_shares`."""
    them = I64(s.turn)
    us = 1 - them
    own, theirs = I64(walls_left(s, us)), I64(walls_left(s, them))
    we = I64(notes[LENGTHS_AFTER + us]) - I64(notes[LENGTHS + us])
    if move < _FIRST_HORIZONTAL:
        gained = min(max(-we, I64(-1)), I64(2)) + 1
        return _PAWN + 4 * ((own + theirs + 6) // 7) + gained, _NONE, _NONE, _NONE, _NONE, _NONE
    if move >= _PASS:
        return _NONE, _NONE, _NONE, _NONE, _NONE, _NONE
    they = I64(notes[LENGTHS_AFTER + them]) - I64(notes[LENGTHS + them])
    horizontal = I64(1) if move < _FIRST_VERTICAL else I64(0)
    anchor = move - (_FIRST_HORIZONTAL if horizontal else _FIRST_VERTICAL)
    file, rank = anchor % 8, anchor // 8
    touched = notes[TOUCHED]
    place, way = (file, I64(1)) if horizontal else (rank, I64(8))
    touches = I64(touched >> U64(anchor) & _1)
    touches += I64(1) if place == 0 else I64(touched >> U64(anchor - way) & _1)
    touches += I64(1) if place == 7 else I64(touched >> U64(anchor + way) & _1)
    return (
        _OWN + own,
        _THEIRS + theirs,
        _STEPS + 3 * min(they, I64(4)) + min(we, I64(2)),
        _TOUCHES + 3 * horizontal + min(touches, I64(2)),
        _FROM_THEM + _seen_from(I64(pawn(s, them)), them, file, rank, horizontal),
        _FROM_US + _seen_from(I64(pawn(s, us)), us, file, rank, horizontal),
    )


@implements(rules.prior, State)
def prior(s: State, move: int, notes: rules.Words) -> float:
    """The sum of the weights of the move's features."""
    if s.players != U64(2):
        return 0.0
    total = 0.0
    for feature in features(s, move, notes):
        total += WEIGHTS[feature]
    return total
