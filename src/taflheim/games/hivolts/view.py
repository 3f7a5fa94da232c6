"""How HiVolts shows itself: a board of 12×12 squares, and a button for the jump."""

from collections.abc import Sequence

from taflheim.games.hivolts.look import COLOURS, GLYPHS, INKS, SHAPES
from taflheim.games.hivolts.state import (
    DEAD,
    FIRST_LANDING,
    INSIDE,
    JUMP,
    KEYS,
    SIT,
    SIZE,
    State,
    fences,
    mhos,
)
from taflheim.games.hivolts.text import BOARD_NAMES, EDGE_NAMES, SQUARE_NAMES, move_text, say
from taflheim.games.message import Message, counted
from taflheim.games.modules import Options
from taflheim.games.squares import file_letters, rank_numbers, square_name
from taflheim.games.view import Effect, Fact, Layout, PadKey, Piece, Placeable, Spot, Typed

BROWSER_KEYS = {
    **{key: key for key in KEYS},
    "ArrowUp": "w",
    "ArrowLeft": "a",
    "ArrowRight": "d",
    "ArrowDown": "x",
    "Home": "q",
    "PageUp": "e",
    "End": "z",
    "PageDown": "c",
    **{f"Numpad{digit}": key for digit, key in zip("7894561230", KEYS, strict=True)},
}

PAD = (
    (PadKey("q", "↖", "up and left"), PadKey("w", "↑", "up"), PadKey("e", "↗", "up and right")),
    (PadKey("a", "←", "left"), PadKey("s", "•", "sit still"), PadKey("d", "→", "right")),
    (PadKey("z", "↙", "down and left"), PadKey("x", "↓", "down"), PadKey("c", "↘", "down and right")),
)

_EDGE = tuple(Piece("fence", "", name) for name in EDGE_NAMES)


def layout(options: Options) -> Layout:
    """All squares, those of the edge too, and the button."""
    squares = (Spot(name, "square", i % SIZE, i // SIZE, name) for i, name in enumerate(BOARD_NAMES))
    return Layout(
        width=SIZE,
        height=SIZE,
        spots=(*squares, Spot("jump", "button", 0, 0, "jump")),
        glyphs=GLYPHS,
        shapes=SHAPES,
        colours=COLOURS,
        inks=INKS,
        files=file_letters(SIZE),
        ranks=rank_numbers(SIZE),
        keys=BROWSER_KEYS,
        pad=PAD,
        spread=2,
    )


def pieces(state: State) -> tuple[Piece, ...]:
    """Fences, Mhos in list order, and the player."""
    return (
        *_EDGE,
        *(Piece("fence", "", SQUARE_NAMES[square]) for square in fences(state)),
        *(Piece("mho", "mhos", SQUARE_NAMES[square]) for square in mhos(state)),
        *(Piece("player", "player", SQUARE_NAMES[square]) for square in [state.player] if square != DEAD),
    )


def placeable(options: Options) -> tuple[Placeable, ...]:
    """The edge is fenced, and no piece stands there."""
    return (
        Placeable("player", "player", SQUARE_NAMES),
        Placeable("mho", "mhos", SQUARE_NAMES),
        Placeable("fence", "", BOARD_NAMES),
    )


def facts(state: State) -> tuple[Fact, ...]:
    """How many Mhos are left."""
    left = mhos(state)
    message = say("mhos_left", mhos=counted(len(left), "Mho"))
    return (Fact("mhos_left", "mhos", len(left), message, Piece("mho", "mhos", SQUARE_NAMES[0])),)


def clicks(state: State, step: int) -> tuple[str, ...]:
    """The square to go to, one's own to sit, or the button."""
    return ("jump",) if step >= JUMP else (_destination(state, step),)


def _destination(state: State, step: int) -> str:
    """The name of the square to which a step or a landing brings the player; it may be one of the edge."""
    if step >= FIRST_LANDING:
        return SQUARE_NAMES[step - FIRST_LANDING]
    file, rank = state.player % INSIDE + 1, state.player // INSIDE + 1
    return square_name(file + step % 3 - 1, rank + 1 - step // 3)


def dangers(state: State) -> tuple[str, ...]:
    """Squares on which the player would die at once, by what stands there or by the Mhos' answer."""
    from taflheim.games import compiled

    deaths = (step for step in range(JUMP) if compiled.step(state, step)[0].player == DEAD)
    return tuple(_destination(state, step) for step in deaths)


def written(before: State, steps: Sequence[int], after: State) -> str:
    """People write moves as programs do."""
    return move_text(steps)


def explain(state: State, step: int) -> Message:
    """Why a jump cannot land there; everything else is always legal."""
    square = step - FIRST_LANDING
    return say("own_square" if square == state.player else "fence", square=SQUARE_NAMES[square])


def explain_clicks(state: State, clicked: tuple[str, ...]) -> Message:
    """Only what is close can be clicked."""
    return say("out_of_reach", square=clicked[0])


def typed(state: State) -> tuple[Typed, ...]:
    """The moves are short enough."""
    return ()


# ---- what a move changes ------------------------------------------------------------------------------------------


def effects(before: State, steps: Sequence[int], after: State) -> tuple[Effect, ...]:
    """The player's own step, then those of the Mhos."""
    step = steps[0]
    origin, to = SQUARE_NAMES[before.player], _destination(before, step)
    jumped = step >= FIRST_LANDING
    if to in (SQUARE_NAMES[mho] for mho in mhos(before)):
        message = say("landed_on_mho" if jumped else "walked_into_mho", square=to)
        return (Effect("vanish", "killed", origin, to, message=message),)
    if to not in SQUARE_NAMES or SQUARE_NAMES.index(to) in fences(before):
        return (Effect("vanish", "electrocuted", origin, to, message=say("walked_into_fence", square=to)),)
    if jumped:
        return (Effect("move", "jump", origin, to, message=say("jumped", square=to)),)
    if step == SIT:
        own = Effect("note", "sat", message=say("sat", square=to))
    else:
        own = Effect("move", "step", origin, to, message=say("stepped", square=to))
    return (own, *_mho_effects(before._replace(player=SQUARE_NAMES.index(to))))


def _mho_effects(state: State) -> list[Effect]:
    """What the Mhos do after the player has moved."""
    from taflheim.games.hivolts import rules

    fenced = fences(state)
    changes = []
    for mho, target in rules.mho_steps(state):
        origin, to = SQUARE_NAMES[mho], SQUARE_NAMES[target]
        if target == mho:
            continue
        if target in fenced:
            message = say("mho_electrocuted", mho=origin, square=to)
            changes.append(Effect("vanish", "electrocuted", origin, to, message=message))
            continue
        if target == state.player:
            changes.append(Effect("vanish", "killed", to, message=say("mho_killed", mho=origin, square=to)))
            changes.append(Effect("move", "step", origin, to))
        else:
            changes.append(Effect("move", "step", origin, to, message=say("mho_stepped", mho=origin, square=to)))
    return changes


def ending(before: State, steps: Sequence[int], after: State) -> Message | None:
    """What has killed the player."""
    for effect in effects(before, steps, after):
        if effect.message and effect.message.code in _ENDINGS:
            return say(_ENDINGS[effect.message.code], **dict(effect.message.params))
    return None


_ENDINGS = {
    "walked_into_fence": "ran_into_fence",
    "walked_into_mho": "ran_into_mho",
    "landed_on_mho": "jumped_onto_mho",
    "mho_killed": "caught",
}
"""What is said of a lost game, by the code of what has happened."""
