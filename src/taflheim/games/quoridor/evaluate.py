"""How good a Quoridor position is: who would win the race as the walls stand now, and who can still build.

With two players these are features by weights that were tuned by self-play (docs/tuning.md): a wall in hand is worth
more than a step, and both count more the fewer walls are left. With three and four players one runs against whoever
would arrive first, counted in hundredths of a step.
"""

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, Buffer, implements, jit
from taflheim.games.quoridor.paths import (
    crosses,
    distance,
    distance_behind,
    distance_from,
    runs_free,
    shortest,
)
from taflheim.games.quoridor.rules import pawn, walls_left
from taflheim.games.quoridor.state import FIRST_HORIZONTAL, FIRST_VERTICAL, LEFT, PASS, State

FEATURES = ("steps ahead", "steps ahead, by walls spent", "walls ahead", "walls ahead, by walls spent", "turn")
WEIGHTS = (14, 5, 18, 10, 20)

_0, _1, _8, _GONE = U64(0), U64(1), U64(8), U64(LEFT)
_STEP, _WALL = I64(100), I64(25)
_ALL_WALLS = I64(20)
_OUT = I64(-90_000)
_NEVER = I64(1 << 20)
_FIRST_HORIZONTAL, _FIRST_VERTICAL, _PASS = I64(FIRST_HORIZONTAL), I64(FIRST_VERTICAL), I64(PASS)
_NOT_FILE_1, _NOT_FILE_8 = U64(0xFEFEFEFEFEFEFEFE), U64(0x7F7F7F7F7F7F7F7F)


@jit
def features(s: State, side: int) -> tuple[int, ...]:
    """What there is of each of FEATURES in a game of two, as a side sees it."""
    other = 1 - side
    steps = distance(s, other) - distance(s, side)
    mine, theirs = I64(walls_left(s, side)), I64(walls_left(s, other))
    spent = _ALL_WALLS - mine - theirs
    turn = I64(1) if I64(s.turn) == side else I64(-1)
    return steps, steps * spent, mine - theirs, (mine - theirs) * spent, turn


@jit
def _race(s: State, side: int) -> int:
    found = features(s, side)
    score = I64(0)
    for i in range(len(WEIGHTS)):
        score += WEIGHTS[i] * found[i]
    return score


@implements(rules.evaluate, State)
def evaluate(s: State, side: int) -> int:
    """The lead in the race, in steps, and the lead in walls over the average of the others."""
    if s.players == U64(2):
        return _race(s, side)
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
        arrival = distance(s, player) * there + wait
        wait += 1
        if player == side:
            mine = arrival
            walls += I64(walls_left(s, player)) * (there - 1)
        else:
            theirs = min(theirs, arrival)
            walls -= I64(walls_left(s, player))
    return (theirs - mine) * _STEP // there + walls * _WALL // (there - 1)


@implements(rules.known, State)
def known(s: State) -> int:
    """A player whose opponent has no walls left wins by running, if it arrives first and nobody gets in its way."""
    if s.players != U64(2):
        return I64(0)
    mover = I64(s.turn)
    other = 1 - mover
    mover_is_safe, other_is_safe = walls_left(s, other) == _0, walls_left(s, mover) == _0
    if not (mover_is_safe or other_is_safe):
        return I64(0)
    mine, theirs = distance(s, mover), distance(s, other)
    if mine <= theirs:
        return 2 * mine - 1 if mover_is_safe and runs_free(s, mover, other) else I64(0)
    return -2 * theirs if other_is_safe and runs_free(s, other, mover) else I64(0)


@implements(rules.obvious, State)
def obvious(s: State, move: int) -> bool:
    """A beginner knows where to go, and does not think of walls."""
    return move < _FIRST_HORIZONTAL


@jit
def _joins(s: State) -> tuple[int, int]:
    """The anchors at which a horizontal and a vertical wall would touch another wall."""
    h, v = s.horizontal, s.vertical
    wide_h = h << _1 & _NOT_FILE_1 | h >> _1 & _NOT_FILE_8
    wide_v = v << _8 | v >> _8
    far_h = wide_h << _1 & _NOT_FILE_1 | wide_h >> _1 & _NOT_FILE_8
    far_v = wide_v << _8 | wide_v >> _8
    around_v = v | wide_v
    around_h = h | wide_h
    to_h = far_h | wide_v | around_v << _1 & _NOT_FILE_1 | around_v >> _1 & _NOT_FILE_8
    to_v = far_v | wide_h | around_h << _8 | around_h >> _8
    return to_h, to_v


@jit
def _is_beside(cell: int, wall: int) -> bool:
    """Whether a wall is within about two steps of a cell."""
    anchor = I64(wall - _FIRST_HORIZONTAL if wall < _FIRST_VERTICAL else wall - _FIRST_VERTICAL)
    files, ranks = 2 * (anchor % 8) + 1 - 2 * (I64(cell) % 9), 2 * (anchor // 8) + 1 - 2 * (I64(cell) // 9)
    return -3 <= files <= 3 and -3 <= ranks <= 3


@implements(rules.prospects, State)
def prospects(s: State, moves: Buffer, order: Buffer, start: int, end: int, depth: int) -> int:
    """By how much a move brings us forward or them back; walls that nobody would notice are left out."""
    if s.players != U64(2):
        for i in range(start, end):
            order[i] = 0
        return end
    mover = I64(s.turn)
    other = 1 - mover
    ours, theirs = shortest(s, mover), shortest(s, other)
    join_h, join_v = _joins(s)
    me, them = pawn(s, mover), pawn(s, other)
    kept = start
    for i in range(start, end):
        move = I64(moves[i])
        promise = I64(0)
        if move < _FIRST_HORIZONTAL:
            promise = (ours.length - distance_from(s, mover, move)) * _STEP
        elif move < _PASS:
            hits = crosses(theirs, move)
            if depth <= 1:
                # The last move of a line gains nothing by a wall that is in nobody's way.
                if not hits:
                    continue
                promise = -_STEP // 2
            else:
                if hits:
                    promise = (distance_behind(s, other, move) - theirs.length) * _STEP
                else:
                    horizontal = move < _FIRST_VERTICAL
                    anchor = U64(move - (_FIRST_HORIZONTAL if horizontal else _FIRST_VERTICAL))
                    joins = (join_h if horizontal else join_v) >> anchor & _1
                    if joins == _0 and not _is_beside(me, move) and not _is_beside(them, move):
                        continue
                if crosses(ours, move):
                    promise -= (distance_behind(s, mover, move) - ours.length) * _STEP
                promise -= _STEP // 2
        else:
            promise = -_STEP
        moves[kept], order[kept] = move, promise
        kept += 1
    return kept
