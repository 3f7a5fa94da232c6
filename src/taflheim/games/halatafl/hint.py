"""What speaks for a move in Halatafl: sheep taken, saved or brought home, foxes trapped or hemmed in."""

from collections.abc import Sequence

from taflheim.games import compiled
from taflheim.games.halatafl.state import MOVES, NAMES, PADDOCK, SHEEP, State, points_in
from taflheim.games.message import Message, counted, listed, phrases

say = phrases(
    {
        "traps": "it traps the fox on {point}",
        "takes": "it captures {sheep}",
        "all_others_lose": "every other move loses a sheep at once",
        "saves": "it saves {sheep}",
        "comes_home": "a sheep reaches the paddock, which has {home} then",
        "hems_in": "the fox on {point} has only {ways} left",
        "threatens": "it threatens {sheep}",
        "frees": "the fox has {now} there, it had {before}",
    }
)
_FEW = 2
"""A fox with so few ways is nearly trapped."""


def reasons(before: State, steps: Sequence[int], after: State) -> list[Message]:
    """What a move of the sheep or of the foxes brings about at once.

    >>> import taflheim
    >>> halatafl = taflheim.game("halatafl")
    >>> before = halatafl.position("F1F/3/2S4/SS1SSSS/SSSSSSS/SSS/SSS f")
    >>> print(*reasons(before.state, halatafl.move_numbers("c7-c6"), before.play("c7-c6").state))
    it threatens the sheep on c5
    """
    return _sheep(before, steps[0], after) if before.turn == SHEEP else _foxes(before, steps[0], after)


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


def _ways(state: State, fox: int) -> int:
    """How many steps and jumps a fox could make if the foxes were to move."""
    empty = ~(state.sheep | state.foxes)
    return sum(
        move.origin == fox and bool(empty >> move.to & (1 if move.over is None else state.sheep >> move.over) & 1)
        for move in MOVES
    )


def _home(state: State) -> int:
    """How many sheep are in the paddock."""
    return sum(state.sheep >> point & 1 for point in PADDOCK)


def _named(sheep: int) -> str:
    return f"the sheep on {listed([NAMES[point] for point in points_in(sheep)])}"


def _sheep(was: State, step: int, now: State) -> list[Message]:
    found = [say("traps", point=NAMES[fox]) for fox in points_in(was.foxes & ~now.foxes)]
    if not prey(now):
        if _loses_a_sheep(was, [other for other in compiled.steps(was) if other != step]):
            found.append(say("all_others_lose"))
        elif prey(was):
            found.append(say("saves", sheep=_named(prey(was))))
    if _home(now) > _home(was):
        found.append(say("comes_home", home=_home(now)))
    hemmed_in = [fox for fox in points_in(now.foxes) if _ways(now, fox) <= _FEW < _ways(was, fox)]
    ways = (counted(_ways(now, fox), "way") for fox in hemmed_in)
    return [*found, *(say("hems_in", point=NAMES[fox], ways=few) for fox, few in zip(hemmed_in, ways, strict=True))]


def _loses_a_sheep(state: State, steps: Sequence[int]) -> bool:
    """Whether there are such moves, and after each of them the foxes must capture."""
    for step in steps:
        after, _ = compiled.step(state, step)
        if compiled.verdict(after)[0] != compiled.NOT_OVER or not prey(after):
            return False
    return bool(steps)


def _foxes(was: State, step: int, now: State) -> list[Message]:
    if taken := was.sheep & ~now.sheep:
        return [say("takes", sheep=_named(taken))]
    found = []
    if fresh := prey(now) & ~prey(was):
        found.append(say("threatens", sheep=_named(fresh)))
    ways, ways_there = _ways(was, MOVES[step].origin), _ways(now, MOVES[step].to)
    if ways <= _FEW < ways_there:
        found.append(say("frees", before=ways, now=counted(ways_there, "way")))
    return found
