"""Solving HiVolts: whether a position can be won without a jump, the shortest way to, and which moves throw it away.

Without jumps nothing is left to chance, and only the player chooses: breadth first through everything that can come up,
each state once, finds the shortest win, or proves that there is none. Mhos come close so fast that this is soon over
(docs/hivolts.md has the figures). Beyond MOST_STATES, which no board has come near, the verdict is "unknown".
"""

from collections.abc import Iterator
from itertools import count
from typing import Any, Literal, NamedTuple

import numpy as np

from taflheim.games.errors import TaflheimError
from taflheim.games.hivolts.rules import play
from taflheim.games.hivolts.state import DEAD, JUMP, KEYS, State, over
from taflheim.games.hivolts.text import fixed_seed, start
from taflheim.games.kernel import I64, U64, Buffer, jit, words
from taflheim.games.modules import Options, Seed

FIRST_STATES, MOST_STATES = 1 << 12, 1 << 18
"""Room for states at first and at most, powers of two. Each takes 28 bytes: 112 KiB, and 7 MiB in the end."""
_GROWTH = 4

_0, _32, _40 = U64(0), U64(32), U64(40)
_BYTE, _HALF = U64(0xFF), U64(0xFFFF_FFFF)
_DEAD = U64(DEAD)
_MIX0, _MIX1, _FOLD = U64(0x9E3779B97F4A7C15), U64(0xC2B2AE3D27D4EB4F), U64(29)
_DIRECTIONS = I64(JUMP)
NOBODY, NOWHERE, FULL = I64(-1), I64(-1), I64(-2)

Verdict = Literal["winnable", "lost", "unknown"]


class Solution(NamedTuple):
    """What can be reached without a jump."""

    verdict: Verdict
    line: tuple[str, ...] = ()
    """The shortest way to win; of several, the one whose first moves come first among q w e a s d z x c."""

    @property
    def par(self) -> int | None:
        """How many moves the shortest way to win takes, if there is one."""
        return len(self.line) if self.verdict == "winnable" else None


class Known(NamedTuple):
    """The states that a search has met, in that order. Fences stay, so two words tell them apart."""

    words0: Any
    """The first eight Mhos in list order."""
    words1: Any
    """The other four, how many are left, and the player's square."""
    origins: Buffer
    """The place of the state before, times nine, and the move that was made there; -1 for the first."""
    slots: Buffer
    """The hash table: places of states, -1 where there is none. Twice as many as there can be states."""


# ---- the search, compiled -----------------------------------------------------------------------------------------


@jit
def unpacked(fences: State, word0: int, word1: int) -> State:
    """The state that two words stand for, with the fences of another."""
    left, player = word1 >> _32 & _BYTE, word1 >> _40
    return State(fences.fences0, fences.fences1, word0, word1 & _HALF, left, player, fences.gentle, fences.turn)


@jit
def _slot(known: Known, word0: int, word1: int) -> int:
    """Where a state is in the hash table, or belongs."""
    mixed = (word0 ^ word0 >> _FOLD) * _MIX0 ^ (word1 ^ word1 >> _FOLD) * _MIX1
    last = known.slots.size - 1
    slot = I64((mixed ^ mixed >> _32) & U64(last))
    while known.slots[slot] != NOBODY:
        place = known.slots[slot]
        if known.words0[place] == word0 and known.words1[place] == word1:
            break
        slot = slot + 1 & last
    return slot


@jit
def _add(known: Known, end: int, s: State, origin: int) -> int:
    """Keep a state if it is new, and tell where the known ones end then; or FULL."""
    word0, word1 = s.mhos0, s.mhos1 | s.left << _32 | s.player << _40
    slot = _slot(known, word0, word1)
    if known.slots[slot] != NOBODY:
        return end
    if end == known.words0.size:
        return FULL
    known.words0[end], known.words1[end] = word0, word1
    known.origins[end], known.slots[slot] = origin, end
    return end + 1


@jit
def search(s: State, known: Known) -> tuple[int, int]:
    """The place of the nearest win (NOWHERE if there is none, FULL if room was short), and how many states are known.

    The player is alive and has Mhos to fear.
    """
    end = _add(known, I64(0), s, NOWHERE)
    at = I64(0)
    while at < end:
        before = unpacked(s, known.words0[at], known.words1[at])
        for move in range(_DIRECTIONS):
            after = play(before, I64(move))
            if after.player == _DEAD:
                continue
            grown = _add(known, end, after, at * _DIRECTIONS + move)
            if grown == FULL:
                return FULL, end
            if after.left == _0:
                return grown - 1, grown
            end = grown
        at += 1
    return NOWHERE, end


# ---- what others ask ----------------------------------------------------------------------------------------------


def solve(state: Any, most_states: int = MOST_STATES) -> Solution:
    """Whether a position can be won without a jump, and the shortest way to.

    >>> import taflheim
    >>> found = solve(taflheim.game("hivolts").start(seed=7).state)
    >>> found.verdict, found.par, " ".join(found.line)
    ('winnable', 6, 'a z c q c q')
    """
    check_going_on(state)
    for room in _rooms(most_states):
        known = nothing_known(room)
        place, _ = search(words(state), known)
        if place == NOWHERE:
            return Solution("lost")
        if place != FULL:
            return Solution("winnable", moves_to(known, int(place)))
    return Solution("unknown")


def check_going_on(state: State) -> None:
    """Raise an error if the game is over."""
    if over(state):
        raise TaflheimError("the game is over: there is nothing to solve")


def nothing_known(room: int) -> Known:
    """An empty table for `room` states, a power of two."""
    return Known(
        words0=np.empty(room, np.uint64),
        words1=np.empty(room, np.uint64),
        origins=np.empty(room, np.int32),
        slots=np.full(2 * room, NOBODY, np.int32),
    )


def _rooms(most: int) -> Iterator[int]:
    """How much room to try, one after the other."""
    room = min(FIRST_STATES, most)
    while room <= most:
        yield room
        room *= _GROWTH


def moves_to(known: Known, place: int) -> tuple[str, ...]:
    """The moves that have led to a state."""
    moves = []
    while (origin := int(known.origins[place])) >= 0:
        place, move = divmod(origin, JUMP)
        moves.append(KEYS[move])
    return tuple(reversed(moves))


def solve_moves(state: Any, most_states: int = MOST_STATES) -> dict[str, Solution]:
    """What each of the nine moves leads to: its line begins with it, and a move that is "lost" throws the game away.

    >>> import taflheim
    >>> found = solve_moves(taflheim.game("hivolts").start(seed=7).state)
    >>> {move: after.par for move, after in found.items() if after.verdict != "lost"}
    {'a': 6}
    """
    check_going_on(state)
    return {KEYS[move]: _after(state, move, most_states) for move in range(JUMP)}


def _after(state: State, move: int, most_states: int) -> Solution:
    after = State(*map(int, play(words(state), I64(move))))
    if after.player == DEAD:
        return Solution("lost")
    if not after.left:
        return Solution("winnable", (KEYS[move],))
    found = solve(after, most_states)
    return found._replace(line=(KEYS[move], *found.line)) if found.verdict == "winnable" else found


# ---- boards that can be won ---------------------------------------------------------------------------------------


def par(state: Any) -> int | None:
    """How many moves the shortest win without a jump takes; None if there is none, or the game is over."""
    return None if over(state) else solve(state).par


def winnable_start(options: Options, seed: Seed | None) -> State:
    """The first board that can be won without a jump among those of the seeds `<seed>`, `<seed>#2`, `<seed>#3`, …

    Sixteen have to be tried on average with fierce Mhos, two or three with gentle ones.
    """
    first = fixed_seed(seed)
    boards = (start(options, first if number == 1 else f"{first}#{number}") for number in count(1))
    return next(board for board in boards if par(board))
