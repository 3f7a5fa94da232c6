"""Evaluations: what every game's must keep to, and what each is there to see."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from play import positions, variants
from taflheim import Game, Position
from taflheim.games.kernel import I64, words
from taflheim.games.rules import evaluate


def score(position: Position, side: str) -> int:
    position.game.rulebook.load_search()
    state: Any = position.state
    return int(evaluate(words(state), I64(position.game.sides.index(side))))


@pytest.mark.kernel
@pytest.mark.parametrize("game", variants(), ids=repr)
def test_scores_are_bounded_and_with_two_sides_opposite(game: Game) -> None:
    @given(st.data())
    def check(data: st.DataObject) -> None:
        position = data.draw(positions(game))
        scores = [score(position, side) for side in game.sides]
        assert all(abs(each) < 100_000 for each in scores)
        if len(scores) == 2:
            assert scores[0] == -scores[1]

    check()


@pytest.mark.parametrize(
    ("name", "options", "better", "worse", "side"),
    [
        ("quoridor", {}, "e5,e1 10,10 - - a", "e6,e1 10,10 - - a", "a"),
        ("quoridor", {}, "e9,e1 10,9 - - a", "e9,e1 9,10 - - a", "a"),
        ("quoridor", {"players": 3}, "e5,e2,a5 6,6,6 - - a", "e5,e8,a5 6,6,6 - - a", "a"),
        (
            "hnefatafl",
            {},
            "11/11/11/5t5/5K5/11/11/11/11/11/1t9 t",
            "11/11/11/5t5/4tKt4/11/11/11/11/11/1t9 t",
            "defenders",
        ),
        ("halatafl", {}, "SSS/SSS/SS5/SSSS3/7/3/F1F s", "3/3/SS5/SSSS3/7/SSS/SSF s", "sheep"),
    ],
)
def test_what_is_better(name: str, options: dict[str, object], better: str, worse: str, side: str) -> None:
    game = taflheim.game(name, **options)
    assert score(game.position(better), side) > score(game.position(worse), side)
