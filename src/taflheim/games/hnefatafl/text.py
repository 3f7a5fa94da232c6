"""Hnefatafl in words: positions, moves and sentences."""

from collections.abc import Mapping, Sequence

from taflheim.games.errors import IllegalMove, InvalidMove, InvalidPosition
from taflheim.games.hnefatafl import state as geometry
from taflheim.games.hnefatafl.state import (
    ATTACKER,
    DEFENDER,
    KING,
    MOST,
    MOVE_COUNT,
    NAMES,
    NOWHERE,
    NUMBERS,
    RESTRICTED,
    SIZE,
    State,
    split,
)
from taflheim.games.message import phrases, quoted
from taflheim.games.modules import Options, Seed
from taflheim.games.rows import EMPTY, bits, read_rows, write_rows
from taflheim.games.view import Piece

__all__ = ["MOVE_COUNT", "REASONS", "format", "move_text", "parse", "read_move", "say", "start"]

REASONS = ("king_escaped", "king_captured", "surrounded")

START = "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 t"

say = phrases(
    {
        "king_escaped": "The defenders win! The king has reached a corner.",
        "king_captured": "The attackers win! The king is captured.",
        "surrounded": "The attackers win! The king and all his men are surrounded.",
        "unreadable": "{text} is no move: expected two squares as f10-f8",
        "not_straight": "{origin}-{to}: pieces move along a rank or a file",
        "moved": "{what} goes from {origin} to {to}.",
        "captured": "{what} on {square} is captured.",
        "no_piece": "no piece stands on {square}",
        "not_yours": "it is the turn of the {side}, and the piece on {square} is not theirs",
        "occupied": "{square} is not empty",
        "blocked": "{what} on {square} cannot move: every way is closed",
        "in_the_way": "the piece on {square} is in the way",
        "throne": "the throne is for the king alone",
        "corner": "the corners are for the king alone",
    }
)

_LETTERS = {"t": ATTACKER, "T": DEFENDER, "K": KING}
_PIECES = {piece: letter for letter, piece in _LETTERS.items()}
_LETTERS_OF_KINDS = {"attacker": "t", "defender": "T", "king": "K"}
_TURNS = ("t", "T")
_MAY_REST = (EMPTY, "K")
"""What may stand on a restricted square."""
_PLURALS = {ATTACKER: "attackers", DEFENDER: "defenders", KING: "kings"}


def start(options: Options, seed: Seed | None) -> State:
    """The king on his throne, his men around him, attackers on all four sides."""
    return parse(START, options)


def parse(text: str, options: Options) -> State:
    """The state with this text."""
    fields = text.split(" ")
    if len(fields) != 2:
        raise InvalidPosition(f"{quoted(text)}: expected two fields with a single space between: board and turn")
    if fields[1] not in _TURNS:
        raise InvalidPosition(f"turn {quoted(fields[1])}: expected t (attackers) or T (the king's side)")
    rows = read_rows(fields[0], [SIZE] * SIZE, "".join(_LETTERS))
    places = "".join(reversed(rows))
    for letter, piece in _LETTERS.items():
        number = places.count(letter)
        if number > MOST[piece]:
            raise InvalidPosition(f"board has {number} {_PLURALS[piece]}: expected at most {MOST[piece]}")
    for square in RESTRICTED:
        if places[square] not in _MAY_REST:
            raise InvalidPosition(f"{NAMES[square]}: only the king may stand on the throne or a corner")
    attackers, defenders, king = bits(places, "t"), bits(places, "T"), places.find("K")
    turn = _TURNS.index(fields[1])
    return State(*split(attackers), *split(defenders), NOWHERE if king < 0 else king, turn)


def format(state: State) -> str:
    """The canonical text."""
    board = geometry.board(state)
    rows = [
        "".join(_PIECES.get(board.get(rank * SIZE + file, 0), EMPTY) for file in range(SIZE))
        for rank in reversed(range(SIZE))
    ]
    return f"{write_rows(rows)} {_TURNS[state.turn]}"


def arrange(pieces: Sequence[Piece], turn: int, held: Mapping[str, int], options: Options) -> str:
    """The text of a position that was set up by hand."""
    board = {piece.spot: _LETTERS_OF_KINDS[piece.kind] for piece in pieces}
    rows = ["".join(board.get(NAMES[rank * SIZE + file], EMPTY) for file in range(SIZE)) for rank in range(SIZE)]
    return f"{write_rows(rows[::-1])} {_TURNS[turn]}"


MOVE_NAMES = tuple("-".join(NAMES[square] for square in geometry.ends(move)) for move in range(MOVE_COUNT))
_MOVES = {name: (number,) for number, name in enumerate(MOVE_NAMES)}


def read_move(text: str) -> tuple[int, ...]:
    """The number of a move text; captures may be named behind it."""
    if text in _MOVES:
        return _MOVES[text]
    short, *captures = text.split("x")
    squares = short.split("-")
    if len(squares) != 2 or any(name not in NUMBERS for name in [*squares, *captures]):
        raise InvalidMove(say("unreadable", text=quoted(text)))
    origin, to = NUMBERS[squares[0]], NUMBERS[squares[1]]
    if origin == to or (origin % SIZE != to % SIZE and origin // SIZE != to // SIZE):
        raise IllegalMove(say("not_straight", origin=squares[0], to=squares[1]))
    return (geometry.number(origin, to),)


def move_text(steps: Sequence[int]) -> str:
    """The short text of a move."""
    return MOVE_NAMES[steps[0]]
