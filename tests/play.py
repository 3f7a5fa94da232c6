"""Games and positions for the tests: every game in every variant, and positions that random play reaches."""

import itertools
import random

from hypothesis import strategies as st

import taflheim
import vectors
from taflheim import Game, Position


def variants() -> list[Game]:
    """Every game with every combination of its options."""
    return [
        taflheim.game(name, **dict(zip((option.name for option in facts.options), values, strict=True)))
        for name, facts in taflheim.rulebooks().items()
        for values in itertools.product(*(option.values for option in facts.options))
    ]


def begin(game: Game, rng: random.Random) -> Position:
    """A start: the game's own, or a vector's position."""
    texts = vectors.positions(game)
    if texts and rng.random() < 0.5:
        return game.position(rng.choice(texts))
    return game.start(rng.getrandbits(32)) if game.rulebook.seeded else game.start()


def go_on(position: Position, rng: random.Random) -> Position:
    """The position after a random move, by preference one that does not end the game: in HiVolts most moves do."""
    moves = position.moves()
    after = position
    for _ in range(4):
        after = position.play(rng.choice(moves), rng)
        if not after.result:
            break
    return after


@st.composite
def positions(draw: st.DrawFn, game: Game, plies: int = 40) -> Position:
    """A position that a random game reaches; it may be over."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    position = begin(game, rng)
    for _ in range(draw(st.integers(0, plies))):
        if position.result:
            break
        position = go_on(position, rng)
    return position


def lots(position: Position, rng: random.Random) -> list[str]:
    """The moves of a position, those of chance with the outcome that fell."""
    return [position.draw_lot(move, rng) for move in position.moves()]
