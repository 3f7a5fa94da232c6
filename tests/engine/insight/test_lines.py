"""Reasons along a line: they are true of the moves it consists of."""

import taflheim
from taflheim.engine.insight import lines
from taflheim.engine.insight.analysis import Candidate

HALATAFL, TOY, HIVOLTS = (taflheim.game(name) for name in ("halatafl", "toy", "hivolts"))


def test_pieces_that_are_won_later_are_named_with_the_way_there() -> None:
    position = HALATAFL.position("F1F/3/2S4/SS1SSSS/SSSSSSS/SSS/SSS f")
    line = ("c7-c6", "g4-g5", "c6xc4")
    assert position.play(line[0]).play(line[1]).explain(line[2]) is None
    (found,) = lines.seen_later(position, Candidate(line[0], 0.5, line), ())
    assert str(found) == "it leads to the capture of the sheep on c5: c7-c6, g4-g5, c6xc4"


def test_what_was_said_for_the_move_is_not_said_again() -> None:
    quoridor = taflheim.game("quoridor").start()
    best = Candidate("e8", 0.5, ("e8", "e2", "e7"))
    (found,) = lines.seen_later(quoridor, best, ())
    assert str(found) == "after e8, e2, e7 would follow: then White is 6 steps from rank 1, Green 7"
    assert lines.seen_later(quoridor, best, {"comes_near"}) == []


def test_nobody_knows_what_comes_after_a_jump() -> None:
    board = HIVOLTS.start(seed=11)
    best = Candidate("d", 0.77, ("d", "j"))
    assert lines.seen_later(board, best, ()) == []
    assert lines.shown(board, best.line) == "d"
    assert lines.refuted(board, best, Candidate("j", 0.5, ("j",))) is None


def test_a_game_without_reasons_of_its_own_tells_what_to_expect() -> None:
    best = Candidate("b2", 0.5, ("b2", "a1", "c1"))
    (found,) = lines.merits(TOY.start(), best)
    assert str(found) == "the best answer is a1, and then c1"
    assert lines.merits(TOY.start(), Candidate("b2", 0.5, ("b2",))) == []


def test_the_next_best_move_is_refuted_only_if_it_is_much_worse() -> None:
    position = HALATAFL.position("1F1/3/S5S/S2FS2/SSSSSSS/SSS/SSS s")
    best = Candidate("f3-f4", 0.6, ("f3-f4",))
    reply = next(move for move in position.play("a4-b4").moves() if "x" in move)
    found = lines.refuted(position, best, Candidate("a4-b4", 0.3, ("a4-b4", reply)))
    assert str(found).startswith(f"the next best, a4-b4, would allow {reply}: it captures the sheep on e4")
    assert lines.refuted(position, best, Candidate("a4-b4", 0.55, ("a4-b4", reply))) is None
