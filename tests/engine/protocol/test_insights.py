"""Questions of people to an engine: analyses, hints and reviews as lines of JSON."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest

import taflheim
from taflheim.engine.protocol.client import EngineClient, EngineFailure
from talking import Talk


def answers(talk: Talk) -> list[dict[str, Any]]:
    *lines, done = talk.until("done")
    assert done == "done"
    return [json.loads(line.partition(" ")[2]) for line in lines]


def test_an_analysis_tells_every_depth() -> None:
    talk = Talk("quoridor")
    talk.send("position startpos moves e8 e2", "analyse best 2 depth 3")
    found = answers(talk)
    assert [each["depth"] for each in found] == [1, 2, 3]
    position = taflheim.game("quoridor").start().play("e8").play("e2")
    for line in found[-1]["lines"]:
        assert line["move"] in position.moves() and line["clicks"] == [line["move"]]
        assert 0 < line["win_probability"] < 1 and line["line"][0] == line["text"]
    assert found[-1]["paths"][0][0] == "e8" and len(found[-1]["paths"]) == 2


def test_where_a_game_is_solved_every_move_has_its_outlook() -> None:
    talk = Talk("hivolts")
    talk.send("setoption name Seed value 7", "newgame", "analyse best 200")
    (found,) = answers(talk)
    assert found["depth"] == 0 and len(found["lines"]) == 10
    assert found["notes"] == ["Winnable from here without a jump: 6 moves."]
    jump = next(line for line in found["lines"] if line["move"] == "j")
    assert jump["clicks"] == ["jump"] and jump["line"] == ["j"]


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_a_hint_says_what_to_click_and_why(name: str) -> None:
    talk = Talk(name)
    talk.send("hint nodes 1000")
    (given,) = answers(talk)
    start = taflheim.game(name).start(0) if taflheim.rulebooks()[name].seeded else taflheim.game(name).start()
    assert given["move"] in start.moves()
    assert start.continuations(given["clicks"]).move == given["move"]
    assert given["reason"][0].isupper() and given["reason"].endswith(".")


def test_a_review_of_some_moves() -> None:
    talk = Talk("quoridor")
    talk.send("position text e3,e7 0,0 - - a moves e4 e8 e3 e9", "review depth 4")
    found = answers(talk)
    assert [(each["number"], each["kind"], each["played"]["text"], each["best"]["text"]) for each in found] == [
        (1, "blunder", "e4", "e2"),
        (2, None, "e8", "e8"),
        (3, None, "e3", found[2]["best"]["text"]),
        (4, None, "e9", "e9"),
    ]
    assert found[0]["words"] == "With e4 the chance to win falls from 100 % to 0 %: e2 was better."
    assert not found[2]["counts"], "nothing was left to lose"
    talk.send("review from 2 to 3 depth 2")
    assert [each["number"] for each in answers(talk)] == [2, 3]


def test_a_review_says_where_the_win_was_lost_and_where_only_a_jump_remained() -> None:
    board = taflheim.game("hivolts").start(7)
    talk = Talk("hivolts")
    talk.send(f"position text {board} moves s", "review")
    (found,) = answers(talk)
    assert found["words"] == "The certain win is lost here: from a on, 6 moves were enough, without a jump."
    assert found["noted"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("analyse best", "best '': expected a whole number"),
        ("analyse best 0", "best '0': expected"),
        ("analyse best 2 best 3", "best: expected once"),
        ("hint slowly", "no limit 'slowly'"),
        ("review from 5", "from '5': expected a whole number from 1 to 1"),
        ("review from 0", "from '0'"),
    ],
)
def test_bad_questions_are_explained(line: str, sentence: str) -> None:
    talk = Talk("halatafl")
    talk.send(line)
    error = talk.said.get(timeout=60)
    assert error.startswith("info string error: ") and sentence in error
    assert talk.said.empty()


def test_a_game_that_is_over_has_no_hint() -> None:
    talk = Talk("toy")
    talk.send("position text xxx/oo1/3 o", "hint")
    error, done = talk.until("done")
    assert "the game is over" in error and done == "done"


def test_a_question_can_be_stopped() -> None:
    talk = Talk("hnefatafl")
    talk.send("analyse infinite")
    talk.until("analysis")
    talk.send("go")
    assert "thinking" in talk.until("info string error")[-1]
    talk.send("stop")
    talk.until("done")
    talk.send("position startpos moves d1-d3 f8-c8", "review nodes 1000000000", "stop")
    assert talk.until("done")[-1] == "done"


def test_who_wants_no_more_can_ask_again() -> None:
    async def work() -> None:
        game = taflheim.game("quoridor")
        client = await EngineClient.start(game)
        try:
            async with aclosing(client.ask(game.record(), "analyse infinite")) as found:
                async for _ in found:
                    break
            assert await client.best_move(game.record(), level=1) in game.start().moves()
            assert (await anext(client.ask(game.record(), "hint depth 2")))["move"]
            with pytest.raises(EngineFailure, match="has no answer: the game is over"):
                await anext(client.ask(game.record().resign(), "hint"))
        finally:
            await client.close()

    asyncio.run(asyncio.wait_for(work(), 120))


def test_an_engine_that_is_killed_while_it_answers() -> None:
    async def work() -> None:
        game = taflheim.game("quoridor")
        client = await EngineClient.start(game)
        answers = client.ask(game.record(), "analyse infinite")
        await anext(answers)
        os.kill(client._process.pid, signal.SIGKILL)
        with pytest.raises(EngineFailure, match="has ended by itself"):
            await _all(answers)
        await client.close()

    asyncio.run(asyncio.wait_for(work(), 120))


async def _all(answers: AsyncIterator[dict[str, Any]]) -> list[dict[str, Any]]:
    return [answer async for answer in answers]
