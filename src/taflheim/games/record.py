"""A game from its start to its end: moves, the result with the draws that depend on history, and a readable text.

The text is in the manner of chess's PGN: headers, then numbered moves.

    [Game "halatafl"]
    [Options "sheep=20"]
    [sheep "Anna"]
    [foxes "Bo"]
    [Result "*"]

    1. d4-d5 e7-d6 2. c4-c5
"""

import random
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import fill
from types import MappingProxyType

from taflheim.games.errors import IllegalMove, InvalidOption, InvalidPosition, InvalidRecord, MoveError
from taflheim.games.game import Game
from taflheim.games.message import phrases, quoted
from taflheim.games.position import Position, Result
from taflheim.games.position import say as say_position

say = phrases(
    {
        "repetition": "A draw! The same position has come up for the third time.",
        "quiet": "A draw! There was no capture in {limit} moves.",
        "resigned": "{winner} wins! {loser} has resigned.",
        "resigned_plural": "The {winner} win! The {loser} have resigned.",
        "not_seated": "{side} is not playing",
        "nothing_to_undo": "there is no move to take back",
    }
)

UNFINISHED = "*"
DRAW = "draw"
RESIGNS = ":resigns"
"""What follows the name of a side that gives up, among the entries of a record."""
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*) "((?:[^"\\]|\\["\\])*)"\]')
_DERIVED = ("Game", "Options", "Start", "Result")


@dataclass(frozen=True)
class Record:
    """A start position and what was done from there. Records are values: `play` and `undo` give new ones.

    >>> import taflheim
    >>> record = taflheim.game("halatafl").record(headers={"sheep": "Anna", "foxes": "Bo"})
    >>> record = record.play("d4-d5").play("e7-d6").play("c4-c5")
    >>> record.turn, record.result, record.undo().turn
    ('foxes', None, 'sheep')
    >>> print(record)
    [Game "halatafl"]
    [Options "sheep=20"]
    [sheep "Anna"]
    [foxes "Bo"]
    [Result "*"]
    <BLANKLINE>
    1. d4-d5 e7-d6 2. c4-c5
    <BLANKLINE>
    >>> taflheim.Record.parse(str(record)) == record
    True
    """

    start: Position
    headers: Mapping[str, str] = field(default_factory=dict)
    """Players by their sides, the date, and whatever else is worth keeping."""
    entries: tuple[str, ...] = ()
    """Moves, with what was drawn by lot, and `side:resigns`."""
    _positions: tuple[Position, ...] = field(default=(), repr=False, compare=False)
    _quiet: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, value in self.headers.items():
            if name in _DERIVED or not _HEADER.fullmatch(f'[{name} "x"]') or not str(value).isprintable():
                raise InvalidRecord(
                    f"header {quoted(name)}: expected a name of letters and digits other than "
                    f"{', '.join(_DERIVED)}, and a value on one line"
                )
        object.__setattr__(self, "headers", MappingProxyType({name: str(v) for name, v in self.headers.items()}))
        if not self._positions:
            # Built from its parts: every entry is played, so that a record that exists is a game that can be.
            entries = self.entries
            for name, first in (("entries", ()), ("_positions", (self.start,)), ("_quiet", (0,))):
                object.__setattr__(self, name, first)
            played = self
            for number, entry in enumerate(entries, 1):
                played = played._replayed(number, entry)
            for name in ("entries", "_positions", "_quiet"):
                object.__setattr__(self, name, getattr(played, name))

    def __hash__(self) -> int:
        return hash((self.start, self.entries))

    def __reduce__(self) -> tuple[type["Record"], tuple[object, ...]]:
        return Record, (self.start, dict(self.headers), self.entries)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.start.game

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions from the start on."""
        return self._positions

    @property
    def turn(self) -> str:
        """The side to move."""
        return self.position.turn

    # ---- playing --------------------------------------------------------------------------------------------------

    def play(self, move: str, chance: random.Random | None = None) -> "Record":
        """The record with one more move; what was drawn by lot is kept."""
        if self.result:
            raise IllegalMove(say_position("game_over"))
        landed = self.position.draw_lot(move, chance)
        after = self.position.play(landed)
        entry = self.game.move_text(self.game.move_numbers(landed))
        captured = sum(after.captured.values()) != sum(self.position.captured.values())
        return self._grown(entry, after, 0 if captured else self._quiet[-1] + 1)

    def resign(self, side: str | None = None) -> "Record":
        """The record after a side (without a name: the one to move) has given up."""
        side = self.turn if side is None else side
        if self.result:
            raise IllegalMove(say_position("game_over"))
        if side not in self.game.seats or f"{side}{RESIGNS}" in self.entries:
            raise IllegalMove(say("not_seated", side=quoted(side)))
        after = self.position.leave(side) if len(self.game.seats) > 2 else self.position
        return self._grown(f"{side}{RESIGNS}", after, self._quiet[-1])

    def undo(self, count: int = 1) -> "Record":
        """The record without its last entries."""
        if not 0 <= count <= len(self.entries):
            raise IllegalMove(say("nothing_to_undo"))
        keep = len(self.entries) - count
        return Record(
            self.start, self.headers, self.entries[:keep], self._positions[: keep + 1], self._quiet[: keep + 1]
        )

    def _grown(self, entry: str, position: Position, quiet: int) -> "Record":
        return Record(
            self.start, self.headers, (*self.entries, entry), (*self._positions, position), (*self._quiet, quiet)
        )

    def _replayed(self, number: int, entry: str) -> "Record":
        try:
            if entry.endswith(RESIGNS):
                return self.resign(entry.removesuffix(RESIGNS))
            if entry in self.game.rulebook.chance:
                self.position.effects(entry)  # says that the outcome must be named
            return self.play(entry)
        except MoveError as error:
            raise InvalidRecord(f"move {number}, {quoted(entry)}: {error}") from error

    # ---- the result -----------------------------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        """How the game has ended: by the position, by resignation, or by what happened before."""
        return self.position.result or self._resignation() or self._draw()

    def _resignation(self) -> Result | None:
        if len(self.game.seats) > 2 or not self.entries or not self.entries[-1].endswith(RESIGNS):
            return None
        loser = self.entries[-1].removesuffix(RESIGNS)
        winner = next(side for side in self.game.sides if side != loser)
        code = "resigned" if len(winner) == 1 else "resigned_plural"
        return Result(winner, "resigned", say(code, winner=winner, loser=loser).sentence)

    def _draw(self) -> Result | None:
        rulebook = self.game.rulebook
        if rulebook.repetition and self._positions.count(self.position) >= rulebook.repetition:
            return Result(None, "repetition", say("repetition").sentence)
        if rulebook.quiet_limit and self._quiet[-1] >= rulebook.quiet_limit:
            return Result(None, "quiet", say("quiet", limit=rulebook.quiet_limit).sentence)
        return None

    # ---- the text -------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        headers = {"Game": self.game.name}
        if self.game.options:
            headers["Options"] = " ".join(f"{name}={value}" for name, value in self.game.options.items())
        if self.game.rulebook.seeded or self.start != self.game.start():
            headers["Start"] = str(self.start)
        result = self.result
        headers |= self.headers
        headers["Result"] = (result.winner or DRAW) if result else UNFINISHED
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items()]
        if moves := self._numbered():
            lines += ["", fill(moves, 100, break_long_words=False, break_on_hyphens=False)]
        if result:
            lines += ["", f"{{ {result} }}"]
        return "\n".join(lines) + "\n"

    def _numbered(self) -> str:
        words = []
        for number, entry in enumerate(self.entries):
            round_, first = divmod(number, len(self.game.seats))
            if first == 0:
                words.append(f"{round_ + 1}.")
            resigns = entry.endswith(RESIGNS)
            words.append(entry if resigns else self._positions[number].written(entry))
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> "Record":
        """The record with this text. An illegal move is named with its number and the reason.

        >>> Record.parse('[Game "quoridor"]\\n1. e8 e2 2. e5')
        Traceback (most recent call last):
        taflheim.InvalidRecord: move 3, 'e5': a pawn goes one step, or jumps over a pawn beside it: e5 is out of reach
        """
        if not isinstance(text, str):
            raise InvalidRecord(f"a record is a text, not {quoted(text)}")
        headers, body = _split(text)
        start = _start(headers)
        expected = headers.get("Result")
        kept = {name: value for name, value in headers.items() if name not in _DERIVED}
        words = [word for word in body.split() if not re.fullmatch(r"[0-9]+\.", word)]
        record = cls(start, kept, tuple(words))
        result = record.result
        found = (result.winner or DRAW) if result else UNFINISHED
        if expected is not None and expected != found:
            raise InvalidRecord(f"result {quoted(expected)}: the moves give {found!r}")
        return record


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _split(text: str) -> tuple[dict[str, str], str]:
    """The headers, and the moves without comments."""
    headers: dict[str, str] = {}
    lines = deque(text.split("\n"))
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("[")):
        line = lines.popleft().strip()
        if not line:
            continue
        match = _HEADER.fullmatch(line)
        if not match:
            raise InvalidRecord(f'headers end before {quoted(line)}: expected lines as [Game "quoridor"]')
        if match[1] in headers:
            raise InvalidRecord(f"header {match[1]} stands there twice")
        headers[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
    body = "\n".join(lines)
    if body.rfind("{") > body.rfind("}"):
        raise InvalidRecord("a comment begins with { and does not end: expected } behind it")
    return headers, re.sub(r"\{[^}]*\}", " ", body)


def _start(headers: Mapping[str, str]) -> Position:
    from taflheim.games.registry import game

    if "Game" not in headers:
        raise InvalidRecord('expected a header that names the game, as [Game "quoridor"]')
    options = {}
    for word in headers.get("Options", "").split():
        name, _, value = word.partition("=")
        options[name] = value
    try:
        chosen = game(headers["Game"], **options)
        if "Start" in headers:
            return chosen.position(headers["Start"])
        if chosen.rulebook.seeded:
            raise InvalidRecord(f"{chosen.title} begins on random boards: expected a header Start")
        return chosen.start()
    except (InvalidOption, InvalidPosition) as error:
        raise InvalidRecord(str(error)) from error
