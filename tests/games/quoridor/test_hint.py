"""What speaks for a move in Quoridor: counted here once more, in another way."""

import itertools
from collections import deque
from typing import Any

import pytest
from hypothesis import given

import taflheim
from play import positions
from taflheim import Position
from taflheim.games.quoridor import hint

TWO, THREE = (taflheim.game("quoridor", players=players) for players in (2, 3))


def reasons(position: Position, move: str) -> list[str]:
    before, after = states(position, position.play(move))
    return [str(reason) for reason in hint.reasons(before, position.game.move_numbers(move), after)]


def states(*positions: Position) -> list[Any]:
    return [position.state for position in positions]


def walked(position: Position, side: str) -> int:
    """The steps of a pawn to its goal line, by walking from cell to cell of the text."""
    pawns, _, horizontal, vertical, _ = str(position).split(" ")
    above = {(ord(wall[0]) + right, int(wall[1])) for wall in horizontal.split(",") if wall != "-" for right in (0, 1)}
    beside = {(ord(wall[0]), int(wall[1]) + up) for wall in vertical.split(",") if wall != "-" for up in (0, 1)}
    pawn = pawns.split(",")["abcd".index(side)]
    steps = {(ord(pawn[0]), int(pawn[1])): 0}
    queue = deque(steps)
    while queue:
        file, rank = cell = queue.popleft()
        if {"a": rank == 1, "b": rank == 9, "c": file == ord("i"), "d": file == ord("a")}[side]:
            return steps[cell]
        for to, edge, walls in (
            ((file, rank + 1), cell, above),
            ((file, rank - 1), (file, rank - 1), above),
            ((file + 1, rank), cell, beside),
            ((file - 1, rank), (file - 1, rank), beside),
        ):
            if ord("a") <= to[0] <= ord("i") and 1 <= to[1] <= 9 and edge not in walls and to not in steps:
                steps[to] = steps[cell] + 1
                queue.append(to)
    raise AssertionError("no way")


@pytest.mark.parametrize("game", [TWO, THREE], ids=repr)
def test_steps_are_those_of_walking(game: taflheim.Game) -> None:
    @given(positions(game))
    def check(position: Position) -> None:
        for number, side in enumerate(game.seats):
            (state,) = states(position)
            if not state.blocked:
                assert hint.steps_to_goal(state, number) == walked(position, side)

    check()


def test_a_wall_tells_whom_it_delays() -> None:
    # b stands in a lane between walls, and one more closes it.
    position = TWO.position("a9,e6 5,5 - d2,d4,d6,e2,e4,e6 a")
    after = position.play("d7h")
    assert walked(after, "b") - walked(position, "b") == 11
    assert reasons(position, "d7h") == ["this wall adds 11 steps to Green's path, and none to White's"]
    both = TWO.position("e5,e4 5,5 - - a")
    assert reasons(both, "e4h") == ["this wall adds 1 step to Green's path, and 1 step to White's"]


def test_a_wall_that_delays_nobody_is_not_praised_for_it() -> None:
    assert reasons(TWO.start(), "a1v") == []


def test_with_three_players_everybody_who_is_delayed_is_named() -> None:
    position = THREE.position("e9,e5,d5 6,6,6 - - a")
    said = reasons(position, "e5h")
    assert said == ["this wall adds 1 step to Green's path, and 1 step to White's"]
    assert reasons(position, "e5v") == ["this wall adds 1 step to Red's path, and none to White's"]


def test_a_step_tells_how_far_everybody_has_to_go() -> None:
    assert reasons(TWO.position("e5,a2 1,1 - - a"), "e4") == ["then White is 3 steps from rank 1, Green 7"]
    assert reasons(TWO.position("e5,a2 1,1 - - a"), "e6") == []


def test_a_race_is_won_only_when_nobody_can_stop_it() -> None:
    runs = "it wins the race: Green has no walls left, White needs 2 steps more, Green 3"
    assert reasons(TWO.position("e4,a6 0,0 - - a"), "e3") == [runs]
    assert reasons(TWO.position("e4,a6 5,0 - - a"), "e3") == [runs]
    assert reasons(TWO.position("e4,a6 0,1 - - a"), "e3") == ["then White is 2 steps from rank 1, Green 3"]
    assert reasons(TWO.position("e4,a7 0,0 - - a"), "e3") == ["then White is 2 steps from rank 1, Green 2"]


def test_a_move_that_keeps_the_way_open_is_praised() -> None:
    position = TWO.position("e3,a5 5,5 a2,c2,g2 - a")
    longest = [
        max(walked(threatened.play(wall), "a") for wall in threatened.moves() if wall.endswith(("h", "v")))
        for threatened in (position.play("pass"), position.play("e2"))
    ]
    assert longest == [6, 2]
    guarded = "no wall can make White's path longer than 2 steps now: before, one could make it 6"
    assert guarded in reasons(position, "e2")


def test_nothing_speaks_for_a_pass() -> None:
    assert reasons(TWO.start(), "pass") == []


def test_a_wall_nobody_needs_still_tells_how_far_everybody_has_to_go() -> None:
    before, after = states(TWO.start(), TWO.start().play("a1v"))
    assert [reason.code for reason in hint.merits(before, after)] == ["no_longer"]


def test_a_path_that_has_become_safer_is_told() -> None:
    position = TWO.position("e3,a5 5,5 a2,c2,g2 - a")
    before, after = states(position, position.play("e2"))
    safer = hint.merits(before, after)[0]
    assert safer.code == "safer" and dict(safer.params) == {"side": "White", "before": 6, "now": 2}


@pytest.mark.parametrize("game", [TWO, THREE], ids=repr)
def test_paths_are_the_shortest(game: taflheim.Game) -> None:
    @given(positions(game))
    def check(position: Position) -> None:
        (state,) = states(position)
        if state.blocked or position.result:
            return
        pawns = str(position).split(" ")[0].split(",")
        there = [(side, pawn) for side, pawn in zip(game.seats, pawns, strict=True) if pawn != "-"]
        for (side, pawn), path in zip(there, hint.paths(state), strict=True):
            assert path[0] == pawn and len(path) == walked(position, side) + 1
            for one, other in itertools.pairwise(path):
                assert abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1])) == 1

    check()


def test_the_end_names_who_arrives_where() -> None:
    position = TWO.position("e2,e7 0,0 - - a")
    before, after = states(position, position.play("e1"))
    assert str(hint.end(before, TWO.move_numbers("e1"), after)) == "White reaches rank 1"


def test_a_step_aside_where_the_other_would_jump_first() -> None:
    """Four steps between two pawns that face each other: whoever moves comes to stand before the other one."""
    start = TWO.position("e7,e3 10,10 - - a")
    (said,) = hint.merits(*states(start, start.play("f7")))
    assert str(said).startswith("it steps out of Green's way")
    met = start.play("e6").play("e4").play("e5")
    assert "e6" in met.moves(), "Green jumps"
    # With three steps between them the first one jumps, and a wall between them keeps them apart.
    for text in ("e7,e4 10,10 - - a", "e7,e3 10,10 e5 - a"):
        position = TWO.position(text)
        assert "steps_aside" not in [merit.code for merit in hint.merits(*states(position, position.play("f7")))]


def test_a_wall_that_prepares_another() -> None:
    before = TWO.position("c6,e6 9,4 a2,c2,e2,f3 e3,e5,e7 a")
    after = before.play("d5v")
    said = hint.merits(*states(before, after))[0]
    assert str(said) == "with the wall d6h next, Green's path would be 9 steps long: before, 5 at most"
    walled = after.play("pass").play("d6h")
    assert hint.steps_to_goal(states(walled)[0], 1) == 9
