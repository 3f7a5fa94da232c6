"""What a learner's move in a lesson is worth: whether it is what the step asks for, and what is said about it.

An attempt knows nothing of earlier ones: the caller passes the moves that the learner has made in the step so far.
"""

from collections.abc import Sequence
from typing import NamedTuple

from taflheim.games.errors import IllegalMove
from taflheim.games.lessons import Step, Turn, counts
from taflheim.games.message import phrases
from taflheim.games.position import Position

say = phrases(
    {
        "lost": "these are not the moves of this step: begin it again",
        "no_turn": "this step is played at a table",
        "intended": "Try {move}.",
    }
)


class Standing(NamedTuple):
    """Where a learner stands in a step: the position, and the turn that is theirs now."""

    position: Position
    turn: Turn
    is_last: bool


class Attempt(NamedTuple):
    """A legal move of a learner."""

    standing: Standing
    move: str
    """As it was played, with what was drawn by lot."""
    is_right: bool
    text: str

    @property
    def is_done(self) -> bool:
        """Whether the step is done with it."""
        return self.is_right and self.standing.is_last


def standing(step: Step, made: Sequence[str] = ()) -> Standing:
    """Where a learner stands who has made these moves; raises IllegalMove if they are not those of the step."""
    if step.shown is None:
        raise IllegalMove(say("no_turn"))
    position = step.shown.position
    if len(made) >= len(step.turns):
        raise IllegalMove(say("lost"))
    for turn, move in zip(step.turns, made, strict=False):
        if move not in turn.moves:
            raise IllegalMove(say("lost"))
        position = position.play(move)
        if turn.answer:
            position = position.play(turn.answer)
    turn = step.turns[len(made)]
    return Standing(position, turn, turn is step.turns[-1])


def attempt(step: Step, made: Sequence[str], move: str) -> Attempt:
    """A move of a learner who has made `made` before; raises MoveError if it is not legal.

    >>> import taflheim
    >>> step = taflheim.rulebooks()["quoridor"].lessons[0]
    >>> attempt(step, [], step.turns[0].moves[0]).is_done
    True
    """
    now = standing(step, made)
    fallen = _fallen(now, move)
    now.position.effects(fallen)  # raises what is wrong with it
    game = now.position.game
    short = game.move_text(game.move_numbers(fallen))
    if counts(now.position, now.turn, short):
        return Attempt(now, short, True, now.turn.right)
    # What is drawn by lot is replied to by the name of the move, however it fell.
    replies = dict(now.turn.replies)
    return Attempt(now, short, False, replies.get(move, replies.get(short, now.turn.wrong)))


def intended(now: Standing) -> tuple[str, str]:
    """The move that a turn asks for, and the sentence that says so."""
    move = now.turn.moves[0]
    lot = next((lot for lot in now.position.game.rulebook.chance if move in now.position.outcomes(lot)), move)
    return lot, say("intended", move=now.position.written(lot)).sentence


def _fallen(now: Standing, move: str) -> str:
    """A move of chance falls in a lesson as the lesson says, if it says anything."""
    if move in now.position.game.rulebook.chance:
        outcomes = now.position.outcomes(move)
        return next((known for known in now.turn.moves if known in outcomes), now.position.draw_lot(move))
    return move
