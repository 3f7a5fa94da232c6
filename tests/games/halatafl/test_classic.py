"""The classic fox against a slow reference, which lists all moves and takes the lines from the layout."""

import random
from collections import Counter
from typing import Any

import pytest

import taflheim
from taflheim import InvalidPosition, Position
from taflheim.games.halatafl import classic
from taflheim.games.kernel import COMPILED

pytestmark = pytest.mark.kernel

GAME = taflheim.game("halatafl")
ROWS = (3, 3, 7, 7, 7, 3, 3)
POSITIONS, DRAWS = (60, 150) if COMPILED else (6, 80)
MOST_CHAINS = "1S1/SSS/1S1S1S1/SSSSSSF/1SFS1S1/SSS/1S1 f"

PLACES = {spot.name: (spot.x, spot.y) for spot in GAME.layout.spots}
LINES = {
    ends
    for line in GAME.layout.lines
    for ends in ((line.x1, line.y1, line.x2, line.y2), (line.x2, line.y2, line.x1, line.y1))
}


def reference(position: Position) -> set[str]:
    """All moves that the classic fox may make."""
    moves = position.moves()
    if any("x" in move for move in moves):
        longest = max(move.count("x") for move in moves)
        return {move for move in moves if move.count("x") == longest}
    threats = {move: threatened(position, move.split("-")[1]) for move in moves}
    total = Counter[str]()
    for move, number in threats.items():
        total[move.split("-")[0]] += number
    most = max(total.values())
    if most == 0:
        return set(moves)
    return {move for move in moves if total[move.split("-")[0]] == most and threats[move] > 0}


def threatened(position: Position, point: str) -> int:
    """How many sheep beside a point have an empty point beyond them."""
    standing = {PLACES[piece.spot]: piece.side for piece in position.pieces}
    x, y = PLACES[point]
    return sum(
        standing.get((x + dx, y + dy)) == "sheep"
        and (x, y, x + dx, y + dy) in LINES
        and (x + dx, y + dy, x + 2 * dx, y + 2 * dy) in LINES
        and (x + 2 * dx, y + 2 * dy) not in standing
        for dx in (-2, 0, 2)
        for dy in (-2, 0, 2)
    )


def scattered(rng: random.Random) -> Position:
    """A position with one or two foxes and some sheep anywhere; the foxes are to move."""
    while True:
        letters = list("F" * rng.randint(1, 2) + "S" * rng.randint(1, 16))
        letters += "1" * (sum(ROWS) - len(letters))
        rng.shuffle(letters)
        rows = ["".join(letters[sum(ROWS[:row]) :][:width]) for row, width in enumerate(ROWS)]
        for empty in range(7, 1, -1):
            rows = [row.replace("1" * empty, str(empty)) for row in rows]
        try:
            position = GAME.position(f"{'/'.join(rows)} f")
        except InvalidPosition:
            continue  # a fox is trapped
        if not position.result and len(reference(position)) <= 8:
            return position


def chosen(position: Position, times: int) -> Counter[str]:
    """How often it makes which move."""
    rng = random.Random(1)
    state: Any = position.state
    return Counter(classic.choose(state, rng) for _ in range(times))


@pytest.mark.slow
def test_every_move_it_may_make_and_no_other() -> None:
    rng = random.Random(2)
    kinds = set()
    for _ in range(POSITIONS):
        position = scattered(rng)
        possible = reference(position)
        assert set(chosen(position, DRAWS)) == possible, str(position)
        kinds.add(min("x" in move for move in possible))
    assert kinds == {True, False}


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        pytest.param(
            "F2/3/7/7/7/3/2F f", {"c7-c6", "c7-d7", "c7-d6", "e1-e2", "e1-d1", "e1-d2"}, id="nothing to threaten"
        ),
        pytest.param("F2/3/2S4/7/7/3/2F f", {"c7-c6", "c7-d6"}, id="one sheep, from two points"),
        pytest.param("F2/3/2S4/7/3SS2/3/2F f", {"e1-e2", "e1-d2"}, id="the fox with more to threaten"),
        pytest.param("F2/3/2S4/7/6S/1S1/2F f", {"e1xc3"}, id="a capture"),
    ],
)
def test_examples(text: str, moves: set[str]) -> None:
    position = GAME.position(text)
    assert set(chosen(position, 100)) == moves == reference(position)


def test_longest_chains_are_equally_likely() -> None:
    # Two of them begin with the same jumps: a player who drew jump by jump would favour the third.
    counts = chosen(GAME.position("SSF/1S1/1S2S2/S1FS1S1/S2S2S/1S1/SSS f"), 600)
    assert set(counts) == {"c4xe4xe6xc6", "e7xc5xe3xc3", "e7xc5xe3xg5"}
    assert all(160 < number < 240 for number in counts.values())


@pytest.mark.skipif(not COMPILED, reason="hundreds of thousands of chains")
def test_very_many_chains() -> None:
    # Listing all 799 971 moves takes seconds, and shows that the longest have 17 jumps.
    assert all(move.count("x") == 17 for move in chosen(GAME.position(MOST_CHAINS), 3))
