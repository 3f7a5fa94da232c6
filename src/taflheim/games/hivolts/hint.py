"""What speaks for a move in HiVolts, beyond its outlook: what the others lead to, and Mhos that run into fences."""

from collections.abc import Sequence

from taflheim.games.hivolts.solve import solve_moves
from taflheim.games.hivolts.state import KEYS, State
from taflheim.games.message import Message, counted, phrases

say = phrases(
    {
        "only_winning": "every other move gives away the win without a jump",
        "electrocutes": "{mhos} into a fence",
    }
)


def reasons(before: State, steps: Sequence[int], after: State) -> list[Message]:
    """Whether only this move wins without luck, and how many Mhos it gets rid of.

    >>> import taflheim
    >>> board = taflheim.game("hivolts").start(seed=7)
    >>> [str(reason) for reason in reasons(board.state, board.game.move_numbers("a"), board.play("a").state)]
    ['every other move gives away the win without a jump', '2 Mhos run into a fence']
    """
    found = []
    winning = [key for key, solution in solve_moves(before).items() if solution.par]
    if winning == [KEYS[steps[0]]]:
        found.append(say("only_winning"))
    if gone := before.left - after.left:
        found.append(say("electrocutes", mhos=counted(gone, "Mho runs", "Mhos run")))
    return found
