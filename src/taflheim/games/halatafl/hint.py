"""What speaks for a move in Halatafl: sheep taken, saved or brought home, foxes trapped or hemmed in."""

from collections.abc import Sequence

from taflheim.games import compiled
from taflheim.games.halatafl.merits import deadly, named, prey, told, ways
from taflheim.games.halatafl.state import FEWEST_SHEEP, MOVES, NAMES, PADDOCK, SHEEP, State, points_in
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
        "fills": "the sheep fill the paddock",
        "last_fox": "the last fox is trapped",
        "too_few": "fewer than {fewest} sheep are left",
        "safe": "the sheep on {point} is safe, and so are all the others",
        "costs_least": "after it only {sheep} can be captured",
        "still_guards": "no sheep can go to {points} without one being captured",
        "escapes": "on {point} the fox could have been trapped, by {move}",
        "keeps_ways": "{foxes} still can go {ways}",
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


def end(before: State, steps: Sequence[int], after: State) -> Message | None:
    """What happens in a move that ends the game."""
    if all(after.sheep >> point & 1 for point in PADDOCK):
        return say("fills")
    if not after.foxes:
        return say("last_fox")
    if len(points_in(after.sheep)) < FEWEST_SHEEP:
        return say("too_few", fewest=FEWEST_SHEEP)
    return None


def merits(before: State, after: State) -> list[Message]:
    """What has become better by a quiet move; at least what is still safe.

    >>> import taflheim
    >>> position = taflheim.game("halatafl").position("1F1/3/S5S/S2FS2/SSSSSSS/SSS/SSS s")
    >>> print(merits(position.state, position.play("f3-f4").state)[0])
    it keeps the foxes from f4 and g4
    """
    return told(before, after) or [_kept(before, after)]


def _kept(before: State, after: State) -> Message:
    """What a side still has where nothing has become better."""
    if before.turn != SHEEP:
        if guarded := deadly(after):
            return say("still_guards", points=named(guarded, "or"))
        foxes = points_in(after.foxes)
        kept = counted(sum(ways(after, fox) for fox in foxes), "way")
        return say("keeps_ways", foxes=listed([f"the fox on {NAMES[fox]}" for fox in foxes]), ways=kept)
    if prey(after):
        return say("costs_least", sheep=_named(prey(after)))
    (moved,) = points_in(after.sheep & ~before.sheep)
    return say("safe", point=NAMES[moved])


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
    hemmed_in = [fox for fox in points_in(now.foxes) if ways(now, fox) <= _FEW < ways(was, fox)]
    return [*found, *(say("hems_in", point=NAMES[fox], ways=counted(ways(now, fox), "way")) for fox in hemmed_in)]


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
    origin, to = MOVES[step].origin, MOVES[step].to
    if (trap := _trap(was, origin)) is not None and _trap(now, to) is None:
        found.append(say("escapes", point=NAMES[origin], move=f"{NAMES[MOVES[trap].origin]}-{NAMES[MOVES[trap].to]}"))
    had, has = ways(was, origin), ways(now, to)
    if had <= _FEW < has:
        found.append(say("frees", before=had, now=counted(has, "way")))
    return found


def _trap(state: State, fox: int) -> int | None:
    """A move with which the sheep could trap a fox if they were to move."""
    sheep = state._replace(turn=SHEEP, jumper=0)
    traps = (step for step in compiled.steps(sheep) if not compiled.step(sheep, step)[0].foxes >> fox & 1)
    return next(traps, None)
