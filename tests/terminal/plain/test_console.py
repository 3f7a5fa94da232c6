"""Lines that are typed, and what is written: through pipes, files and terminals."""

import asyncio
import io
import os
from pathlib import Path

import pytest

from taflheim.terminal.plain.console import Console, Leave
from taflheim.terminal.plain.lines import Lines


def test_lines_of_a_file_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes("e8\r\nnå\n\nlast".encode() + b"\xff")

    async def work() -> list[str | None]:
        with file.open("rb") as opened:
            lines = Lines(opened.fileno())
            found = [await lines.next() for _ in range(6)]
            await lines.at_end()
            return found

    assert asyncio.run(work()) == ["e8\r", "nå", "", "last\N{REPLACEMENT CHARACTER}", None, None]


def test_lines_come_as_they_are_typed() -> None:
    async def work() -> None:
        read, write = os.pipe()
        lines = Lines(read)
        for part, line in (("e", None), ("8\ne", "e8"), ("2\n", "e2")):
            os.write(write, part.encode())
            if line is not None:
                assert await lines.next() == line
        waiting = asyncio.create_task(lines.at_end())
        os.write(write, b"\n")
        assert await lines.next() == "" and not waiting.done()
        os.close(write)
        assert await lines.next() is None
        await waiting
        os.close(read)

    asyncio.run(work())


def test_a_terminal_that_has_gone_is_the_end() -> None:
    async def work() -> None:
        ours, theirs = os.openpty()
        lines = Lines(theirs)
        os.close(ours)
        assert await lines.next() is None
        os.close(theirs)

    asyncio.run(work())


def test_a_script_is_written_into_the_conversation(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text("  e8 \n", "utf-8")

    async def work() -> str:
        out = io.StringIO()
        with file.open(encoding="utf-8") as source:
            console = Console(source, out)
            console.tell("Hello.", "Your turn.")
            console.tell()
            assert await console.answer("Move? ") == "e8"
            console.ask("Again? ")
            console.ask("Again? ")
            console.tell("Something happens.")
            console.ask("Again? ")
            with pytest.raises(Leave):
                await console.answer("Again? ")
            console.tell("Goodbye.")
        return out.getvalue()

    assert asyncio.run(work()) == ("Hello.\nYour turn.\nMove?   e8\nAgain? \nSomething happens.\nAgain? \nGoodbye.\n")
