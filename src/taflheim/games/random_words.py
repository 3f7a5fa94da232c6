"""Random words for compiled code: a xorshift generator whose state the caller holds."""

from taflheim.games.kernel import I64, U64, jit

_7, _13, _17, _32 = U64(7), U64(13), U64(17), U64(32)


@jit
def next_word(x: int) -> int:
    """The next state of the generator, which is also the random word. `x` is not 0."""
    x ^= x << _13
    x ^= x >> _7
    return x ^ (x << _17)


@jit
def below(word: int, bound: int) -> int:
    """A number from 0 to bound - 1 that a random word stands for."""
    return I64((word >> _32) * U64(bound) >> _32)
