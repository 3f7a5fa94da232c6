"""The evaluation of Hnefatafl: men, the king's ways to a corner, and how closed the ring is.

In hundredths of an attacker. A positive weight is good for the defenders. For the attackers every feature has the
opposite sign.
"""

from taflheim.games import rules
from taflheim.games.hnefatafl import state
from taflheim.games.hnefatafl.reach import king_square, region, size, slid
from taflheim.games.hnefatafl.ring import corner_diagonals, first_from_edges, links
from taflheim.games.hnefatafl.rules import EDGE0, EDGE1, around, empty_squares, square_set
from taflheim.games.hnefatafl.state import CORNERS, LINE, SIZE, THRONE, State
from taflheim.games.hnefatafl.tactics import (
    attackers_capture,
    defenders_capture,
    null_move,
    proven,
    quiet,
    score_moves,
)
from taflheim.games.kernel import I64, U64, implements, jit

__all__ = ["FEATURES", "WEIGHTS", "evaluate", "features", "null_move", "proven", "quiet", "score_moves"]

_0, _1, _NONE = I64(0), I64(1), U64(0)
_DEFENDERS = I64(state.DEFENDERS)
_ATTACKERS_TURN, _DEFENDERS_TURN = U64(state.ATTACKERS), U64(state.DEFENDERS)
_NEARLY_CLOSED = I64(20)
"""With fewer open squares on the edge than this, each further one that is closed counts more."""


_MARGIN = I64(100)


def _corner_squares(*steps: int) -> tuple[int, int]:
    """The squares at these distances, in steps, from the nearest corner."""
    return square_set(
        file + SIZE * rank
        for file in range(SIZE)
        for rank in range(SIZE)
        if min(file, LINE - file) + min(rank, LINE - rank) in steps
    )


_CORNERS0, _CORNERS1 = square_set(CORNERS)
_THRONE0, _THRONE1 = square_set([THRONE])
_NEAR_CORNERS0, _NEAR_CORNERS1 = _corner_squares(1, 2, 3)

_TABLE = {
    "being the defenders": 0,
    "attackers": -100,
    "defenders": 180,
    "king's reach": 3,
    "two beside the king": -30,
    "a way": 100,
    "a second way": 120,
    "long ways": 15,
    "king's lines to the edge": 20,
    "open corners": 35,
    "all corners closed": -40,
    "open edge": 4,
    "nearly closed": -3,
    "region": 2,
    "men outside": 15,
    "gaps in diagonals": 30,
    "steps of diagonals": -5,
    "links": -15,
    "men on the edge": 35,
    "men near corners": 10,
    "lines held": -20,
    "men's lines to the edge": 25,
    "attackers capture": -80,
    "attackers threaten": -15,
    "defenders capture": 80,
    "defenders threaten": 15,
    "turn": 15,
}
FEATURES = tuple(_TABLE)
WEIGHTS = tuple(map(I64, _TABLE.values()))


@jit
def _flag(truth: bool) -> int:
    return _1 if truth else _0


@jit
def features(s: State, side: int) -> tuple[int, ...]:
    """The values of FEATURES, for a side."""
    sign = _1 if side == _DEFENDERS else -_1
    a0, a1, d0, d1 = s.attackers0, s.attackers1, s.defenders0, s.defenders1
    empty0, empty1 = empty_squares(s)
    k0, k1 = king_square(s)

    reach0, reach1 = slid(k0, k1, empty0, empty1)
    to_corner0, to_corner1 = slid(_CORNERS0, _CORNERS1, empty0, empty1)
    in_two0, in_two1 = slid(to_corner0, to_corner1, empty0, empty1)
    ways = size(reach0 & to_corner0, reach1 & to_corner1)
    beside0, beside1 = around(k0, k1)
    beside = size(beside0 & (a0 | _THRONE0), beside1 & (a1 | _THRONE1))

    region0, region1 = region(k0, k1, ~a0, ~a1)
    open_corners = size(region0 & _CORNERS0, region1 & _CORNERS1)
    open_edge = size(region0 & EDGE0, region1 & EDGE1)
    missing = max(_0, _NEARLY_CLOSED - open_edge)
    held, exposed = first_from_edges(s, empty0, empty1)

    gaps, outward = corner_diagonals(s, k0, k1)

    hits0, hits1 = attackers_capture(s, empty0, empty1)
    x0, x1 = slid(a0, a1, empty0, empty1)
    attackers_hit = x0 & hits0 | x1 & hits1 != _NONE
    hits0, hits1 = defenders_capture(s, empty0, empty1)
    x0, x1 = slid(d0 | k0, d1 | k1, empty0, empty1)
    defenders_hit = x0 & hits0 | x1 & hits1 != _NONE
    defenders_turn = s.turn == _DEFENDERS_TURN
    return (
        sign,
        sign * size(a0, a1),
        sign * size(d0, d1),
        sign * size(reach0, reach1),
        sign * _flag(beside >= 2),
        sign * _flag(ways >= 1),
        sign * _flag(ways >= 2),
        sign * size(reach0 & in_two0, reach1 & in_two1),
        sign * size(reach0 & EDGE0, reach1 & EDGE1),
        sign * open_corners,
        sign * _flag(open_corners == 0),
        sign * open_edge,
        sign * (missing * missing // 2),
        sign * size(region0, region1),
        sign * size(d0 & ~region0, d1 & ~region1),
        sign * gaps,
        sign * outward,
        sign * links(a0, a1),
        sign * size(d0 & EDGE0, d1 & EDGE1),
        sign * size(d0 & _NEAR_CORNERS0, d1 & _NEAR_CORNERS1),
        sign * held,
        sign * exposed,
        sign * _flag(attackers_hit and not defenders_turn),
        sign * _flag(attackers_hit and defenders_turn),
        sign * _flag(defenders_hit and defenders_turn),
        sign * _flag(defenders_hit and not defenders_turn),
        sign * _flag(defenders_turn),
    )


@implements(rules.margin, State)
def margin(s: State) -> int:
    """A man."""
    return _MARGIN


@implements(rules.evaluate, State)
def evaluate(s: State, side: int) -> int:
    """The sum of the features, each by its weight."""
    found = features(s, side)
    score = _0
    for i in range(len(WEIGHTS)):
        score += WEIGHTS[i] * found[i]
    return score
