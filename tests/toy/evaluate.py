"""How good a position is: the lines that are still open for one side alone, more for those with more signs."""

from taflheim.games import rules
from taflheim.games.kernel import I64, U64, implements, jit, popcount
from toy.rules import ROWS
from toy.state import State

_0 = U64(0)


@jit
def _open_lines(own: int, others: int) -> int:
    score = I64(0)
    for line in ROWS:
        if others & line == _0:
            score += I64(1) + 4 * popcount(own & line)
    return score


@implements(rules.evaluate, State)
def evaluate(s: State, side: int) -> int:
    score = _open_lines(s.crosses, s.noughts) - _open_lines(s.noughts, s.crosses)
    return score if side == 0 else -score
