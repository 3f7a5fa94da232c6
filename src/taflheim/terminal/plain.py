"""Playing line by line: people on the same screen, any terminal, also through a pipe."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from taflheim.games.errors import InvalidRecord, MoveError, TaflheimError
from taflheim.games.message import counted, sentence
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.games.registry import rulebooks

HELP = """\
Type a move, or one of these:
  moves          all legal moves
  board          the board again
  undo           take the last move back
  resign         give up
  save FILE      write the game to a file
  load FILE      go on with a game from a file
  help           this text
  quit           leave (so do end of input and Ctrl-C)"""

_MOST_MOVES_SHOWN = 300


class Leave(Exception):
    """The person leaves."""


@dataclass
class PlainPlay:
    """Plays one game after the other on a terminal, until the person leaves."""

    new_start: Callable[[], Position]
    record: Record
    style: Literal["ascii", "unicode"] = "ascii"
    ask: Callable[[str], str] = input
    tell: Callable[[str], None] = print
    _board_shown: bool = field(default=False, init=False)

    def run(self) -> None:
        """Play until the person leaves."""
        try:
            self.tell(f"{self.record.game.title}. {self.record.game.rulebook.about}")
            self.tell("Type a move, or 'help'.")
            while True:
                self._play_to_the_end()
                if not self._again():
                    raise Leave
                start = self.new_start()
                self.record = Record(start)
        except (Leave, EOFError, KeyboardInterrupt):
            self.tell("\nGoodbye.")

    # ---- one game -------------------------------------------------------------------------------------------------

    def _play_to_the_end(self) -> None:
        self._board_shown = False
        while not self.record.result:
            if not self._board_shown:
                self._show()
            line = self.ask(f"{self.record.game.rulebook.side_title(self.record.turn)}> ").strip()
            try:
                self._obey(line)
            except (TaflheimError, OSError) as error:
                self.tell(sentence(str(error)))
        self.tell(f"\n{self.record.result}")
        self._show()

    def _again(self) -> bool:
        while True:
            answer = self.ask("Play again? (Y/N) ").strip().lower()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no", "quit"):
                return False

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                pass
            case "help" | "?":
                self.tell(self._help())
            case "moves":
                self.tell(self._moves())
            case "board":
                self._show()
            case "undo":
                self._change(self.record.undo())
            case "resign":
                self._change(self.record.resign())
            case "save":
                self._save(rest.strip())
            case "load":
                self._load(rest.strip())
            case "quit" | "exit":
                raise Leave
            case _:
                self._play(line)

    def _play(self, line: str) -> None:
        try:
            record = self.record.play(self._move(line))
        except MoveError as error:
            self.tell(f"That is not a legal move. {sentence(str(error))}")
        else:
            self._change(record)

    def _move(self, line: str) -> str:
        """The move that is meant: by its text, in any case, or by something shorter."""
        asking = (typed.question for typed in self.record.position.typed if line.lower() == typed.key)
        if question := next(asking, ""):
            line = f"{line} {self.ask(question)}"
        return self.record.position.meant(line)

    def _change(self, record: Record) -> None:
        """Go on with another record of this game, saying what has happened."""
        if len(record.entries) > len(self.record.entries):
            self.tell(record.last_words)
        self.record = record
        self._board_shown = False

    # ---- files ----------------------------------------------------------------------------------------------------

    def _save(self, name: str) -> None:
        if not name:
            raise InvalidRecord("save needs the name of a file, as in: save friday.txt")
        Path(name).expanduser().write_text(str(self.record), encoding="utf-8")
        self.tell(f"Saved to {name}.")

    def _load(self, name: str) -> None:
        if not name:
            raise InvalidRecord("load needs the name of a file, as in: load friday.txt")
        self.record = read_record(name)
        self._board_shown = False

    # ---- what is shown --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        position = self.record.position
        labels = {typed.spot: typed.key for typed in position.typed if typed.spot} if not self.record.result else {}
        facts = [str(fact.message) for fact in position.facts if fact.code != "turn"]
        moves = counted(self.record.moves_made, "move")
        self.tell(f"\n{position.diagram(self.style, labels)}\n")
        self.tell("  ".join([f"{moves} made.", *facts]))
        self._board_shown = True

    def _moves(self) -> str:
        position = self.record.position
        moves = position.moves()
        shown = " ".join(position.written(move) for move in moves[:_MOST_MOVES_SHOWN])
        return shown if len(moves) <= _MOST_MOVES_SHOWN else f"{shown} … ({len(moves)} in all)"

    def _help(self) -> str:
        position = self.record.position
        shortcuts = [f"  {typed.key:<14} {_meaning(typed.question, typed.moves)}" for typed in position.typed]
        example = position.moves()[0]
        return "\n".join([HELP, f"A move is written as {example}.", *shortcuts])


def read_record(name: str) -> Record:
    """The record in a file; says what is wrong with it."""
    try:
        return Record.parse(Path(name).expanduser().read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{name} is not a text file") from error


def style_for(stream: object) -> Literal["ascii", "unicode"]:
    """Which characters a stream can show."""
    try:
        "♔·│".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "ascii"
    return "unicode"


def choose_game() -> str:
    """Ask which game to play; nothing when the person leaves."""
    offered = list(rulebooks().values())
    for number, facts in enumerate(offered, 1):
        print(f"  {number}  {facts.title:<10} {facts.about}")
    try:
        while True:
            answer = input("Which game? ").strip().lower()
            for number, facts in enumerate(offered, 1):
                if answer in (str(number), facts.name):
                    return facts.name
            print(f"Please type a number from 1 to {len(offered)}, or a name.")
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye.")
        return ""


def play(record: Record, new_start: Callable[[], Position], *, ascii_only: bool = False) -> None:
    """Play on this terminal, first the game of `record`, then new ones."""
    PlainPlay(new_start, record, "ascii" if ascii_only else style_for(sys.stdout)).run()


def _meaning(question: str, moves: Mapping[str, str]) -> str:
    return f"asks: {question}" if question else f"the move {moves['']}"
