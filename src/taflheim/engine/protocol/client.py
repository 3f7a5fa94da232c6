"""Talking to an engine in a process of its own, ours or a foreign one (docs/engine-protocol.md)."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol, Self

from taflheim.engine.protocol.wire import ANSWERS, DONE, ERROR, LONGEST_LINE, NO_MOVE, RESPONSE, go, score_in
from taflheim.engine.search.limits import Limits
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.record import Record

START_LIMIT_S = 180.0
"""An engine whose cache is empty compiles first."""
MOVE_LIMIT_S = 20.0
"""How much longer an engine may take than it was told to, before it counts as hanging."""
_CLOSE_LIMIT_S = 1.0
_NICENESS = 10


class EngineFailure(Exception):
    """An engine has died, hangs, or does not play by the rules. The sentence says what happened; it is gone."""


class NoAnswer(Exception):
    """An engine refuses a position or a question, and says why. It lives, and can be asked something else."""


class EngineProcess(Protocol):
    """What is at the other end: a process of this machine (`asyncio.subprocess.Process`), or one that is far away."""

    stdin: asyncio.StreamWriter | None
    stdout: asyncio.StreamReader | None
    pid: int
    """0 if it is far away."""

    @property
    def returncode(self) -> int | None:
        """None while it runs."""
        ...

    def kill(self) -> None:
        """End it at once."""
        ...

    async def wait(self) -> int:
        """Wait until it has ended."""
        ...


class EngineClient:
    """One engine process; it thinks about one position at a time.

    >>> import asyncio, taflheim
    >>> async def first_move():
    ...     async with await EngineClient.start(taflheim.game("quoridor")) as client:
    ...         return await client.best_move(taflheim.game("quoridor").record(), level=9)
    >>> asyncio.run(first_move())
    'e8'
    """

    def __init__(self, game: Game, process: EngineProcess, *, silence_limit_s: float | None = None):
        self.game = game
        self._silence_limit_s = silence_limit_s
        self._process = process
        self._options: set[str] = set()
        self._turn = asyncio.Lock()
        self._owed = ""
        """The first word of the line that ends the current answer; empty when no answer is expected."""
        self._complaint = ""
        self.game_id = ""
        """The game that was asked about last."""

    @classmethod
    async def start(
        cls,
        game: Game,
        command: Sequence[str] = (),
        limit_s: float = START_LIMIT_S,
        silence_limit_s: float | None = None,
    ) -> Self:
        """Start an engine, ours unless there is a command line for another, and wait until it is ready.

        `silence_limit_s`: an engine that sends nothing for this long while it thinks gets an `isready`; if it is silent
        for as long again, it hangs. Our own engine answers at any time.
        """
        name, *arguments = command or (sys.executable, "-m", "taflheim", "engine", game.name)
        try:
            process = await asyncio.create_subprocess_exec(
                name,
                *arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST_LINE,
                # Ctrl-C at a terminal is for the program that started the engine, which then ends it.
                start_new_session=True,
            )
        except OSError as error:
            raise EngineFailure(f"{quoted(name)} cannot be started: {error.strerror}") from error
        with suppress(AttributeError, OSError):
            # Not on every system, nor for a process that is gone. Threads that the engine starts later inherit it.
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
        return await cls.over(game, process, limit_s, silence_limit_s)

    @classmethod
    async def over(cls, game: Game, process: EngineProcess, limit_s: float, silence_limit_s: float | None) -> Self:
        """The client of an engine that is started already, when it is ready."""
        client = cls(game, process, silence_limit_s=silence_limit_s)
        try:
            await client._begin(limit_s)
        except BaseException:
            await client._kill()
            raise
        return client

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def best_move(
        self,
        record: Record,
        level: int | None = None,
        seed: int | None = None,
        limits: Limits | None = None,
        game_id: str = "",
    ) -> str:
        """The engine's move in the record's last position, by its level unless there are limits.

        An engine may keep what it has found from move to move. When it is asked about another game, by the id, than the
        last time, it is told that a new one begins.
        """
        async with self._turn:
            try:
                await self._begin_game(game_id)
                move = (await self._think(record, level, seed, limits))[-1][1]
                reason = record.position.explain(move)
                if reason:
                    raise EngineFailure(f"{self._name} plays {quoted(move)}, which is not legal: {reason}")
            except EngineFailure:
                await self._kill()
                raise
            return move

    async def score(self, record: Record, limits: Limits) -> int | None:
        """What the engine thinks of the record's last position, for the side to move; None if it does not say."""
        async with self._turn:
            try:
                said = await self._think(record, None, None, limits)
            except EngineFailure:
                await self._kill()
                raise
        return next((score for words in reversed(said) if (score := score_in(words)) is not None), None)

    async def ask(self, record: Record, question: str, limit_s: float = MOVE_LIMIT_S) -> AsyncGenerator[dict[str, Any]]:
        """Ask one of ours for an analysis, a hint or a review of the record; each answer comes as soon as it is found.

        `question` is the command with its arguments; `limit_s` is the longest time between two answers. Closing the
        iterator ends the question, and the engine can be asked again.
        """
        async with self._turn:
            try:
                await self._settle(limit_s)
                self._send_position(record)
                self._owed = DONE
                self._send(question)
                answers = 0
                while (line := await self._hear(DONE, limit_s)).strip() != DONE:
                    word, _, rest = line.partition(" ")
                    if word in ANSWERS:
                        answers += 1
                        yield _plain(rest)
                self._owed = ""
                if not answers and self._complaint:
                    raise EngineFailure(f"{self._name} has no answer: {self._complaint}")
            except ValueError:
                await self._kill()
                raise EngineFailure(f"{self._name} says what cannot be read") from None
            except EngineFailure:
                await self._kill()
                raise

    # ---- what the rules say, for those who check an engine ---------------------------------------------------------

    @property
    def option_names(self) -> frozenset[str]:
        """The options that the engine has said it has."""
        return frozenset(self._options)

    async def choose(self, game: Game, limit_s: float = MOVE_LIMIT_S) -> None:
        """Go on with the same game with other options. Raises NoAnswer if the engine does not know their values."""
        self.game = game
        await self._tell([*self._chosen(), "newgame"], limit_s)

    async def place(
        self, start: str | None, moves: Sequence[str] = (), seed: int | None = None, limit_s: float = MOVE_LIMIT_S
    ) -> None:
        """Set a position by its text, or the start, and moves from there. Raises NoAnswer if the engine refuses it."""
        said = [f"setoption name Seed value {seed}"] if seed is not None else []
        place = "position startpos" if start is None else f"position text {start}"
        await self._tell([*said, " ".join([place, *(["moves", *moves] if moves else [])])], limit_s)

    async def query(self, question: str, limit_s: float = MOVE_LIMIT_S) -> str:
        """The answer to a `query` about the position, as `moves`. Raises NoAnswer if the engine has none."""
        async with self._asking(limit_s):
            self._send(f"query {question}")
            line = ""
            while not line.startswith(RESPONSE):
                line = await self._hear(RESPONSE, limit_s)
                self._check_complaint()
        return line.removeprefix(RESPONSE).strip()

    async def _tell(self, lines: Sequence[str], limit_s: float) -> None:
        async with self._asking(limit_s):
            for line in (*lines, "isready"):
                self._send(line)
            await self._answer("readyok", limit_s)
            self._check_complaint()

    @asynccontextmanager
    async def _asking(self, limit_s: float) -> AsyncIterator[None]:
        """One question at a time, answered in so many seconds; an engine that fails at it is killed."""
        async with self._turn:
            try:
                await self._settle(limit_s)
                async with asyncio.timeout(limit_s):
                    yield
            except TimeoutError:
                await self._kill()
                raise EngineFailure(self._silent(limit_s)) from None
            except EngineFailure:
                await self._kill()
                raise

    def _check_complaint(self) -> None:
        if self._complaint:
            raise NoAnswer(self._complaint)

    def stop(self) -> None:
        """Tell the engine to stop thinking, because its answer is no longer needed. It can be asked again."""
        with suppress(EngineFailure):
            self._send("stop")

    async def close(self) -> None:
        """End the engine, at once if it does not go by itself."""
        with suppress(EngineFailure, TimeoutError):
            self._send("quit")
            async with asyncio.timeout(_CLOSE_LIMIT_S):
                await self._process.wait()
        await self._kill()

    # ---- the conversation -----------------------------------------------------------------------------------------

    async def _begin(self, limit_s: float) -> None:
        self._send("ugi")
        for words in await self._answer("ugiok", limit_s):
            if words[:2] == ["option", "name"] and "type" in words:
                self._options.add(" ".join(words[2 : words.index("type")]))
        for line in (*self._chosen(), "newgame"):
            self._send(line)
        self._send("isready")
        await self._answer("readyok", limit_s)

    async def _begin_game(self, game_id: str) -> None:
        if game_id != self.game_id:
            await self._settle(MOVE_LIMIT_S)
            self._send("newgame")
            self.game_id = game_id

    async def _think(
        self, record: Record, level: int | None, seed: int | None, limits: Limits | None
    ) -> list[list[str]]:
        """What the engine says about a position, as words; the last line names its move."""
        longest_s = MOVE_LIMIT_S + ((limits and limits.movetime_ms) or 0) / 1000
        await self._settle(longest_s)
        if level is not None:
            self._set("Level", level)
        if seed is not None:
            self._set("Seed", seed)
        self._send_position(record)
        self._owed = "bestmove"
        self._send(go(limits))
        said = await self._answer("bestmove", longest_s)
        self._owed = ""
        if len(said[-1]) < 2 or said[-1][1] == NO_MOVE:
            raise EngineFailure(f"{self._name} has no move{self._complaint and ': '}{self._complaint}")
        return said

    async def _settle(self, limit_s: float) -> None:
        """Make the engine ready for a question: the answer to the one before may not have been read to its end."""
        if self._owed:
            self._send("stop")
            await self._answer(self._owed, limit_s)
        self._owed = self._complaint = ""

    def _send_position(self, record: Record) -> None:
        self._send(" ".join(["position text", str(record.start), "moves", *record.entries]))

    def _chosen(self) -> list[str]:
        """The lines that choose the game's options."""
        return [
            f"setoption name {name} value {value}" for name, value in self.game.options.items() if name in self._options
        ]

    def _set(self, name: str, value: object) -> None:
        if name in self._options:
            self._send(f"setoption name {name} value {value}")

    def _send(self, line: str) -> None:
        assert self._process.stdin
        if self._process.stdin.is_closing():
            raise EngineFailure(self._ended)
        self._process.stdin.write(f"{line}\n".encode())

    async def _answer(self, last: str, limit_s: float) -> list[list[str]]:
        """The lines until one begins with a certain word, that one included, as words."""
        lines: list[list[str]] = []
        try:
            async with asyncio.timeout(limit_s):
                while not lines or lines[-1][:1] != [last]:
                    lines.append((await self._hear(last, limit_s)).split())
        except TimeoutError:
            raise EngineFailure(self._silent(limit_s)) from None
        return lines

    async def _hear(self, last: str, limit_s: float) -> str:
        """The next line of an answer that ends with a certain word."""
        assert self._process.stdin
        try:
            async with asyncio.timeout(limit_s):
                await self._process.stdin.drain()
                line = (await self._line(last)).decode(errors="replace")
        except TimeoutError:
            raise EngineFailure(self._silent(limit_s)) from None
        except ConnectionError:
            raise EngineFailure(self._ended) from None
        except ValueError:
            raise EngineFailure(f"{self._name} says more than {LONGEST_LINE} characters in one line") from None
        if not line:
            raise EngineFailure(self._ended)
        if line.startswith(ERROR):
            self._complaint = line.removeprefix(ERROR).strip()
        return line

    async def _line(self, wanted: str) -> bytes:
        """The next line. An engine that is silent while it thinks gets an `isready`, to see if it hangs."""
        assert self._process.stdout
        if wanted not in ("bestmove", DONE) or self._silence_limit_s is None:
            return await self._process.stdout.readline()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._silence_limit_s):
                return await self._process.stdout.readline()
        self._send("isready")
        try:
            async with asyncio.timeout(self._silence_limit_s):
                return await self._process.stdout.readline()
        except TimeoutError:
            raise EngineFailure(f"{self._name} hangs") from None

    @property
    def _name(self) -> str:
        return f"the engine for {self.game.title}"

    def _silent(self, limit_s: float) -> str:
        return f"{self._name} has not answered for {limit_s:g} seconds"

    @property
    def _ended(self) -> str:
        return f"{self._name} has ended by itself"

    async def _kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()


def _plain(text: str) -> dict[str, Any]:
    """The JSON object of an answer; ValueError if it is none."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError(text)
    return found
