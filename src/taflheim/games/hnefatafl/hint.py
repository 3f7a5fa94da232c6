"""What speaks for a move in Hnefatafl: captures, the king's ways to a corner, and how closed the ring around him is."""

from collections.abc import Iterable, Sequence

from taflheim.games import compiled
from taflheim.games.hnefatafl.merits import king_land, moved_to, slides, told
from taflheim.games.hnefatafl.state import (
    ATTACKER,
    ATTACKERS,
    CORNERS,
    DEFENDER,
    EDGE,
    KING,
    NAMES,
    NOWHERE,
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
        "escapes": "the king reaches {corner}",
        "king_falls": "the king is captured on {square}",
        "surrounds": "the king and all his men are surrounded",
        "safe": "nothing can be captured then, on {square} or elsewhere",
        "costs_least": "after it only {squares} can be captured",
    }
)
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


def end(before: State, steps: Sequence[int], after: State) -> Message | None:
    """What happens in a move that ends the game.

    >>> import taflheim
    >>> position = taflheim.game("hnefatafl").position("11/11/11/10K/11/11/11/11/11/11/1tt8 T")
    >>> print(end(position.state, position.game.move_numbers("k8-k11"), position.play("k8-k11").state))
    the king reaches k11
    """
    if after.king in CORNERS:
        return say("escapes", corner=NAMES[after.king])
    if after.king == NOWHERE:
        return say("king_falls", square=NAMES[before.king])
    return say("surrounds") if before.turn == ATTACKERS else None


def merits(before: State, after: State) -> list[Message]:
    """What has become better by a quiet move; at least that it loses nothing.

    >>> import taflheim
    >>> position = taflheim.game("hnefatafl").position("11/11/11/4K6/11/11/11/11/3t7/11/5t5 t")
    >>> print(merits(position.state, position.play("f1-f2").state)[0])
    nothing can be captured then, on f2 or elsewhere
    """
    return told(before, after) or [_left_hanging(before, after)]


def _left_hanging(before: State, after: State) -> Message:
    """What the other side could capture: where nothing has become better, it counts that nothing is lost."""
    lost = capturable(after, 1 - before.turn)
    if lost:
        return say("costs_least", squares=_listed(lost, after.king))
    return say("safe", square=NAMES[moved_to(before, after)])


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
    return {*slides(state, state.king)} & {*CORNERS}


def capturable(state: State, side: int) -> set[int]:
    """The squares of the pieces that a side could capture if it were to move, the king included."""
    mover = state._replace(turn=side)
    return {square for step in compiled.steps(mover) for square in _missing(mover, compiled.step(mover, step)[0])}


def _missing(was: State, now: State) -> set[int]:
    """The squares of the pieces of the side that did not move which are gone."""
    theirs = (DEFENDER, KING) if was.turn == ATTACKERS else (ATTACKER,)
    there = board(now)
    return {square for square, piece in board(was).items() if piece in theirs and square not in there}


def _listed(squares: Iterable[int], king: int | None = None) -> str:
    return listed(["the king" if square == king else NAMES[square] for square in sorted(squares)])
