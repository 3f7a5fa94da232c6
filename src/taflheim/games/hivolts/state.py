"""A HiVolts position as machine words, and the numbers of squares and moves.

Only the 100 squares inside the fenced edge are numbered, from b2 = 0 along the ranks to k11 = 99: no piece ever stands
anywhere else. A set of them is two words, squares 0-63 and 64-99.
"""

from collections.abc import Sequence
from typing import NamedTuple

SIZE = 12
INSIDE = SIZE - 2
SQUARES = INSIDE * INSIDE
DEAD = 0xFF
"""The square of a player who is not on the board."""

MOST_MHOS = 12
START_FENCES = 20

KEYS = "qweasdzxcj"
"""The moves 0 to 9: nine directions, row by row as they lie around the player, and the jump."""
SIT = KEYS.index("s")
JUMP = KEYS.index("j")
ACTION_COUNT = len(KEYS)
FIRST_LANDING = ACTION_COUNT
"""A jump that has landed is numbered by its square, from here on."""
MOVE_COUNT = FIRST_LANDING + SQUARES


class State(NamedTuple):
    """Every field is an unsigned 64-bit word."""

    fences0: int
    """The fences inside the edge (and the same in the next word)."""
    fences1: int
    mhos0: int
    """A byte for each Mho in list order, its square: eight here, four in the next word, 0 behind the last."""
    mhos1: int
    left: int
    """How many Mhos are left."""
    player: int
    """The player's square, or DEAD."""
    gentle: int
    """1 if the player's square does not count as enterable for a Mho that is not aligned."""
    turn: int
    """Always 0: there is one player."""


def make(fenced: int, player: int, mhos: Sequence[int], *, gentle: bool) -> State:
    """The state with the fences inside the edge as the bits of a number, the player and the Mhos in list order."""
    listed = int.from_bytes(bytes(mhos), "little")
    word = (1 << 64) - 1
    return State(fenced & word, fenced >> 64, listed & word, listed >> 64, len(mhos), player, int(gentle), 0)


def fences(state: State) -> tuple[int, ...]:
    """The squares of the fences inside the edge."""
    fenced = state.fences1 << 64 | state.fences0
    return tuple(square for square in range(SQUARES) if fenced >> square & 1)


def mhos(state: State) -> tuple[int, ...]:
    """The squares of the Mhos in list order."""
    return tuple((state.mhos1 << 64 | state.mhos0).to_bytes(16, "little")[: state.left])


def over(state: State) -> bool:
    """Whether the player is dead or has no Mhos left to fear."""
    return state.player == DEAD or not state.left
