"""What moves in HiVolts lead to: exact where no jump is needed, and consistent with the plan where one is."""

import random

import pytest

import taflheim
from taflheim import Position
from taflheim.games.hivolts import hint
from taflheim.games.hivolts.jumps import jumping, plan, risk
from taflheim.games.hivolts.outlook import outlooks
from taflheim.games.hivolts.solve import solve_moves
from taflheim.games.kernel import COMPILED
from taflheim.games.modules import Outlook

GAMES = [taflheim.game("hivolts", mhos=mhos) for mhos in ("fierce", "gentle")]
BOARDS = 12 if COMPILED else 1
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=repr)


@pytest.mark.slow
@EACH_GAME
def test_every_move_has_its_outlook_and_the_best_is_the_plan(game: taflheim.Game) -> None:
    for seed in range(BOARDS):
        board = game.start(f"outlook {seed}")
        found = outlooks(board.state)
        assert set(found) == {*board.moves()}
        probabilities = [outlook.win_probability for outlook in found.values()]
        assert probabilities == sorted(probabilities, reverse=True)
        assert probabilities[0] == pytest.approx(plan(board.state).win_probability)
        assert {move for move, outlook in found.items() if outlook.win_probability == 1} == {
            move for move, solution in solve_moves(board.state).items() if solution.par
        }


@EACH_GAME
def test_lines_do_what_they_promise(game: taflheim.Game) -> None:
    for seed in range(BOARDS):
        board = game.start(f"lines {seed}")
        for move, outlook in outlooks(board.state).items():
            assert outlook.line[0] == move
            end = after(board, outlook.line)
            if outlook.win_probability == 1:
                assert end.result and end.result.winner == "player"
            elif outlook.win_probability == 0:
                assert end.result and end.result.winner == "mhos"
            else:
                assert not end.result
                # The message tells the risk of the jump at the end of the line.
                assert f"kills with {risk(end.state):.0%}".replace("%", " %") in str(outlook.message)


def after(board: Position, line: tuple[str, ...]) -> Position:
    for move in line:
        if move != "j":
            board = board.play(move)
    return board


def test_jumping_is_worth_no_more_than_what_one_jump_must_cost() -> None:
    for seed in range(BOARDS):
        board = GAMES[0].start(f"jumping {seed}")
        assert 0 < jumping(board.state) <= 1 - risk(board.state)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="takes too long as plain Python")
def test_somebody_who_follows_the_lines_wins_about_as_often_as_they_promise() -> None:
    rng, promised, won, boards = random.Random(1), 0.0, 0, 30
    for seed in range(boards):
        board = GAMES[0].start(f"follow {seed}")
        promised += best(board).win_probability
        while not board.result:
            for move in best(board).line:
                board = board.play(move, rng)
        won += board.result.winner == "player"
    # Three standard deviations of so many boards of which four in five are won.
    assert abs(promised - won) / boards < 3 * (0.8 * 0.2 / boards) ** 0.5


def best(board: Position) -> Outlook:
    return next(iter(outlooks(board.state).values()))


def test_reasons_for_a_move() -> None:
    board = GAMES[0].start(7)
    steps, then = GAMES[0].move_numbers("a"), board.play("a")
    electrocuted = sum(effect.how == "electrocuted" for effect in board.effects("a"))
    assert [str(reason) for reason in hint.reasons(board.state, steps, then.state)] == [  # type: ignore[arg-type]
        "every other move gives away the win without a jump",
        f"it lures {electrocuted} Mhos into a fence",
    ]
    dull = GAMES[0].start(6)
    assert hint.reasons(dull.state, (9,), dull.state) == []  # type: ignore[arg-type]
