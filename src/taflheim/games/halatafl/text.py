"""Halatafl in words: positions, moves and sentences."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from taflheim.games.errors import IllegalMove, InvalidMove, InvalidPosition
from taflheim.games.halatafl.state import (
    FOXES,
    MOST_FOXES,
    MOST_SHEEP,
    MOVE_COUNT,
    MOVES,
    NAMES,
    POINTS,
    SIZE,
    WIDTH,
    State,
    points_in,
)
from taflheim.games.message import counted, phrases, quoted
from taflheim.games.modules import Options, Seed
from taflheim.games.rows import EMPTY, bits, read_rows, write_rows
from taflheim.games.view import Piece

__all__ = ["MOVE_COUNT", "REASONS", "format", "move_text", "parse", "read_move", "say", "start"]

REASONS = ("paddock_full", "foxes_gone", "too_few_sheep")

say = phrases(
    {
        "paddock_full": "The {winner} win! They hold all nine points of the paddock.",
        "foxes_gone": "The {winner} win! No fox is left.",
        "too_few_sheep": "The {winner} win! Fewer than nine sheep are left.",
        "no_line": "{text}: a step goes to the next point on a line, a jump over one point to the point beyond",
        "unreadable": "{text} is no move: expected a step along a line as d4-d5, or jumps along lines as c5xc3xe3",
        "sheep_left": "sheep: {count} left",
        "paddock": "sheep: {count} of {all} in the paddock",
        "stepped": "A {piece} goes from {origin} to {to}.",
        "jumped": "A fox jumps from {origin} to {landings}, and captures the sheep on {captured}.",
        "trapped": "The fox on {point} is trapped and leaves the board.",
        "must_go_on": "this fox must go on jumping",
        "other_fox": "only the fox on {point} may go on jumping",
        "none_of_yours": "it is the turn of the {side}, and no {piece} stands on {point}",
        "sheep_capture": "sheep never jump: they do not capture",
        "diagonally": "sheep never go diagonally",
        "backwards": "sheep never go backwards",
        "occupied": "{point} is not empty",
        "no_prey": "there is no sheep on {point} to jump over",
        "must_capture": "the fox on {point} can capture, so the foxes must capture",
        "blocked": "the sheep on {point} cannot move: no point before or beside it is empty",
        "sheep_reach": "a sheep goes one step, forward or sideways: {point} is out of reach",
        "fox_reach": "a fox goes one step along a line, or jumps over a sheep beside it: {point} is out of reach",
    }
)

_TURNS = ("s", "f")
_FOX, _SHEEP = "F", "S"
_LEFT_OUT = ("d1", "c1", "e1")
"""The sheep that are missing first when there are fewer than twenty."""

# The points of each row of the text, from the top rank down.
_ROWS = tuple([point for point in POINTS if point // WIDTH == rank] for rank in reversed(range(SIZE)))

_STEPS = {f"{NAMES[move.origin]}-{NAMES[move.to]}": number for number, move in enumerate(MOVES) if move.over is None}
_JUMPS = {(NAMES[move.origin], NAMES[move.to]): number for number, move in enumerate(MOVES) if move.over is not None}
_ON_BOARD = frozenset(NAMES[point] for point in POINTS)
_FIRST_WORDS = (*_STEPS, *map("x".join, _JUMPS))
_NEXT_WORDS = tuple(f"x{NAMES[move.to]}" for move in MOVES)


def start(options: Options, seed: Seed | None) -> State:
    """The sheep on the lower four ranks, the foxes in the back corners of the paddock."""
    missing = _LEFT_OUT[: MOST_SHEEP - options["sheep"]]
    sheep = (point for point in POINTS if point // WIDTH < 4 and NAMES[point] not in missing)
    return State(_word(sheep), _word(point for point in POINTS if NAMES[point] in ("c7", "e7")), 0, 0)


def read_move(text: str) -> tuple[int, ...]:
    """The number of a step, or one for each jump."""
    if text in _STEPS:
        return (_STEPS[text],)
    landings = text.split("x")
    numbers = [_JUMPS.get(jump) for jump in pairwise(landings)]
    known = tuple(number for number in numbers if number is not None)
    if numbers and len(known) == len(numbers):
        return known
    points = landings if numbers else text.split("-")
    if (numbers or len(points) == 2) and _ON_BOARD.issuperset(points):
        raise IllegalMove(say("no_line", text=quoted(text)))
    raise InvalidMove(say("unreadable", text=quoted(text)))


def move_text(steps: Sequence[int]) -> str:
    """The text of a step, or of the jumps of a chain."""
    first, *others = steps
    return _FIRST_WORDS[first] + "".join([_NEXT_WORDS[step] for step in others])


# ---- positions ----------------------------------------------------------------------------------------------------


def format(state: State) -> str:
    """The canonical text."""
    letters = dict.fromkeys(POINTS, EMPTY)
    letters.update(dict.fromkeys(points_in(state.sheep), _SHEEP))
    letters.update(dict.fromkeys(points_in(state.foxes), _FOX))
    board = write_rows(["".join(map(letters.__getitem__, row)) for row in _ROWS])
    going_on = "".join(f" {NAMES[point]}" for point in points_in(state.jumper))
    return f"{board} {_TURNS[state.turn]}{going_on}"


def parse(text: str, options: Options) -> State:
    """The state with this text."""
    fields = text.split(" ")
    if len(fields) not in (2, 3):
        raise InvalidPosition(
            f"{quoted(text)}: expected two fields with a single space between: board and turn"
            " (amid a chain of jumps a third, the point of the fox that goes on)"
        )
    if fields[1] not in _TURNS:
        raise InvalidPosition(f"turn {quoted(fields[1])}: expected s (sheep) or f (foxes)")
    rows = read_rows(fields[0], list(map(len, _ROWS)), _FOX + _SHEEP)
    # From rank 1 up, every rank in as many places as its bits have.
    places = "".join(_indented(row) for row in reversed(rows))
    sheep, foxes = bits(places, _SHEEP), bits(places, _FOX)
    if sheep.bit_count() > MOST_SHEEP:
        raise InvalidPosition(f"board has {sheep.bit_count()} sheep: expected at most {MOST_SHEEP}")
    if foxes.bit_count() > MOST_FOXES:
        raise InvalidPosition(f"board has {counted(foxes.bit_count(), 'fox', 'foxes')}: expected at most {MOST_FOXES}")
    state = State(sheep, foxes, 0, _TURNS.index(fields[1]))
    if len(fields) == 3:
        return _amid_chain(state, fields[2])
    if state.turn == FOXES and foxes:
        _check_not_trapped(state)
    return state


def arrange(pieces: Sequence[Piece], turn: int, held: Mapping[str, int], options: Options) -> str:
    """The text of a position that was set up by hand."""
    letters = {piece.spot: _FOX if piece.kind == "fox" else _SHEEP for piece in pieces}
    rows = ["".join(letters.get(NAMES[point], EMPTY) for point in row) for row in _ROWS]
    return f"{write_rows(rows)} {_TURNS[turn]}"


def _indented(row: str) -> str:
    return row.center(SIZE, EMPTY).ljust(WIDTH, EMPTY)


def _word(points: Iterable[int]) -> int:
    return sum(1 << point for point in points)


def _amid_chain(state: State, name: str) -> State:
    """The state in which the fox on a point must go on jumping. The other may be trapped: that is judged later."""
    from taflheim.games.halatafl import rules

    fox = next((1 << point for point in points_in(state.foxes) if NAMES[point] == name), 0)
    if not fox or state.turn != FOXES or not rules.capturing(state) & fox:
        raise InvalidPosition(f"{quoted(name)} goes on: expected the point of a fox that can jump, with foxes to move")
    return state._replace(jumper=fox)


def _check_not_trapped(state: State) -> None:
    from taflheim.games.halatafl import rules

    for point in points_in(rules.trapped(state)):
        raise InvalidPosition(
            f"the fox on {NAMES[point]} is trapped: expected it off the board, as trapped foxes leave before their turn"
        )
