"""With two players the board can be mirrored, and turned over if the players change places."""

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

_CHANGED = {"identity": False, "mirror": False, "flip": True, "rotate 180": True}
"""Whether the players change places."""


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """Four with two players; with more of them the order of turns has a direction, and there are none."""
    return tuple(
        _symmetry(name, options["players"]) for name in _CHANGED if name == "identity" or options["players"] == 2
    )


def _symmetry(name: str, players: int) -> Symmetry:
    cells, anchors = permutation(name, SIZE), permutation(name, SIZE - 1)
    sides = (1, 0) if _CHANGED[name] else tuple(range(players))
    numbers = (
        *cells,
        *(FIRST_HORIZONTAL + anchor for anchor in anchors),
        *(FIRST_VERTICAL + anchor for anchor in anchors),
        PASS,
    )
    assert len(numbers) == CELLS + 2 * ANCHORS + 1

    def transform(s: State) -> State:
        placed = [LEFT if cell == LEFT else cells[cell] for cell in pawns(s)]
        hands = walls_left(s)
        turned = make(
            tuple(placed[side] for side in sides),
            tuple(hands[side] for side in sides),
            moved(s.horizontal, anchors),
            moved(s.vertical, anchors),
            sides[s.turn],
            strict=bool(s.strict),
        )
        return turned._replace(blocked=s.blocked)

    return Symmetry(name, numbers, sides, transform)
