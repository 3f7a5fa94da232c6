"""Hints: one move with reasons, found by searching and by comparing the boards before and after."""

from dataclasses import dataclass

from taflheim.engine.insight import lines
from taflheim.engine.insight.analysis import DEFAULT, Analysis, Candidate, analyse
from taflheim.engine.insight.threat import threat
from taflheim.engine.search.found import Stop
from taflheim.engine.search.limits import Limits
from taflheim.games.message import Message, counted, percent, phrases, sentence
from taflheim.games.position import Position
from taflheim.games.record import Record

say = phrases(
    {
        "only_legal": "it is the only legal move",
        "wins_now": "it wins at once",
        "wins": "it wins in {moves}",
        "wins_proven": "it wins in {moves}, proven",
        "others_lose": "every other move loses",
        "holds_out": "every move loses, but with this one it takes {moves}",
        "better": "the chance to win is {probability} with it, and {other} with the next best, {move}",
        "as_good": "just as good is {move}: the chance to win is {probability} with either",
        "probability": "the chance to win is {probability} with it",
    }
)
COMPARISONS = ("better", "as_good", "probability")
"""Codes that say no more than numbers do: never the only reasons where there is anything else to say."""
_ENOUGH = 3
"""The number of reasons after which no further ones are looked for; a comparison is always added."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move that can be recommended."""

    move: str
    win_probability: float
    """To win with it."""
    line: tuple[str, ...]
    """The move, and what would follow if everybody played best."""
    reasons: tuple[Message, ...]
    """The most important first; each can be checked on the board or was found by searching."""

    def __str__(self) -> str:
        return "\n".join([f"{self.move}", *(f"- {sentence(str(reason))}" for reason in self.reasons)])


def hint(on: Record | Position, limits: Limits = DEFAULT, *, stop: Stop | None = None) -> Hint:
    """The best move found within the limits, with reasons.

    >>> import taflheim
    >>> print(hint(taflheim.game("quoridor").position("e2,e7 0,0 - - a")))
    e1
    - It wins at once.
    """
    found = analyse(on, limits, best=2, stop=stop)
    best = found.best[0]
    return Hint(best.move, best.win_probability, best.line, tuple(_reasons(found, limits, stop)))


def _reasons(found: Analysis, limits: Limits, stop: Stop | None) -> list[Message]:
    position, (best, *others) = found.position, found.best
    reasons = _certainties(position, best, others)
    if best.ends_in != 1 and best.move not in position.game.rulebook.chance:
        if best.ends_in is None and (parried := threat(position, best, limits, stop)):
            reasons.append(parried)
        at_once = lines.seen_at_once(position, best.move)
        reasons += at_once
        if best.ends_in is None:
            reasons += [] if at_once else lines.merits(position, best)
            if len(reasons) < _ENOUGH:
                reasons += lines.seen_later(position, best, {reason.code for reason in reasons})
    if best.note and best.note.code != "won":
        reasons.append(best.note)
    if best.ends_in is None:
        if others and (refuted := lines.refuted(position, best, others[0])):
            reasons.append(refuted)
        reasons.append(_comparison(best, others))
    return reasons


def _certainties(position: Position, best: Candidate, others: list[Candidate]) -> list[Message]:
    """What the search has proven."""
    reasons = []
    if not others:
        reasons.append(say("only_legal"))
    if best.ends_in == 1:
        reasons.append(say("wins_now"))
    elif best.ends_in is not None:
        moves = counted(_own_moves(position, abs(best.ends_in)), "move")
        known = best.note is not None and best.note.code == "won"
        reasons.append(say("wins_proven" if known else "wins" if best.ends_in > 0 else "holds_out", moves=moves))
    if others and others[0].win_probability == 0 and best.win_probability > 0:
        reasons.append(say("others_lose"))
    return reasons


def _own_moves(position: Position, plies: int) -> int:
    """How many of the next `plies` moves of all sides the side to move makes."""
    return -(-plies // len(position.game.seats))


def _comparison(best: Candidate, others: list[Candidate]) -> Message:
    probability = percent(best.win_probability)
    if not others or others[0].win_probability == 0:
        return say("probability", probability=probability)
    other, move = percent(others[0].win_probability), others[0].move
    return say("better" if other != probability else "as_good", probability=probability, other=other, move=move)
