"""Moves as clicks on spots: what can be clicked next, and which move is made."""

from collections.abc import Iterable, Sequence

from taflheim.games.modules import State
from taflheim.games.rulebook import Rulebook

Choices = dict[str, "Choices | str | None"]
"""Spots that can be clicked, each with what can be clicked then: a move that is complete, or None where it goes on."""


def follow_clicks(rulebook: Rulebook, state: State, clicked: Sequence[str]) -> Choices | str | None:
    """The choices after these clicks (no way on: none), the move they make, or None if they go beyond a move.

    The game is not over in this state.
    """
    compiled, text, clicks = rulebook.compiled, rulebook.text, rulebook.view.clicks
    if not clicked and not rulebook.chance:
        # By far the most frequent case: at every move, for its player.
        steps = compiled.steps_and_more(state)
        return _tree([(clicks(state, step), None if more else text.move_text((step,))) for step, more in steps])
    lots = {text.read_move(move)[0]: move for move in rulebook.chance}
    rest, chain = tuple(clicked), list[int]()

    def move_if_complete(step: int, more: bool) -> str | None:
        return lots.get(step) or (None if more else text.move_text((*chain, step)))

    while True:
        steps = [*compiled.steps_and_more(state), *((lot, False) for lot in lots)]
        if not rest:
            return _tree([(clicks(state, step), move_if_complete(step, more)) for step, more in steps])
        ways = [(clicks(state, step), step, more) for step, more in steps]
        made = next((way for way in ways if way[0] == rest[: len(way[0])]), None)
        if made is None:
            length = len(rest)
            return _tree(
                (spots[length:], move_if_complete(step, more)) for spots, step, more in ways if spots[:length] == rest
            )
        spots, step, more = made
        rest = rest[len(spots) :]
        if move := move_if_complete(step, more):
            return None if rest else move
        chain.append(step)
        state, _ = compiled.step(state, step)


def _tree(ways: Iterable[tuple[tuple[str, ...], str | None]]) -> Choices:
    """Ways of clicks as a tree."""
    tree: Choices = {}
    for spots, move in ways:
        branch = tree
        if len(spots) > 1:
            for spot in spots[:-1]:
                branch = branch.setdefault(spot, {})  # type: ignore[assignment]  # ways of a position are of one length
        branch[spots[-1]] = move
    return tree
