"""SplitMix64, compiled: random words from a state of one word, to which GOLDEN is added before each."""

from taflheim.games.kernel import U64, jit

GOLDEN = U64(0x9E3779B97F4A7C15)
_27, _30, _31 = U64(27), U64(30), U64(31)
_MIX1, _MIX2 = U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB)


@jit
def mixed(word: int) -> int:
    """The random word for a state."""
    word = (word ^ word >> _30) * _MIX1
    word = (word ^ word >> _27) * _MIX2
    return word ^ word >> _31
