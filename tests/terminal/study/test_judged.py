"""A review as far as it is made."""

from taflheim.terminal.study.judged import (
    Curve,
    Point,
    chances_at,
    curves,
    learnt,
    next_stop,
    read_progress,
    stops,
)
from told_reviews import told, told_move


def test_a_progress_is_read() -> None:
    progress = read_progress(told(told_move(2, "b", 0.3, 0.5, kind="mistake")))
    assert (progress.done, progress.of, progress.complete, progress.failure) == (1, 4, False, None)
    assert progress.cards[0].counts == {"inaccuracy": 0, "mistake": 1, "blunder": 0}
    (move,) = progress.moves
    assert move.played.way == ("a1", "a2") and not move.was_best and move.is_stop


def test_news_replace_what_was_known() -> None:
    first = read_progress(told(told_move(3, "a", 0.5, 0.5), told_move(1, "a", 0.5, 0.5))).moves
    news = read_progress(told(told_move(2, "b", 0.1, 0.5, kind="blunder"), told_move(3, "a", 0.9, 0.9))).moves
    known = learnt(learnt({}, first), news)
    assert list(known) == [1, 2, 3] and known[3].played.chance == 0.9
    assert stops(known) == [2]


def test_what_the_game_says_itself_is_a_stop() -> None:
    known = learnt({}, read_progress(told(told_move(1, "a", 1, 1, noted=True), told_move(2, "a", 1, 1))).moves)
    assert stops(known) == [1]
    assert next_stop(stops(known), 0, 1) == 1 and next_stop(stops(known), 1, 1) is None


def test_one_curve_where_one_loses_what_the_other_wins() -> None:
    moves = read_progress(told(told_move(1, "a", 0.4, 0.6), told_move(2, "b", 0.7, 0.7))).moves
    (curve,) = curves(learnt({}, moves), ["a", "b"], zero_sum=True)
    assert curve.side == "a"
    assert [(point.ply, round(point.chance, 6)) for point in curve.points] == [(0, 0.6), (1, 0.4), (2, 0.3)]
    assert chances_at([curve], 1) == {"a": 0.4}


def test_else_each_side_has_its_own() -> None:
    moves = read_progress(told(told_move(1, "a", 0.4, 0.6), told_move(2, "b", 0.7, 0.7))).moves
    found = curves(learnt({}, moves), ["a", "b", "c"], zero_sum=False)
    assert found == (Curve("a", (Point(1, 0.4),)), Curve("b", (Point(2, 0.7),)), Curve("c", ()))
    assert chances_at(found, 1) == {"a": 0.4}


def test_nothing_is_known_at_first() -> None:
    assert curves({}, ["a", "b"], zero_sum=True) == (Curve("a", ()),)
    assert chances_at(curves({}, ["a", "b"], zero_sum=True), 3) == {}
