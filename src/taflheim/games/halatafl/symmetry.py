"""The board can be mirrored: sheep go up and sideways, whichever hand is the left."""

from taflheim.games.halatafl.state import MOVES, SIZE, WIDTH, State
from taflheim.games.modules import Options
from taflheim.games.symmetry import TURNS, Symmetry, moved


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """As it is, and mirrored."""
    return tuple(map(_symmetry, ("identity", "mirror")))


def _symmetry(name: str) -> Symmetry:
    turned = [TURNS[name](bit % WIDTH, bit // WIDTH, SIZE - 1) for bit in range(WIDTH * SIZE)]
    places = [x % WIDTH + WIDTH * y for x, y in turned]
    numbers = {(move.origin, move.to): number for number, move in enumerate(MOVES)}

    def transform(s: State) -> State:
        return State(moved(s.sheep, places), moved(s.foxes, places), moved(s.jumper, places), s.turn)

    return Symmetry(name, tuple(numbers[places[move.origin], places[move.to]] for move in MOVES), (0, 1), transform)
