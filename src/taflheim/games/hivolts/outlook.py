"""What each move in HiVolts leads to: exactly, as far as no jump is needed, and by the best plan known with jumps."""

from typing import Any

from taflheim.games.hivolts.jumps import jumping, plan, risk
from taflheim.games.hivolts.rules import play
from taflheim.games.hivolts.solve import solve_moves
from taflheim.games.hivolts.state import DEAD, JUMP, KEYS, State
from taflheim.games.kernel import I64, words
from taflheim.games.message import Message, counted, percent, phrases
from taflheim.games.modules import Outlook

say = phrases(
    {
        "wins": "no jump is needed",
        "dies": "death at once",
        "jumps": "a jump among {mhos} kills with {risk}",
        "jumps_later": "a jump after {moves}, among {mhos}, kills with {risk}",
        "win_lost": "the certain win is lost here: from {best} on, {moves} were enough, without a jump",
        "win_wasted": "no jump was needed: from {best} on, {moves} were enough",
        "only_a_jump": "only a jump remained: every step was death",
    }
)


def outlooks(state: Any) -> dict[str, Outlook]:
    """All ten moves, the best first; of those that win, the quickest.

    >>> import taflheim
    >>> for move, outlook in list(outlooks(taflheim.game("hivolts").start(seed=11).state).items())[::2]:
    ...     print(move, round(outlook.win_probability, 2), outlook.message)
    d 0.77 a jump after 1 move, among 10 Mhos, kills with 13 %
    j 0.7 a jump among 12 Mhos kills with 15 %
    w 0.0 death at once
    a 0.0 death at once
    x 0.0 death at once
    """
    found = {}
    for number, (move, solution) in enumerate(solve_moves(state).items()):
        if solution.par:
            found[move] = Outlook(1.0, solution.line, say("wins"))
        else:
            found[move] = _with_jumps(move, _after(state, number))
    found[KEYS[JUMP]] = Outlook(jumping(state), (KEYS[JUMP],), _jump(state))
    return dict(sorted(found.items(), key=lambda item: (-item[1].win_probability, len(item[1].line))))


def verdict(state: Any, played: str, best: str) -> Message | None:
    """What a review says of a move: where a certain win is given away, and where only a jump remained.

    >>> import taflheim
    >>> print(verdict(taflheim.game("hivolts").start(seed=7).state, "s", "a"))
    the certain win is lost here: from a on, 6 moves were enough, without a jump
    """
    moves = solve_moves(state)
    ways = {move: solution.par for move, solution in moves.items() if solution.par}
    if ways:
        if played in ways:
            return None
        best = min(ways, key=lambda move: ways[move])
        code = "win_wasted" if played == KEYS[JUMP] else "win_lost"
        return say(code, best=best, moves=counted(ways[best], "move"))
    if all(_after(state, number).player == DEAD for number in range(len(moves))):
        return say("only_a_jump")
    return None


def _with_jumps(move: str, after: State) -> Outlook:
    if after.player == DEAD:
        return Outlook(0.0, (move,), say("dies"))
    way = plan(after)
    jumper = after
    for key in way.line[:-1]:
        jumper = _after(jumper, KEYS.index(key))
    return Outlook(way.win_probability, (move, *way.line), _jump(jumper, len(way.line)))


def _jump(jumper: State, moves: int = 0) -> Message:
    """What the jump costs from there; `moves` are made before it."""
    facts = {"mhos": counted(jumper.left, "Mho"), "risk": percent(risk(jumper))}
    return say("jumps_later", moves=counted(moves, "move"), **facts) if moves else say("jumps", **facts)


def _after(state: State, number: int) -> State:
    return State(*map(int, play(words(state), I64(number))))
