"""The vocabulary in which a game shows itself. Front ends know these words and no rules.

Everything stands on a lattice of whole numbers, x to the right and y up. A game states its layout once; for each
position it tells its pieces, the facts beside the board, where one can click next, and what a move changes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from taflheim.games.message import Message

_MOST_SENTENCES = 4


class Spot(NamedTuple):
    """A place that can hold a piece or be clicked. Buttons lie beside the board and have no place on the lattice."""

    name: str
    kind: str
    """square, point, groove or button"""
    x: int
    y: int
    label: str
    """What a screen reader says."""
    width: int = 1
    height: int = 1


class Line(NamedTuple):
    """A line from one lattice point to another, along which pieces move."""

    x1: int
    y1: int
    x2: int
    y2: int


class Mark(NamedTuple):
    """Something drawn under the pieces of a spot: throne, corner, paddock, goal."""

    kind: str
    spot: str
    side: str = ""


class PadKey(NamedTuple):
    """A key that plays a move, in a diagram of such keys."""

    key: str
    """As in `Layout.keys`."""
    sign: str
    """What is drawn on it."""
    label: str
    """What a screen reader says."""


class Glyph(NamedTuple):
    """How a piece or an empty place looks in a terminal."""

    ascii: str
    unicode: str


@dataclass(frozen=True)
class Layout:
    """What does not change during a game."""

    width: int
    height: int
    spots: tuple[Spot, ...]
    glyphs: Mapping[str, Glyph]
    """By kind of piece, mark, spot or gap of the lattice; `kind.side` goes before `kind`."""
    files: Mapping[int, str]
    """Letters under the board, by x."""
    ranks: Mapping[int, str]
    """Numbers beside the board, by y."""
    lines: tuple[Line, ...] = ()
    marks: tuple[Mark, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys that play a move at once, by the names browsers give them."""
    pad: tuple[tuple[PadKey, ...], ...] = ()
    """How those keys lie that are worth a diagram: in rows. Each can be clicked there."""
    spread: int = 1
    """Columns of a terminal for each column of the lattice."""
    groove: float = 1
    """How wide odd places of the lattice are, where even ones are 1 wide."""
    shapes: Mapping[str, str] = field(default_factory=dict)
    """SVG of pieces and marks for a square 100 wide around 0, 0; keys as in `glyphs`. What a mark puts into the frame
    of the board is `rim.kind`."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Of frame, board (the ground of the field), square, line, point and text (coordinates); and, where there is any,
    of the grain of squares and of the thread with which lines are sewn."""
    inks: Mapping[str, str] = field(default_factory=dict)
    """Colours of pieces, marks and spots in a terminal, where nothing has an outline: keys as in `glyphs`. What a mark
    puts into the frame of the board is `rim.kind`."""

    @cached_property
    def by_name(self) -> Mapping[str, Spot]:
        """The spots by their names."""
        return {spot.name: spot for spot in self.spots}


class Piece(NamedTuple):
    """Something that stands on a spot; `side` is empty for what belongs to no side."""

    kind: str
    side: str
    spot: str


class Fact(NamedTuple):
    """A number or word beside the board."""

    code: str
    side: str
    value: int | str
    message: Message
    piece: Piece | None = None
    """If it counts pieces: one of them, as it stands or could stand on the board. It is drawn as often as it counts."""


class Placeable(NamedTuple):
    """A kind of piece that can be set up by hand, and where it can stand."""

    kind: str
    side: str
    spots: tuple[str, ...]


class Held(NamedTuple):
    """A number of a position that no piece shows, such as walls in hand; it can be set up by hand as well."""

    code: str
    side: str
    most: int
    label: str


class Effect(NamedTuple):
    """One change of the pieces, in the order in which they happen.

    `move`: the piece on `spot` goes to `to`. `vanish`: it leaves the board, on its way to `to` if that is given.
    `appear`: `piece` comes to `spot`. `note`: nothing changes on the board.
    """

    kind: str
    how: str
    """slide, step, jump, captured, trapped, electrocuted, killed, placed, left …: for the look of it"""
    spot: str = ""
    to: str = ""
    piece: Piece | None = None
    message: Message | None = None


class Continuation(NamedTuple):
    """After some clicks: the spots that can be clicked next, or the move that is complete."""

    spots: tuple[str, ...]
    move: str | None = None


class Typed(NamedTuple):
    """Something short that a person can type at a terminal instead of a move."""

    key: str
    moves: Mapping[str, str]
    """The move for each answer to the question, or the one move for '' where nothing is asked."""
    question: str = ""
    spot: str = ""
    """Where the key is shown on the board."""


def in_words(effects: Iterable[Effect]) -> str:
    """What happened, in sentences. Where much happens at once, plain movements after the first are left out."""
    told = [effect for effect in effects if effect.message]
    if len(told) > _MOST_SENTENCES:
        told = [told[0], *(effect for effect in told[1:] if effect.kind != "move")]
    return " ".join(str(effect.message) for effect in told)


def last_spots(effects: Sequence[Effect]) -> list[str]:
    """Where a move went along: the mover's own way, not what others did in answer to it."""
    if not effects:
        return []
    own, *others = effects
    way = [spot for spot in (own.spot, own.to) if spot]
    for effect in others:
        if effect.kind == "move" and way and effect.spot == way[-1]:
            way.append(effect.to)
    return way


def apply(effects: Iterable[Effect], pieces: Iterable[Piece]) -> frozenset[Piece]:
    """The pieces after these effects.

    >>> apply([Effect("move", "step", "a1", "a2")], [Piece("pawn", "a", "a1")])
    frozenset({Piece(kind='pawn', side='a', spot='a2')})
    """
    board = {piece.spot: piece for piece in pieces}
    for effect in effects:
        if effect.kind == "appear":
            assert effect.piece is not None
            board[effect.spot] = effect.piece
        elif effect.kind in ("move", "vanish"):
            piece = board.pop(effect.spot)
            if effect.kind == "move":
                board[effect.to] = piece._replace(spot=effect.to)
    return frozenset(board.values())
