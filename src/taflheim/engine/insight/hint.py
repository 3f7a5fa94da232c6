"""Hints: one move with reasons, found by searching and by comparing the boards before and after."""

from dataclasses import dataclass

from taflheim.engine.insight.analysis import DEFAULT, Analysis, Candidate, analyse
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
        "others_lose": "every other move loses",
        "holds_out": "every move loses, but with this one it takes {moves}",
        "better": "the chance to win is {probability} with it, and {other} with the next best, {move}",
        "as_good": "the chance to win is {probability} with it, and the same with {move}",
        "probability": "the chance to win is {probability} with it",
    }
)


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
    return Hint(best.move, best.win_probability, best.line, tuple(_reasons(found)))


def _reasons(found: Analysis) -> list[Message]:
    best, *others = found.best
    reasons = _certainties(found.position, best, others)
    if best.note:
        reasons.append(best.note)
    reasons += _seen_on_the_board(found.position, best)
    if best.ends_in is None:
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
        reasons.append(say("wins" if best.ends_in > 0 else "holds_out", moves=moves))
    if others and others[0].win_probability == 0 and best.win_probability > 0:
        reasons.append(say("others_lose"))
    return reasons


def _own_moves(position: Position, plies: int) -> int:
    """How many of so many moves of everybody are made by the side to move."""
    return -(-plies // len(position.game.seats))


def _comparison(best: Candidate, others: list[Candidate]) -> Message:
    probability = percent(best.win_probability)
    if not others or others[0].win_probability == 0:
        return say("probability", probability=probability)
    other, move = percent(others[0].win_probability), others[0].move
    return say("better" if other != probability else "as_good", probability=probability, other=other, move=move)


def _seen_on_the_board(position: Position, best: Candidate) -> list[Message]:
    """Reasons of the game's own `hint.py`, if it has one."""
    rulebook = position.game.rulebook
    if rulebook.hint is None or best.move in rulebook.chance or best.ends_in == 1:
        return []
    steps, after = position.game.move_numbers(best.move), position.play(best.move)
    return rulebook.hint.reasons(position.state, steps, after.state)
