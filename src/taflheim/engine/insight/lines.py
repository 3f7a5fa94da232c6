"""Reasons along a line: what a move brings about at once, what it prepares, and what the next best would allow.

The words for what can be seen on a board are the game's own (its `hint.py`).
"""

from collections.abc import Collection, Iterator, Sequence

from taflheim.engine.insight.analysis import Candidate
from taflheim.games.message import Message, listed, phrases
from taflheim.games.position import Position

say = phrases(
    {
        "wins_pieces": "it leads to the capture of {pieces}: {line}",
        "prepares": "after {line}, {move} would follow: {reason}",
        "expects": "the best answer is {reply}, and then {move}",
        "refuted": "the next best, {move}, would allow {reply}: {reason}",
    }
)
_LOOKED_AT = 7
"""So many moves of a line are a plan; what comes later is only one of many ways the game may go."""
_MUCH_WORSE = 0.1


def seen_at_once(position: Position, move: str) -> list[Message]:
    """What the game itself says for a move; nothing of one that ends the game, or is drawn by lot."""
    rulebook = position.game.rulebook
    if rulebook.hint is None or move in rulebook.chance:
        return []
    after = position.play(move)
    return [] if after.result else rulebook.hint.reasons(position.state, position.game.move_numbers(move), after.state)


def seen_later(position: Position, best: Candidate, said: Collection[str]) -> list[Message]:
    """What a move prepares: pieces that are won on the way, or the reason for the move that would follow.

    What was `said`, by its code, for the move itself says little when it is said again.
    """
    line = list(_followed(position, best.line[:_LOOKED_AT]))
    found = _won(position, line) or _prepared(position, line, said)
    return [found] if found else []


def merits(position: Position, best: Candidate) -> list[Message]:
    """What has become better by quiet means; at least what is to be expected."""
    told = getattr(position.game.rulebook.hint, "merits", None)
    if told:
        good: list[Message] = told(position.state, position.play(best.move).state)
        return good[:2]
    if len(best.line) > 2:
        return [say("expects", reply=best.line[1], move=best.line[2])]
    return []


def refuted(position: Position, best: Candidate, other: Candidate) -> Message | None:
    """What is wrong with the next best move, if it is much worse: the reason for the answer to it."""
    much_worse = best.win_probability - other.win_probability >= _MUCH_WORSE
    if not much_worse or len(other.line) < 2 or other.move in position.game.rulebook.chance:
        return None
    *_, (before, reply, _) = _followed(position, other.line[:2])
    reasons = seen_at_once(before, reply) if reply == other.line[1] else []
    return say("refuted", move=other.move, reply=reply, reason=reasons[0]) if reasons else None


def final(position: Position, line: Sequence[str]) -> Message | None:
    """What happens in the last move of a line, if it ends the game."""
    *_, (before, move, after) = _followed(position, line)
    told = getattr(position.game.rulebook.hint, "end", None)
    if told is None or after.result is None:
        return None
    end: Message | None = told(before.state, position.game.move_numbers(move), after.state)
    return end


def shown(position: Position, line: Sequence[str]) -> str:
    """A line as it is written in a sentence."""
    written = [before.written(move) for before, move, _ in _followed(position, line[:_LOOKED_AT])]
    return ", ".join([*written, "…"] if len(line) > _LOOKED_AT else written)


def _followed(position: Position, line: Sequence[str]) -> Iterator[tuple[Position, str, Position]]:
    """The moves of a line, each with the positions before and after it, as far as nothing is drawn by lot."""
    for move in line:
        if move in position.game.rulebook.chance:
            return
        after = position.play(move)
        yield position, move, after
        position = after


def _won(position: Position, line: list[tuple[Position, str, Position]]) -> Message | None:
    """The pieces that the mover captures later than at once, if they are more than it loses."""
    mine = position.turn
    own, others = list[str](), list[str]()
    end = 0
    for number, (before, move, _) in enumerate(line):
        taken = _taken(before, move)
        if before.turn != mine:
            own += taken
        elif number:
            others += taken
            end = number if taken else end
    if len(others) <= len(own):
        return None
    way = shown(position, [move for _, move, _ in line[: end + 1]])
    return say("wins_pieces", pieces=listed(others), line=way)


def _taken(before: Position, move: str) -> list[str]:
    """The pieces of other sides that a move captures, by their names."""
    pieces = {piece.spot: piece for piece in before.pieces}
    gone = (pieces[effect.spot] for effect in before.effects(move) if effect.how == "captured")
    return [f"the {piece.kind} on {piece.spot}" for piece in gone if piece.side not in ("", before.turn)]


def _prepared(position: Position, line: list[tuple[Position, str, Position]], said: Collection[str]) -> Message | None:
    """What the game says for the mover's next move, if nothing is lost before it."""
    for number, (before, move, _) in enumerate(line):
        if before.turn != position.turn and _taken(before, move):
            return None
        if number and before.turn == position.turn:
            if reasons := [reason for reason in seen_at_once(before, move) if reason.code not in said]:
                way = shown(position, [made for _, made, _ in line[:number]])
                return say("prepares", line=way, move=before.written(move), reason=reasons[0])
            return None
    return None
