"""What speaks for a move in Hnefatafl: checked with the moves that the rules allow."""

import re
from typing import Any

import pytest
from hypothesis import given

import taflheim
from play import positions
from taflheim import Position
from taflheim.games.hnefatafl import hint
from taflheim.games.hnefatafl import merits as quiet
from taflheim.games.hnefatafl.state import ATTACKERS, CORNERS, DEFENDER, DEFENDERS, NAMES, board

GAME = taflheim.game("hnefatafl")


def reasons(text: str, move: str) -> list[str]:
    position = GAME.position(text)
    before, after = states(position, position.play(move))
    return [str(reason) for reason in hint.reasons(before, GAME.move_numbers(move), after)]


def states(*positions: Position) -> list[Any]:
    return [position.state for position in positions]


def with_turn(position: Position, side: int) -> Position:
    board, _ = str(position).split(" ")
    return GAME.position(f"{board} {'tT'[side]}")


@given(positions(GAME))
def test_what_can_be_captured_is_what_some_move_captures(position: Position) -> None:
    for side in (ATTACKERS, DEFENDERS):
        turned = with_turn(position, side)
        if turned.result:
            continue
        taken = {effect.spot for move in turned.moves() for effect in turned.effects(move) if effect.how == "captured"}
        (state,) = states(position)
        assert {NAMES[square] for square in hint.capturable(state, side)} == taken


@given(positions(GAME))
def test_corners_in_sight_are_those_the_king_could_go_to(position: Position) -> None:
    turned = with_turn(position, DEFENDERS)
    if not turned.result:
        ends = {move.split("-")[1] for move in turned.moves()}
        seen = hint.corners_in_sight(*states(position))
        assert {NAMES[square] for square in seen} == ends & {NAMES[corner] for corner in CORNERS}


@pytest.mark.parametrize(
    ("text", "move", "said"),
    [
        ("11/11/11/4T6/11/4t6/4K6/11/11/11/1t9 T", "e8-e7", ["it captures e6"]),
        (
            "2T1t2t3/3Tt6/tt1t4Tt1/4tT3T1/t2T1TtT3/1t2t5t/t5Tt1t1/5Tt3t/7T2K/5t1t3/1t2t2t3 t",
            "h2-k2",
            ["it stops the king's way to k1"],
        ),
        (
            "11/11/3ttt5/2t3t4/2t1K1t4/2t7t/2t3t4/3ttt5/4t6/T10/11 t",
            "k6-g6",
            ["it closes the ring: no way free of attackers leads the king to the edge any more"],
        ),
        (
            "11/11/3ttt5/2t3t4/2t1K1t4/2t3t4/2t1T1t4/3ttt5/2T8/11/11 T",
            "c3-e3",
            [
                "it captures e4",
                "it opens the ring: a way free of attackers leads the king to the edge again",
                "it saves e5 from capture",
            ],
        ),
        (
            "1t9/t10/11/11/4K6/11/11/11/11/t10/3t7 t",
            "d1-b1",
            ["no way free of attackers leads the king to a1 any more"],
        ),
        ("11/11/11/5t5/4T6/3t7/11/11/11/5K5/11 t", "d6-d7", ["it threatens to capture e7"]),
        ("11/11/11/4t6/3tK6/4t2t3/11/11/11/11/9T1 t", "h6-h7", ["it threatens to capture the king"]),
        (
            "3tttt4/1t3t3t1/t10/1t7Tt/1t1TTTT3t/4TKTT1tt/t3TTT3t/5t1T3/11/t9t/3ttttt3 T",
            "j8-e8",
            ["it saves j8 from capture"],
        ),
    ],
)
def test_what_a_move_brings_about(text: str, move: str, said: list[str]) -> None:
    assert reasons(text, move) == said


def test_a_way_that_is_stopped_while_another_stays_open_is_not_praised() -> None:
    text, move = "11/11/11/10K/1t9/11/11/11/11/11/9T1 t", "b7-k7"
    position = GAME.position(text).play(move)
    assert "k8-k11" in position.moves()
    assert reasons(text, move) == []


# ---- quiet moves ----------------------------------------------------------------------------------------------------


def merits(text: str, move: str) -> list[str]:
    position = GAME.position(text)
    return [str(merit) for merit in hint.merits(*states(position, position.play(move)))]


@given(positions(GAME))
def test_what_a_quiet_move_is_good_for_is_said_with_squares(position: Position) -> None:
    """Nobody can look up on a board how many lines of the 44 are guarded."""
    for move in position.moves()[:3] if not position.result else ():
        after = position.play(move)
        if not after.result:
            for merit in hint.merits(*states(position, after)):
                named = re.findall(r"\b[a-k]1?\d\b", str(merit))
                assert named or "the king" in str(merit), merit
                assert {*named} <= {*NAMES}


@given(positions(GAME))
def test_straight_ways_to_the_edge_are_moves(position: Position) -> None:
    """Who looks out to the edge at some squares could go there if it were his turn."""
    (state,) = states(position)
    turned = with_turn(position, DEFENDERS)
    if turned.result:
        return
    ends = {move.split("-")[1] for move in turned.moves() if move.split("-")[0] != NAMES[state.king]}
    seen = quiet._first_met(state)
    for (edge, _, _), met in seen.items():
        if met == DEFENDER and edge not in board(state):
            assert NAMES[edge] in ends


@pytest.mark.parametrize(
    ("text", "move", "said"),
    [
        (
            "3ttttt3/5t5/11/t1T7t/t3TTT3t/tt1TTKTT1tt/t3TTT1t2/t4T4t/11/5t5/3ttttt3 t",
            "b6-b3",
            "then attackers stand on 3 of the 4 squares from d1 to a4: all of them together shut off the corner a1",
        ),
        (
            "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT1t2/t4T4t/11/5t5/3ttttt3 T",
            "f8-c8",
            "on c8 a defender keeps the attackers from shutting off the corner a11",
        ),
        (
            "1t1ttt1t3/t4K5/6t4/t9t/t3T3TTt/t2TT1T3t/4TTT1t2/t9t/1t9/2t4t1t1/3tttt4 t",
            "h11-h10",
            "the king can no longer go by k10 to the corner k11",
        ),
        (
            "1t1ttt1t3/t10/6t4/t9t/t3T3TTt/t2TTKT3t/4TTT1t2/t9t/1t9/2t4t1t1/3tttt4 T",
            "f6-f10",
            "the king could go by k10 to the corner k11 then",
        ),
        (
            "3ttt1t3/5t5/1T4t4/2t2T4t/t3TTT3t/tt2TKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 t",
            "h11-h8",
            "corner to corner with g9 it makes a chain: nobody slips through between them",
        ),
        (
            "1tt1tt2T2/tK1t5T1/2t7T/tt7t1/t9t/3T3t3/5t2t2/t9t/4t1tt3/2t8/2t1t1t4 T",
            "i11-h11",
            "nothing can be captured then, on h11 or elsewhere",
        ),
    ],
)
def test_what_a_quiet_move_is_good_for(text: str, move: str, said: str) -> None:
    assert merits(text, move)[0] == said
