"""Exact results where a game has a tablebase (its `endgame.py`): no search is needed, or it is a better one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from taflheim.engine.search.found import Found
from taflheim.engine.search.limits import DEEPEST
from taflheim.engine.search.memory import DRAWS, NO_TABLEBASE
from taflheim.engine.search.root import Root, is_pass, states, texts
from taflheim.engine.search.score import WIN
from taflheim.games.kernel import I64, words
from taflheim.games.position import Position
from taflheim.games.rules import Words, evaluate

Outcomes = Mapping[int, int]
"""By first step: in how many moves the side to move wins (negative: loses); 0 is a draw. Empty if that is not known."""


def outcomes(position: Position) -> Outcomes:
    """What the game's tablebase says of a position."""
    endgame = position.game.rulebook.endgame
    return (endgame.outcomes(position.state) if endgame else None) or {}


def table(position: Position) -> Words:
    """What alpha-beta looks positions up in; empty if the game has no such thing, or it is out of reach from here."""
    found = getattr(position.game.rulebook.endgame, "table", lambda _: None)(position.state)
    return NO_TABLEBASE if found is None else found


def probe(root: Root, known: Outcomes, drawn: list[Any]) -> tuple[Found, ...]:
    """The best moves by the tablebase; none for a draw, where a repetition may matter, or where it does not know."""
    position, endgame = root.position, root.position.game.rulebook.endgame
    if not known or not endgame:
        return ()

    def order(step: int) -> tuple[float, bool, int]:
        """The quickest win first, the quickest loss last; ties by evaluation, a pass last."""
        (after,) = states(position, [step])
        evaluation = int(evaluate(words(after), I64(position.state.turn)))
        return -1 / known[step] if known[step] else 0.0, is_pass(position, step), -evaluation

    best = sorted(root.steps, key=order)[: root.number]
    wins_in, line = known[best[0]], endgame.line(position.state, best[0])
    # A lost side may still reach a draw by repetition, and a repetition on the line would spoil a win.
    if wins_in == 0 or (wins_in < 0 and drawn) or not set(drawn).isdisjoint(states(position, line)):
        return ()
    found = []
    for step in best:
        wins_in, moves = known[step], texts(position, endgame.line(position.state, step))
        score = 0 if wins_in == 0 else WIN - wins_in if wins_in > 0 else -WIN - wins_in
        depth = min(len(moves), root.limits.depth or DEEPEST)
        found.append(Found(moves[0], score, depth, len(known), 0.0, moves, known=True))
    return tuple(found)


def searched_instead(root: Root, known: Outcomes) -> Root:
    """The root for a search where `probe` has found nothing to play by.

    Of drawn positions the evaluation says which are easier to play, so draws are not looked up. If the best move is not
    a draw, repetitions have spoilt what the tablebase says.
    """
    if not known:
        return root
    told = {known[step] for step in root.steps}
    if max(told) > 0 or 0 not in told:
        return replace(root, memory=root.memory._replace(tablebase=NO_TABLEBASE))
    root.memory.counts[DRAWS] = 0
    tell = root.on_info
    return replace(root, on_info=tell and (lambda found: tell(told_draws(root, known, found))))


def told_draws(root: Root, known: Outcomes, found: tuple[Found, ...]) -> tuple[Found, ...]:
    """What a search has found, with the draws that the tablebase knows."""
    game = root.position.game
    drawn = [known.get(game.move_numbers(each.move)[0]) == 0 for each in found]
    return tuple(replace(each, score=0, known=True) if draw else each for each, draw in zip(found, drawn, strict=True))
