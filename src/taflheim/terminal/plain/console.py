"""A person at a terminal, or a script: what is told them, and the lines that they type."""

import asyncio
import sys
from functools import cached_property
from typing import TextIO

from taflheim.games.diagram import Style
from taflheim.terminal.abilities import style_for
from taflheim.terminal.plain.lines import Lines


class Leave(Exception):
    """The person leaves, or there is no more input."""


class Console:
    """Input and output, line by line. Lines are taken in one event loop.

    Where the input is no terminal, the lines that are taken are written, too: what comes out is the whole conversation.
    """

    def __init__(self, source: TextIO | None = None, out: TextIO | None = None, *, ascii_only: bool = False):
        source, self._out = source or sys.stdin, out or sys.stdout
        self.style: Style = "ascii" if ascii_only else style_for(self._out)
        self.is_person = source.isatty()
        """Whether somebody types; else lines are there before they are wanted."""
        self._source = source
        self._next: asyncio.Task[str | None] | None = None
        self._asked = ""
        """The question that stands in the last line."""

    def tell(self, *texts: str) -> None:
        """Say something, each text on lines of its own."""
        if texts:
            self._end_line()
        for text in texts:
            self._write(f"{text}\n")

    def ask(self, question: str) -> None:
        """Put a question, unless it stands there already; `take` takes the answer."""
        if self._asked != question:
            self._end_line()
            self._write(question)
            self._asked = question

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self._source.fileno(), self._source.encoding)

    def coming(self) -> "asyncio.Task[str | None]":
        """The next line: to be waited for as often as one likes, until it is taken."""
        self._next = self._next or asyncio.create_task(self._lines.next())
        return self._next

    async def at_end(self) -> None:
        """Wait until no more lines will come."""
        await self._lines.at_end()

    def take(self) -> str:
        """The line that has come; raises Leave if there are no more."""
        line, self._next = self.coming().result(), None
        if line is None:
            raise Leave
        if self._asked and not self.is_person:
            self._write(f"{line.rstrip()}\n")
        self._asked = ""
        return line.strip()

    async def answer(self, question: str) -> str:
        """The answer to a question; raises Leave."""
        self.ask(question)
        await self.coming()
        return self.take()

    def _end_line(self) -> None:
        if self._asked:
            self._asked = ""
            self._write("\n")

    def _write(self, text: str) -> None:
        # What others have written must not move the cursor.
        shown = "".join(sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in text)
        self._out.write(shown)
        self._out.flush()
