"""What the moves of a position are worth: the best of them, each with its win probability and the line behind it."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from taflheim.engine.insight.win_probability import Chances, chances
from taflheim.engine.search.found import Found, Stop
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.search import best_moves
from taflheim.games.checks import as_int
from taflheim.games.errors import InvalidPosition, TaflheimError
from taflheim.games.message import Message, phrases, quoted
from taflheim.games.position import Position
from taflheim.games.record import Record

say = phrases(
    {
        "won": "won in {moves}, proven",
        "lost": "lost in {moves}, proven",
        "drawn": "drawn with best play, proven",
    }
)
DEFAULT = Limits(nodes=500_000)
"""The default limit: the same result on every machine, in about a second."""


def thinking(depth: int | None = None, nodes: int | None = None, seconds: float | None = None) -> Limits:
    """Limits as people say them; DEFAULT if they say nothing.

    >>> thinking(seconds=1.5)
    Limits(depth=None, nodes=None, movetime_ms=1500)
    """
    if depth is nodes is seconds is None:
        return DEFAULT
    if seconds is None:
        return Limits(depth, nodes)
    if not isinstance(seconds, int | float) or not 0.001 <= seconds <= 10**6:
        raise TaflheimError("seconds: expected a number from 0.001 to 1000000")
    return Limits(depth, nodes, round(seconds * 1000))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that could be made."""

    move: str
    win_probability: float
    """Of the side to move, to win; a draw counts as half a win."""
    line: tuple[str, ...]
    """The move, and what would follow if everybody played best."""
    ends_in: int | None = None
    """After how many moves of everybody the game is won, or lost if negative; None while that is not certain."""
    note: Message | None = None
    """What the game itself knows about the move: its puzzle's solver, or its tablebase."""
    draw_probability: float = 0.0
    """Of a draw, half of which the win probability has; 0 where draws were never learnt."""

    def plain(self) -> dict[str, object]:
        """The same in texts and numbers, for JSON."""
        note = str(self.note) if self.note else None
        win, draw = round(self.win_probability, 4), round(self.draw_probability, 4)
        return {
            **asdict(self),
            "win_probability": win,
            "draw_probability": draw,
            "line": list(self.line),
            "note": note,
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found so far."""

    position: Position
    best: tuple[Candidate, ...]
    """The best first."""
    depth: int
    """How many moves deep; 0 where the game's own solver was asked, which looks as deep as it must."""
    nodes: int
    """How many positions were looked at."""
    seconds: float

    @property
    def speed(self) -> int:
        """Positions in a second."""
        return int(self.nodes / self.seconds) if self.seconds else 0


def analyse(
    on: Record | Position,
    limits: Limits = DEFAULT,
    best: int = 3,
    on_info: Callable[[Analysis], None] | None = None,
    *,
    stop: Stop | None = None,
) -> Analysis:
    """The best moves found within the limits; `on_info` hears of every depth that is finished.

    >>> import taflheim
    >>> found = analyse(taflheim.game("quoridor").position("e2,e5 0,0 - - a"), Limits(depth=3), best=2)
    >>> [(each.win_probability, each.ends_in) for each in found.best]
    [(1.0, 1), (1.0, 3)]
    """
    position = checked(on)
    number = as_int(best)
    if number is None or number < 1:
        raise TaflheimError("best: expected a whole number from 1 on")
    if position.game.rulebook.puzzles:
        return _solved(position, number)

    def tell(found: tuple[Found, ...]) -> None:
        if on_info:
            on_info(_searched(position, found))

    return _searched(position, best_moves(on, limits, number, on_info=tell, stop=stop))


def analyse_move(on: Record | Position, move: str, limits: Limits = DEFAULT, *, stop: Stop | None = None) -> Candidate:
    """One legal move as a candidate, without comparing it with others.

    >>> import taflheim
    >>> analyse_move(taflheim.game("quoridor").position("e2,e7 0,0 - - a"), "e3", Limits(depth=5)).ends_in
    -4
    """
    position = checked(on)
    if position.game.rulebook.puzzles:
        everything = _solved(position, len(position.moves())).best
        return next(candidate for candidate in everything if candidate.move == move)
    return _searched(position, best_moves(on, limits, 1, stop=stop, only=move)).best[0]


def checked(on: object) -> Position:
    """The position to think about; an error if there is none, or nothing to think about."""
    if not isinstance(on, Record | Position):
        raise InvalidPosition(f"expected a record or a position, not {quoted(on)}")
    if on.result:
        raise TaflheimError("the game is over: there is nothing to think about")
    return on if isinstance(on, Position) else on.position


def _searched(position: Position, found: tuple[Found, ...]) -> Analysis:
    candidates = tuple(_candidate(position, each) for each in found)
    nodes, seconds = max(each.nodes for each in found), max(each.seconds for each in found)
    return Analysis(position, candidates, found[0].depth, nodes, seconds)


def _candidate(position: Position, found: Found) -> Candidate:
    told, note = chances(position.game, found.score, position.turn), None
    if found.known and found.ends_in is None:
        told, note = Chances(0.0, 1.0), say("drawn")
    elif found.known and found.ends_in and abs(found.ends_in) > 1:
        moves = -(-abs(found.ends_in) // len(position.game.seats))
        note = say("won" if found.ends_in > 0 else "lost", moves=moves)
    return Candidate(found.move, told.expected, found.line, found.ends_in, note, told.draw)


def _solved(position: Position, best: int) -> Analysis:
    began = time.perf_counter()
    outlooks = position.game.rulebook.outlook.outlooks(position.state)
    candidates = []
    for move, (chance_to_win, line, note) in list(outlooks.items())[:best]:
        sure = {1.0: len(line), 0.0: -len(line)}.get(chance_to_win)
        candidates.append(Candidate(move, chance_to_win, line, sure, note))
    return Analysis(position, tuple(candidates), 0, 0, time.perf_counter() - began)
