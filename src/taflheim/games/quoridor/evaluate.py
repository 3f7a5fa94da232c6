"""The evaluation of Quoridor: who would win the race as the walls stand now, and who can still build.

With two players these are features by weights that were tuned by self-play (docs/tuning.md): a wall in hand is worth
more than a step, and both count more the fewer walls are left. With three and four players the lead is that over the
player who would arrive first, in hundredths of a step.
"""

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, implements, jit
from taflheim.games.quoridor.paths import distance, runs_free
from taflheim.games.quoridor.rules import pawn, walls_left
from taflheim.games.quoridor.state import FIRST_HORIZONTAL, LEFT, State

FEATURES = ("steps ahead", "steps ahead, by walls spent", "walls ahead", "walls ahead, by walls spent", "turn")
WEIGHTS = (14, 5, 18, 10, 20)

_0, _GONE = U64(0), U64(LEFT)
_STEP, _WALL = I64(100), I64(25)
_ALL_WALLS = I64(20)
_OUT = I64(-90_000)
_NEVER = I64(1 << 20)
_FIRST_HORIZONTAL = I64(FIRST_HORIZONTAL)


@jit
def features(s: State, side: int) -> tuple[int, ...]:
    """The values of FEATURES in a game of two, for a side."""
    return _features(s, side, distance(s, side), distance(s, 1 - side))


@jit
def _features(s: State, side: int, own: int, others: int) -> tuple[int, ...]:
    other = 1 - side
    steps = others - own
    mine, theirs = I64(walls_left(s, side)), I64(walls_left(s, other))
    spent = _ALL_WALLS - mine - theirs
    turn = I64(1) if I64(s.turn) == side else I64(-1)
    return steps, steps * spent, mine - theirs, (mine - theirs) * spent, turn


@jit
def race(s: State, side: int, own: int, others: int) -> int:
    """The evaluation of a game of two for a side, from both path lengths."""
    found = _features(s, side, own, others)
    score = I64(0)
    for i in range(len(WEIGHTS)):
        score += WEIGHTS[i] * found[i]
    return score


@implements(rules.evaluate, State)
def evaluate(s: State, side: int) -> int:
    """The lead in the race, in steps, and the lead in walls over the average of the others."""
    if s.players == U64(2):
        return race(s, side, distance(s, side), distance(s, 1 - side))
    if pawn(s, side) == _GONE:
        return _OUT
    players = I64(s.players)
    there = I64(0)
    for player in range(players):
        if pawn(s, player) != _GONE:
            there += 1
    # Arrival in moves of all players: at the same distance, the player who moves earlier arrives earlier.
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


@implements(rules.proven, State)
def proven(s: State) -> int:
    """A pawn wins by running if the other player has no walls left, cannot get in its way and would arrive later."""
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
    """Weak bots seldom overlook pawn moves, but often walls."""
    return move < _FIRST_HORIZONTAL
