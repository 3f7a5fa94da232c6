"""The rules of HiVolts.

Mhos always walk towards the player, so they never come to the edge; only the player can touch its fences.
"""

from taflheim.games import rules
from taflheim.games.hivolts import state
from taflheim.games.hivolts.state import State
from taflheim.games.kernel import I64, U64, Buffer, implements, jit, words

_0, _1, _3, _8, _56, _63, _64 = U64(0), U64(1), U64(3), U64(8), U64(56), U64(63), U64(64)
_BYTE = U64(0xFF)
_INSIDE = U64(state.INSIDE)
_DEAD = U64(state.DEAD)
_DIRECTIONS = I64(state.JUMP)
_FIRST_LANDING = I64(state.FIRST_LANDING)
_KILLED, _CLEARED = I64(0), I64(1)  # places in text.REASONS


# ---- sets of squares ----------------------------------------------------------------------------------------------


@jit
def holds(set0: int, set1: int, square: int) -> bool:
    word = set0 if square < _64 else set1
    return (word >> (square & _63) & _1) != _0


@jit
def _toggled(set0: int, set1: int, square: int) -> tuple[int, int]:
    """The set without a square that is in it, or with one that is not."""
    bit = _1 << (square & _63)
    if square < _64:
        return set0 ^ bit, set1
    return set0, set1 ^ bit


@jit
def taken_squares(s: State) -> tuple[int, int]:
    """The squares on which Mhos stand."""
    taken0, taken1 = _0, _0
    list0, list1 = s.mhos0, s.mhos1
    for _ in range(I64(s.left)):
        taken0, taken1 = _toggled(taken0, taken1, list0 & _BYTE)
        list0, list1 = list0 >> _8 | list1 << _56, list1 >> _8
    return taken0, taken1


# ---- a Mho --------------------------------------------------------------------------------------------------------


@jit
def _candidates(mho: int, player: int) -> tuple[int, int, int]:
    """The squares a Mho thinks of, the best first. Where there are fewer than three, the last comes again."""
    file, rank, to_file, to_rank = mho % _INSIDE, mho // _INSIDE, player % _INSIDE, player // _INSIDE
    across = mho + _1 if file < to_file else mho - _1
    along = mho + _INSIDE if rank < to_rank else mho - _INSIDE
    if rank == to_rank:
        return across, across, across
    if file == to_file:
        return along, along, along
    dx = to_file - file if file < to_file else file - to_file
    dy = to_rank - rank if rank < to_rank else rank - to_rank
    beside = across if dx >= dy else along
    return across + along - mho, beside, along if dx == dy else beside


@jit
def _target(s: State, mho: int, taken0: int, taken1: int) -> int:
    """Where a Mho goes: an open square or the player's, a fence, or its own square if it stays."""
    first, second, third = _candidates(mho, s.player)
    closed0, closed1 = s.fences0 | taken0, s.fences1 | taken1
    aligned = first == second
    too_gentle = s.gentle != _0 and first == s.player and not aligned
    if not too_gentle and not holds(closed0, closed1, first):
        return first
    if not holds(closed0, closed1, second):
        return second
    if not holds(closed0, closed1, third):
        return third
    if holds(s.fences0, s.fences1, first):
        return first
    if holds(s.fences0, s.fences1, second):
        return second
    if holds(s.fences0, s.fences1, third):
        return third
    return mho


@jit
def mho_turn(s: State, mho: int, taken0: int, taken1: int) -> tuple[int, int, int]:
    """Where the Mho on a square goes (onto a fence: it is gone), and the squares that Mhos have taken then."""
    target = _target(s, mho, taken0, taken1)
    taken0, taken1 = _toggled(taken0, taken1, mho)
    if not holds(s.fences0, s.fences1, target):
        taken0, taken1 = _toggled(taken0, taken1, target)
    return target, taken0, taken1


@jit
def _after_mhos(s: State, taken0: int, taken1: int) -> State:
    """The state after every Mho has moved; those behind one that kills stay."""
    player = s.player
    old0, old1 = s.mhos0, s.mhos1
    new0, new1, left = _0, _0, _0
    for _ in range(I64(s.left)):
        mho = old0 & _BYTE
        old0, old1 = old0 >> _8 | old1 << _56, old1 >> _8
        if player != _DEAD:
            mho, taken0, taken1 = mho_turn(s, mho, taken0, taken1)
            if holds(s.fences0, s.fences1, mho):
                continue
            if mho == player:
                player = _DEAD
        if left < _8:
            new0 |= mho << (left << _3)
        else:
            new1 |= mho << (left - _8 << _3)
        left += _1
    return State(s.fences0, s.fences1, new0, new1, left, player, s.gentle, s.turn)


# ---- the player ---------------------------------------------------------------------------------------------------


@jit
def _with_player(s: State, player: int) -> State:
    return State(s.fences0, s.fences1, s.mhos0, s.mhos1, s.left, player, s.gentle, s.turn)


@jit
def neighbour(square: int, move: int) -> int:
    """The square in one of the nine directions, or DEAD for the fence around the board."""
    inside = I64(_INSIDE)
    file = I64(square) % inside + move % 3 - 1
    rank = I64(square) // inside + 1 - move // 3
    if 0 <= file < inside and 0 <= rank < inside:
        return U64(file + rank * inside)
    return _DEAD


@implements(rules.play, State)
def play(s: State, move: int) -> State:
    jumped = move >= _FIRST_LANDING
    to = U64(move - _FIRST_LANDING) if jumped else neighbour(s.player, move)
    if to == _DEAD or holds(s.fences0, s.fences1, to):
        return _with_player(s, _DEAD)
    taken0, taken1 = taken_squares(s)
    if holds(taken0, taken1, to):
        return _with_player(s, _DEAD)
    moved = _with_player(s, to)
    return moved if jumped else _after_mhos(moved, taken0, taken1)


@implements(rules.legal, State)
def legal(s: State, buffer: Buffer, start: int) -> int:
    for move in range(_DIRECTIONS):
        buffer[start + move] = move
    return start + _DIRECTIONS


@implements(rules.count, State)
def count(s: State) -> int:
    return _DIRECTIONS


@implements(rules.capacity, State)
def capacity(s: State) -> int:
    return _DIRECTIONS


@implements(rules.ongoing, State)
def ongoing(s: State) -> bool:
    return False


@implements(rules.decided, State)
def decided(s: State) -> int:
    if s.player == _DEAD:
        return I64(1)
    return I64(0) if s.left == _0 else I64(-1)


@implements(rules.reason, State)
def reason(s: State) -> int:
    return _KILLED if s.player == _DEAD else _CLEARED


# ---- for the rest of the game's folder: plain states in, plain numbers out ----------------------------------------


def mho_steps(s: State) -> list[tuple[int, int]]:
    """Where each Mho stands and goes after the player has moved, in order, the one that kills being the last."""
    machine = words(s)
    taken0, taken1 = taken_squares(machine)
    steps = []
    for mho in state.mhos(s):
        target, taken0, taken1 = mho_turn(machine, U64(mho), U64(taken0), U64(taken1))
        steps.append((mho, int(target)))
        if target == s.player:
            break
    return steps
