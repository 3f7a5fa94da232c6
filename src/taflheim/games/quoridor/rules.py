"""The rules of Quoridor, for two, three and four players.

The idea that makes it fast: a wall can only close something if it joins two things that are already there, walls or
edges. Only for those few is a path looked for, by flooding the board from the pawn, all cells of a step at once.
"""

from collections.abc import Iterable

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, Buffer, Entries, implements, jit, lowest, popcount, words
from taflheim.games.quoridor import state
from taflheim.games.quoridor.state import CELLS, LEFT, MOVE_COUNT, State
from taflheim.games.random_words import below, next_word

_0, _1, _2, _3, _4, _8, _9, _16, _32 = U64(0), U64(1), U64(2), U64(3), U64(4), U64(8), U64(9), U64(16), U64(32)
_54, _55, _63, _64, _BYTE = U64(54), U64(55), U64(63), U64(64), U64(0xFF)
_PAIR_UP = U64(0b1000000001)
_GONE = U64(LEFT)
_FILE_1 = U64(0x0101010101010101)
_FILE_8 = U64(0x8080808080808080)
_NOT_FILE_1 = U64(~0x0101010101010101 & (1 << 64) - 1)
_NOT_FILE_8 = U64(~0x8080808080808080 & (1 << 64) - 1)
_NOT_FILES_12 = U64(~0x0303030303030303 & (1 << 64) - 1)
_NOT_FILES_78 = U64(~0xC0C0C0C0C0C0C0C0 & (1 << 64) - 1)
_RANK_1 = U64(0xFF)
_RANK_8 = U64(0xFF << 56)
_CELLS = I64(CELLS)
_FIRST_HORIZONTAL = I64(state.FIRST_HORIZONTAL)
_FIRST_VERTICAL = I64(state.FIRST_VERTICAL)
_PASS = I64(state.PASS)


def _cells(chosen: Iterable[int]) -> tuple[int, int]:
    mask = sum(1 << cell for cell in chosen)
    return U64(mask & (1 << 64) - 1), U64(mask >> 64)


# The goal line of each player, as two words.
(_A0, _A1), (_B0, _B1), (_C0, _C1), (_D0, _D1) = (_cells(line) for line in state.GOAL_CELLS)


@jit
def goal(player: int) -> tuple[int, int]:
    """The cells of a player's goal line."""
    if player == 0:
        return _A0, _A1
    if player == 1:
        return _B0, _B1
    if player == 2:
        return _C0, _C1
    return _D0, _D1


@jit
def pawn(s: State, player: int) -> int:
    """The cell of a player's pawn, or LEFT."""
    return s.pawns >> (U64(player) << _3) & _BYTE


@jit
def walls_left(s: State, player: int) -> int:
    """How many walls a player has left."""
    return s.walls >> (U64(player) << _3) & _BYTE


@jit
def single_cell(cell: int) -> tuple[int, int]:
    """The set of one cell."""
    if cell < _64:
        return _1 << cell, _0
    return _0, _1 << (cell - _64)


@jit
def _has(set0: int, set1: int, cell: int) -> bool:
    if cell < _64:
        return (set0 >> cell & _1) != _0
    return (set1 >> (cell - _64) & _1) != _0


@jit
def spread(x0: int, x1: int, north0: int, north1: int, east0: int, east1: int) -> tuple[int, int]:
    """The cells one step away from those of x, where no wall is between."""
    up0, up1, right0, right1 = x0 & north0, x1 & north1, x0 & east0, x1 & east1
    down0, left0 = (x0 >> _9 | x1 << _55) & north0, (x0 >> _1 | x1 << _63) & east0
    return (
        up0 << _9 | down0 | right0 << _1 | left0,
        up1 << _9 | up0 >> _55 | x1 >> _9 & north1 | right1 << _1 | right0 >> _63 | x1 >> _1 & east1,
    )


@jit
def _reaches(cell: int, goal0: int, goal1: int, north0: int, north1: int, east0: int, east1: int) -> bool:
    x0, x1 = single_cell(cell)
    while (x0 & goal0 | x1 & goal1) == _0:
        y0, y1 = spread(x0, x1, north0, north1, east0, east1)
        y0 |= x0
        y1 |= x1
        if y0 == x0 and y1 == x1:
            return False
        x0, x1 = y0, y1
    return True


@jit
def _all_reach(s: State, north0: int, north1: int, east0: int, east1: int) -> bool:
    """Whether every player has a path on a board with these openings."""
    for player in range(I64(s.players)):
        cell = pawn(s, player)
        if cell != _GONE:
            goal0, goal1 = goal(player)
            if not _reaches(cell, goal0, goal1, north0, north1, east0, east1):
                return False
    return True


@jit
def everybody_has_a_path(s: State) -> bool:
    """Whether every player who is still there can reach the goal line."""
    return _all_reach(s, s.north0, s.north1, s.east0, s.east1)


@jit
def has_path(s: State, player: int) -> bool:
    """Whether one player can reach the goal line."""
    goal0, goal1 = goal(player)
    return _reaches(pawn(s, player), goal0, goal1, s.north0, s.north1, s.east0, s.east1)


@jit
def _occupied(s: State) -> tuple[int, int]:
    x0, x1 = _0, _0
    for player in range(I64(s.players)):
        cell = pawn(s, player)
        if cell != _GONE:
            y0, y1 = single_cell(cell)
            x0 |= y0
            x1 |= y1
    return x0, x1


@jit
def pawn_targets(s: State) -> tuple[int, int]:
    """The cells to which the pawn of the player to move may go."""
    me = pawn(s, I64(s.turn))
    m0, m1 = single_cell(me)
    full0, full1 = _occupied(s)
    next0, next1 = spread(m0, m1, s.north0, s.north1, s.east0, s.east1)
    to0, to1 = next0 & ~full0, next1 & ~full1
    over0, over1 = next0 & full0, next1 & full1
    while over0 | over1:
        other = U64(lowest(over0)) if over0 else U64(lowest(over1)) + _64
        if over0:
            over0 &= over0 - _1
        else:
            over1 &= over1 - _1
        o0, o1 = single_cell(other)
        beside0, beside1 = spread(o0, o1, s.north0, s.north1, s.east0, s.east1)
        beside0 &= ~full0
        beside1 &= ~full1
        behind = I64(other) * 2 - I64(me)
        if 0 <= behind < _CELLS and _has(beside0, beside1, U64(behind)):
            b0, b1 = single_cell(U64(behind))
            to0 |= b0
            to1 |= b1
        else:
            to0 |= beside0
            to1 |= beside1
    return to0, to1


@jit
def cut_horizontal(anchor: int) -> tuple[int, int]:
    """The cells whose way up a horizontal wall closes."""
    cell = (anchor >> _3) * _9 + (anchor & U64(7))
    if cell < _63:
        return _3 << cell, _0
    if cell == _63:
        return _1 << _63, _1
    return _0, _3 << (cell - _64)


@jit
def cut_vertical(anchor: int) -> tuple[int, int]:
    """The cells whose way to the right a vertical wall closes."""
    cell = (anchor >> _3) * _9 + (anchor & U64(7))
    if cell < _55:
        return _PAIR_UP << cell, _0
    if cell < _64:
        return _1 << cell, _1 << (cell - _55)
    return _0, _PAIR_UP << (cell - _64)


@jit
def wall_candidates(s: State) -> tuple[int, int, int, int]:
    """Horizontal walls that fit, and those of them that could close something; the same for vertical ones."""
    h, v = s.horizontal, s.vertical
    if walls_left(s, I64(s.turn)) == _0 or s.blocked != _0:
        return _0, _0, _0, _0
    h_right, h_left, v_above, v_below = h << _1 & _NOT_FILE_1, h >> _1 & _NOT_FILE_8, v << _8, v >> _8
    free_h, free_v = ~(h | h_right | h_left | v), ~(v | v_above | v_below | h)

    # What a wall would touch at its two ends and in its middle: a wall that touches at most one thing closes nothing.
    v_any, h_any = v | v_above | v_below, h | h_right | h_left
    left = _FILE_1 | v_any << _1 & _NOT_FILE_1 | h << _2 & _NOT_FILES_12
    right = _FILE_8 | v_any >> _1 & _NOT_FILE_8 | h >> _2 & _NOT_FILES_78
    middle = v_above | v_below
    risky_h = free_h & (left & middle | middle & right | left & right)
    bottom = _RANK_1 | h_any << _8 | v << _16
    top = _RANK_8 | h_any >> _8 | v >> _16
    middle = h_right | h_left
    risky_v = free_v & (bottom & middle | middle & top | bottom & top)
    return free_h, risky_h, free_v, risky_v


@jit
def leaves_paths(s: State, anchor: int, horizontal: bool) -> bool:
    """Whether every player would still have a path with one wall more."""
    if horizontal:
        cut0, cut1 = cut_horizontal(anchor)
        return _all_reach(s, s.north0 & ~cut0, s.north1 & ~cut1, s.east0, s.east1)
    cut0, cut1 = cut_vertical(anchor)
    return _all_reach(s, s.north0, s.north1, s.east0 & ~cut0, s.east1 & ~cut1)


@jit
def wall_targets(s: State) -> tuple[int, int]:
    """The anchors of the legal horizontal and of the legal vertical walls."""
    free_h, risky_h, free_v, risky_v = wall_candidates(s)
    while risky_h:
        anchor = U64(lowest(risky_h))
        risky_h &= risky_h - _1
        if not leaves_paths(s, anchor, True):
            free_h ^= _1 << anchor
    while risky_v:
        anchor = U64(lowest(risky_v))
        risky_v &= risky_v - _1
        if not leaves_paths(s, anchor, False):
            free_v ^= _1 << anchor
    return free_h, free_v


@jit
def append(word: int, first: int, buffer: Buffer, end: int) -> int:
    """Write first + i for each set bit i of the word."""
    while word:
        buffer[end] = first + lowest(word)
        end += 1
        word &= word - _1
    return end


@implements(rules.legal, State)
def legal(s: State, buffer: Buffer, start: int) -> int:
    to0, to1 = pawn_targets(s)
    h, v = wall_targets(s)
    end = append(to0, I64(0), buffer, start)
    end = append(to1, I64(64), buffer, end)
    end = append(h, _FIRST_HORIZONTAL, buffer, end)
    end = append(v, _FIRST_VERTICAL, buffer, end)
    if s.strict == _0 or end == start:
        buffer[end] = _PASS
        end += 1
    return end


@jit
def _nth(word: int, n: int) -> int:
    """The number of the n-th set bit, from 0 on: halved again and again, it is in the lower or in the upper half."""
    at = _0
    for width in (_32, _16, _8, _4, _2, _1):
        there = popcount(word >> at & ((_1 << width) - _1))
        if n >= there:
            n -= there
            at += width
    return at


@implements(rules.draw, State)
def draw(s: State, x: int, buffer: Buffer) -> tuple[int, int]:
    """By rejection: one is drawn of all moves that are legal but for paths. A wall that closes one is drawn again.

    So each legal move is as likely as any other, and only a wall that was drawn is looked at for paths.
    """
    to0, to1 = pawn_targets(s)
    pawns = popcount(to0) + popcount(to1)
    if pawns == 0 and s.strict != _0:  # perhaps nothing but the pass is legal: list what is
        end = legal(s, buffer, I64(0))
        x = next_word(x)
        return I64(buffer[below(x, end)]), x
    free_h, risky_h, free_v, risky_v = wall_candidates(s)
    horizontal = pawns + popcount(free_h)
    vertical = horizontal + popcount(free_v)
    total = vertical + (I64(1) if s.strict == _0 else I64(0))
    while True:
        x = next_word(x)
        n = below(x, total)
        if n < pawns:
            first = popcount(to0)
            return I64(_nth(to0, n)) if n < first else I64(64) + I64(_nth(to1, n - first)), x
        if n < horizontal:
            anchor = _nth(free_h, n - pawns)
            if risky_h >> anchor & _1 == _0 or leaves_paths(s, anchor, True):
                return _FIRST_HORIZONTAL + I64(anchor), x
        elif n < vertical:
            anchor = _nth(free_v, n - horizontal)
            if risky_v >> anchor & _1 == _0 or leaves_paths(s, anchor, False):
                return _FIRST_VERTICAL + I64(anchor), x
        else:
            return _PASS, x


@implements(rules.count, State)
def count(s: State) -> int:
    to0, to1 = pawn_targets(s)
    h, v = wall_targets(s)
    total = popcount(to0) + popcount(to1) + popcount(h) + popcount(v)
    if s.strict == _0 or total == 0:
        total += 1
    return total


@jit
def _next_turn(s: State) -> int:
    player = s.turn
    while True:
        player += _1
        if player == s.players:
            player = _0
        if pawn(s, I64(player)) != _GONE:
            return player


@implements(rules.play, State)
def play(s: State, move: int) -> State:
    north0, north1, east0, east1 = s.north0, s.north1, s.east0, s.east1
    h, v, pawns, walls = s.horizontal, s.vertical, s.pawns, s.walls
    shift = s.turn << _3
    if move < _FIRST_HORIZONTAL:
        pawns = pawns & ~(_BYTE << shift) | U64(move) << shift
    elif move < _FIRST_VERTICAL:
        anchor = U64(move - _FIRST_HORIZONTAL)
        cut0, cut1 = cut_horizontal(anchor)
        north0, north1, h = north0 & ~cut0, north1 & ~cut1, h | _1 << anchor
        walls -= _1 << shift
    elif move < _PASS:
        anchor = U64(move - _FIRST_VERTICAL)
        cut0, cut1 = cut_vertical(anchor)
        east0, east1, v = east0 & ~cut0, east1 & ~cut1, v | _1 << anchor
        walls -= _1 << shift
    turn = _next_turn(s)
    return State(north0, north1, east0, east1, h, v, pawns, walls, turn, s.players, s.strict, s.blocked)


@implements(rules.decided, State)
def decided(s: State) -> int:
    there = last = I64(0)
    for player in range(I64(s.players)):
        cell = pawn(s, player)
        if cell != _GONE:
            goal0, goal1 = goal(player)
            if _has(goal0, goal1, cell):
                return player
            there += 1
            last = player
    return last if there == 1 else I64(-1)


@implements(rules.reason, State)
def reason(s: State) -> int:
    for player in range(I64(s.players)):
        cell = pawn(s, player)
        if cell != _GONE:
            goal0, goal1 = goal(player)
            if _has(goal0, goal1, cell):
                return I64(0)
    return I64(1)


@implements(rules.ongoing, State)
def ongoing(s: State) -> bool:
    return False


@implements(rules.capacity, State)
def capacity(s: State) -> int:
    return I64(MOVE_COUNT)


# ---- for the rest of the game's folder: plain states in, plain states out ----------------------------------------


_EVERYBODY_HAS_A_PATH = Entries(everybody_has_a_path)


def with_paths_checked(s: State) -> State:
    """The same state, knowing whether some player has no path."""
    return s._replace(blocked=int(not _EVERYBODY_HAS_A_PATH[State](s)))


def leave(s: State, player: int) -> State | None:
    """The state after a player has left a game of three or four."""
    cells = state.pawns(s)
    if s.players == 2 or cells[player] == LEFT:
        return None
    turn = int(_next_turn(words(s))) if s.turn == player else s.turn
    return with_paths_checked(s._replace(pawns=s.pawns | LEFT << 8 * player, turn=turn))


def played(s: State, move: int) -> State:
    """The state after a move that need not be legal, to see what it would do."""
    return State(*map(int, play(words(s), I64(move))))


def without_path(s: State) -> int:
    """The first player who cannot reach the goal line."""
    machine = words(s)
    return next(i for i, cell in enumerate(state.pawns(s)) if cell != LEFT and not has_path(machine, I64(i)))


def pawn_cells(s: State) -> list[int]:
    """The cells to which the pawn of the player to move may go."""
    low, high = map(int, pawn_targets(words(s)))
    return [cell for cell in range(CELLS) if (high << 64 | low) >> cell & 1]
