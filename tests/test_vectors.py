"""The library says what the vectors say."""

import pytest

import taflheim
import vectors
from taflheim.games.kernel import COMPILED
from vectors import Row

CHUNK = 25
"""Vectors a test: few enough for workers to share them out."""
PLAIN_PYTHON_PERFT = 3000
"""What plain Python can count in reasonable time."""

CHUNKS = [
    # One chunk in eight is enough for the slow runs.
    pytest.param(name, first, marks=[pytest.mark.kernel] if first // CHUNK % 8 == 0 else [])
    for name in taflheim.rulebooks()
    for first in range(0, len(vectors.rows(name)), CHUNK)
]


@pytest.mark.parametrize(("name", "first"), CHUNKS)
def test_vectors_agree(name: str, first: int) -> None:
    for row in vectors.rows(name)[first : first + CHUNK]:
        check(row)


def check(row: Row) -> None:
    game = vectors.game_of(row)
    position = game.position(row["position"])
    assert str(position) == row["position"]
    assert sorted(set(position.moves()) - set(game.rulebook.chance)) == row["moves"], position
    result = position.result
    assert (result and result.winner) == row["result"], position
    for move, after in row["after"].items():
        assert str(position.play(move)) == after, (position, move)
        assert position.play(move) == game.position(after), (position, move)
    for depth, nodes in enumerate(row["perft"], 1):
        if COMPILED or nodes <= PLAIN_PYTHON_PERFT:
            assert taflheim.perft(position, depth) == nodes, (position, depth)


def test_every_game_has_vectors() -> None:
    for name in taflheim.rulebooks():
        assert name == "toy" or len(vectors.rows(name)) > 300
