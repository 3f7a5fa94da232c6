"""A game from its start to its end: moves, the result with the draws that depend on history, and a readable text."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from taflheim.games.errors import IllegalMove, InvalidMove, InvalidRecord, MoveError
from taflheim.games.game import Game
from taflheim.games.message import phrases, quoted
from taflheim.games.position import Position, Result
from taflheim.games.position import say as say_position
from taflheim.games.record_text import UNFINISHED, checked_headers, main_line, read, write
from taflheim.games.rulebook import either
from taflheim.games.view import Effect, in_words

say = phrases(
    {
        "repetition": "A draw! The same position has come up for the third time.",
        "quiet": "A draw! There was no capture in {limit} moves.",
        "agreed": "A draw! Everybody has agreed to it.",
        "aborted": "The game was aborted: it has no result.",
        "resigned": "{winner} wins! {loser} has resigned.",
        "resigned_plural": "The {winner} win! The {loser} have resigned.",
        "resigned_alone": "You've lost! You have resigned.",
        "time": "{winner} wins! {loser} has run out of time.",
        "time_plural": "The {winner} win! The {loser} have run out of time.",
        "time_alone": "You've lost! You have run out of time.",
        "left": "{winner} wins! {loser} has left the game.",
        "left_plural": "The {winner} win! The {loser} have left the game.",
        "left_alone": "You've lost! You have left the game.",
        "has_resigned": "{Side} resigns.",
        "has_resigned_plural": "The {side} resign.",
        "has_resigned_alone": "You resign.",
        "has_time": "{Side} has run out of time.",
        "has_time_plural": "The {side} have run out of time.",
        "has_time_alone": "You have run out of time.",
        "has_left": "{Side} has left the game.",
        "has_left_plural": "The {side} have left the game.",
        "has_left_alone": "You have left the game.",
        "not_seated": "{side} is not playing",
        "not_their_time": "{side} cannot run out of time: it is the turn of {turn}",
        "no_such_end": "{entry} is no end of a game: expected {ends}",
        "nothing_to_undo": "there is no move to take back",
    }
)

DRAW = "draw"
NO_RESULT = "-"
LEAVING = {"resigns": "resigned", "time": "time", "left": "left"}
"""How a side can leave a game, as `side:how` among the entries of a record, with the code of the result."""
AGREED = "draw:agreed"
ABORTED = "game:aborted"


def is_end(entry: str) -> bool:
    """Whether an entry is one of the ends that the board does not show, and no move.

    >>> is_end("a:time"), is_end("draw:agreed"), is_end("e8")
    (True, True, False)
    """
    return ":" in entry


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
    """Moves, with what was drawn by lot, and ends that the board does not show: `a:resigns`, `a:time`, `a:left`,
    `draw:agreed`, `game:aborted`."""
    _positions: tuple[Position, ...] = field(default=(), repr=False, compare=False)
    _quiet: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        if self._positions:
            return  # made from another record, whose parts were checked
        # Every entry is played, so that a record that exists is a game that can be.
        played = Record(self.start, checked_headers(self.headers), (), (self.start,), (0,))
        for number, entry in enumerate(self.entries, 1):
            played = played._played_again(number, entry)
        for name in ("headers", "entries", "_positions", "_quiet"):
            object.__setattr__(self, name, getattr(played, name))

    def __hash__(self) -> int:
        return hash((self.start, self.entries))

    def __iter__(self) -> Iterator[str]:
        """The moves, without ends that the board does not show.

        >>> import taflheim
        >>> list(taflheim.game("quoridor").record().play("e8").play("e2").resign())
        ['e8', 'e2']
        """
        return (entry for entry in self.entries if not is_end(entry))

    def _repr_svg_(self) -> str:
        """What a notebook shows: the position now."""
        return self.position._repr_svg_()

    def __reduce__(self) -> tuple[type["Record"], tuple[object, ...]]:
        return Record, (self.start, dict(self.headers), self.entries)

    @property
    def quiet_moves(self) -> int:
        """How many moves in a row have captured nothing, where the game has a limit of such moves."""
        return self._quiet[-1]

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

    @cached_property
    def gone(self) -> frozenset[str]:
        """The sides that have resigned, run out of time or left."""
        leaving = (entry.partition(":") for entry in self.entries if is_end(entry))
        return frozenset(side for side, _, how in leaving if how in LEAVING)

    @cached_property
    def moves_made(self) -> int:
        """How many moves were made; ends that the board does not show are none."""
        return sum(not is_end(entry) for entry in self.entries)

    @cached_property
    def last_effects(self) -> tuple[Effect, ...]:
        """What the last move has changed on the board; nothing if the last entry is no move."""
        if not self.entries or is_end(self.entries[-1]):
            return ()
        return self._positions[-2].effects_to(self._positions[-1], self.entries[-1])

    @property
    def last_words(self) -> str:
        """What happened last, in words; nothing before the first entry.

        >>> import taflheim
        >>> record = taflheim.game("hnefatafl").record().play("d1-d3")
        >>> record.last_words, record.resign("attackers").last_words
        ('The attacker goes from d1 to d3.', 'The attackers resign.')
        """
        side, _, how = self.entries[-1].partition(":") if self.entries else ("", "", "")
        if how in LEAVING:
            code = f"has_{LEAVING[how]}{self._number(side)}"
            said = self.game.rulebook.spoken(side)
            return say(code, side=said, Side=said.capitalize()).sentence
        return say(how).sentence if how else in_words(self.last_effects)

    def _number(self, side: str) -> str:
        """What is added to a code to speak of a side by its name: of one, of several, or to a player who is alone."""
        return "_alone" if len(self.game.seats) == 1 else "" if len(side) == 1 else "_plural"

    # ---- playing --------------------------------------------------------------------------------------------------

    def play(self, move: str, rng: random.Random | None = None) -> "Record":
        """The record with one more move; what was drawn by lot is kept."""
        if self.result:
            raise IllegalMove(say_position("game_over"))
        landed = self.position.draw_lot(move, rng)
        after = self.position.play(landed)
        return self._with_move(self.game.rulebook.text.move_text(self.game.move_numbers(landed)), after)

    def resign(self, side: str | None = None) -> "Record":
        """The record after a side (without a name: the one to move) has given up."""
        return self.end(f"{self.turn if side is None else side}:resigns")

    def end(self, entry: str) -> "Record":
        """The record with an end that the board does not show. In a game of more than two, who leaves leaves the rest.

        >>> import taflheim
        >>> record = taflheim.game("quoridor").record().play("e8")
        >>> print(record.end("b:time").result, record.end("draw:agreed").result)
        White wins! Green has run out of time. A draw! Everybody has agreed to it.
        >>> print(record.end("game:aborted").result)
        The game was aborted: it has no result.
        """
        side, _, how = entry.partition(":")
        if self.result:
            raise IllegalMove(say_position("game_over"))
        if entry in (AGREED, ABORTED):
            return self._grown(entry, self.position, self._quiet[-1])
        if how not in LEAVING:
            ends = either([*(f"SIDE:{way}" for way in LEAVING), AGREED, ABORTED])
            raise InvalidMove(say("no_such_end", entry=quoted(entry), ends=ends))
        if side not in self.game.seats or side in self.gone:
            raise IllegalMove(say("not_seated", side=quoted(side)))
        if how == "time" and side != self.turn:
            said = self.game.rulebook.spoken
            raise IllegalMove(say("not_their_time", side=said(side), turn=said(self.turn)))
        return self._grown(entry, self._without(side), self._quiet[-1])

    def undo(self, count: int = 1) -> "Record":
        """The record without its last entries."""
        if not 0 <= count <= len(self.entries):
            raise IllegalMove(say("nothing_to_undo"))
        keep = len(self.entries) - count
        return Record(
            self.start, self.headers, self.entries[:keep], self._positions[: keep + 1], self._quiet[: keep + 1]
        )

    def with_headers(self, headers: Mapping[str, str]) -> "Record":
        """The record of the same game with other headers."""
        return replace(self, headers=checked_headers(headers))

    def add_legal(self, entry: str) -> "Record":
        """The record with an entry that is known to be legal, such as one that was stored: nothing is checked again."""
        if not is_end(entry):
            return self._with_move(entry, self.position.play_legal(entry))
        side, _, how = entry.partition(":")
        return self._grown(entry, self._without(side) if how in LEAVING else self.position, self._quiet[-1])

    def _with_move(self, entry: str, after: Position) -> "Record":
        # Only a limit on quiet moves asks for captures, and counting pieces takes time.
        quiet = self._quiet[-1] + 1
        if self.game.rulebook.quiet_limit and sum(after.captured.values()) != sum(self.position.captured.values()):
            quiet = 0
        return self._grown(entry, after, quiet)

    def _without(self, side: str) -> Position:
        """The position after a side has left; in a game of two it stays as it was."""
        return self.position.leave(side) if len(self.game.seats) > 2 else self.position

    def _grown(self, entry: str, position: Position, quiet: int) -> "Record":
        # A hall keeps the records of many long games, and most words of a position stay as they were.
        positions = (*self._positions, position.sharing_words(self.position))
        return Record(self.start, self.headers, (*self.entries, entry), positions, (*self._quiet, quiet))

    def _played_again(self, number: int, entry: str) -> "Record":
        try:
            if is_end(entry):
                return self.end(entry)
            if entry in self.game.rulebook.chance:
                self.position.effects(entry)  # says that the outcome must be named
            return self.play(entry)
        except MoveError as error:
            raise InvalidRecord(f"move {number}, {quoted(entry)}: {error}") from error

    # ---- the result -----------------------------------------------------------------------------------------------

    @cached_property
    def result(self) -> Result | None:
        """How the game has ended: by the position, by an end that the board does not show, or by what was before."""
        return self._ending() or self._end() or self._draw()

    def _ending(self) -> Result | None:
        """What the board shows, told with what the last move did."""
        result = self.position.result
        if result is None or not self.entries or is_end(self.entries[-1]):
            return result
        return self._positions[-2].result_of(self.entries[-1])

    @property
    def aborted(self) -> bool:
        """Whether the game was aborted: it is over without a result, and counts nowhere."""
        return self.entries[-1:] == (ABORTED,)

    def _end(self) -> Result | None:
        last = self.entries[-1] if self.entries else ""
        if last in (AGREED, ABORTED):
            code = last.partition(":")[2]
            return Result(None, code, say(code).sentence)
        if len(self.game.seats) > 2 or not is_end(last):
            return None
        loser, _, how = last.partition(":")
        winner = next(side for side in self.game.sides if side != loser)
        code, said = LEAVING[how], self.game.rulebook.spoken
        words = say(f"{code}{self._number(loser)}", winner=said(winner), loser=said(loser))
        return Result(winner, code, words.sentence)

    def _draw(self) -> Result | None:
        rulebook = self.game.rulebook
        now = self.position.state
        if rulebook.repetition and sum(one.state == now for one in self._positions) >= rulebook.repetition:
            return Result(None, "repetition", say("repetition").sentence)
        if rulebook.quiet_limit and self.quiet_moves >= rulebook.quiet_limit:
            return Result(None, "quiet", say("quiet", limit=rulebook.quiet_limit).sentence)
        return None

    # ---- the text -------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return write(self.start, self.headers, self._numbered(), self.result_word, str(self.result or ""))

    def _numbered(self) -> str:
        """The entries; a number stands before the first move of each round."""
        words = []
        for entry, before, number in zip(self.entries, self._positions, self.rounds, strict=False):
            words += [] if number is None else [f"{number}."]
            words.append(entry if is_end(entry) else before.written(entry))
        return " ".join(words)

    @cached_property
    def rounds(self) -> tuple[int | None, ...]:
        """For each entry the number that is written before it: that of the round whose first move it is.

        >>> import taflheim
        >>> taflheim.game("quoridor").record().play("e8").play("e2").play("e7").rounds
        (1, None, 2)
        """
        numbers: list[int | None] = []
        rounds, last = 0, len(self.game.sides)
        for entry, before in zip(self.entries, self._positions, strict=False):
            begins = not is_end(entry) and before.state.turn <= last
            rounds += begins
            numbers.append(rounds if begins else None)
            last = last if is_end(entry) else before.state.turn
        return tuple(numbers)

    @property
    def result_word(self) -> str:
        """The result as the text states it: a side, `draw`, `-` for no result, `*` for a game that goes on."""
        if self.result is None:
            return UNFINISHED
        return NO_RESULT if self.aborted else self.result.winner or DRAW

    @classmethod
    def parse(cls, text: str) -> "Record":
        """The record with this text, without its variations. An illegal move is named with its number and the reason.

        >>> Record.parse('[Game "quoridor"]\\n1. e8 e2 2. e5')
        Traceback (most recent call last):
        taflheim.InvalidRecord: move 3, 'e5': a pawn goes one step, or jumps over a pawn beside it: e5 is out of reach
        """
        start, headers, tokens, expected = read(text)
        record = cls(start, headers, tuple(main_line(tokens)))
        record.check_result(expected)
        return record

    def check_result(self, expected: str | None) -> None:
        """Refuse a text that states another result than its moves give."""
        if expected is not None and expected != self.result_word:
            raise InvalidRecord(f"result {quoted(expected)}: the moves give {self.result_word!r}")
