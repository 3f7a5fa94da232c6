"""What Monte Carlo tree search asks of Quoridor: win shares, and which moves are worth expanding."""

import math

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, Buffer, implements, jit
from taflheim.games.quoridor.evaluate import race
from taflheim.games.quoridor.notes import CUT_H, CUT_V, LENGTHS, LENGTHS_AFTER, MOST_PLAYERS, survey
from taflheim.games.quoridor.paths import distance
from taflheim.games.quoridor.prior import prior
from taflheim.games.quoridor.rules import append, pawn, pawn_targets, wall_targets, walls_left
from taflheim.games.quoridor.state import FIRST_HORIZONTAL, FIRST_VERTICAL, LEFT, PASS, State

__all__ = ["prior", "promising", "survey", "win_shares"]

_0, _1, _GONE = U64(0), U64(1), U64(LEFT)
_PASS = I64(PASS)
_FIRST_HORIZONTAL, _FIRST_VERTICAL = I64(FIRST_HORIZONTAL), I64(FIRST_VERTICAL)

_POINTS_PER_LOG = 250.0
"""With two players: the evaluation that makes the odds e to 1, from self-play."""
_STEP_WITHOUT_WALLS, _DOUBT_PER_WALL, _STEPS_PER_WALL = 3.0, 0.38, 1.2
"""With more players, found by matches: the logarithm of the odds for a step ahead when no walls are left, how much each
wall in hand lowers it (walls are built against the leader), and how many steps a wall in hand is worth."""


@jit
def _share(s: State, lengths: rules.Words, shares: rules.Shares) -> None:
    """Write the win shares for shortest paths of these lengths."""
    players = I64(s.players)
    if players == 2:
        side = I64(s.turn)
        lead = race(s, side, I64(lengths[side]), I64(lengths[1 - side]))
        shares[side] = 1.0 / (1.0 + math.exp(-lead / _POINTS_PER_LOG))
        shares[1 - side] = 1.0 - shares[side]
        return
    there = walls = I64(0)
    for player in range(players):
        shares[player] = 0.0
        if pawn(s, player) != _GONE:
            there += 1
            walls += I64(walls_left(s, player))
    step = _STEP_WITHOUT_WALLS / (1.0 + _DOUBT_PER_WALL * walls)
    total = 0.0
    wait = I64(0)
    for k in range(players):
        player = (I64(s.turn) + k) % players
        if pawn(s, player) == _GONE:
            continue
        # At the same distance, the player who moves earlier arrives earlier.
        ahead = _STEPS_PER_WALL * I64(walls_left(s, player)) - I64(lengths[player]) - wait / there
        wait += 1
        shares[player] = math.exp(step * ahead)
        total += shares[player]
    for player in range(players):
        shares[player] /= total


@implements(rules.win_shares, State)
def win_shares(s: State, move: int, notes: rules.Words, shares: rules.Shares) -> None:
    """The win shares of the race as the walls stand now; the more walls in hand, the less a lead counts.

    A path is searched again only if the move may have changed it.
    """
    lengths = notes[LENGTHS_AFTER : LENGTHS_AFTER + MOST_PLAYERS]
    for player in range(I64(s.players)):
        lengths[player] = notes[LENGTHS + player]
        if pawn(s, player) == _GONE:
            continue
        if move < _FIRST_HORIZONTAL:
            changed = pawn(s, player) == U64(move)
        elif move < _FIRST_VERTICAL:
            changed = notes[CUT_H + player] >> U64(move - _FIRST_HORIZONTAL) & _1 != _0
        else:
            changed = move < _PASS and notes[CUT_V + player] >> U64(move - _FIRST_VERTICAL) & _1 != _0
        if changed:
            lengths[player] = distance(s, player)
    _share(s, lengths, shares)


@implements(rules.promising, State)
def promising(s: State, notes: rules.Words, buffer: Buffer, start: int) -> int:
    """All pawn moves, and the walls that lie across a player's shortest path: no other wall changes the race."""
    to0, to1 = pawn_targets(s)
    end = append(to0, I64(0), buffer, start)
    end = append(to1, I64(64), buffer, end)
    h, v = wall_targets(s)
    if h | v:
        cut_h, cut_v = _0, _0
        for player in range(I64(s.players)):
            if pawn(s, player) != _GONE:
                cut_h |= notes[CUT_H + player]
                cut_v |= notes[CUT_V + player]
        end = append(h & cut_h, _FIRST_HORIZONTAL, buffer, end)
        end = append(v & cut_v, _FIRST_VERTICAL, buffer, end)
    if end == start:
        buffer[end] = _PASS
        end += 1
    return end
