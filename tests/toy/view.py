"""How the toy shows itself."""

from collections.abc import Sequence

from taflheim.games.message import Message
from taflheim.games.modules import Options
from taflheim.games.squares import file_letters, rank_numbers
from taflheim.games.view import Effect, Fact, Glyph, Layout, Piece, Placeable, Spot, Typed
from toy.state import NAMES, SIDES, SIZE, SQUARES, State
from toy.text import move_text, say


def layout(options: Options) -> Layout:
    """Nine squares."""
    return Layout(
        width=SIZE,
        height=SIZE,
        spots=tuple(Spot(name, "square", i % SIZE, i // SIZE, name) for i, name in enumerate(NAMES)),
        glyphs={"square": Glyph(".", "·"), "sign.crosses": Glyph("x", "✕"), "sign.noughts": Glyph("o", "◯")},
        files=file_letters(SIZE),
        ranks=rank_numbers(SIZE),
        keys={str(i + 1): name for i, name in enumerate(NAMES)},
    )


def pieces(state: State) -> tuple[Piece, ...]:
    """All signs, in the order of the squares."""
    signs = zip(SIDES, (state.crosses, state.noughts), strict=True)
    return tuple(Piece("sign", side, NAMES[i]) for side, squares in signs for i in range(SQUARES) if squares >> i & 1)


def placeable(options: Options) -> tuple[Placeable, ...]:
    """Signs can be everywhere."""
    return tuple(Placeable("sign", side, NAMES) for side in SIDES)


def facts(state: State) -> tuple[Fact, ...]:
    """Nothing but what every game shows."""
    return ()


def clicks(state: State, step: int) -> tuple[str, ...]:
    """One click on the square."""
    return (NAMES[step],)


def effects(before: State, steps: Sequence[int], after: State) -> tuple[Effect, ...]:
    """A sign appears."""
    side, square = SIDES[before.turn], NAMES[steps[0]]
    message = say("put", side=side, square=square)
    return (Effect("appear", "placed", square, piece=Piece("sign", side, square), message=message),)


def explain(state: State, step: int) -> Message:
    """Only a taken square is not open."""
    return say("taken", square=NAMES[step])


def explain_clicks(state: State, clicked: tuple[str, ...]) -> Message:
    """Every click is a move."""
    return explain(state, NAMES.index(clicked[0]))


def written(before: State, steps: Sequence[int], after: State) -> str:
    """People write moves as programs do."""
    return move_text(steps)


def typed(state: State) -> tuple[Typed, ...]:
    """Moves are typed as they are written."""
    return ()
