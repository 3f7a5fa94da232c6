"""What speaks for a move in Hnefatafl: captures, the king's ways to a corner, and how closed the ring around him is."""

from collections.abc import Iterable, Sequence

from taflheim.games import compiled
from taflheim.games.hnefatafl.state import (
    ATTACKER,
    ATTACKERS,
    CORNERS,
    DEFENDER,
    EDGE,
    KING,
    LINE,
    NAMES,
    SIZE,
    State,
    board,
)
from taflheim.games.message import Message, listed, phrases

say = phrases(
    {
        "captures": "it captures {squares}",
        "ways": "the king gets {ways} to a corner: {corners}",
        "stops": "it stops the king's way to {corners}",
        "closes_ring": "it closes the ring: no way free of attackers leads the king to the edge any more",
        "shuts_corner": "no way free of attackers leads the king to {corners} any more",
        "opens_ring": "it opens the ring: a way free of attackers leads the king to the edge again",
        "saves": "it saves {squares} from capture",
        "threatens": "it threatens to capture {squares}",
    }
)
_WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
_NUMBERS = ("no way", "a way", "two ways", "three ways", "four ways")


def reasons(before: State, steps: Sequence[int], after: State) -> list[Message]:
    """What a move takes, opens, closes, saves or threatens.

    >>> import taflheim
    >>> hnefatafl = taflheim.game("hnefatafl")
    >>> before = hnefatafl.position("11/11/11/4K6/11/11/11/11/11/11/1tt8 T")
    >>> print(*reasons(before.state, hnefatafl.move_numbers("e8-k8"), before.play("e8-k8").state))
    the king gets two ways to a corner: k1 and k11
    """
    mine, theirs = before.turn, after.turn
    taken = _missing(before, after)
    found = [say("captures", squares=_listed(taken))] if taken else []
    found += _against_king(before, after) if mine == ATTACKERS else _for_king(before, after)
    in_danger = capturable(after, theirs)
    if (saved := capturable(before, theirs)) and not in_danger:
        found.append(say("saves", squares=_listed(saved)))
    if threatened := capturable(after, mine) - capturable(before, mine):
        found.append(say("threatens", squares=_listed(threatened, after.king)))
    return found


def _against_king(was: State, now: State) -> list[Message]:
    """What an attacker's move closes."""
    found = []
    if (stopped := corners_in_sight(was)) and not corners_in_sight(now):
        found.append(say("stops", corners=_listed(stopped)))
    land, left = king_land(was), king_land(now)
    if land & {*EDGE} and not left & {*EDGE}:
        found.append(say("closes_ring"))
    elif shut := (land - left) & {*CORNERS}:
        found.append(say("shuts_corner", corners=_listed(shut)))
    return found


def _for_king(was: State, now: State) -> list[Message]:
    """What a move of the king's side opens."""
    found = []
    seen = corners_in_sight(now)
    if len(seen) > len(corners_in_sight(was)):
        found.append(say("ways", ways=_NUMBERS[len(seen)], corners=_listed(seen)))
    if king_land(now) & {*EDGE} and not king_land(was) & {*EDGE}:
        found.append(say("opens_ring"))
    return found


def corners_in_sight(state: State) -> set[int]:
    """The corners to which the king could go in one move if his side were to move."""
    pieces = board(state)
    seen = set()
    for file, rank in _WAYS:
        square = state.king
        while (beside := _beside(square, file, rank)) is not None and beside not in pieces:
            square = beside
        seen.add(square)
    return seen & {*CORNERS}


def king_land(state: State) -> set[int]:
    """The squares that can be walked to from the king's, one by one, through whatever is not an attacker."""
    attackers = state.attackers1 << 64 | state.attackers0
    land, new = set[int](), {state.king}
    while new:
        land |= new
        beside = {_beside(square, file, rank) for square in new for file, rank in _WAYS}
        new = {square for square in beside if square is not None and not attackers >> square & 1} - land
    return land


def capturable(state: State, side: int) -> set[int]:
    """The squares of the pieces that a side could capture if it were to move, the king included."""
    mover = state._replace(turn=side)
    return {square for step in compiled.steps(mover) for square in _missing(mover, compiled.step(mover, step)[0])}


def _missing(was: State, now: State) -> set[int]:
    """The squares of the pieces of the side that did not move which are gone."""
    theirs = (DEFENDER, KING) if was.turn == ATTACKERS else (ATTACKER,)
    there = board(now)
    return {square for square, piece in board(was).items() if piece in theirs and square not in there}


def _beside(square: int, file: int, rank: int) -> int | None:
    file, rank = square % SIZE + file, square // SIZE + rank
    return rank * SIZE + file if 0 <= file <= LINE and 0 <= rank <= LINE else None


def _listed(squares: Iterable[int], king: int | None = None) -> str:
    return listed(["the king" if square == king else NAMES[square] for square in sorted(squares)])
