"""Reviews: every move has its worth, mistakes have their price, and luck has none."""

import random

import pytest

import taflheim
from play import begin, variants
from taflheim import Game, InvalidRecord, Record
from taflheim.engine.insight.analysis import analyse
from taflheim.engine.insight.plain import plain_reviewed
from taflheim.engine.insight.review import Review, review, reviewing
from taflheim.engine.search.limits import Limits

TOY = taflheim.game("toy")


def random_game(game: Game, plies: int) -> Record:
    rng = random.Random(repr(game))
    record = game.record(begin(game, rng))
    for _ in range(plies):
        if record.result:
            break
        record = record.play(rng.choice(record.position.moves()), rng)
    return record


@pytest.mark.parametrize("game", variants(), ids=repr)
def test_every_move_is_reviewed_for_its_mover(game: Game) -> None:
    record = random_game(game, 6)
    moves = review(record, Limits(depth=2)).moves
    assert [move.number for move in moves] == list(range(1, len(record.entries) + 1))
    for move, before in zip(moves, record.positions, strict=False):
        assert move.side == before.turn
        assert 0 <= move.played.win_probability <= move.best.win_probability <= 1
        assert move.cost == move.best.win_probability - move.played.win_probability
        assert move.best.move in before.moves()


def test_a_blunder_costs_all_there_was() -> None:
    # Crosses had won, but do not see it; noughts do not see what they are given; crosses see it.
    record = TOY.record(TOY.position("xoo/xox/3 x"))
    reviewed = review(record.play("b1").play("c1").play("a1"))
    assert [(move.side, move.played.move, move.cost) for move in reviewed.moves] == [
        ("crosses", "b1", 1.0),
        ("noughts", "c1", 1.0),
        ("crosses", "a1", 0.0),
    ]
    assert [move.best.move for move in reviewed.mistakes()] == ["a1", "a1"]
    assert reviewed.moves[2].played == reviewed.moves[2].best


def test_mistakes_are_sorted_by_what_they_cost() -> None:
    record = random_game(taflheim.game("quoridor"), 12)
    reviewed = review(record, Limits(depth=2))
    costs = [move.cost for move in reviewed.mistakes(0.01)]
    assert costs == sorted(costs, reverse=True) and costs
    assert min(costs) >= 0.01
    assert len(reviewed.mistakes(0)) == len(record.entries)


def test_a_slower_win_costs_nothing() -> None:
    quoridor = taflheim.game("quoridor")
    record = quoridor.record(quoridor.position("e2,a6 0,0 - - a")).play("d2")
    (move,) = review(record, Limits(depth=5)).moves
    assert (move.best.move, move.cost) == ("e1", 0)


def test_bad_luck_is_no_mistake() -> None:
    """A jump that killed is judged as a jump."""
    board = taflheim.game("hivolts").start(2)
    landing = next(landing for landing in board.outcomes("j") if board.play(landing).result)
    (move,) = review(board.game.record(board).play(landing)).moves
    assert (move.played.move, move.cost) == ("j", 0)


@pytest.mark.parametrize(
    ("seed", "entry", "words"),
    [
        (7, "s", "The certain win is lost here: from a on, 6 moves were enough, without a jump."),
        (7, "j", "No jump was needed: from a on, 6 moves were enough."),
        (2, "j", "Only a jump remained: every step was death."),
        (2, "s", "Only a jump remained: every step was death."),
    ],
)
def test_a_game_that_is_solved_says_exactly_where_it_was_lost(seed: int, entry: str, words: str) -> None:
    board = taflheim.game("hivolts").start(seed)
    made = next(landing for landing in board.outcomes("j") if not board.play(landing).result) if entry == "j" else entry
    record = board.game.record(board).play(made)
    (move,) = review(record).moves
    assert plain_reviewed(record, move)["words"] == words
    assert plain_reviewed(record, move)["noted"]


def test_a_win_without_a_jump_is_followed_to_its_end() -> None:
    """Whoever plays the solver's moves loses nothing, and nothing is said; one step aside, and it is lost there."""
    record = taflheim.game("hivolts").record(taflheim.game("hivolts").start(7))
    while not record.result:
        record = record.play(analyse(record).best[0].move)
    moves = review(record).moves
    assert len(moves) == 6 and all(move.cost == 0 and move.note is None for move in moves)
    third = record.undo(4)
    lost = next(
        candidate.move
        for candidate in analyse(third, best=10).best
        if candidate.win_probability < 1 and candidate.move != "j"
    )
    *_, last = review(third.play(lost)).moves
    assert last.note and last.note.code == "win_lost" and last.cost > 0


def test_resignations_are_not_moves() -> None:
    three = taflheim.game("quoridor", players=3)
    record = three.record().play("e8").resign("b").play("b5")
    reviewed = review(record, Limits(depth=1))
    assert [(move.number, move.side) for move in reviewed.moves] == [(1, "a"), (3, "c")]


def test_moves_come_one_by_one() -> None:
    moves = reviewing(random_game(TOY, 3))
    assert next(moves).number == 1
    assert next(moves).number == 2


def test_nothing_and_nonsense() -> None:
    assert review(TOY.record()) == Review(TOY.record(), ())
    with pytest.raises(InvalidRecord, match="expected a record, not 'e8'"):
        review("e8")  # type: ignore[arg-type]
