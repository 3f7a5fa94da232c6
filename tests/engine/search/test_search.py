"""The search: the same values as plain minimax, wins that are there, always legal moves, and it stops when told."""

import random
import threading
from typing import Any

import numpy as np
import pytest

import taflheim
import vectors
from play import begin, go_on, variants
from taflheim import Game, Position
from taflheim.engine.search.found import Found, Stop
from taflheim.engine.search.limits import DEEPEST, Limits
from taflheim.engine.search.score import WIN
from taflheim.engine.search.search import search
from taflheim.engine.search.settings import Settings
from taflheim.games.compiled import NO_MOVES
from taflheim.games.kernel import COMPILED, I64, words
from taflheim.games.rules import evaluate, margin, proven, quiet, score_moves

EACH_VARIANT = pytest.mark.parametrize("game", variants(), ids=repr)
COUNT = 6 if COMPILED else 1


def some_positions(game: Game, count: int, plies: int = 40) -> list[Position]:
    """Positions in which something can be thought about."""
    rng = random.Random(repr(game))
    found: list[Position] = []
    while len(found) < count:
        position = begin(game, rng)
        for _ in range(rng.randrange(plies)):
            if not position.result:
                position = go_on(position, rng)
        if not position.result:
            found.append(position)
    return found


def minimax(game: Game, state: Any, hero: int, depth: int, path: tuple[Any, ...], chain: bool = False) -> int:
    """The value for the hero of what a search without shortcuts would look at, step by step."""
    compiled, at = game.rulebook.compiled, words(state)
    if not chain:
        winner, why = compiled.verdict(state)
        if winner >= 0 and (depth > 0 or why != NO_MOVES):
            return WIN - len(path) if winner == hero else len(path) - WIN
        if game.rulebook.repetition and state in path:
            return 0
        ends = int(proven(at))
        if ends and path:
            value = WIN - len(path) - ends if ends > 0 else len(path) - ends - WIN
            return value if state.turn == hero else -value
        if depth <= 0 and (depth <= -8 or quiet(at)):
            return int(evaluate(at, I64(hero)))
    steps = compiled.steps(state)
    if path:
        moves, order = np.array([*steps, 0], np.int32), np.zeros(len(steps) + 1, np.int32)
        steps = moves[: int(score_moves(at, moves, order, I64(0), I64(len(steps)), I64(depth)))].tolist()
    values = []
    for step in steps:
        after, more = compiled.step(state, step)
        further = path if chain else (*path, state)
        values.append(minimax(game, after, hero, depth if more else depth - 1, further, more))
    return max(values) if state.turn == hero else min(values)


@pytest.mark.kernel
@EACH_VARIANT
def test_values_of_alpha_beta_are_those_of_minimax(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """As deep as nothing is looked at less deeply than the rest, and nothing pruned."""
    monkeypatch.setitem(vars(game.rulebook), "mcts", False)
    monkeypatch.setitem(vars(game.rulebook), "endgame", None)
    for position in some_positions(game, COUNT):
        width = len(position.moves())
        hero = position.state.turn
        state: Any = words(position.state)
        prunes = margin(state) > 0
        for depth in range(1, 3 if COMPILED and width < 60 and not prunes else 2):
            found = search(position, Limits(depth=depth))
            assert found.score == minimax(game, position.state, hero, depth, ())
            if found.move not in game.rulebook.chance:
                after = position.play(found.move).state
                assert found.score == minimax(game, after, hero, depth - 1, (position.state,))


@EACH_VARIANT
def test_every_answer_and_its_line_are_legal(game: Game) -> None:
    for position in some_positions(game, 12):
        for limits in (Limits(depth=1), Limits(depth=3, nodes=20_000), Limits(nodes=500)):
            found = search(position, limits, Settings(seed=3))
            assert found.move == found.line[0]
            assert found.move in position.moves()
            if found.move not in game.rulebook.chance:
                after = position
                for move in found.line:
                    after = after.play(move)
            assert 1 <= found.depth <= (limits.depth or DEEPEST)


@pytest.mark.parametrize(
    ("name", "text", "moves", "ends_in"),
    [
        ("quoridor", "e2,e5 0,0 - - a", {"e1"}, 1),
        ("quoridor", "e3,e5 0,0 - - a", {"e2"}, 3),
        ("quoridor", "a3,i8 0,0 - - a", None, -2),
        ("hnefatafl", "11/11/2T8/1t9/5t5/4tKt4/8t2/5t5/11/7T3/2t8 t", {"i5-f5"}, 1),
        ("hnefatafl", "11/3t1t5/2t2T5/7t3/2t1t3t2/K7t2/5tt4/7t3/2t2t5/5t5/2t2t5 t", None, -2),
        ("hnefatafl", "2t2t5/T2t6t/2T1t2t3/1tt4T1T1/4t6/1t2T4Tt/5T3Tt/6Tt1t1/1t4t1Tt1/2t2K5/6ttt2 T", {"f2-k2"}, 3),
        ("halatafl", "SSS/SSS/2SS1F1/3SS2/S5S/3/2F s", {"e4-e5"}, 1),
        ("halatafl", "SSS/SSS/SS1S1SS/6S/4F2/3/2F s", None, 3),
        ("halatafl", "3/SSS/7/S1FSSFS/7/S1S/1S1 f", {"c4-c5", "c4-c3", "f4-e5", "f4-e3"}, 3),
        ("toy", "xx1/oo1/3 x", {"c3"}, 1),
        ("toy", "x2/1o1/2x o", {"b1", "b3", "a2", "c2"}, None),
    ],
)
def test_forced_wins_are_found(name: str, text: str, moves: set[str] | None, ends_in: int | None) -> None:
    found = search(taflheim.game(name).position(text), Limits(depth=5))
    assert moves is None or found.move in moves
    assert found.ends_in == ends_in


def test_chains_are_whole_moves() -> None:
    game = taflheim.game("halatafl")
    rows = [row for row in vectors.rows("halatafl") if max(map(len, row["moves"]), default=0) > 8]
    assert rows
    for row in rows:
        position = game.position(row["position"])
        found = search(position, Limits(depth=3))
        assert found.move in row["moves"]


def test_a_draw_by_repetition_is_avoided_when_ahead_and_welcome_when_behind() -> None:
    game = taflheim.game("quoridor")
    ahead = game.record(game.position("e5,a1 0,0 - - b"))
    for move in "a2 e6 a1 e5 a2 e6 a1".split():
        ahead = ahead.play(move)
    assert search(ahead.position, Limits(depth=1)).move == "e5"
    found = search(ahead, Limits(depth=1))
    assert found.move != "e5" and found.score > 0

    behind = game.record(game.position("d9,e4 0,0 - - b"))
    for move in "e5 e9 e4 d9 e5 e9 e4".split():
        behind = behind.play(move)
    assert search(behind.position, Limits(depth=1)).move == "e8"
    found = search(behind, Limits(depth=1))
    assert (found.move, found.score) == ("d9", 0)


def test_the_lot_is_drawn_only_where_everything_else_loses() -> None:
    game = taflheim.game("hivolts")
    lots = 0
    for position in some_positions(game, 60):
        after = [position.play(move).result for move in position.moves() if move != "j"]
        lost = all(result and result.winner == "mhos" for result in after)
        assert (search(position, Limits(depth=3)).move == "j") == lost
        lots += lost
    assert lots


@EACH_VARIANT
def test_the_same_seed_gives_the_same_answer(game: Game) -> None:
    position = some_positions(game, 1)[0]
    limits = Limits(nodes=5000, depth=6)
    first, second = (search(position, limits, Settings(seed=5)) for _ in range(2))
    assert (first.move, first.score, first.nodes, first.line) == (second.move, second.score, second.nodes, second.line)


def test_the_seed_decides_between_equal_moves() -> None:
    start = taflheim.game("hnefatafl").start()
    found = [search(start, Limits(depth=1), Settings(seed)) for seed in range(12)]
    assert len({each.score for each in found}) == 1
    assert len({each.move for each in found}) > 2


def test_it_stops_when_told() -> None:
    stop, begun = Stop(), threading.Event()
    answers = []

    def think() -> None:
        start = taflheim.game("hnefatafl").start()
        answers.append(search(start, Limits(), on_info=lambda _: begun.set(), stop=stop))

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    assert begun.wait(60)
    stop.set()
    thread.join(60)
    assert answers and answers[0].move in taflheim.game("hnefatafl").start().moves()


def test_limits_of_time_and_nodes() -> None:
    start = taflheim.game("hnefatafl").start()
    assert search(start, Limits(movetime_ms=1)).depth >= 1
    assert search(start, Limits(nodes=1)).nodes <= 2 * len(start.moves())
    assert search(start, Limits(nodes=20_000)).nodes <= 20_001
    told: list[Found] = []
    found = search(start, Limits(depth=3), on_info=told.append)
    assert [each.depth for each in told] == [1, 2, 3]
    assert told[-1] == found


def test_a_game_that_is_over_is_not_thought_about() -> None:
    with pytest.raises(taflheim.TaflheimError, match="the game is over"):
        search(taflheim.game("toy").position("xxx/oo1/3 o"), Limits(depth=1))


@pytest.mark.parametrize("wrong", [{"depth": 0}, {"depth": 65}, {"nodes": -1}, {"movetime_ms": 0}, {"depth": "3"}])
def test_impossible_limits_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(taflheim.TaflheimError, match="expected a whole number"):
        Limits(**wrong)


def test_nobody_passes_while_there_is_something_to_do() -> None:
    """Only the root knew of passing once: then everybody but the thinker had to move, and passing looked best."""
    position = taflheim.game("quoridor").position("e6,e4 10,10 - - a")
    assert "pass" in position.moves()
    for seed in range(3):
        assert search(position, Limits(nodes=5000), Settings(seed=seed)).move != "pass"


@pytest.mark.parametrize(
    "text",
    [
        "3/3/6F/SFSSSSS/S1SS1S1/SSS/SSS f",
        "3/3/1SF3S/SSS2FS/S2SSS1/SSS/SS1 f",
        "3/3/F3FSS/SSSSS2/SS3SS/1SS/SSS f",
        "S2/3/S1FF3/3S1S1/S1S2SS/SS1/SSS f",
    ],
)
def test_a_search_that_is_stopped_anywhere_has_a_whole_move(text: str) -> None:
    """Of a chain that had just turned out to be better only the first step was known."""
    position = taflheim.game("halatafl").position(text)
    moves = position.moves()
    for nodes in range(5, 600, 3):
        assert search(position, Limits(nodes=nodes)).move in moves
