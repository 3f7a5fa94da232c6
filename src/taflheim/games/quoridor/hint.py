"""What speaks for a move in Quoridor: what it does to everybody's way to the goal line."""

from collections.abc import Sequence

from taflheim.games import compiled
from taflheim.games.kernel import I64, words
from taflheim.games.message import Message, counted, phrases
from taflheim.games.quoridor.evaluate import proven
from taflheim.games.quoridor.paths import distance, distance_behind
from taflheim.games.quoridor.state import (
    CELLS,
    GOAL_CELLS,
    GOAL_NAMES,
    LEFT,
    PASS,
    SIDE_TITLES,
    SIDES,
    SIZE,
    State,
    pawns,
)
from taflheim.games.quoridor.text import CELL_NAMES, move_text

say = phrases(
    {
        "delays": "this wall adds {steps} to {whose} path, and {own} to {side}'s",
        "guards": "no wall can make {side}'s path longer than {now} steps now: before, one could make it {before}",
        "comes_near": "then {side} is {steps} from {goal}, {others}",
        "arrives": "{side} reaches {goal}",
        "safer": "the worst wall makes {side}'s path {now} steps long now, before {before}",
        "prepares_wall": "with the wall {wall} next, {whose} path would be {now} steps long: before, {before} at most",
        "steps_aside": "it steps out of {other}'s way: straight on the two would meet, and {other} would jump first",
        "no_longer": "from {cell} {side} still needs {steps}, {others}; no wall can make that more than {worst}",
        "wins_race": "it wins the race: {other} has no walls left, {side} needs {steps} more, {other} {others}",
    }
)
_NAMES = tuple(SIDE_TITLES[side] for side in SIDES)
_MUCH = 3
"""A wall that costs one or two steps can nearly always be found."""

_MORE = 2
"""A wall that can make a path so much longer than any before is worth preparing."""


def reasons(before: State, steps: Sequence[int], after: State) -> list[Message]:
    """What a wall or a step changes, counted in steps.

    >>> import taflheim
    >>> quoridor = taflheim.game("quoridor")
    >>> before = quoridor.position("e5,d4 10,10 - - a")
    >>> print(*reasons(before.state, quoridor.move_numbers("c4h"), before.play("c4h").state))
    this wall adds 1 step to Green's path, and none to White's
    """
    (step,) = steps
    if step == PASS:
        return []
    found = _comes_near(before, after) if step < CELLS else _delays(before, after)
    return [*(_wins_race(after, before.turn) or found), *_guarded(before, after)]


def end(before: State, steps: Sequence[int], after: State) -> Message | None:
    """What happens in a move that ends the game."""
    me = before.turn
    return say("arrives", side=_NAMES[me], goal=GOAL_NAMES[me]) if steps[0] < CELLS else None


def merits(before: State, after: State) -> list[Message]:
    """What a wall or a step is good for that makes no path longer or shorter at once.

    >>> import taflheim
    >>> start = taflheim.game("quoridor").start()
    >>> print(*merits(start.state, start.play("a1v").state))
    from e9 White still needs 8 steps, Green 8; no wall can make that more than 9
    """
    me = before.turn
    longest, left = _worst(before, me), _worst(after, me)
    found = [*_steps_aside(before, after), *_prepares_wall(before, after)]
    if left < longest:
        found.append(say("safer", side=_NAMES[me], now=left, before=longest))
    cell, steps = CELL_NAMES[pawns(after)[me]], counted(steps_to_goal(after, me), "step")
    return found or [say("no_longer", cell=cell, side=_NAMES[me], steps=steps, others=_needs(after, me), worst=left)]


def _steps_aside(was: State, now: State) -> list[Message]:
    """Whether a pawn leaves the way of one that comes straight towards it and would be the first to jump."""
    me = was.turn
    here, there = pawns(was)[me], pawns(now)[me]
    for other in _others(was, me):
        facing = _straight(was, me, other)
        # Whoever moves when an even number of steps lies between them is jumped over in the end.
        if here != there and facing and len(facing) % 2 == 0 and there not in facing:
            return [say("steps_aside", other=_NAMES[other])]
    return []


def _straight(state: State, me: int, other: int) -> list[int]:
    """The cells from my pawn to another's, if they lie in a line that both would go along; else none."""
    origin, end = pawns(state)[me], pawns(state)[other]
    apart = abs(end - origin) // SIZE if (end - origin) % SIZE == 0 else abs(end - origin)
    step = (end - origin) // apart
    line = [origin]
    while line[-1] != end and line[-1] + step in _beside(state, line[-1]):
        line.append(line[-1] + step)
    if line[-1] != end:
        return []
    leads_on = all(
        steps_to_goal(_with_pawn(state, player, to), player) == steps_to_goal(state, player) - apart
        for player, to in ((me, end), (other, origin))
    )
    return line[1:] if leads_on else []


def _with_pawn(state: State, player: int, cell: int) -> State:
    """The state with a player's pawn elsewhere."""
    cells = list(pawns(state))
    cells[player] = cell
    return state._replace(pawns=int.from_bytes(bytes(cells), "little"))


def _prepares_wall(was: State, now: State) -> list[Message]:
    """A wall that could come next and would make another's path longer than any could before."""
    me = was.turn
    for other in _others(now, me):
        before, (after, wall) = _longest(was, other, me)[0], _longest(now, other, me)
        if wall is not None and after - before >= _MORE:
            return [say("prepares_wall", wall=move_text((wall,)), whose=f"{_NAMES[other]}'s", now=after, before=before)]
    return []


def paths(state: State) -> list[list[str]]:
    """A shortest path of each pawn to its goal line, as cells, as if there were no other pawns."""
    return [_path(state, player) for player, cell in enumerate(pawns(state)) if cell != LEFT]


def _path(state: State, player: int) -> list[str]:
    """Backwards from the nearest goal cell, by where each cell was reached from."""
    origin = pawns(state)[player]
    came_from = {origin: origin}
    queue = [origin]
    for cell in queue:
        if cell in GOAL_CELLS[player]:
            way = [cell]
            while way[-1] != origin:
                way.append(came_from[way[-1]])
            return [CELL_NAMES[one] for one in reversed(way)]
        for beside in _beside(state, cell):
            if beside not in came_from:
                came_from[beside] = cell
                queue.append(beside)
    return []


def _beside(state: State, cell: int) -> list[int]:
    """The cells to which a pawn could step if there were no other pawns."""
    north, east = state.north1 << 64 | state.north0, state.east1 << 64 | state.east0
    # Wherever the board ends, no way is free; below a1 there is no bit to ask for.
    ways = ((SIZE, north, cell), (1, east, cell), (-SIZE, north, cell - SIZE), (-1, east, cell - 1))
    return [cell + step for step, free, gate in ways if gate >= 0 and free >> gate & 1]


def steps_to_goal(state: State, player: int) -> int:
    """How many steps a pawn is from its goal line, with no pawn in its way.

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
        say("delays", steps=counted(longer[player], "step"), whose=f"{_NAMES[player]}'s", own=own, side=_NAMES[me])
        for player in sorted(_others(was, me), key=lambda player: -longer[player])
        if longer[player]
    ]


def _comes_near(was: State, now: State) -> list[Message]:
    """How far everybody has to go after a step that leads on."""
    me = was.turn
    steps = steps_to_goal(now, me)
    if steps >= steps_to_goal(was, me):
        return []
    goal, others = GOAL_NAMES[me], _needs(now, me)
    return [say("comes_near", side=_NAMES[me], steps=counted(steps, "step"), goal=goal, others=others)]


def _needs(state: State, me: int) -> str:
    """How many steps the others need."""
    return ", ".join(f"{_NAMES[other]} {steps_to_goal(state, other)}" for other in _others(state, me))


def _wins_race(now: State, me: int) -> list[Message]:
    """Whether all that is left to do is to run."""
    if proven(words(now)) >= 0:  # the other one, who is to move, has not lost yet
        return []
    steps = counted(steps_to_goal(now, me), "step")
    (other,) = _others(now, me)
    return [say("wins_race", side=_NAMES[me], steps=steps, other=_NAMES[other], others=steps_to_goal(now, other))]


def _guarded(was: State, now: State) -> list[Message]:
    """Whether the worst wall that another player could place next has become much less bad."""
    me = was.turn
    before, after = _worst(was, me), _worst(now, me)
    return [say("guards", side=_NAMES[me], now=after, before=before)] if before - after >= _MUCH else []


def _worst(state: State, me: int) -> int:
    """How long the worst wall of anybody could make my path."""
    return max((_longest(state, me, other)[0] for other in _others(state, me)), default=0)


def _longest(state: State, me: int, other: int) -> tuple[int, int | None]:
    """How far my pawn is from its goal line after the worst wall of another player, and that wall, if there is one."""
    theirs = state._replace(turn=other)
    walls = (step for step in compiled.steps(theirs) if CELLS <= step < PASS)
    lengths = [(int(distance_behind(words(state), I64(me), I64(wall))), -wall) for wall in walls]
    if not lengths:
        return steps_to_goal(state, me), None
    length, wall = max(lengths)
    return length, -wall
