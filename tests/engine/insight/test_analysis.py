"""Analysis: the best moves, in order, with probabilities and lines that can be trusted."""

import random
import threading

import pytest

import taflheim
from play import begin, go_on, variants
from taflheim import Game, IllegalMove, InvalidPosition, Position, TaflheimError
from taflheim.engine.insight.analysis import DEFAULT, Analysis, analyse, analyse_move, thinking
from taflheim.engine.search.found import Stop
from taflheim.engine.search.limits import Limits

TOY = taflheim.game("toy")
QUORIDOR = taflheim.game("quoridor")
EACH_VARIANT = pytest.mark.parametrize("game", variants(), ids=repr)


def going_on(game: Game) -> Position:
    """A position of a random game that is not over."""
    rng = random.Random(repr(game))
    while True:
        position = begin(game, rng)
        for _ in range(rng.randrange(12)):
            if not position.result:
                position = go_on(position, rng)
        if not position.result:
            return position


def toy_winner(position: Position) -> str:
    """Who wins if both play best, by looking at everything."""
    if position.result:
        return position.result.winner or ""
    after = {toy_winner(position.play(move)) for move in position.moves()}
    return position.turn if position.turn in after else after.pop()


@EACH_VARIANT
def test_the_best_moves_come_first_and_their_lines_can_be_played(game: Game) -> None:
    position = going_on(game)
    found = analyse(position, Limits(depth=2), best=4)
    assert found.position == position
    assert 1 <= len(found.best) <= 4
    assert len({candidate.move for candidate in found.best}) == len(found.best)
    probabilities = [candidate.win_probability for candidate in found.best]
    assert probabilities == sorted(probabilities, reverse=True)
    for candidate in found.best:
        assert candidate.line[0] == candidate.move
        assert (candidate.win_probability == 1) == (candidate.ends_in is not None and candidate.ends_in > 0)
        assert (candidate.win_probability == 0) == (candidate.ends_in is not None and candidate.ends_in < 0)
        after = position
        for move in candidate.line:
            after = after.play(move, random.Random(1))


@EACH_VARIANT
def test_a_move_is_judged_by_itself(game: Game) -> None:
    position = going_on(game)
    for move in random.Random(1).sample(position.moves(), min(3, len(position.moves()))):
        judged = analyse_move(position, move, Limits(depth=1))
        assert judged.move == judged.line[0] == move
        assert 0 <= judged.win_probability <= 1


def test_everything_about_three_in_a_row() -> None:
    rng = random.Random(3)
    for _ in range(12):
        position = TOY.start()
        for _ in range(rng.randrange(1, 8)):
            if not position.result:
                position = go_on(position, rng)
        if position.result:
            continue
        found = analyse(position, Limits(depth=9), best=9)
        assert {candidate.move for candidate in found.best} == {*position.moves()}
        for candidate in found.best:
            won = toy_winner(position.play(candidate.move)) == position.turn
            assert candidate.win_probability == won
            assert analyse_move(position, candidate.move, Limits(depth=9)).win_probability == won


def test_every_depth_is_told() -> None:
    told: list[Analysis] = []
    found = analyse(QUORIDOR.start(), Limits(depth=3), 2, told.append)
    assert [each.depth for each in told] == [1, 2, 3]
    assert told[-1] == found
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)
    assert found.speed > 0


def test_it_stops_when_told() -> None:
    stop = Stop()
    threading.Timer(0.2, stop.set).start()
    assert analyse(QUORIDOR.start(), Limits(), 3, stop=stop).best


def test_a_record_tells_what_must_not_be_repeated() -> None:
    """To go back once more would be a draw, which is worth half a win to somebody who is losing."""
    record = QUORIDOR.record(QUORIDOR.position("e5,e2 0,0 - - b"))
    for move in ("e1", "e6", "e2", "e5") * 2:
        assert not record.result
        record = record.play(move)
    assert record.result and record.result.winner is None
    before = record.undo()
    assert analyse_move(before, "e5", Limits(depth=1)).win_probability == 0.5
    assert analyse_move(before.position, "e5", Limits(depth=1)).win_probability != 0.5


def test_games_that_can_be_solved_are_not_searched() -> None:
    board = taflheim.game("hivolts").start(7)
    found = analyse(board, best=2)
    assert (found.depth, found.nodes) == (0, 0)
    best, second = found.best
    assert (best.move, best.win_probability, best.ends_in, str(best.note)) == ("a", 1, 6, "no jump is needed")
    assert second.move == "j" and 0 < second.win_probability < 1 and second.ends_in is None


def test_plain_candidates_are_texts_and_numbers() -> None:
    best = analyse(taflheim.game("hivolts").start(7), best=1).best[0]
    assert best.plain() == {
        "move": "a",
        "win_probability": 1.0,
        "draw_probability": 0.0,
        "line": ["a", "z", "c", "q", "c", "q"],
        "ends_in": 6,
        "note": "no jump is needed",
    }


def test_limits_as_people_say_them() -> None:
    assert thinking() == DEFAULT
    assert thinking(depth=3, nodes=100) == Limits(3, 100)
    assert thinking(seconds=0.25) == Limits(movetime_ms=250)
    for nonsense in (0, -1, float("nan"), float("inf"), "1"):
        with pytest.raises(TaflheimError, match="seconds: expected a number from"):
            thinking(seconds=nonsense)  # type: ignore[arg-type]


def test_what_cannot_be_analysed() -> None:
    with pytest.raises(TaflheimError, match="the game is over"):
        analyse(QUORIDOR.position("e1,e5 10,10 - - b"))
    with pytest.raises(TaflheimError, match="the game is over"):
        analyse(QUORIDOR.record().resign())
    with pytest.raises(InvalidPosition, match="expected a record or a position, not 'e8'"):
        analyse("e8")  # type: ignore[arg-type]
    with pytest.raises(TaflheimError, match="best: expected a whole number from 1 on"):
        analyse(QUORIDOR.start(), best=0)
    with pytest.raises(IllegalMove, match="out of reach"):
        analyse_move(QUORIDOR.start(), "e5")
