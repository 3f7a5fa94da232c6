"""The board can be turned and mirrored in all eight ways."""

from taflheim.games.hnefatafl.state import MOVE_COUNT, NOWHERE, SIZE, State, ends, number, split
from taflheim.games.modules import Options
from taflheim.games.symmetry import TURNS, Symmetry, moved, permutation


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """All of the square."""
    return tuple(map(_symmetry, TURNS))


def _symmetry(name: str) -> Symmetry:
    places = permutation(name, SIZE)

    def transform(s: State) -> State:
        attackers = moved(s.attackers1 << 64 | s.attackers0, places)
        defenders = moved(s.defenders1 << 64 | s.defenders0, places)
        king = s.king if s.king == NOWHERE else places[s.king]
        return State(*split(attackers), *split(defenders), king, s.turn)

    numbers = ((places[origin], places[to]) for origin, to in map(ends, range(MOVE_COUNT)))
    return Symmetry(name, tuple(number(*squares) for squares in numbers), (0, 1), transform)
