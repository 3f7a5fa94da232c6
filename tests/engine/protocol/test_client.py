"""Engine processes from outside: ours, and some that hang, die, lie or talk too much."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import taflheim
from taflheim import Game
from taflheim.engine.protocol.client import EngineClient, EngineFailure
from taflheim.engine.search.limits import Limits

FAKE = """
import sys, time
def say(line):
    print(line, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        say("id name Fake"); say("option name Depth of thought type spin default 1"); say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "quit":
        break
    elif word == "go":
        ON_GO
"""


def toy() -> Game:
    return taflheim.game("toy")


def fake(tmp_path: Path, on_go: str, before: str = "") -> tuple[str, ...]:
    """The command line of an engine that does this when it should think."""
    script = tmp_path / "fake.py"
    script.write_text(before + FAKE.replace("ON_GO", on_go), "utf-8")
    return sys.executable, str(script)


def run(work: Callable[[], Awaitable[object]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(300):
            await work()

    asyncio.run(limited())


def test_ours_plays_and_says_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.engine.protocol.client._CLOSE_LIMIT_S", 60)

    async def play() -> None:
        game = taflheim.game("quoridor", players=3)
        client = await EngineClient.start(game)
        process = client._process
        assert os.getpriority(os.PRIO_PROCESS, process.pid) >= 10
        record = game.record()
        for number in range(6):
            move = await client.best_move(record, level=1 + number % 3, seed=number)
            again = await client.best_move(record, level=1 + number % 3, seed=number)
            assert move == again
            record = record.play(move)
        record = record.resign("b")
        assert await client.best_move(record, limits=Limits(nodes=100)) in record.position.moves()
        assert await client.best_move(record, limits=Limits(movetime_ms=20)) in record.position.moves()
        await client.close()
        await client.close()
        assert process.returncode == 0

    run(play)


def test_an_answer_nobody_waited_for_is_not_taken_for_the_next_one() -> None:
    async def play() -> None:
        game = taflheim.game("hnefatafl")
        client = await EngineClient.start(game)
        record = game.record()
        thinking = asyncio.create_task(client.best_move(record, limits=Limits(depth=60)))
        while not client._owed:
            await asyncio.sleep(0)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        record = record.play("d1-d3")
        assert await client.best_move(record, level=1) in record.position.moves()
        await client.close()

    run(play)


def test_two_questions_at_once_are_answered_one_after_the_other() -> None:
    async def play() -> None:
        client = await EngineClient.start(toy())
        first = toy().record()
        second = first.play("b2")
        moves = await asyncio.gather(client.best_move(first, 1), client.best_move(second, 1))
        assert moves[0] in first.position.moves() and moves[1] in second.position.moves()
        await client.close()

    run(play)


def test_a_foreign_engine_plays(tmp_path: Path) -> None:
    async def play() -> None:
        command = fake(tmp_path, 'say("info string error: not one of yours"); say("bestmove b2 ponder a1")')
        client = await EngineClient.start(toy(), command)
        assert await client.best_move(toy().record(), level=1) == "b2"
        await client.close()

    run(play)


def test_an_engine_is_told_when_another_game_begins(tmp_path: Path) -> None:
    """What it keeps from move to move never crosses from one table to another."""
    note = "import pathlib, os\nheard = pathlib.Path(__file__).with_name('heard')\n"
    command = fake(tmp_path, 'say("bestmove b2")', note)
    script = Path(command[1])
    script.write_text(script.read_text().replace("word = ", "open(heard, 'a').write(line); word = "), "utf-8")

    async def play() -> None:
        client = await EngineClient.start(toy(), command)
        for game_id in ("one", "one", "two", "one"):
            await client.best_move(toy().record(), game_id=game_id)
        await client.close()
        heard = [line.split()[0] for line in (tmp_path / "heard").read_text().splitlines()]
        told = [word for word in heard if word in ("newgame", "go")]
        assert told == ["newgame", "newgame", "go", "go", "newgame", "go", "newgame", "go"]

    run(play)


@pytest.mark.parametrize(
    ("on_go", "sentence"),
    [
        ("time.sleep(600)", "the engine for Three in a row has not answered for 0.3 seconds"),
        ("sys.exit(3)", "the engine for Three in a row has ended by itself"),
        ('say("bestmove a9")', "plays 'a9', which is not legal: 'a9' is no move"),
        ('say("bestmove")', "has no move"),
        ('say("info string error: tired"); say("bestmove none")', "has no move: tired"),
        ('say("x" * 3000000)', "characters in one line"),
    ],
)
def test_an_engine_that_fails_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_go: str, sentence: str
) -> None:
    monkeypatch.setattr("taflheim.engine.protocol.client.MOVE_LIMIT_S", 0.3 if "sleep" in on_go else 30)

    async def play() -> None:
        client = await EngineClient.start(toy(), fake(tmp_path, on_go))
        with pytest.raises(EngineFailure) as failure:
            await client.best_move(toy().record(), level=1)
        assert sentence in str(failure.value)
        assert client._process.returncode is not None
        with pytest.raises(EngineFailure):
            await client.best_move(toy().record(), level=1)
        await client.close()

    run(play)


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("import time; time.sleep(600)\n", "has not answered for 0.3 seconds"),
        ("raise SystemExit(1)\n", "has ended by itself"),
    ],
)
def test_an_engine_that_does_not_start(tmp_path: Path, before: str, sentence: str) -> None:
    async def play() -> None:
        with pytest.raises(EngineFailure, match=sentence):
            await EngineClient.start(toy(), fake(tmp_path, "pass", before), limit_s=0.3 if "sleep" in before else 30)

    run(play)


def test_an_engine_that_is_not_there() -> None:
    async def play() -> None:
        with pytest.raises(EngineFailure, match="'/nowhere/at/all' cannot be started: No such file or directory"):
            await EngineClient.start(toy(), ["/nowhere/at/all"])

    run(play)


def test_an_engine_that_will_not_go_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.engine.protocol.client._CLOSE_LIMIT_S", 0.1)

    async def play() -> None:
        client = await EngineClient.start(toy(), fake(tmp_path, "time.sleep(600)"))
        client._send("go")
        await client.close()
        assert client._process.returncode is not None

    run(play)
