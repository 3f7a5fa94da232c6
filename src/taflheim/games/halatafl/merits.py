"""What a quiet move in Halatafl is good for: what the evaluation counts, said with the points it was counted on."""

from collections.abc import Callable, Iterator

from taflheim.games import compiled
from taflheim.games.halatafl.evaluate import FEATURES, WEIGHTS, features
from taflheim.games.halatafl.state import MOVES, NAMES, PADDOCK, SHEEP, WIDTH, State, points_in
from taflheim.games.improvements import improvements
from taflheim.games.kernel import I64, words
from taflheim.games.message import Message, counted, listed, phrases

say = phrases(
    {
        "guards": "then no sheep can go to {points} without one being captured",
        "goes_on": "a sheep goes on to {point}, {steps} from the paddock",
        "moves_up": "a sheep in the paddock moves up to {point} and makes room for the next one",
        "fills_gap": "it fills the gap on {point}: the sheep on {sheep} cannot be jumped over there any more",
        "no_threat": "a fox that comes to {point} no longer threatens the sheep on {sheep}",
        "threat_next": "next a fox can come to {point} and threaten the sheep on {sheep}",
        "fewer_ways": "the fox on {point} can go {ways} then, before {was}",
        "more_ways": "from {point} the fox can go {ways}, before {was}",
        "less_room": "it keeps the foxes from {points}",
        "more_room": "the foxes get to {points} again",
        "in_paddock": "a fox on {point} stands in the paddock, which the sheep must fill",
    }
)
_MOST_NAMED = 4


def told(before: State, after: State) -> list[Message]:
    """What has become better for the side to move, that which counts most first.

    >>> import taflheim
    >>> position = taflheim.game("halatafl").position("F2/1F1/2S1S2/SSSS1SS/SS1SSSS/SSS/SSS s")
    >>> print(told(position.state, position.play("e5-d5").state)[0])
    a fox that comes to d5 no longer threatens the sheep on c5
    """
    was, now = (features(words(state), I64(SHEEP)) for state in (before, after))
    better = improvements(FEATURES, WEIGHTS, was, now, _SAYINGS, for_first=before.turn == SHEEP)
    found = [_SAYINGS[name](before, after) for name, _, _ in better]
    if before.turn != SHEEP:
        found.insert(0, _guards(before, after))
    return list({message.code: message for message in reversed([*filter(None, found)])}.values())[::-1]


def prey(state: State) -> int:
    """The sheep that a fox could jump over if the foxes were to move.

    >>> import taflheim
    >>> prey(taflheim.game("halatafl").start().state)
    0
    """
    empty = ~(state.sheep | state.foxes)
    found = 0
    for origin, over, to, _ in MOVES:
        if over is not None and state.foxes >> origin & state.sheep >> over & empty >> to & 1:
            found |= 1 << over
    return found


def ways(state: State, fox: int) -> int:
    """How many steps and jumps a fox could make if the foxes were to move."""
    empty = ~(state.sheep | state.foxes)
    return sum(
        move.origin == fox and bool(empty >> move.to & (1 if move.over is None else state.sheep >> move.over) & 1)
        for move in MOVES
    )


def deadly(state: State) -> set[int]:
    """The points to which no sheep could go without one being captured that is safe now.

    >>> import taflheim
    >>> points = deadly(taflheim.game("halatafl").position("3/2F/3F1S1/SSSS1SS/SSS1SSS/SSS/SSS s").state)
    >>> sorted(NAMES[point] for point in points)
    ['c5', 'e5']
    """
    sheep = state._replace(turn=SHEEP, jumper=0)
    found, safe = set[int](), set[int]()
    for step in compiled.steps(sheep):
        after, _ = compiled.step(sheep, step)
        lost = after.foxes == state.foxes and prey(after) & ~prey(state)
        (found if lost else safe).add(MOVES[step].to)
    return found - safe


def _moved(was: int, now: int) -> tuple[int, int]:
    """From which point and to which a piece of a set has gone."""
    (origin,), (to,) = points_in(was & ~now), points_in(now & ~was)
    return origin, to


# ---- the sayings: each by the boards before and after; None if there is nothing to show -----------------------------


def _guards(was: State, now: State) -> Message | None:
    fresh = deadly(now) - deadly(was)
    return say("guards", points=named(fresh, "or")) if fresh else None


def _goes_on(was: State, now: State) -> Message | None:
    origin, to = _moved(was.sheep, now.sheep)
    if to in PADDOCK:
        return say("moves_up", point=NAMES[to]) if origin in PADDOCK else None
    steps = min(abs(to % WIDTH - point % WIDTH) + abs(to // WIDTH - point // WIDTH) for point in PADDOCK)
    return say("goes_on", point=NAMES[to], steps=counted(steps, "step"))


def _lines_over(state: State) -> Iterator[tuple[int, int]]:
    """The sheep that a fox could jump over if it came there, each with the point behind it."""
    for _, over, to, _ in MOVES:
        if over is not None and state.sheep >> over & 1 and not state.sheep >> to & 1:
            yield over, to


def _fills_gap(was: State, now: State) -> Message | None:
    _, to = _moved(was.sheep, now.sheep)
    covered = [sheep for sheep, behind in _lines_over(was) if behind == to and now.sheep >> sheep & 1]
    return say("fills_gap", point=NAMES[to], sheep=NAMES[covered[0]]) if covered else None


def _next_threats(state: State) -> dict[tuple[int, int], None]:
    """The points to which a fox could step, each with a sheep that it would threaten from there."""
    empty = ~(state.sheep | state.foxes)
    found = dict[tuple[int, int], None]()
    for step in MOVES:
        if step.over is None and state.foxes >> step.origin & empty >> step.to & 1:
            there = state._replace(foxes=1 << step.to)
            found.update({(step.to, sheep): None for sheep in points_in(prey(there) & ~prey(state))})
    return found


def _threats(was: State, now: State) -> Message | None:
    before, after = _next_threats(was), _next_threats(now)
    code, more, fewer = ("no_threat", before, after) if was.turn == SHEEP else ("threat_next", after, before)
    for point, sheep in more:
        if (point, sheep) not in fewer and now.sheep >> sheep & 1:
            return say(code, point=NAMES[point], sheep=NAMES[sheep])
    return None


def _fox_ways(was: State, now: State) -> Message | None:
    if was.turn == SHEEP:
        found = [(fox, ways(was, fox), ways(now, fox)) for fox in points_in(now.foxes & was.foxes)]
        fewer = [(fox, had, has) for fox, had, has in found if has < had]
        return say("fewer_ways", point=NAMES[fewer[0][0]], was=fewer[0][1], ways=_ways(fewer[0][2])) if fewer else None
    origin, to = _moved(was.foxes, now.foxes)
    had, has = ways(was, origin), ways(now, to)
    return say("more_ways", point=NAMES[to], was=had, ways=_ways(has)) if has > had else None


def _reached(state: State) -> set[int]:
    """The empty points to which the foxes could go by steps."""
    empty = ~(state.sheep | state.foxes)
    reached, new = set[int](), {*points_in(state.foxes)}
    while new:
        reached |= new
        new = {move.to for move in MOVES if move.over is None and move.origin in new and empty >> move.to & 1} - reached
    return {point for point in reached if empty >> point & 1}


def _room(was: State, now: State) -> Message | None:
    before, after = _reached(was), _reached(now)
    if was.turn == SHEEP:
        return say("less_room", points=named(before - after)) if before - after else None
    return say("more_room", points=named(after - before)) if after - before else None


def _in_paddock(was: State, now: State) -> Message | None:
    _, to = _moved(was.foxes, now.foxes) if was.turn != SHEEP else (0, 0)
    return say("in_paddock", point=NAMES[to]) if to in PADDOCK else None


def _ways(number: int) -> str:
    return counted(number, "way")


def named(points: set[int], last: str = "and") -> str:
    """Points by their names; of many only the first."""
    names = [NAMES[point] for point in sorted(points)]
    few = [*names[:_MOST_NAMED], f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED + 1 else names
    return listed(few).replace(" and ", f" {last} ")


_SAYINGS: dict[str, Callable[[State, State], Message | None]] = {
    "advance": _goes_on,
    "paddock, middle": _goes_on,
    "paddock, back": _goes_on,
    "exposed sheep": _fills_gap,
    "threats": _threats,
    "fox ways": _fox_ways,
    "fox room": _room,
    "foxes in the paddock": _in_paddock,
}
"""By feature of the evaluation."""
