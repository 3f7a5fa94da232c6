"""What a quiet move in Hnefatafl is good for: what the evaluation counts, said with the squares it was counted on."""

from collections.abc import Callable, Iterable, Iterator

from taflheim.games.hnefatafl.evaluate import FEATURES, WEIGHTS, features
from taflheim.games.hnefatafl.state import (
    ATTACKER,
    ATTACKERS,
    CORNERS,
    DEFENDER,
    DEFENDERS,
    EDGE,
    KING,
    LINE,
    NAMES,
    RESTRICTED,
    SIZE,
    SQUARES,
    State,
    board,
)
from taflheim.games.improvements import improvements
from taflheim.games.kernel import I64, words
from taflheim.games.message import Message, listed, phrases

say = phrases(
    {
        "frees_king": "the king gets more to choose from: {squares}",
        "binds_king": "the king can no longer go to {squares}",
        "gets_by": "the king could go by {by} to the corner {corner} then",
        "stops_by": "the king can no longer go by {by} to the corner {corner}",
        "sees_edge": "the king can go straight to the edge at {squares} then",
        "hides_edge": "the king can no longer go straight to the edge at {squares}",
        "opens_edge": "a way free of attackers leads the king to the edge at {squares} again",
        "cuts_off": "it cuts the king off from the edge at {squares}",
        "more_room": "the ring grows by {squares}",
        "less_room": "the ring gets narrower: the king loses {squares}",
        "outside": "the defender on {squares} stands outside the ring, where he can break it open from behind",
        "wall": "then attackers stand on {there} of the {length} squares from {first} to {last}: all of them "
        "together shut off the corner {corner}",
        "disturbs": "on {square} a defender keeps the attackers from shutting off the corner {corner}",
        "chain": "corner to corner with {squares} it makes a chain: nobody slips through between them",
        "on_edge": "on the edge, at {square}, a defender can be captured along it only",
        "bars": "it bars the straight way to the edge at {squares}",
        "looks_out": "a defender can go straight to the edge at {squares} then",
    }
)
_WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
_MOST_NAMED = 3
_NEAREST, _FARTHEST = 2, 5
"""The diagonals that shut off a corner, by their distance from it."""


def told(before: State, after: State) -> list[Message]:
    """What has become better for the side to move, that which counts most first.

    >>> import taflheim
    >>> start = taflheim.game("hnefatafl").start()
    >>> print(told(start.state, start.play("d1-d3").state)[0])
    it bars the straight way to the edge at a3 and k3
    """
    was, now = (features(words(state), I64(DEFENDERS)) for state in (before, after))
    better = improvements(FEATURES, WEIGHTS, was, now, _SAYINGS, for_first=before.turn == DEFENDERS)
    found = (_SAYINGS[name](before, after) for name, _, _ in better)
    return list({message.code: message for message in reversed([*filter(None, found)])}.values())[::-1]


def moved_to(before: State, after: State) -> int:
    """The square on which a piece stands that stood elsewhere before."""
    was, now = board(before), board(after)
    return next(square for square, piece in now.items() if was.get(square) != piece)


def beside(square: int, file: int, rank: int) -> int | None:
    """The square so many files and ranks further, if the board goes on there."""
    file, rank = square % SIZE + file, square // SIZE + rank
    return rank * SIZE + file if 0 <= file <= LINE and 0 <= rank <= LINE else None


def king_land(state: State) -> set[int]:
    """The squares that can be walked to from the king's, one by one, through whatever is not an attacker."""
    attackers = state.attackers1 << 64 | state.attackers0
    land, new = set[int](), {state.king}
    while new:
        land |= new
        around = {beside(square, file, rank) for square in new for file, rank in _WAYS}
        new = {square for square in around if square is not None and not attackers >> square & 1} - land
    return land


def slides(state: State, origin: int) -> Iterator[int]:
    """The squares to which the king could go in one move from a square."""
    pieces = board(state).keys() - {state.king}
    for file, rank in _WAYS:
        square = beside(origin, file, rank)
        while square is not None and square not in pieces:
            yield square
            square = beside(square, file, rank)


# ---- the sayings: each by the boards before and after; None if there is nothing to show ------------------


def _changed(was: State, now: State, closes: str, opens: str, seen: Callable[[State], set[int]]) -> Message | None:
    """The squares that the attackers have closed to the king, or that his own side has opened to him."""
    before, after = seen(was), seen(now)
    return _about(closes, before - after) if was.turn == ATTACKERS else _about(opens, after - before)


def _reach(was: State, now: State) -> Message | None:
    return _changed(was, now, "binds_king", "frees_king", lambda state: {*slides(state, state.king)} - {*RESTRICTED})


def _ways_by(state: State) -> dict[tuple[int, int], None]:
    """The squares by which the king could go to a corner in two moves, each with the corner, in order."""
    return {
        (by, corner): None
        for by in sorted({*slides(state, state.king)} - {*RESTRICTED})
        for corner in slides(state, by)
        if corner in CORNERS
    }


def _long_ways(was: State, now: State) -> Message | None:
    before, after = _ways_by(was), _ways_by(now)
    code, more, fewer = ("stops_by", before, after) if was.turn == ATTACKERS else ("gets_by", after, before)
    found = [way for way in more if way not in fewer]
    return say(code, by=NAMES[found[0][0]], corner=NAMES[found[0][1]]) if found else None


def _lines_of_king(was: State, now: State) -> Message | None:
    return _changed(was, now, "hides_edge", "sees_edge", lambda state: {*slides(state, state.king)} & {*EDGE})


def _open_edge(was: State, now: State) -> Message | None:
    return _changed(was, now, "cuts_off", "opens_edge", lambda state: king_land(state) & {*EDGE})


def _room(was: State, now: State) -> Message | None:
    return _changed(was, now, "less_room", "more_room", king_land)


def _outside(was: State, now: State) -> Message | None:
    here = moved_to(was, now)
    return say("outside", squares=NAMES[here]) if was.turn == DEFENDERS and here not in king_land(now) else None


def _steps_from(corner: int, square: int) -> int:
    return abs(square % SIZE - corner % SIZE) + abs(square // SIZE - corner // SIZE)


def _corner(was: State, now: State) -> Message | None:
    """What the moved piece does on a diagonal before a corner."""
    here = moved_to(was, now)
    corner = min(CORNERS, key=lambda corner: _steps_from(corner, here))
    away = _steps_from(corner, here)
    pieces = board(now)
    if away > _FARTHEST or pieces[here] == KING:
        return None
    if was.turn == DEFENDERS:
        return say("disturbs", square=NAMES[here], corner=NAMES[corner])
    behind = [square for square in range(SQUARES) if _steps_from(corner, square) <= away]
    line = [square for square in behind if _steps_from(corner, square) == away]
    if away < _NEAREST or any(pieces.get(square, ATTACKER) != ATTACKER for square in behind):
        return None
    there = sum(square in pieces for square in line)
    ends = [square for square in line if square in EDGE]
    return say("wall", there=there, length=len(line), first=NAMES[ends[0]], last=NAMES[ends[1]], corner=NAMES[corner])


def _chain(was: State, now: State) -> Message | None:
    pieces, here = board(now), moved_to(was, now)
    around = (beside(here, file, rank) for file in (-1, 1) for rank in (-1, 1))
    return _about("chain", [square for square in around if square is not None and pieces.get(square) == ATTACKER])


def _on_edge(was: State, now: State) -> Message | None:
    here = moved_to(was, now)
    return say("on_edge", square=NAMES[here]) if here in EDGE and was.turn == DEFENDERS else None


def _first_met(state: State) -> dict[tuple[int, int, int], int]:
    """By a square of the edge that is no corner and the way inwards from there: the first piece that is met."""
    pieces = board(state)
    found = {}
    for edge in sorted({*EDGE} - {*CORNERS}):
        for file, rank in _WAYS:
            if beside(edge, -file, -rank) is None:
                square: int | None = edge
                while square is not None and square not in pieces:
                    square = beside(square, file, rank)
                if square is not None:
                    found[edge, file, rank] = pieces[square]
    return found


def _lines(was: State, now: State) -> Message | None:
    """The lines from the edge on which one's own piece is met first now, and was not before."""
    code, piece = ("bars", ATTACKER) if was.turn == ATTACKERS else ("looks_out", DEFENDER)
    before, after = ({line for line, met in _first_met(state).items() if met == piece} for state in (was, now))
    return _about(code, {edge for edge, _, _ in after - before})


def _about(code: str, squares: Iterable[int]) -> Message | None:
    """A message about squares; there may be none to speak of, or too many for all their names."""
    names = [NAMES[square] for square in sorted(squares)]
    more = len(names) - _MOST_NAMED
    few = [*names[:_MOST_NAMED], f"{more} more"] if more > 1 else names
    return say(code, squares=listed(few)) if names else None


_SAYINGS: dict[str, Callable[[State, State], Message | None]] = {
    "king's reach": _reach,
    "long ways": _long_ways,
    "king's lines to the edge": _lines_of_king,
    "open corners": _open_edge,
    "open edge": _open_edge,
    "region": _room,
    "men outside": _outside,
    "gaps in diagonals": _corner,
    "steps of diagonals": _corner,
    "links": _chain,
    "men on the edge": _on_edge,
    "men near corners": _corner,
    "lines held": _lines,
    "men's lines to the edge": _lines,
}
"""By feature of the evaluation."""
