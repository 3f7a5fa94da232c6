"""The features of moves, against walls drawn point by point and paths found cell by cell."""

import random

import numpy as np
import pytest

import taflheim
from taflheim.games import rules
from taflheim.games.compiled import steps
from taflheim.games.kernel import COMPILED, I64, words
from taflheim.games.quoridor import prior
from taflheim.games.quoridor.hint import steps_to_goal
from taflheim.games.quoridor.rules import played
from taflheim.games.quoridor.state import ANCHORS, FIRST_HORIZONTAL, FIRST_VERTICAL, PASS, State, pawns
from taflheim.games.quoridor.win_shares import survey, win_shares

Point = tuple[int, int]
COUNT = 20 if COMPILED else 1


def by_group(features: tuple[int, ...]) -> dict[str, int]:
    """The place of each feature in its group; those that say nothing are left out."""
    found = {}
    for feature in features:
        start = 0
        for name, number in prior.GROUPS.items():
            if start <= feature < start + number and name != "none":
                found[name] = feature - start
            start += number
    return found


def points(wall: int) -> list[Point]:
    """Where a wall begins, its middle and where it ends; the board's corners are (0, 0) and (9, 9)."""
    horizontal = wall < FIRST_VERTICAL
    anchor = wall - (FIRST_HORIZONTAL if horizontal else FIRST_VERTICAL)
    x, y = anchor % 8 + 1, anchor // 8 + 1
    return [(x - 1, y), (x, y), (x + 1, y)] if horizontal else [(x, y - 1), (x, y), (x, y + 1)]


def walls(state: State) -> list[int]:
    return [FIRST_HORIZONTAL + i for i in range(ANCHORS) if state.horizontal >> i & 1] + [
        FIRST_VERTICAL + i for i in range(ANCHORS) if state.vertical >> i & 1
    ]


def seen_from(state: State, player: int, wall: int) -> int:
    """By how far before the pawn the middle of a wall is, and how far to the side; 0 if it is far away."""
    cell = pawns(state)[player]
    _, (x, y), _ = points(wall)
    ahead = (y - cell // 9 - 0.5) * (-1 if player == 0 else 1)
    places = {-1.5: 0, -0.5: 1, 0.5: 2, 1.5: 3, 2.5: 4}
    aside = {0.5: 0, 1.5: 1}.get(abs(x - cell % 9 - 0.5))
    if aside is None or ahead not in places:
        return 0
    return 1 + (10 if wall < FIRST_VERTICAL else 0) + 5 * aside + places[ahead]


def expected(before: State, after: State, move: int) -> dict[str, int]:
    if move == PASS:
        return {}
    us, them = before.turn, 1 - before.turn
    in_hand = [after.walls >> 8 * side & 0xFF for side in (us, them)]
    more = [steps_to_goal(after, side) - steps_to_goal(before, side) for side in (us, them)]
    if move < FIRST_HORIZONTAL:
        phase = next(i for i, most in enumerate((0, 7, 14, 20)) if sum(in_hand) <= most)
        return {"steps gained by the pawn, by walls in hand": 4 * phase + min(max(-more[0], -1), 2) + 1}
    there = {point for wall in walls(before) for point in points(wall)}
    touches = sum(point in there or not {0, 9}.isdisjoint(point) for point in points(move))
    return {
        "own walls in hand": in_hand[0],
        "their walls in hand": in_hand[1],
        "steps more for them, and for us": 3 * min(more[1], 4) + min(more[0], 2),
        "points at which it touches, by its direction": 3 * (move < FIRST_VERTICAL) + min(touches, 2),
        "where it stands, seen from their pawn": seen_from(before, them, move),
        "where it stands, seen from our pawn": seen_from(before, us, move),
    }


@pytest.mark.kernel
def test_features_say_what_is_there() -> None:
    rng = random.Random(3)
    notes, shares = np.zeros(rules.NOTES, np.uint64), np.zeros(2)
    seen = set()
    for _ in range(COUNT):
        position = taflheim.game("quoridor").start()
        for _ in range(rng.randrange(4, 40)):
            after = position.play(rng.choice(position.moves()))
            position = position if after.result else after
        before = position.state
        assert isinstance(before, State)
        survey(words(before), notes)
        for move in steps(before):
            state = State(*map(int, played(words(before), I64(move))))
            win_shares(words(state), I64(move), notes, shares)
            features = prior.features(words(state), I64(move), notes)
            assert by_group(tuple(map(int, features))) == expected(before, state, move)
            assert float(prior.prior(words(state), I64(move), notes)) == pytest.approx(
                sum(prior.WEIGHTS[feature] for feature in features)
            )
            seen |= set(features)
    assert len(seen) > prior.FEATURES // 2 or not COMPILED


def test_with_more_players_nothing_is_added() -> None:
    state = taflheim.game("quoridor", players=3).start().state
    assert isinstance(state, State)
    assert prior.prior(words(state), I64(0), np.zeros(rules.NOTES, np.uint64)) == 0
