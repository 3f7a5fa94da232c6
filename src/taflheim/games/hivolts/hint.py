"""What speaks for a move in HiVolts, beyond its outlook: what the others lead to, and Mhos that run into fences."""

from collections.abc import Sequence

from taflheim.games.hivolts.jumps import jumping, plan
from taflheim.games.hivolts.rules import play
from taflheim.games.hivolts.solve import par, solve_moves
from taflheim.games.hivolts.state import KEYS, State
from taflheim.games.hivolts.text import SQUARE_NAMES
from taflheim.games.kernel import I64, words
from taflheim.games.message import Message, counted, listed, percent, phrases

say = phrases(
    {
        "only_winning": "every other move gives away the win without a jump",
        "electrocutes": "it lures {mhos} into a fence",
        "lures": "going on with {line}, {mhos} into a fence before a jump is needed",
        "later_jump": "a jump is better a move later: it wins with {then}, now with {now}",
        "better_jump": "a jump is better from {there}: it wins with {then}, from {here} with {now}",
        "winnable": "winnable from here without a jump: {moves}",
        "jump_needed": "without a jump this cannot be won any more",
    }
)


def reasons(before: State, steps: Sequence[int], after: State) -> list[Message]:
    """Whether only this move wins without luck, and how many Mhos it gets rid of.

    >>> import taflheim
    >>> board = taflheim.game("hivolts").start(seed=7)
    >>> [str(reason) for reason in reasons(board.state, board.game.move_numbers("a"), board.play("a").state)]
    ['every other move gives away the win without a jump', 'it lures 2 Mhos into a fence']
    """
    found = []
    winning = [key for key, solution in solve_moves(before).items() if solution.par]
    if winning == [KEYS[steps[0]]]:
        found.append(say("only_winning"))
    if gone := before.left - after.left:
        found.append(say("electrocutes", mhos=counted(gone, "Mho")))
    return found


def merits(before: State, after: State) -> list[Message]:
    """What a step is good for that gets rid of no Mho at once: what the plan behind it does before it jumps.

    >>> import taflheim
    >>> board = taflheim.game("hivolts").start(seed=11)
    >>> print(*merits(board.state, board.play("s").state))
    a jump is better a move later: it wins with 73 %, now with 70 %
    """
    way = plan(after)
    jumper = after
    for key in way.line[:-1]:
        jumper = State(*map(int, play(words(jumper), I64(KEYS.index(key)))))
    if gone := after.left - jumper.left:
        return [say("lures", line=listed(way.line[:-1]), mhos=counted(gone, "Mho runs", "Mhos run"))]
    here, there = SQUARE_NAMES[before.player], SQUARE_NAMES[jumper.player]
    now, then = percent(jumping(before)), percent(jumping(jumper))
    if here == there:
        return [say("later_jump", now=now, then=then)]
    return [say("better_jump", here=here, now=now, there=there, then=then)]


def notes(state: State) -> list[Message]:
    """What an analysis says about the position: whether it can be won without luck.

    >>> import taflheim
    >>> print(*notes(taflheim.game("hivolts").start(seed=7).state))
    winnable from here without a jump: 6 moves
    """
    moves = par(state)
    return [say("winnable", moves=counted(moves, "move")) if moves else say("jump_needed")]
