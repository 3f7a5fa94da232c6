"""What speaks for a move in Quoridor: what it does to everybody's way to the goal line."""

from collections.abc import Sequence

from taflheim.games import compiled
from taflheim.games.kernel import I64, words
from taflheim.games.message import Message, counted, phrases
from taflheim.games.quoridor.evaluate import proven
from taflheim.games.quoridor.paths import distance, distance_behind
from taflheim.games.quoridor.state import CELLS, GOAL_NAMES, LEFT, PASS, SIDES, State, pawns

say = phrases(
    {
        "delays": "this wall adds {steps} to {whose} path, and {own} to {side}'s",
        "guards": "no wall can make {side}'s path longer than {now} steps now: before, one could make it {before}",
        "comes_near": "then {side} is {steps} from {goal}, {others}",
        "wins_race": "it wins the race: {other} has no walls left, {side} needs {steps} more, {other} {others}",
    }
)
_MUCH = 3
"""A wall that costs one or two steps can nearly always be found."""


def reasons(before: State, steps: Sequence[int], after: State) -> list[Message]:
    """What a wall or a step changes, counted in steps.

    >>> import taflheim
    >>> quoridor = taflheim.game("quoridor")
    >>> before = quoridor.position("e5,d4 10,10 - - a")
    >>> print(*reasons(before.state, quoridor.move_numbers("c4h"), before.play("c4h").state))
    this wall adds 1 step to b's path, and none to a's
    """
    (step,) = steps
    if step == PASS:
        return []
    found = _comes_near(before, after) if step < CELLS else _delays(before, after)
    return [*(_wins_race(after, before.turn) or found), *_guarded(before, after)]


def steps_to_goal(state: State, player: int) -> int:
    """How many steps a pawn is from its goal line, if nobody stands in its way.

    >>> import taflheim
    >>> steps_to_goal(taflheim.game("quoridor").start().state, 0)
    8
    """
    return int(distance(words(state), I64(player)))


def _others(state: State, me: int) -> list[int]:
    return [player for player, cell in enumerate(pawns(state)) if cell != LEFT and player != me]


def _delays(was: State, now: State) -> list[Message]:
    """Whose path a wall makes longer."""
    me = was.turn
    longer = {player: steps_to_goal(now, player) - steps_to_goal(was, player) for player in (me, *_others(was, me))}
    own = counted(longer[me], "step") if longer[me] else "none"
    return [
        say("delays", steps=counted(longer[player], "step"), whose=f"{SIDES[player]}'s", own=own, side=SIDES[me])
        for player in sorted(_others(was, me), key=lambda player: -longer[player])
        if longer[player]
    ]


def _comes_near(was: State, now: State) -> list[Message]:
    """How far everybody has to go after a step that leads on."""
    me = was.turn
    steps = steps_to_goal(now, me)
    if steps >= steps_to_goal(was, me):
        return []
    others = ", ".join(f"{SIDES[other]} {steps_to_goal(now, other)}" for other in _others(now, me))
    return [say("comes_near", side=SIDES[me], steps=counted(steps, "step"), goal=GOAL_NAMES[me], others=others)]


def _wins_race(now: State, me: int) -> list[Message]:
    """Whether all that is left to do is to run."""
    if proven(words(now)) >= 0:  # the other one, who is to move, has not lost yet
        return []
    steps = counted(steps_to_goal(now, me), "step")
    (other,) = _others(now, me)
    return [say("wins_race", side=SIDES[me], steps=steps, other=SIDES[other], others=steps_to_goal(now, other))]


def _guarded(was: State, now: State) -> list[Message]:
    """Whether the worst wall that somebody could place next has become much less bad."""
    me = was.turn
    before = max((_longest(was, me, other) for other in _others(was, me)), default=0)
    after = max((_longest(now, me, other) for other in _others(now, me)), default=0)
    return [say("guards", side=SIDES[me], now=after, before=before)] if before - after >= _MUCH else []


def _longest(state: State, me: int, other: int) -> int:
    """How far my pawn is from its goal line after the worst wall of another player."""
    theirs = state._replace(turn=other)
    walls = (step for step in compiled.steps(theirs) if CELLS <= step < PASS)
    lengths = (int(distance_behind(words(state), I64(me), I64(wall))) for wall in walls)
    return max(lengths, default=steps_to_goal(state, me))
