"""The benchmark opponents as engines: each answers legal moves and finds a win that is right there.

They run as plain Python: compiling them would take longer than all they are asked here.
"""

import asyncio
import sys
from pathlib import Path

import pytest

import taflheim
from taflheim import Game, Record
from taflheim.engine.contests.engines import EngineConfig
from taflheim.engine.contests.match import Plan, play_match
from taflheim.engine.contests.match_report import MatchReport
from taflheim.engine.protocol.client import EngineClient
from taflheim.engine.search.limits import Limits

ENGINES = Path(__file__).parents[2] / "benchmarks" / "engines"
QUICK = Limits(depth=1, nodes=100)

CORNER = "11/11/11/11/11/11/K10/11/11/t10/4t6 T"
"""The king can reach a11, and only that corner."""
LAST_IN_PADDOCK = "SSS/SSS/3SS2/2S4/7/3/F1F s"
QUORIDOR = ({"players": 2}, "e2,e5 2,2 - - a", "e1")


def command(program: str) -> tuple[str, ...]:
    name, *arguments = program.split()
    # Not set for this process: Numba would notice.
    return "env", "NUMBA_DISABLE_JIT=1", sys.executable, str(ENGINES / name), *arguments


def answers(game: Game, program: str, positions: list[str], limits: Limits) -> list[str]:
    """The opponent's moves, which its client has found to be legal."""

    async def ask() -> list[str]:
        client = await EngineClient.start(game, command(program))
        try:
            records = [game.record(game.position(text)) for text in positions]
            return [await client.best_move(record, seed=7, limits=limits) for record in records]
        finally:
            await client.close()

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("program", "name", "options", "text", "win"),
    [
        ("quoridor_mcts.py", "quoridor", *QUORIDOR),
        ("quoridor_greedy.py", "quoridor", *QUORIDOR),
        ("quoridor_greedy.py", "quoridor", {"players": 3}, "e8,e6,h5 0,2,2 - - c", "i5"),
        ("plain_search.py hnefatafl", "hnefatafl", {}, CORNER, "a5-a11"),
        ("plain_search.py halatafl", "halatafl", {"sheep": 17}, LAST_IN_PADDOCK, "c4-c5"),
        ("one_move_greedy.py quoridor", "quoridor", *QUORIDOR),
        ("one_move_greedy.py hnefatafl", "hnefatafl", {}, CORNER, "a5-a11"),
        ("one_move_greedy.py halatafl", "halatafl", {}, LAST_IN_PADDOCK, "c4-c5"),
    ],
)
def test_a_win_is_found(program: str, name: str, options: dict[str, int], text: str, win: str) -> None:
    game = taflheim.game(name, **options)
    # Asked twice: with the same seed it is the same move, and the answer to the first is not that to the second.
    assert answers(game, program, [text, text], QUICK) == [win, win]


def test_a_whole_match() -> None:
    game = taflheim.game("toy")
    a, b = (
        EngineConfig(program, game, command(f"{program} toy"), limits=QUICK)
        for program in ("one_move_greedy.py", "random_mover.py")
    )
    report = MatchReport(game.seats)
    play_match(Plan(game, a, b, games=8, opening_plies=0), report, lambda played: None)
    assert not any(played.failures for played in report.games)
    assert report.score >= 6


def test_one_move_greedy_does_not_go_back_to_where_it_was() -> None:
    """Ahead, it would step to e5 again; that position has been there, so it looks no better than a draw."""
    game = taflheim.game("quoridor")
    record = game.record(game.position("e5,a1 0,0 - - b"))
    for move in ("a2", "e6", "a1"):
        record = record.play(move)

    async def ask(asked: Record) -> str:
        client = await EngineClient.start(game, command("one_move_greedy.py quoridor"))
        try:
            return await client.best_move(asked, seed=7, limits=QUICK)
        finally:
            await client.close()

    assert asyncio.run(ask(game.record(record.position))) == "e5"
    assert asyncio.run(ask(record)) != "e5"
