"""HiVolts in words: positions, moves and sentences, and the board that a seed stands for."""

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

from taflheim.games.errors import IllegalMove, InvalidMove, InvalidPosition
from taflheim.games.hivolts.state import (
    ACTION_COUNT,
    DEAD,
    FIRST_LANDING,
    INSIDE,
    KEYS,
    MOST_MHOS,
    MOVE_COUNT,
    SIZE,
    SQUARES,
    START_FENCES,
    State,
    fences,
    make,
    mhos,
    over,
)
from taflheim.games.message import listed, phrases, quoted
from taflheim.games.modules import Options, Seed
from taflheim.games.rows import EMPTY, bits, write_rows
from taflheim.games.squares import board_names, square_name
from taflheim.games.view import Piece

__all__ = [
    "ACTION_COUNT",
    "MOVE_COUNT",
    "REASONS",
    "format",
    "move_text",
    "outcomes",
    "parse",
    "read_move",
    "say",
    "start",
]

REASONS = ("killed", "cleared")

say = phrases(
    {
        "killed": "You've lost! A fence or a Mho has killed you.",
        "ran_into_fence": "You've lost! You ran into the fence on {square}.",
        "ran_into_mho": "You've lost! You ran into the Mho on {square}.",
        "jumped_onto_mho": "You've lost! You jumped onto the Mho on {square}.",
        "caught": "You've lost! The Mho from {mho} caught you on {square}.",
        "cleared": "You've won! Every Mho has run into a fence.",
        "unreadable": "{text} is no move: expected one of the keys q w e a s d z x c j, or a landed jump as jf7",
        "mhos_left": "{mhos} left",
        "stepped": "You go to {square}.",
        "sat": "You sit on {square}.",
        "jumped": "You jump to {square}.",
        "walked_into_fence": "You run into the fence on {square}.",
        "walked_into_mho": "You run into the Mho on {square}.",
        "landed_on_mho": "You jump onto the Mho on {square}.",
        "mho_stepped": "The Mho on {mho} goes to {square}.",
        "mho_electrocuted": "The Mho on {mho} runs into the fence on {square}.",
        "mho_killed": "The Mho on {mho} catches you on {square}.",
        "fence": "{square} is a fence",
        "own_square": "you stand on {square} already",
        "out_of_reach": "you go one step at a time, or jump: {square} is out of reach",
    }
)

SQUARE_NAMES = tuple(square_name(square % INSIDE + 1, square // INSIDE + 1) for square in range(SQUARES))
"""The squares inside the edge by their numbers."""
BOARD_NAMES = board_names(SIZE, SIZE)
EDGE_NAMES = tuple(name for name in BOARD_NAMES if name not in SQUARE_NAMES)
MOVE_NAMES: tuple[str, ...] = (*KEYS, *(f"j{name}" for name in SQUARE_NAMES))
_EDGE = sum(1 << i for i, name in enumerate(BOARD_NAMES) if name in EDGE_NAMES)
_NUMBERS = {name: number for number, name in enumerate(MOVE_NAMES)}
_SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}


def read_move(text: str) -> tuple[int, ...]:
    """The number of a move text."""
    if text[:1] == "j" and text[1:] in EDGE_NAMES:
        raise IllegalMove(say("fence", square=text[1:]))
    if text not in _NUMBERS:
        raise InvalidMove(say("unreadable", text=quoted(text)))
    return (_NUMBERS[text],)


def move_text(steps: Sequence[int]) -> str:
    """The text of a move."""
    return MOVE_NAMES[steps[0]]


def outcomes(state: State, move: str) -> list[str]:
    """Where a jump can land: everywhere but on a fence or the player's own square; on a Mho too."""
    if over(state):
        return []
    closed = {*fences(state), state.player}
    return [MOVE_NAMES[FIRST_LANDING + square] for square in range(SQUARES) if square not in closed]


# ---- the board of a seed ------------------------------------------------------------------------------------------


def start(options: Options, seed: Seed | None) -> State:
    """The board of a seed, the same on every machine and in every version; without a seed, a fresh board.

    The first eight bytes (big-endian) of the SHA-256 of the UTF-8 text `hivolts:<seed>` are the state of a SplitMix64
    generator. A number below n is the next output that is less than the greatest multiple of n up to 2^64, modulo n.
    The 100 squares inside the edge, b2, c2, … k11, are shuffled: for i = 0, 1, 2, … the i-th is exchanged with the one
    that is a number below 100 - i places further on. The first 20 are fences, the next 12 the Mhos in list order, the
    next is the player. Gentle and fierce Mhos stand on the same board.
    """
    squares = _shuffled(fixed_seed(seed))
    placed = START_FENCES + MOST_MHOS
    gentle = options["mhos"] == "gentle"
    fenced = sum(1 << square for square in squares[:START_FENCES])
    return make(fenced, squares[placed], squares[START_FENCES:placed], gentle=gentle)


def fixed_seed(seed: Seed | None) -> str:
    """A seed as a text; without one, a random text that no other game has."""
    if seed is None:
        return secrets.token_hex()
    # Python itself refuses to write very long numbers, from a length on that depends on its settings.
    if isinstance(seed, int) and abs(seed) >= 10**100:
        raise InvalidPosition("a seed that is a number has at most 100 digits; a text can be longer")
    return str(seed)


def _shuffled(seed: str) -> list[int]:
    digest = sha256(f"hivolts:{seed}".encode("utf-8", "surrogatepass")).digest()
    numbers = _splitmix64(int.from_bytes(digest[:8], "big"))
    squares = list(range(SQUARES))
    for i in range(SQUARES):
        other = i + _below(SQUARES - i, numbers)
        squares[i], squares[other] = squares[other], squares[i]
    return squares


def _below(bound: int, numbers: Iterator[int]) -> int:
    fair = 2**64 - 2**64 % bound
    return next(number for number in numbers if number < fair) % bound


def _splitmix64(state: int) -> Iterator[int]:
    word = 2**64 - 1
    while True:
        state = state + 0x9E3779B97F4A7C15 & word
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & word
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & word
        yield mixed ^ mixed >> 31


# ---- positions ----------------------------------------------------------------------------------------------------


def format(state: State) -> str:
    """The canonical text."""
    fenced = {*EDGE_NAMES, *(SQUARE_NAMES[square] for square in fences(state))}
    rows = (
        "".join("#" if square_name(file, rank) in fenced else "." for file in range(SIZE))
        for rank in reversed(range(SIZE))
    )
    board = re.sub(r"\.+", lambda empties: str(len(empties[0])), "/".join(rows))
    player = "-" if state.player == DEAD else SQUARE_NAMES[state.player]
    return f"{board} {player} {','.join(SQUARE_NAMES[mho] for mho in mhos(state)) or '-'}"


def parse(text: str, options: Options) -> State:
    """The state with this text."""
    fields = text.split(" ")
    if len(fields) != 3:
        raise InvalidPosition(
            f"{quoted(text)}: expected three fields with single spaces between: fences, player and Mhos"
        )
    fenced = _parse_fences(fields[0])
    player = DEAD if fields[1] == "-" else _parse_square("player", fields[1], fenced, "a dead player")
    placed = _parse_mhos(fields[2], fenced)
    if player in placed:
        raise InvalidPosition(f"the player and a Mho both stand on {fields[1]}: expected squares of their own")
    return make(fenced, player, placed, gentle=options["mhos"] == "gentle")


def arrange(pieces: Sequence[Piece], turn: int, held: Mapping[str, int], options: Options) -> str:
    """The text of a position that was set up by hand; the edge is fenced, whether it was drawn or not."""
    on = {kind: [piece.spot for piece in pieces if piece.kind == kind] for kind in ("fence", "mho", "player")}
    if len(on["player"]) > 1:
        raise InvalidPosition(f"the player stands on {listed(on['player'])}: expected one square")
    fenced = {*EDGE_NAMES, *on["fence"]}
    board = write_rows(
        ["".join("#" if square_name(file, rank) in fenced else EMPTY for file in range(SIZE)) for rank in range(SIZE)][
            ::-1
        ]
    )
    return f"{board} {''.join(on['player']) or '-'} {','.join(on['mho']) or '-'}"


def _parse_fences(text: str) -> int:
    """The squares inside the edge that are fenced, as the bits of a number."""
    rows = text.split("/")
    if len(rows) != SIZE:
        raise InvalidPosition(f"fences {quoted(text)}: expected {SIZE} rows with / between, not {len(rows)}")
    board = [_spelt_out(row, rank) for rank, row in zip(reversed(range(SIZE)), rows, strict=True)]
    board.reverse()
    places = "".join(board)
    if bits(places, "#") & _EDGE != _EDGE:
        name = next(BOARD_NAMES[i] for i, place in enumerate(places) if place != "#" and _EDGE >> i & 1)
        raise InvalidPosition(f"{name} is empty: expected fences all along the edge")
    return bits("".join([row[1:-1] for row in board[1:-1]]), "#")


@lru_cache(4096)
def _spelt_out(row: str, rank: int) -> str:
    """The row with a dot for each empty square."""
    if not re.fullmatch("(?:#|(?:10|[1-9])(?![0-9]))+", row):
        raise InvalidPosition(
            f"rank {rank + 1} {quoted(row)}: expected # for each fence and a number from 1 to {INSIDE}"
            " for empty squares side by side"
        )
    spelt = re.sub("[0-9]+", lambda number: "." * int(number[0]), row)
    if len(spelt) != SIZE:
        raise InvalidPosition(f"rank {rank + 1} {quoted(row)}: expected {SIZE} squares, not {len(spelt)}")
    return spelt


def _parse_square(who: str, name: str, fenced: int, nobody: str) -> int:
    square = _SQUARES.get(name)
    if name in EDGE_NAMES if square is None else fenced >> square & 1:
        raise InvalidPosition(f"{who} {name}: there is a fence, and nobody stands on a fence")
    if square is None:
        raise InvalidPosition(f"{who} {quoted(name)}: expected a square from b2 to k11, or - for {nobody}")
    return square


def _parse_mhos(text: str, fenced: int) -> list[int]:
    names = [] if text == "-" else text.split(",")
    if len(names) > MOST_MHOS:
        raise InvalidPosition(f"Mhos {quoted(text)}: expected at most {MOST_MHOS}, not {len(names)}")
    squares = [_parse_square("Mho", name, fenced, "no Mhos") for name in names]
    if len(set(squares)) < len(squares):
        raise InvalidPosition(f"Mhos {quoted(text)}: two of them stand on one square")
    return squares
