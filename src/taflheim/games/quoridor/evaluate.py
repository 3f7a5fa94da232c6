"""How good a Quoridor position is: who would win the race as the walls stand now, and who can still build.

Counted in hundredths of a step. With three and four players one runs against whoever would arrive first.
"""

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, implements, jit
from taflheim.games.quoridor.rules import goal, pawn, single_cell, spread, walls_left
from taflheim.games.quoridor.state import CELLS, LEFT, State

_0, _GONE = U64(0), U64(LEFT)
_STEP, _WALL = I64(100), I64(25)
_NO_PATH = I64(CELLS)
_OUT = I64(-90_000)
_NEVER = I64(1 << 20)


@jit
def _distance(s: State, player: int) -> int:
    """How many steps a pawn is from its goal line, if nobody stands in its way."""
    goal0, goal1 = goal(player)
    x0, x1 = single_cell(pawn(s, player))
    steps = I64(0)
    while (x0 & goal0 | x1 & goal1) == _0:
        y0, y1 = spread(x0, x1, s.north0, s.north1, s.east0, s.east1)
        y0 |= x0
        y1 |= x1
        if y0 == x0 and y1 == x1:
            return _NO_PATH
        x0, x1 = y0, y1
        steps += 1
    return steps


@implements(rules.evaluate, State)
def evaluate(s: State, side: int) -> int:
    """The lead in the race, in steps, and the lead in walls over the average of the others."""
    if pawn(s, side) == _GONE:
        return _OUT
    players = I64(s.players)
    there = I64(0)
    for player in range(players):
        if pawn(s, player) != _GONE:
            there += 1
    # A pawn arrives after so many turns of everybody; who moves earlier arrives earlier at the same distance.
    mine, theirs = _NEVER, _NEVER
    walls = I64(0)
    wait = I64(0)
    for k in range(players):
        player = (I64(s.turn) + k) % players
        if pawn(s, player) == _GONE:
            continue
        arrival = _distance(s, player) * there + wait
        wait += 1
        if player == side:
            mine = arrival
            walls += I64(walls_left(s, player)) * (there - 1)
        else:
            theirs = min(theirs, arrival)
            walls -= I64(walls_left(s, player))
    return (theirs - mine) * _STEP // there + walls * _WALL // (there - 1)
