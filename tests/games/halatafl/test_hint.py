"""What speaks for a move in Halatafl: checked with the moves that the rules allow."""

import re
from typing import Any

import pytest
from hypothesis import given

import taflheim
from play import positions
from taflheim import InvalidPosition, Position
from taflheim.games.halatafl import hint
from taflheim.games.halatafl import merits as quiet
from taflheim.games.halatafl.state import NAMES, points_in

GAME = taflheim.game("halatafl")


def reasons(text: str, move: str) -> list[str]:
    position = GAME.position(text)
    before, after = states(position, position.play(move))
    return [str(reason) for reason in hint.reasons(before, GAME.move_numbers(move), after)]


def states(*positions: Position) -> list[Any]:
    return [position.state for position in positions]


@given(positions(GAME))
def test_prey_is_what_the_foxes_could_jump_over(position: Position) -> None:
    board, _ = str(position).split(" ")
    try:
        foxes = GAME.position(f"{board} f")
    except InvalidPosition:
        return  # a fox would be trapped, and leave
    jumps = [move for move in foxes.moves() if "x" in move]
    first_victims = {foxes.effects(move)[1].spot for move in jumps}
    if not foxes.result:
        assert {NAMES[point] for point in points_in(quiet.prey(*states(position)))} == first_victims


@pytest.mark.parametrize(
    ("text", "move", "said"),
    [
        (
            "1F1/2F/2S1S1S/SS1S1S1/SSSSSSS/SSS/SSS f",
            "e6xe4xc4xc6",
            ["it captures the sheep on d4, c5 and e5"],
        ),
        (
            "1F1/3/S2F2S/S3S2/SSSSSSS/SSS/SSS f",
            "d5-d4",
            ["it threatens the sheep on e4"],
        ),
        (
            "2F/2F/S4SS/1SSS1S1/SS1SS2/S1S/SSS f",
            "e6-e5",
            ["it threatens the sheep on d4 and f4", "the fox has 6 ways there, it had 2"],
        ),
        (
            "1F1/2F/4S1S/SSSS1S1/SSSSSSS/SSS/SSS s",
            "c4-c5",
            ["a sheep reaches the paddock, which has 2 then"],
        ),
        (
            "1F1/3/S5S/S2FS2/SSSSSSS/SSS/SSS s",
            "f3-f4",
            ["it saves the sheep on e4"],
        ),
        (
            "3/F1S/3S2S/1F2S1S/1SS1SS1/SSS/SSS s",
            "d5-d6",
            ["the fox on c6 has only 2 ways left"],
        ),
        (
            "3/3/6S/S3F2/SSS1SSS/SSF/S1S s",
            "b3-b4",
            ["it traps the fox on e2"],
        ),
    ],
)
def test_what_a_move_brings_about(text: str, move: str, said: list[str]) -> None:
    assert reasons(text, move) == said


def test_every_other_move_loses_a_sheep() -> None:
    text, saving = "1F1/3/4FS1/S4S1/S1S1S1S/1SS/SSS s", "f5-g5"
    position = GAME.position(text)
    losing = {move for move in position.moves() if "x" in position.play(move).moves()[0]}
    assert losing == {*position.moves()} - {saving}
    assert reasons(text, saving) == ["every other move loses a sheep at once"]
    assert not any("every other move" in said for move in losing for said in reasons(text, move))


# ---- quiet moves ----------------------------------------------------------------------------------------------------


def merits(text: str, move: str) -> list[str]:
    position = GAME.position(text)
    return [str(merit) for merit in hint.merits(*states(position, position.play(move)))]


@given(positions(GAME))
def test_what_a_quiet_move_is_good_for_is_said_with_points(position: Position) -> None:
    """Nobody can look up on a board how many ranks all sheep have come together."""
    for move in position.moves()[:3] if not position.result else ():
        after = position.play(move)
        if not after.result and "x" not in move and len(after.pieces) == len(position.pieces):
            for merit in hint.merits(*states(position, after)):
                named = re.findall(r"\b[a-g]\d\b", str(merit))
                assert named and {*named} <= {*NAMES.values()}, merit


@given(positions(GAME))
def test_deadly_points_are_those_where_every_sheep_costs_one(position: Position) -> None:
    board, _ = str(position).split(" ")
    try:
        sheep = GAME.position(f"{board} s")
    except InvalidPosition:
        return
    (state,) = states(sheep)
    if sheep.result or quiet.prey(state):
        return
    costs: dict[str, list[bool]] = {}
    for move in sheep.moves():
        after = sheep.play(move)
        taken = not after.result and len(after.pieces) == len(sheep.pieces) and "x" in after.moves()[0]
        costs.setdefault(move.split("-")[1], []).append(taken)
    deadly = {point for point, taken in costs.items() if all(taken)}
    assert deadly == {NAMES[point] for point in quiet.deadly(state)}


@pytest.mark.parametrize(
    ("text", "move", "said"),
    [
        (
            "3/1F1/2F1SS1/SSSSSSS/SSSSS1S/SS1/SSS f",
            "c5-c6",
            "then no sheep can go to c5 without one being captured",
        ),
        (
            "2F/1F1/S1SSS2/1SSSSSS/SSSSSS1/1SS/SS1 s",
            "c5-c6",
            "a sheep in the paddock moves up to c6 and makes room for the next one",
        ),
        ("3/FF1/4SS1/SSSSSSS/SSSSS1S/SS1/SSS s", "a4-a5", "a sheep goes on to a5, 2 steps from the paddock"),
        (
            "F2/1FS/S1SSSS1/1SSSSSS/S1SS1S1/SSS/S2 s",
            "e2-e3",
            "it fills the gap on e3: the sheep on d2 cannot be jumped over there any more",
        ),
        (
            "F2/1F1/2S1S2/SSSS1SS/SS1SSSS/SSS/SSS s",
            "e5-d5",
            "a fox that comes to d5 no longer threatens the sheep on c5",
        ),
        ("2F/SFS/SSSSSS1/1SSS1SS/1SSSS2/SSS/3 f", "e7-d7", "from d7 the fox can go 2 ways, before 1"),
    ],
)
def test_what_a_quiet_move_is_good_for(text: str, move: str, said: str) -> None:
    assert merits(text, move)[0] == said


def test_a_fox_gets_out_of_a_trap() -> None:
    text, trap = "2F/3/SSS1S1S/1SS1SS1/1SSSFSS/SSS/SSS f", "c4-d4"
    trapped = [effect.how for effect in GAME.position(text.replace(" f", " s")).effects(trap)]
    assert "trapped" in trapped
    assert reasons(text, "e3-d4") == [f"on e3 the fox could have been trapped, by {trap}"]
