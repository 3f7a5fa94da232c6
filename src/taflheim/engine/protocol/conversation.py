"""The text protocol by which programs talk to an engine: lines in the manner of UCI (docs/engine-protocol.md)."""

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import TextIO

from taflheim import __version__
from taflheim.engine.bots.bot import think
from taflheim.engine.bots.levels import choices, find_bot, levels
from taflheim.engine.protocol.insights import QUESTIONS, Answers, Question
from taflheim.engine.protocol.lines import Spin, error_line, info_line, read_limits, read_lines, read_number
from taflheim.engine.protocol.queries import DEEPEST, QUERIES, count_until
from taflheim.engine.protocol.wire import DONE, ERROR, LONGEST_LINE, NO_MOVE
from taflheim.engine.search.found import Found, Stop
from taflheim.engine.search.kept import Kept
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.settings import DEFAULT_HASH_MB, Settings
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.games.registry import game
from taflheim.games.rulebook import either

_POSITION = re.compile(r"(?:startpos|text (?P<text>.+?))(?: moves(?P<moves>(?: .*)?))?")
_OPTION = re.compile(r"name (?P<name>.+?) value (?P<value>.+)")
_LEVEL = "Level"
_NO_POSITION = "there is no position to think about"


def converse(chosen: Game, heard: TextIO, said: TextIO) -> None:
    """Answer commands until `quit` or the end of the input."""
    lock = threading.Lock()

    def say(line: str) -> None:
        # If the output is closed, the input will end soon, too.
        with lock, suppress(OSError):
            said.write(f"{line}\n")
            said.flush()

    talk = Conversation(chosen, say)
    for line in read_lines(heard):
        if line is None:
            say(f"{ERROR}a line can have {LONGEST_LINE} characters, this one is longer")
        elif not talk.hear(line):
            break
    talk.end()


class Conversation:
    """What the engine knows of one conversation. Searches run in a thread, so that `stop` is heard.

    >>> import taflheim
    >>> talk = Conversation(taflheim.game("halatafl"), print)
    >>> talk.hear("isready")
    readyok
    True
    >>> talk.hear("position startpos moves d4-e6")  # doctest: +ELLIPSIS
    info string error: move 1, 'd4-e6': ...
    True
    """

    def __init__(self, chosen: Game, say: Callable[[str], None]):
        self._game = chosen
        self._say = say
        self._bot = levels(chosen)[-1]
        self._spins = {
            "Seed": Spin(0, 0, 2**63 - 1),
            "Threads": Spin(1, 1, 64),
            "Hash": Spin(DEFAULT_HASH_MB, 1, 4096),
        }
        self._values = {name: spin.default for name, spin in self._spins.items()}
        self._kept = Kept()
        self._stop: Stop | None = None
        self._thread: threading.Thread | None = None
        self._record: Record | None = chosen.record(self._start())
        # Load the compiled code now, so that the first move does not have to wait for it.
        think(self._start(), self._bot, limits=Limits(depth=1))

    def hear(self, line: str) -> bool:
        """Do what a line says; False if it says to end."""
        command, _, rest = line.strip().partition(" ")
        if command == "quit":
            return False
        known = _COMMANDS.get(command)
        try:
            if known:
                known(self, rest.strip())
            elif command:
                raise TaflheimError(f"no command {quoted(command)}: expected {either([*_COMMANDS, 'quit'])}")
        except Exception as error:  # nothing that is heard may end the engine
            self._say(error_line(error))
        return True

    def end(self) -> None:
        """Stop thinking, write what was found, and wait for the thread."""
        self._stop_thinking("")
        if self._thread:
            self._thread.join()

    # ---- commands -------------------------------------------------------------------------------------------------

    def _introduce(self, _: str) -> None:
        self._say(f"id name Taflheim {__version__} {self._game.title}")
        self._say("id author the Taflheim authors")
        for option in self._game.rulebook.options:
            values = " ".join(f"var {value}" for value in option.values)
            self._say(f"option name {option.name} type combo default {self._game.options[option.name]} {values}")
        known = " ".join(f"var {choice}" for choice in choices(self._game))
        self._say(f"option name {_LEVEL} type combo default {self._bot.number} {known}")
        for name, spin in self._spins.items():
            self._say(f"option name {name} type spin default {spin.default} min {spin.least} max {spin.most}")
        self._say("ugiok")

    def _ready(self, _: str) -> None:
        self._say("readyok")

    def _set_option(self, rest: str) -> None:
        self._check_idle()
        given = _OPTION.fullmatch(rest)
        if not given:
            raise TaflheimError("expected setoption name NAME value VALUE")
        names = {name.lower(): name for name in [*self._game.options, _LEVEL, *self._spins]}
        name = names.get(given["name"].lower())
        if name is None:
            raise TaflheimError(f"no option {quoted(given['name'])}: expected {either(list(names.values()))}")
        if name in self._game.options:
            self._game = game(self._game.name, **{**self._game.options, name: given["value"]})
            self._new_game("")
        elif name == _LEVEL:
            self._bot = find_bot(self._game, given["value"])
        else:
            spin = self._spins[name]
            self._values[name] = read_number(name, given["value"], spin.least, spin.most)

    def _new_game(self, _: str) -> None:
        self._check_idle()
        self._kept.clear()
        self._record = self._game.record(self._start())

    def _set_position(self, rest: str) -> None:
        self._check_idle()
        # If the new position is wrong, a search of the old one would look like an answer to it.
        self._record = None
        given = _POSITION.fullmatch(rest)
        if not given:
            raise TaflheimError("expected position startpos or position text TEXT, and then moves MOVE MOVE …")
        start = self._game.position(given["text"]) if given["text"] else self._start()
        self._record = Record(start, {}, tuple((given["moves"] or "").split()))

    def _go(self, rest: str) -> None:
        self._check_idle()
        limits, endless = read_limits(rest.split())
        if self._record is None or self._record.result:
            self._say(f"{ERROR}{'the game is over' if self._record else _NO_POSITION}")
            self._say(f"bestmove {NO_MOVE}")
            return
        self._stop = stop = Stop()
        self._run(self._think, self._record, limits, stop, endless)

    def _ask(self, question: Question, rest: str) -> None:
        self._check_idle()
        if self._record is None:
            raise TaflheimError(_NO_POSITION)
        answers = question(self._record, rest.split())
        self._stop = stop = Stop()
        self._run(self._answer, answers, stop)

    def _stop_thinking(self, _: str) -> None:
        if stop := self._stop:
            stop.set()

    def _query(self, rest: str) -> None:
        if self._record is None:
            raise TaflheimError("there is no position to ask about")
        question, _, argument = rest.partition(" ")
        if question == "perft":
            self._check_idle()
            depth = read_number("perft", argument, 0, DEEPEST)
            self._stop = stop = Stop()
            self._run(self._count, self._record.position, depth, stop)
        elif rest in QUERIES:
            self._say(f"response {QUERIES[rest](self._record)}")
        else:
            raise TaflheimError(f"no query {quoted(rest)}: expected {either([*QUERIES, 'perft N'])}")

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _check_idle(self) -> None:
        if self._stop:
            raise TaflheimError("thinking: send stop and wait for bestmove or done first")

    def _start(self) -> Position:
        return self._game.start(self._values["Seed"]) if self._game.rulebook.seeded else self._game.start()

    def _think(self, record: Record, limits: Limits | None, stop: Stop, endless: bool) -> None:
        last: Found | None = None

        def tell(found: Found) -> None:
            nonlocal last
            if found != last:
                self._say(info_line(found))
            last = found

        try:
            found = think(
                record,
                self._bot,
                Settings(self._values["Seed"], self._values["Hash"], self._values["Threads"]),
                tell,
                limits=limits,
                stop=stop,
                kept=self._kept,
            )
            if found.depth:  # else it moves without searching, and knows no score
                tell(found)
            if endless:
                stop.wait()
            move = found.move
        except Exception as error:  # whatever it is, the client waits for an answer
            self._say(error_line(error))
            move = NO_MOVE
        self._stop = None
        self._say(f"bestmove {move}")

    def _answer(self, answers: Answers, stop: Stop) -> None:
        try:
            answers(self._say, stop)
        except Exception as error:  # whatever it is, the client waits for an answer
            self._say(error_line(error))
        self._stop = None
        self._say(DONE)

    def _count(self, position: Position, depth: int, stop: Stop) -> None:
        try:
            answer = f"response {count_until(position, depth, stop)}"
        except Exception as error:  # whatever it is, the client waits for an answer
            answer = error_line(error)
        self._stop = None
        self._say(answer)

    def _run(self, work: Callable[..., None], *arguments: object) -> None:
        # The thread needs this one's context: how NumPy treats overflows is part of it.
        self._thread = threading.Thread(target=copy_context().run, args=(work, *arguments), daemon=True)
        self._thread.start()


def _asking(question: Question) -> Callable[[Conversation, str], None]:
    return lambda talk, rest: talk._ask(question, rest)


_COMMANDS: dict[str, Callable[[Conversation, str], None]] = {
    "ugi": Conversation._introduce,
    "isready": Conversation._ready,
    "setoption": Conversation._set_option,
    "newgame": Conversation._new_game,
    "position": Conversation._set_position,
    "go": Conversation._go,
    "stop": Conversation._stop_thinking,
    "query": Conversation._query,
    **{command: _asking(question) for command, question in QUESTIONS.items()},
}
