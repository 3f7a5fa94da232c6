"""The board can be mirrored and turned over where the players who change places follow each other as before."""

from taflheim.games.modules import Options
from taflheim.games.quoridor.state import (
    ANCHORS,
    CELLS,
    FIRST_HORIZONTAL,
    FIRST_VERTICAL,
    LEFT,
    PASS,
    SIZE,
    State,
    make,
    pawns,
    walls_left,
)
from taflheim.games.symmetry import Symmetry, moved, permutation

_PLACES: dict[int, dict[str, tuple[int, ...]]] = {
    2: {"identity": (0, 1), "mirror": (0, 1), "flip": (1, 0), "rotate 180": (1, 0)},
    3: {"identity": (0, 1, 2)},
    4: {"identity": (0, 1, 2, 3), "antitranspose": (2, 3, 0, 1)},
}
"""By the number of players: the symmetries, and whose place each player takes. Who moves next must stay the same."""
_CROSSWISE = {"antitranspose"}
"""After these, horizontal walls are vertical."""


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """Four with two players, two with four of them."""
    return tuple(_symmetry(name, sides) for name, sides in _PLACES[int(options["players"])].items())


def _symmetry(name: str, sides: tuple[int, ...]) -> Symmetry:
    cells, anchors = permutation(name, SIZE), permutation(name, SIZE - 1)
    horizontal, vertical = FIRST_HORIZONTAL, FIRST_VERTICAL
    if name in _CROSSWISE:
        horizontal, vertical = vertical, horizontal
    numbers = (
        *cells,
        *(horizontal + anchor for anchor in anchors),
        *(vertical + anchor for anchor in anchors),
        PASS,
    )
    assert len(numbers) == CELLS + 2 * ANCHORS + 1

    def transform(s: State) -> State:
        placed = [LEFT if cell == LEFT else cells[cell] for cell in pawns(s)]
        hands = walls_left(s)
        across, along = moved(s.horizontal, anchors), moved(s.vertical, anchors)
        if name in _CROSSWISE:
            across, along = along, across
        turned = make(
            tuple(placed[side] for side in sides),
            tuple(hands[side] for side in sides),
            across,
            along,
            sides[s.turn],
            strict=bool(s.strict),
        )
        return turned._replace(blocked=s.blocked)

    return Symmetry(name, numbers, sides, transform)
