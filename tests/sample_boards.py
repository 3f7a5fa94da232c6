"""A position of every game with something of everything that is pointed out on a board."""

from typing import NamedTuple

import taflheim
from play import variants
from taflheim import Game, Position
from taflheim.terminal.board.marks import Marks, Preview, Way

GAMES = ("halatafl", "hivolts", "hnefatafl", "quoridor", "toy")


def boards() -> list[Game]:
    """Every game that has a board of its own: those of one layout are looked at once."""
    found: list[Game] = []
    for game in variants():
        if all(game.layout != other.layout for other in found):
            found.append(game)
    return found


class Sample(NamedTuple):
    """A position, and what is pointed out in it."""

    position: Position
    marks: Marks


def sample(name: str) -> Sample:
    """The sample of a game."""
    game = taflheim.game(name)
    position = game.start(seed=1) if game.rulebook.seeded else game.start()
    for move in _MOVES[name].split():
        position = position.play(move)
    return Sample(position, _marks(position))


_MOVES = {
    "halatafl": "d4-d5 e7-d6",
    "hivolts": "a",
    "hnefatafl": "d1-d3 e7-c7 k4-j4",
    "quoridor": "e8 e2 e3h e7h d5v b2h",
    "toy": "a1 b2 c3",
}


def _marks(position: Position) -> Marks:
    match position.game.name:
        case "halatafl":
            return Marks(
                last=("e7", "d6"),
                chosen=("a4",),
                targets=("a5",),
                movable=("g3",),
                cursor="f5",
                ways=(Way(("c4", "c5")),),
            )
        case "hivolts":
            near = tuple(position.continuations().spots)
            flashes = {"c11": 0, "d11": 1, "e11": 2}
            return Marks(targets=near, dangers=position.dangers, last=("e3", "d3", "jump"), flashes=flashes)
        case "hnefatafl":
            targets = tuple(position.choices(["f8"]))
            ways = (Way(("h5", "h3"), "better"),)
            return Marks(last=("k4", "j4"), chosen=("f8",), targets=targets, cursor="f9", fallen=("c3",), ways=ways)
        case "quoridor":
            labels = {typed.spot: typed.key for typed in position.typed if typed.spot}
            return Marks(last=("b2h",), targets=(*labels, "pass"), labels=labels, preview=Preview("g5h", legal=True))
        case _:
            return Marks(last=("c3",), targets=tuple(position.choices()), cursor="a2")
