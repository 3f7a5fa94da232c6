"""Positions, moves and sentences."""

from collections.abc import Mapping, Sequence

from taflheim.games.errors import InvalidMove, InvalidPosition
from taflheim.games.message import phrases, quoted
from taflheim.games.modules import Options, Seed
from taflheim.games.rows import EMPTY, read_rows, write_rows
from taflheim.games.view import Piece
from toy.state import NAMES, SIZE, SQUARES, State, in_a_row

MOVE_COUNT = SQUARES
REASONS = ("in_a_row", "full")

say = phrases(
    {
        "in_a_row": "The {winner} win! They have three in a row.",
        "full": "The {winner} win! The board is full.",
        "unreadable": "{text} is no move: expected a square as b2",
        "put": "The {side} take {square}.",
        "taken": "{square} is taken",
    }
)


def start(options: Options, seed: Seed | None) -> State:
    """The empty board."""
    return State(0, 0, 0)


def parse(text: str, options: Options) -> State:
    """The state with this text."""
    fields = text.split(" ")
    if len(fields) != 2 or fields[1] not in ("x", "o"):
        raise InvalidPosition(f"{quoted(text)}: expected the board and the turn, x or o")
    signs = "".join(reversed(read_rows(fields[0], [SIZE] * SIZE, "xo")))
    crosses, noughts = (sum(1 << i for i in range(SQUARES) if signs[i] == sign) for sign in "xo")
    turn = "xo".index(fields[1])
    if signs.count("x") != signs.count("o") + turn:
        raise InvalidPosition(
            f"{quoted(text)}: crosses begin, so with x to move there are as many x as o, else one more"
        )
    if in_a_row(crosses) and in_a_row(noughts):
        raise InvalidPosition(f"{quoted(text)}: only one side can have three in a row")
    return State(crosses, noughts, turn)


def format(state: State) -> str:
    """The canonical text."""
    signs = "".join("x" if state.crosses >> i & 1 else "o" if state.noughts >> i & 1 else EMPTY for i in range(SQUARES))
    rows = [signs[i : i + SIZE] for i in range(0, SQUARES, SIZE)]
    return f"{write_rows(rows[::-1])} {'xo'[state.turn]}"


def arrange(pieces: Sequence[Piece], turn: int, held: Mapping[str, int], options: Options) -> str:
    """The text of a position that was set up by hand."""
    signs = {piece.spot: "xo"[piece.side == "noughts"] for piece in pieces}
    rows = ["".join(signs.get(NAMES[i + j], EMPTY) for j in range(SIZE)) for i in range(0, SQUARES, SIZE)]
    return f"{write_rows(rows[::-1])} {'xo'[turn]}"


def read_move(text: str) -> tuple[int, ...]:
    """The number of a move text."""
    if text not in NAMES:
        raise InvalidMove(say("unreadable", text=quoted(text)))
    return (NAMES.index(text),)


def move_text(steps: Sequence[int]) -> str:
    """The text of a move."""
    return NAMES[steps[0]]
