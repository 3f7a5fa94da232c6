"""Exact results where a game has a tablebase (its `endgame.py`): no search is needed."""

from typing import Any

from taflheim.engine.search.found import Found
from taflheim.engine.search.limits import DEEPEST
from taflheim.engine.search.root import Root, is_pass, states, texts
from taflheim.engine.search.score import WIN
from taflheim.games.kernel import I64, words
from taflheim.games.rules import evaluate


def probe(root: Root, drawn: list[Any]) -> tuple[Found, ...]:
    """The best moves by the game's tablebase; none if it does not have the position, or a repetition may matter."""
    position, endgame = root.position, root.position.game.rulebook.endgame
    outcomes = endgame.outcomes(position.state) if endgame else None
    if not outcomes:
        return ()

    def order(step: int) -> tuple[float, bool, int]:
        """The quickest win first, the quickest loss last; ties by evaluation, a pass last."""
        wins_in, _ = outcomes[step]
        (after,) = states(position, [step])
        evaluation = int(evaluate(words(after), I64(position.state.turn)))
        return -1 / wins_in if wins_in else 0.0, is_pass(position, step), -evaluation

    best = sorted(root.steps, key=order)[: root.number]
    wins_in, line = outcomes[best[0]]
    # A lost side may still reach a draw by repetition, and a repetition on the line would spoil a win.
    if wins_in == 0 or (wins_in < 0 and drawn) or not set(drawn).isdisjoint(states(position, line)):
        return ()
    found = []
    for step in best:
        wins_in, line = outcomes[step]
        score = 0 if wins_in == 0 else WIN - wins_in if wins_in > 0 else -WIN - wins_in
        depth = min(len(line), root.limits.depth or DEEPEST)
        found.append(Found(position.game.move_text([step]), score, depth, len(outcomes), 0.0, texts(position, line)))
    return tuple(found)
