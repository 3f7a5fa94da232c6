"""All eight of the square."""

from taflheim.games.modules import Options
from taflheim.games.symmetry import TURNS, Symmetry, moved, permutation
from toy.state import SIZE, State


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """The board can be turned and mirrored."""
    return tuple(map(_symmetry, TURNS))


def _symmetry(name: str) -> Symmetry:
    places = permutation(name, SIZE)
    return Symmetry(name, places, (0, 1), lambda s: State(moved(s.crosses, places), moved(s.noughts, places), s.turn))
