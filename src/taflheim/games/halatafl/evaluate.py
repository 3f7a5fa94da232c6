"""The evaluation of Halatafl: features that are counted on the board, and their weights.

Features are counted for the sheep; weights are hundredths of a sheep, tuned by self-play (docs/tuning.md). For the
foxes every feature has the opposite sign. Sheep never go back, so they must advance without gaps: a sheep cannot be
captured if one end of each of its lines has a sheep or is off the board.
"""

import numpy as np

from taflheim.games import rules
from taflheim.games.halatafl import state
from taflheim.games.halatafl.rules import FOXES, PADDOCK, empty_points, free_ways, prey_ways
from taflheim.games.halatafl.state import MOVES, POINTS, SIZE, WAYS, WIDTH, State
from taflheim.games.kernel import I64, U64, Buffer, implements, jit, popcount

FEATURES = (
    "being the sheep",
    "sheep",
    "few sheep",
    "foxes",
    "advance",
    "paddock, front",
    "paddock, middle",
    "paddock, back",
    "paddock nearly full",
    "exposed sheep",
    "captures",
    "threats",
    "fox ways",
    "fox room",
    "foxes in the paddock",
    "foxes to move",
)
WEIGHTS = (-25, 136, -12, -466, 6, 40, 54, 50, 12, -4, -54, -15, -6, -4, -4, -23)

_0 = U64(0)
_SHEEP_SIDE = I64(state.SHEEP)
_EVEN, _FEW, _NEARLY_FULL = I64(15), I64(13), I64(5)
_RANKS = tuple(U64(sum(1 << point for point in POINTS if point // WIDTH == rank)) for rank in range(SIZE))
_FRONT, _MIDDLE, _BACK = (PADDOCK & _RANKS[rank] for rank in (4, 5, 6))
_OPPOSITES = ((0, 2), (1, 3), (4, 6), (5, 7))
"""The two directions of every line, as indices into WAYS."""
_MOVED = np.array([1 << move.origin | 1 << move.to for move in MOVES], np.uint64)
"""By number of the move: the point it leaves and the one it comes to."""
_LATER = I64(-30)


@jit
def _advance(sheep: int) -> int:
    """The ranks the sheep have climbed together; they never go back."""
    total = I64(0)
    for rank in range(SIZE):
        total += rank * popcount(sheep & _RANKS[rank])
    return total


@jit
def _exposed(s: State, others: int) -> int:
    """How many (sheep, line) pairs could be jumped if a fox came there; `others` are the points without sheep."""
    total = I64(0)
    for way, back in _OPPOSITES:
        total += popcount(s.sheep & free_ways(others, way) & free_ways(others, back))
    return total


@jit
def _room(s: State, empty: int) -> int:
    """How many empty points the foxes can reach by steps."""
    reached, before = s.foxes, _0
    while reached != before:
        before = reached
        for way in range(len(WAYS)):
            # Lines lead both ways, so the points from which one can come are those to which one can go.
            reached |= free_ways(before, way) & empty
    return popcount(reached & empty)


@jit
def _hunting_points(sheep: int, empty: int) -> int:
    """The points from which a fox could capture."""
    found = _0
    for way in range(len(WAYS)):
        found |= prey_ways(sheep, empty, way)
    return found


@jit
def features(s: State, side: int) -> tuple[int, ...]:
    """The values of FEATURES, for a side."""
    empty = empty_points(s)
    steps = captures = threats = I64(0)
    reach = _0
    for way in range(len(WAYS)):
        steps += popcount(s.foxes & free_ways(empty, way))
        captures += popcount(s.foxes & prey_ways(s.sheep, empty, way))
        reach |= free_ways(s.foxes, way) & empty
    for way in range(len(WAYS)):
        threats += popcount(reach & prey_ways(s.sheep, empty, way))
    sheep, filled = popcount(s.sheep), popcount(s.sheep & PADDOCK)
    few, nearly = max(I64(0), _FEW - sheep), max(I64(0), filled - _NEARLY_FULL)
    sign = I64(1) if side == _SHEEP_SIDE else I64(-1)
    return (
        sign,
        sign * (sheep - _EVEN),
        sign * few * few,
        sign * (popcount(s.foxes) - 2),
        sign * _advance(s.sheep),
        sign * popcount(s.sheep & _FRONT),
        sign * popcount(s.sheep & _MIDDLE),
        sign * popcount(s.sheep & _BACK),
        sign * nearly * nearly,
        sign * _exposed(s, empty | s.foxes),
        sign * captures,
        sign * threats,
        sign * steps,
        sign * _room(s, empty),
        sign * popcount(s.foxes & PADDOCK),
        sign * I64(s.turn),
    )


@implements(rules.evaluate, State)
def evaluate(s: State, side: int) -> int:
    """The sum of the features, each by its weight."""
    counted = features(s, side)
    score = I64(0)
    for i in range(len(WEIGHTS)):
        score += counted[i] * WEIGHTS[i]
    return score


@implements(rules.quiet, State)
def quiet(s: State) -> bool:
    """Not if the foxes are to move and can capture: then they must."""
    return s.turn != FOXES or s.jumper | (s.foxes & _hunting_points(s.sheep, empty_points(s))) == _0


@implements(rules.score_moves, State)
def score_moves(s: State, moves: Buffer, order: Buffer, start: int, end: int, depth: int) -> int:
    """Moves of the sheep that let one be captured come last."""
    empty = empty_points(s)
    for i in range(start, end):
        moved = _MOVED[moves[i]]
        exposes = s.turn != FOXES and s.foxes & _hunting_points(s.sheep ^ moved, empty ^ moved) != _0
        order[i] = _LATER if exposes else I64(0)
    return end
