"""Lessons of a game: the `lessons.toml` of its folder.

A lesson is a list of steps. In most the learner makes one move or several in a position, each a turn: `moves` are
those that count (the first is the intended one), `also` lets others count too, `wrong` answers what is legal but not
the point, and `replies` single moves of that kind. An `answer` of the other side may follow.

    [[step]]
    name = "three"
    category = "Winning"
    title = "Three in a row"
    goal = "Win with one move."
    position = "x1x/oo1/3 x"
    [[step.turn]]
    moves = ["b3"]
    right = "Three in a row."
    wrong = "Now noughts complete their own row."
    replies = { c2 = "That stops noughts, but you could have won." }
    hint = "Look at the third rank."

A step with `table` in place of a position is a real game: against a bot of a level, or alone.

    [[step]]
    name = "game"
    category = "Winning"
    title = "A real game"
    goal = "Beat the first bot."
    table = { side = "crosses", level = 1 }
"""

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from taflheim.games import marked
from taflheim.games.data_file import Entry, read
from taflheim.games.errors import MoveError, TaflheimError
from taflheim.games.game import Game
from taflheim.games.marked import Marked, read_marked
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.rulebook import Rulebook, either

FILE = "lessons.toml"

ALSO = ("any", "capture", "win")
"""What else can count beside the named moves: every move, one that captures, one that wins."""

_STEP = ("name", "category", "title", "goal")


@dataclass(frozen=True, slots=True)
class Turn:
    """A move of the learner, and what is said about it."""

    moves: tuple[str, ...]
    """Those that count; the first is the intended one."""
    right: str
    wrong: str = ""
    also: str = ""
    replies: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    answer: str = ""


class RealGame(NamedTuple):
    """A game to be played at a table."""

    game: Game
    side: str
    level: int | None
    """Of the bots on all other sides; None in a game for one."""

    @property
    def seats(self) -> dict[str, int | None]:
        """Who sits where: the level of a bot, None for the learner."""
        return {side: None if side == self.side else self.level for side in self.game.seats}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the lessons: turns in a position, or a real game."""

    name: str
    """The key under which the hall keeps that a learner has done it."""
    category: str
    title: str
    goal: str
    shown: Marked | None = None
    turns: tuple[Turn, ...] = ()
    table: RealGame | None = None


def read_steps(rulebook: Rulebook) -> tuple[Step, ...]:
    """The steps of a game's lessons, in order; none if its folder has no such file. Raises InvalidData.

    >>> import taflheim
    >>> [step.title for step in taflheim.rulebooks()["quoridor"].lessons][:2]
    ['One step at a time', 'The goal line']
    """
    data = read(rulebook, FILE)
    if data is None:
        return ()
    data.only("step")
    entries = data.entries("step")
    steps = tuple(_step(rulebook, entry) for entry in entries)
    for entry, step in zip(entries, steps, strict=True):
        if sum(one.name == step.name for one in steps) > 1:
            raise entry.wrong(f"another step has the name {quoted(step.name)}, too")
    return steps


def counts(position: Position, turn: Turn, move: str) -> bool:
    """Whether a legal move is what a turn asks for."""
    if move in turn.moves or turn.also == "any":
        return True
    if turn.also == "capture":
        own = position.turn
        before, after = (
            sum(piece.side not in ("", own) for piece in one.pieces) for one in (position, position.play(move))
        )
        return after < before
    if turn.also == "win":
        result = position.play(move).result
        return result is not None and result.winner == position.turn
    return False


# ---- from data ----------------------------------------------------------------------------------------------------


def _step(rulebook: Rulebook, numbered: Entry) -> Step:
    entry = numbered._replace(where=f"{numbered.where} ({numbered.text('name')})")
    name, category, title, goal = (entry.text(field) for field in _STEP)
    if not all(letter.isascii() and (letter.isalnum() or letter == "-") for letter in name):
        raise entry.wrong(f"the name {quoted(name)} is to consist of letters, digits and '-'")
    if "table" in entry.values:
        entry.only(*_STEP, "table")
        return Step(name, category, title, goal, table=_table(rulebook, entry))
    entry.only(*_STEP, *marked.FIELDS, "turn")
    shown = read_marked(rulebook, entry)
    entries = entry.entries("turn")
    if not entries:
        raise entry.wrong("expected a position and a [[step.turn]], or a table")
    turns = tuple(map(_turn, entries))
    _check_line(shown.position, entries, turns)
    return Step(name, category, title, goal, shown, turns)


def _turn(entry: Entry) -> Turn:
    entry.only("moves", "right", "wrong", "also", "replies", "hint", "answer")
    turn = Turn(
        entry.texts("moves"),
        entry.text("right"),
        entry.text("wrong", ""),
        entry.text("also", ""),
        tuple(entry.mapping("replies").items()),
        entry.text("hint", ""),
        entry.text("answer", ""),
    )
    if not turn.moves:
        raise entry.wrong("moves is missing: name the intended move, and others that count")
    if turn.also not in ("", *ALSO):
        raise entry.wrong(f"also is to be {either(ALSO)}")
    if not turn.wrong and turn.also != "any":
        raise entry.wrong("wrong is missing: what is said of a move that is not the point")
    if not all(isinstance(text, str) for _, text in turn.replies):
        raise entry.wrong("replies are texts, by their moves")
    return turn


def _check_line(start: Position, entries: list[Entry], turns: tuple[Turn, ...]) -> None:
    """Every way through a step can be gone: moves, answers and replies are legal where they are asked for."""
    positions = [start]
    for entry, turn in zip(entries, turns, strict=True):
        for position, (move, _) in product(positions, turn.replies):
            _played(entry, position, move)
            if counts(position, turn, move):
                raise entry.wrong(f"{move} counts, so it needs no reply")
        positions = [_played(entry, position, move) for position, move in product(positions, turn.moves)]
        if turn is turns[-1]:
            if turn.answer:
                raise entry.wrong("after the last turn there is no answer")
            return
        if turn.also:
            raise entry.wrong("only the last turn can have an also: the next one begins after a known move")
        if turn.answer:
            positions = [_played(entry, position, turn.answer) for position in positions]
        if any(position.result or position.turn != start.turn for position in positions):
            raise entry.wrong("the learner is not to move after this turn: give the other side's answer")


def _played(entry: Entry, position: Position, move: str) -> Position:
    try:
        return position.play(move)
    except MoveError as error:
        raise entry.wrong(f"{quoted(move)} cannot be played in {position}: {error}") from None


def _table(rulebook: Rulebook, entry: Entry) -> RealGame:
    wanted = Entry(f"{entry.where}, table", entry.mapping("table"))
    wanted.only("side", "level", "options")
    try:
        game = Game(rulebook, wanted.mapping("options"))
    except TaflheimError as error:
        raise wanted.wrong(error) from None
    side = wanted.text("side", game.seats[0])
    if side not in game.seats:
        raise wanted.wrong(f"there is no side {quoted(side)}: expected {either(game.seats)}")
    return RealGame(game, side, None if len(game.seats) == 1 else wanted.number("level"))
