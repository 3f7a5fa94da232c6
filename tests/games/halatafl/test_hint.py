"""What speaks for a move in Halatafl: checked with the moves that the rules allow."""

from typing import Any

import pytest
from hypothesis import given

import taflheim
from play import positions
from taflheim import InvalidPosition, Position
from taflheim.games.halatafl import hint
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
        assert {NAMES[point] for point in points_in(hint.prey(*states(position)))} == first_victims


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
