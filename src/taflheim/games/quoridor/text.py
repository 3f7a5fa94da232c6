"""Quoridor in words: positions, moves and sentences."""

from collections.abc import Mapping, Sequence

from taflheim.games.errors import InvalidMove, InvalidPosition
from taflheim.games.message import listed, phrases, quoted
from taflheim.games.modules import Options, Seed
from taflheim.games.quoridor.state import (
    LEFT,
    MOVE_COUNT,
    SIDE_TITLES,
    SIDES,
    SIZE,
    START_CELLS,
    State,
    make,
    on_goal,
    pawns,
    walls_left,
)
from taflheim.games.rulebook import either
from taflheim.games.squares import board_names
from taflheim.games.view import Piece

__all__ = ["MOVE_COUNT", "REASONS", "format", "move_text", "parse", "read_move", "say", "start"]

REASONS = ("arrived", "last_one_left")

say = phrases(
    {
        "arrived": "{winner} wins! The pawn has reached its goal line.",
        "last_one_left": "{winner} wins! Everybody else has left the game.",
        "unreadable": "{text} is no move: expected a cell as e8, a wall as e3h or e3v, or pass",
        "walls_left": "{side}: {walls} left",
        "gone": "{side}: has left the game",
        "stepped": "{side} goes to {cell}.",
        "jumped": "{side} jumps to {cell}.",
        "walled": "{side} places the wall {wall}.",
        "passed": "{side} passes.",
        "no_pass": "the strict rules have no pass while there is another move",
        "own_cell": "{side}'s pawn stands on {cell} already",
        "taken": "{other}'s pawn stands on {cell}",
        "wall_between": "a wall is in the way to {cell}",
        "wall_behind": "a wall is behind {other}'s pawn, so there is no jump straight over it",
        "pawn_behind": "never over two pawns",
        "straight_open": "the way straight over {other}'s pawn is open, so the pawn cannot turn aside to {cell}",
        "out_of_reach": "a pawn goes one step, or jumps over a pawn beside it: {cell} is out of reach",
        "no_walls": "{side} has no walls left",
        "overlap": "a wall here would overlap the wall {other}",
        "crossing": "a wall here would cross the wall {other}",
        "no_path": "a wall here would leave {side} no way to {goal}",
        "blocked": "{side} has no way to {goal} already, so no wall may be placed",
    },
    SIDE_TITLES,
)


CELL_NAMES = board_names(SIZE, SIZE)
ANCHOR_NAMES = board_names(SIZE - 1, SIZE - 1)
MOVE_NAMES = (
    *CELL_NAMES,
    *(f"{anchor}h" for anchor in ANCHOR_NAMES),
    *(f"{anchor}v" for anchor in ANCHOR_NAMES),
    "pass",
)
_NUMBERS = {name: number for number, name in enumerate(MOVE_NAMES)}
_CELLS = {name: cell for cell, name in enumerate(CELL_NAMES)}
_COUNTS = {str(count): count for count in range(20)}
_ANCHORS = {name: anchor for anchor, name in enumerate(ANCHOR_NAMES)}


def start(options: Options, seed: Seed | None) -> State:
    """All pawns in the middle of their sides, all walls in hand."""
    players = options["players"]
    hands = (20 // players,) * players
    return make(START_CELLS[:players], hands, 0, 0, 0, strict=options["rules"] == "strict")


def read_move(text: str) -> tuple[int, ...]:
    """The number of a move text."""
    if text not in _NUMBERS:
        raise InvalidMove(say("unreadable", text=quoted(text)))
    return (_NUMBERS[text],)


def move_text(steps: Sequence[int]) -> str:
    """The text of a move."""
    return MOVE_NAMES[steps[0]]


# ---- positions ----------------------------------------------------------------------------------------------------


def format(state: State) -> str:
    """The canonical text."""
    return " ".join(
        (
            ",".join("-" if cell == LEFT else CELL_NAMES[cell] for cell in pawns(state)),
            ",".join(map(str, walls_left(state))),
            _format_walls(state.horizontal),
            _format_walls(state.vertical),
            SIDES[state.turn],
        )
    )


def _format_walls(walls: int) -> str:
    return ",".join(sorted(name for name, anchor in _ANCHORS.items() if walls >> anchor & 1)) or "-"


def parse(text: str, options: Options) -> State:
    """The state with this text."""
    fields = text.split(" ")
    if len(fields) != 5:
        raise InvalidPosition(
            f"{quoted(text)}: expected five fields with single spaces between:"
            " pawns, walls left, horizontal walls, vertical walls and turn"
        )
    players = options["players"]
    cells = _parse_pawns(fields[0], players)
    hands = _parse_hands(fields[1], players)
    horizontal, vertical = _parse_walls(fields[2], "horizontal"), _parse_walls(fields[3], "vertical")
    _check_apart(horizontal, vertical)
    there = [side for side, cell in zip(SIDES, cells, strict=False) if cell != LEFT]
    if fields[4] not in there:
        raise InvalidPosition(f"turn {quoted(fields[4])}: expected {either(there)}")
    state = make(cells, hands, horizontal, vertical, SIDES.index(fields[4]), strict=options["rules"] == "strict")
    if not horizontal and not vertical:
        return state  # nothing can be closed: no need to load the compiler
    from taflheim.games.quoridor import rules

    return rules.with_paths_checked(state)


def arrange(pieces: Sequence[Piece], turn: int, held: Mapping[str, int], options: Options) -> str:
    """The text of a position that was set up by hand."""
    sides = SIDES[: options["players"]]
    pawns = {side: [piece.spot for piece in pieces if (piece.kind, piece.side) == ("pawn", side)] for side in sides}
    for side, cells in pawns.items():
        if len(cells) > 1:
            raise InvalidPosition(f"{SIDE_TITLES[side]}'s pawn stands on {listed(cells)}: expected one cell")
    walls = {
        way: ",".join(sorted(piece.spot[:-1] for piece in pieces if piece.kind == f"wall.{way}")) or "-"
        for way in ("horizontal", "vertical")
    }
    places = ",".join("".join(cells) or "-" for cells in pawns.values())
    left = ",".join(str(held.get(f"walls_left.{side}", 0)) for side in sides)
    return f"{places} {left} {walls['horizontal']} {walls['vertical']} {SIDES[turn]}"


def _parse_pawns(text: str, players: int) -> tuple[int, ...]:
    names = text.split(",")
    if len(names) != players:
        raise InvalidPosition(f"pawns {quoted(text)}: expected {players} with commas between, as this game has so many")
    for name in names:
        if name != "-" and name not in _CELLS:
            raise InvalidPosition(f"pawn {quoted(name)}: expected a cell from a1 to i9, or - for a player who has left")
    cells = tuple(_CELLS.get(name, LEFT) for name in names)
    there = [cell for cell in cells if cell != LEFT]
    if len(there) < players and players == 2:
        raise InvalidPosition(f"pawns {quoted(text)}: in a game of two nobody leaves the board")
    if not there:
        raise InvalidPosition(f"pawns {quoted(text)}: somebody must be left")
    if len(set(there)) < len(there):
        raise InvalidPosition(f"pawns {quoted(text)}: two pawns on one cell")
    if sum(on_goal(cell, player) for player, cell in enumerate(cells)) > 1:
        raise InvalidPosition(f"pawns {quoted(text)}: two pawns on their goal lines, but the first to arrive has won")
    return cells


def _parse_hands(text: str, players: int) -> tuple[int, ...]:
    most = 20 // players
    counts = text.split(",")
    if len(counts) != players or any(_COUNTS.get(count, most + 1) > most for count in counts):
        raise InvalidPosition(f"walls left {quoted(text)}: expected {players} numbers from 0 to {most}, commas between")
    return tuple(_COUNTS[count] for count in counts)


def _parse_walls(text: str, direction: str) -> int:
    names = [] if text == "-" else text.split(",")
    for name in names:
        if name not in _ANCHORS:
            raise InvalidPosition(f"{direction} wall {quoted(name)}: expected an anchor from a1 to h8, or - for none")
    if names != sorted(set(names)):
        raise InvalidPosition(f"{direction} walls {quoted(text)}: expected each once, in alphabetical order")
    return sum(1 << _ANCHORS[name] for name in names)


def _check_apart(horizontal: int, vertical: int) -> None:
    not_last_file = 0x7F7F7F7F7F7F7F7F
    for walls, neighbours, what in (
        (horizontal, (horizontal & not_last_file) << 1, "horizontal walls overlap"),
        (vertical, vertical << 8, "vertical walls overlap"),
        (horizontal, vertical, "walls cross"),
    ):
        if walls & neighbours:
            at = (walls & neighbours).bit_length() - 1
            raise InvalidPosition(f"{what} at {ANCHOR_NAMES[at]}")
