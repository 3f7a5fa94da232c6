"""The board can be mirrored and turned over, but not laid on its side: Mhos try ranks before files."""

from taflheim.games.hivolts.state import DEAD, FIRST_LANDING, INSIDE, JUMP, State, fences, make, mhos
from taflheim.games.modules import Options
from taflheim.games.symmetry import TURNS, Symmetry, permutation


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """Those that keep ranks."""
    return tuple(map(_symmetry, list(TURNS)[:4]))


def _symmetry(name: str) -> Symmetry:
    places = permutation(name, INSIDE)
    # The nine keys lie around the player as they do on the keyboard, the upper row first.
    keys = []
    for key in range(JUMP):
        x, y = TURNS[name](key % 3, 2 - key // 3, 2)
        keys.append(x + 3 * (2 - y))
    numbers = (*keys, JUMP, *(FIRST_LANDING + place for place in places))

    def transform(s: State) -> State:
        fenced = sum(1 << places[square] for square in fences(s))
        player = s.player if s.player == DEAD else places[s.player]
        return make(fenced, player, [places[mho] for mho in mhos(s)], gentle=bool(s.gentle))

    return Symmetry(name, numbers, (0, 1), transform)
