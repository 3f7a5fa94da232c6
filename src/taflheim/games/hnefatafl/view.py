"""How Hnefatafl shows itself: black attackers, white defenders and their king on squares."""

from collections.abc import Sequence

from taflheim.games import position
from taflheim.games.hnefatafl import state as geometry
from taflheim.games.hnefatafl.look import COLOURS, GLYPHS, INKS, SHAPES
from taflheim.games.hnefatafl.state import (
    ATTACKER,
    CORNERS,
    DEFENDER,
    EMPTY,
    KING,
    NAMES,
    NUMBERS,
    RESTRICTED,
    SIDES,
    SIZE,
    SQUARES,
    THRONE,
    State,
    ends,
)
from taflheim.games.hnefatafl.text import move_text, say
from taflheim.games.message import Message
from taflheim.games.modules import Options
from taflheim.games.squares import file_letters, rank_numbers
from taflheim.games.view import Effect, Fact, Layout, Mark, Piece, Placeable, Spot, Typed

_KINDS = {ATTACKER: "attacker", DEFENDER: "defender", KING: "king"}
_OWNERS = {ATTACKER: SIDES[0], DEFENDER: SIDES[1], KING: SIDES[1]}
_SPOKEN = {ATTACKER: "The attacker", DEFENDER: "The defender", KING: "The king"}


class Position(position.Position):
    """A position of Hnefatafl, which can also be had as an array of numbers."""

    __slots__ = ()
    state: State

    @property
    def board(self) -> list[list[int]]:
        """Eleven rows from the top rank down, of EMPTY, ATTACKER, DEFENDER and KING.

        >>> import taflheim
        >>> taflheim.game("hnefatafl").start().board[5]
        [1, 1, 0, 2, 2, 4, 2, 2, 0, 1, 1]
        """
        pieces = geometry.board(self.state)
        ranks = reversed(range(SIZE))
        return [[pieces.get(rank * SIZE + file, EMPTY) for file in range(SIZE)] for rank in ranks]


def layout(options: Options) -> Layout:
    """Squares, the throne and the corners."""
    return Layout(
        width=SIZE,
        height=SIZE,
        spots=tuple(Spot(NAMES[s], "square", s % SIZE, s // SIZE, NAMES[s]) for s in range(SQUARES)),
        glyphs=GLYPHS,
        shapes=SHAPES,
        colours=COLOURS,
        inks=INKS,
        files=file_letters(SIZE),
        ranks=rank_numbers(SIZE),
        marks=(Mark("throne", NAMES[THRONE]), *(Mark("corner", NAMES[corner]) for corner in CORNERS)),
        spread=2,
    )


def pieces(state: State) -> tuple[Piece, ...]:
    """All pieces in the order of their squares."""
    return tuple(Piece(_KINDS[piece], _OWNERS[piece], NAMES[square]) for square, piece in geometry.board(state).items())


def placeable(options: Options) -> tuple[Placeable, ...]:
    """The throne and the corners are for the king alone."""
    free = tuple(name for square, name in enumerate(NAMES) if square not in RESTRICTED)
    return tuple(Placeable(_KINDS[piece], _OWNERS[piece], NAMES if piece == KING else free) for piece in _KINDS)


def facts(state: State) -> tuple[Fact, ...]:
    """Nothing but what every game shows."""
    return ()


def clicks(state: State, step: int) -> tuple[str, ...]:
    """The piece, then its target."""
    origin, to = ends(step)
    return NAMES[origin], NAMES[to]


def _captured(before: State, step: int, after: State) -> list[int]:
    """The squares whose pieces a move captures, in board order."""
    origin, _ = ends(step)
    there = geometry.board(after)
    return [square for square in geometry.board(before) if square != origin and square not in there]


def effects(before: State, steps: Sequence[int], after: State) -> tuple[Effect, ...]:
    """A piece slides; others vanish."""
    board = geometry.board(before)
    origin, to = ends(steps[0])
    message = say("moved", what=_SPOKEN[board[origin]], origin=NAMES[origin], to=NAMES[to])
    return (
        Effect("move", "slide", NAMES[origin], NAMES[to], message=message),
        *(
            Effect(
                "vanish",
                "captured",
                NAMES[square],
                message=say("captured", what=_SPOKEN[board[square]], square=NAMES[square]),
            )
            for square in _captured(before, steps[0], after)
        ),
    )


def written(before: State, steps: Sequence[int], after: State) -> str:
    """The move with the squares it captures on."""
    return "x".join([move_text(steps), *(NAMES[square] for square in _captured(before, steps[0], after))])


def explain(state: State, step: int) -> Message:
    """Why a move is not legal."""
    board = geometry.board(state)
    origin, to = ends(step)
    if not_own := _explain_piece(state, origin):
        return not_own
    stride = (1 if to // SIZE == origin // SIZE else SIZE) * (1 if to > origin else -1)
    for square in range(origin + stride, to, stride):
        if square in board:
            return say("in_the_way", square=NAMES[square])
    if to in board:
        return say("occupied", square=NAMES[to])
    return say("throne" if to == THRONE else "corner")


def explain_clicks(state: State, clicked: tuple[str, ...]) -> Message | None:
    """Why a piece cannot be chosen, or cannot go to a square."""
    origin, *others = (NUMBERS[name] for name in clicked)
    if not_own := _explain_piece(state, origin):
        return not_own
    if not others:
        return say("blocked", what=_SPOKEN[geometry.board(state)[origin]].lower(), square=NAMES[origin])
    to = others[0]
    if to == origin:
        return None
    if origin % SIZE != to % SIZE and origin // SIZE != to // SIZE:
        return say("not_straight", origin=NAMES[origin], to=NAMES[to])
    return explain(state, geometry.number(origin, to))


def _explain_piece(state: State, square: int) -> Message | None:
    """Why the side to move has no piece on a square; None if it has one."""
    piece = geometry.board(state).get(square)
    if piece is None:
        return say("no_piece", square=NAMES[square])
    if _OWNERS[piece] != SIDES[state.turn]:
        return say("not_yours", square=NAMES[square], side=SIDES[state.turn])
    return None


def typed(state: State) -> tuple[Typed, ...]:
    """Moves are typed as they are written."""
    return ()
