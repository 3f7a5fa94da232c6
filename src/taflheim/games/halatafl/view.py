"""How Halatafl shows itself: a cross of points joined by lines, sheep and foxes."""

from collections.abc import Sequence

from taflheim.games.halatafl.look import COLOURS, GLYPHS, INKS, SHAPES
from taflheim.games.halatafl.look import EMBLEMS as EMBLEMS
from taflheim.games.halatafl.state import (
    FOXES,
    MOVES,
    NAMES,
    PADDOCK,
    POINTS,
    SHEEP,
    SHEEP_WAYS,
    SIDES,
    SIZE,
    STRAIGHT_WAYS,
    WIDTH,
    Move,
    State,
    points_in,
)
from taflheim.games.halatafl.text import move_text, say
from taflheim.games.message import Message, listed
from taflheim.games.modules import Options
from taflheim.games.squares import file_letters, rank_numbers
from taflheim.games.view import Effect, Fact, Layout, Line, Mark, Piece, Placeable, Spot, Typed

_KINDS = ("sheep", "fox")
"""What the pieces of each side are called."""

_POINTS = {name: point for point, name in NAMES.items()}
_STEPS = {(NAMES[move.origin], NAMES[move.to]): number for number, move in enumerate(MOVES)}
"""Steps and jumps by their ends."""


def layout(options: Options) -> Layout:
    """Points on even places, lines between them."""
    return Layout(
        width=2 * SIZE - 1,
        height=2 * SIZE - 1,
        spots=tuple(Spot(NAMES[point], "point", *_place(point), _label(point)) for point in POINTS),
        glyphs=GLYPHS,
        shapes=SHAPES,
        colours=COLOURS,
        inks=INKS,
        files=file_letters(SIZE, 2),
        ranks=rank_numbers(SIZE, 2),
        lines=tuple(
            Line(*_place(move.origin), *_place(move.to))
            for move in MOVES
            if move.over is None and move.origin < move.to
        ),
        marks=tuple(Mark("paddock", NAMES[point]) for point in PADDOCK),
        spread=2,
        groove=0.5,
    )


def _place(point: int) -> tuple[int, int]:
    return 2 * (point % WIDTH), 2 * (point // WIDTH)


def _label(point: int) -> str:
    return f"{NAMES[point]}, paddock" if point in PADDOCK else NAMES[point]


def pieces(state: State) -> tuple[Piece, ...]:
    """Sheep, then foxes."""
    return (
        *(Piece(_KINDS[SHEEP], SIDES[SHEEP], NAMES[point]) for point in points_in(state.sheep)),
        *(Piece(_KINDS[FOXES], SIDES[FOXES], NAMES[point]) for point in points_in(state.foxes)),
    )


def placeable(options: Options) -> tuple[Placeable, ...]:
    """Sheep and foxes can be everywhere."""
    points = tuple(NAMES[point] for point in POINTS)
    return Placeable("sheep", "sheep", points), Placeable("fox", "foxes", points)


def facts(state: State) -> tuple[Fact, ...]:
    """How many sheep are left, and how many are where they want to be."""
    left = state.sheep.bit_count()
    home = sum(state.sheep >> point & 1 for point in PADDOCK)
    return (
        Fact("sheep_left", SIDES[SHEEP], left, say("sheep_left", count=left)),
        Fact("paddock", SIDES[SHEEP], home, say("paddock", count=home, all=len(PADDOCK))),
    )


def clicks(state: State, step: int) -> tuple[str, ...]:
    """The piece and where it goes; a fox that goes on jumping need not be clicked again."""
    move = MOVES[step]
    return (NAMES[move.to],) if state.jumper else (NAMES[move.origin], NAMES[move.to])


def effects(before: State, steps: Sequence[int], after: State) -> tuple[Effect, ...]:
    """A piece steps or jumps; sheep that were jumped over and trapped foxes leave the board."""
    move = MOVES[steps[0]]
    if move.over is not None:
        return _jumps(steps)
    origin, to = NAMES[move.origin], NAMES[move.to]
    message = say("stepped", piece=_KINDS[before.turn], origin=origin, to=to)
    trapped = points_in(before.foxes & ~after.foxes) if before.turn == SHEEP else []
    return (
        Effect("move", "step", origin, to, message=message),
        *(Effect("vanish", "trapped", NAMES[fox], message=say("trapped", point=NAMES[fox])) for fox in trapped),
    )


def _jumps(steps: Sequence[int]) -> tuple[Effect, ...]:
    """Jump after jump; the first has the words for the whole chain."""
    jumps = [MOVES[step] for step in steps]
    landings = [NAMES[jump.to] for jump in jumps]
    captured = [NAMES[jump.over] for jump in jumps if jump.over is not None]
    origin = NAMES[jumps[0].origin]
    words = say("jumped", origin=origin, landings=listed(landings), captured=listed(captured))
    changes: list[Effect] = []
    for to, over in zip(landings, captured, strict=True):
        changes += (Effect("move", "jump", origin, to), Effect("vanish", "captured", over))
        origin = to
    return (changes[0]._replace(message=words), *changes[1:])


def written(before: State, steps: Sequence[int], after: State) -> str:
    """People write moves as programs do."""
    return move_text(steps)


def typed(state: State) -> tuple[Typed, ...]:
    """There is nothing shorter than a move."""
    return ()


# ---- why not ------------------------------------------------------------------------------------------------------


def explain(state: State, step: int) -> Message:
    """Why a step is not legal."""
    move = MOVES[step]
    if not _own(state, move.origin):
        return _none_of_yours(state, NAMES[move.origin])
    return _explain_fox(state, move) if state.turn == FOXES else _explain_sheep(state, move)


def explain_clicks(state: State, clicked: tuple[str, ...]) -> Message | None:
    """Why a piece cannot be chosen, or a point not be reached."""
    if state.jumper:
        jump = _STEPS.get((NAMES[points_in(state.jumper)[0]], clicked[0]))
        return say("must_go_on") if jump is None else explain(state, jump)
    origin, *others = clicked
    if not _own(state, _POINTS[origin]):
        return _none_of_yours(state, origin)
    if not others:
        return say("blocked", point=origin) if state.turn == SHEEP else _must_capture(state)
    if origin == others[0]:
        return None
    step = _STEPS.get((origin, others[0]))
    if step is None:
        return say("sheep_reach" if state.turn == SHEEP else "fox_reach", point=others[0])
    return explain(state, step)


def _own(state: State, point: int) -> bool:
    """Whether a piece of the side to move stands on a point."""
    return bool((state.sheep, state.foxes)[state.turn] >> point & 1)


def _none_of_yours(state: State, point: str) -> Message:
    return say("none_of_yours", side=SIDES[state.turn], piece=_KINDS[state.turn], point=point)


def _explain_sheep(state: State, move: Move) -> Message:
    if move.over is not None:
        return say("sheep_capture")
    if move.way >= len(STRAIGHT_WAYS):
        return say("diagonally")
    if move.way >= SHEEP_WAYS:
        return say("backwards")
    return say("occupied", point=NAMES[move.to])


def _explain_fox(state: State, move: Move) -> Message:
    if state.jumper and not state.jumper >> move.origin & 1:
        return say("other_fox", point=NAMES[points_in(state.jumper)[0]])
    if move.over is not None and not state.sheep >> move.over & 1:
        return say("no_prey", point=NAMES[move.over])
    if (state.sheep | state.foxes) >> move.to & 1:
        return say("occupied", point=NAMES[move.to])
    if state.jumper:
        return say("must_go_on")
    return _must_capture(state)


def _must_capture(state: State) -> Message:
    from taflheim.games.halatafl import rules

    return say("must_capture", point=NAMES[points_in(rules.capturing(state))[0]])
