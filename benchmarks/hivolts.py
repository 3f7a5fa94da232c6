"""What is measured about HiVolts; docs/hivolts.md keeps the figures.

.venv/bin/python benchmarks/hivolts.py verdicts [BOARDS]   the solver against an exhaustive search (default: 1000)
.venv/bin/python benchmarks/hivolts.py boards [BOARDS]     winnable boards, states, times (default: 10000)
.venv/bin/python benchmarks/hivolts.py jumps [BOARDS]      how often ways to jump win, and the ceiling (default: 400)
.venv/bin/python benchmarks/hivolts.py hope [BOARDS]       the table in games/hivolts/jumps.py (default: 10000)
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

import taflheim
from taflheim.games.hivolts import jumps
from taflheim.games.hivolts.solve import FIRST_STATES, moves_to, nothing_known, search, solve
from taflheim.games.hivolts.state import MOST_MHOS
from taflheim.games.kernel import words

KINDS = ("fierce", "gentle")
Way = Callable[[Any], tuple[tuple[str, ...], float]]
"""Gives the moves up to a jump or a win, and the chance to win that it sees."""


def verdicts(boards: int) -> None:
    """Compare all that the solver says with a search that shares nothing with it."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests/games/hivolts"))
    from test_solve import check

    for kind in KINDS:
        game = taflheim.game("hivolts", mhos=kind)
        found = Counter(check(game.start(f"verdict {seed}")) for seed in range(boards))
        print(f"{kind}: {boards} boards, every verdict, par and losing move agrees: {dict(found)}")


def boards(number: int) -> None:
    """How many boards can be won, how much there is to search, and how long puzzles take."""
    for kind in KINDS:
        game = taflheim.game("hivolts", mhos=kind)
        states: list[Any] = [game.start(f"board {seed}").state for seed in range(number)]
        game.puzzle(0)
        began = time.perf_counter()
        solutions = [solve(state) for state in states]
        seconds = time.perf_counter() - began
        met = [int(search(words(state), nothing_known(FIRST_STATES))[1]) for state in states]
        pars = sorted(found.par for found in solutions if found.par)
        unknown = sum(found.verdict == "unknown" for found in solutions)
        print(f"{kind}: {len(pars) / number:.2%} winnable, {unknown} unknown, {seconds / number * 1e6:.0f} µs a board")
        print(f"  states: median {median(met):.0f}, mean {mean(met):.0f}, most {max(met)}")
        print(f"  par: median {median(pars):.0f}, from {pars[0]} to {pars[-1]}")
        times = []
        for seed in range(300):
            began = time.perf_counter()
            game.puzzle(f"puzzle {seed}")
            times.append(time.perf_counter() - began)
        print(f"  a puzzle takes {mean(times) * 1e3:.1f} ms, {max(times) * 1e3:.1f} ms at the most")


def fewest_first(state: Any) -> tuple[tuple[str, ...], float]:
    """Come down to the fewest Mhos, then jump."""
    known = nothing_known(FIRST_STATES)
    place, end = search(words(state), known)
    if place >= 0:
        return moves_to(known, int(place)), 1.0
    left = [int(word) >> 32 & 0xFF for word in known.words1[:end]]
    return (*moves_to(known, left.index(min(left))), "j"), 0.0


def played(position: taflheim.Position, way: Way, rng: random.Random) -> tuple[bool, list[int]]:
    """Whether the player wins, and with how many Mhos on the board it jumped."""
    jumped = []
    while True:
        for move in way(position.state)[0]:
            state: Any = position.state
            if move == "j":
                jumped.append(state.left)
            position = position.play(move, rng)
            if position.result:
                return position.result.winner == "player", jumped


def ways(number: int) -> None:
    """How often each way to jump wins, beside what no way can exceed."""
    for kind in KINDS:
        starts = [taflheim.game("hivolts", mhos=kind).start(f"jump {seed}") for seed in range(number)]
        results = []
        for name, way in {"fewest Mhos, then jump": fewest_first, "plan": jumps.plan}.items():
            way(starts[0].state)
            began = time.perf_counter()
            won = [played(start, way, random.Random(seed))[0] for seed, start in enumerate(starts)]
            seconds = (time.perf_counter() - began) / number
            results.append(won)
            share = mean(won)
            error = 1.96 * (share * (1 - share) / number) ** 0.5
            print(f"{kind}, {name}: wins {share:.1%} ± {error:.1%} of {number} boards, {seconds * 1e3:.0f} ms a game")
        better = [after - before for before, after in zip(*results, strict=True)]
        error = 1.96 * stdev(better) / number**0.5
        print(f"{kind}, the plan wins {mean(better):+.1%} ± {error:.1%} more of the same boards", flush=True)
        estimate = mean(jumps.plan(start.state).win_probability for start in starts)
        print(f"{kind}, the plan's own estimate: {estimate:.1%}")
        print(f"{kind}, ceiling: {mean(jumps.ceiling(start.state) for start in starts):.1%}")


def hope(number: int) -> None:
    """How often those who came down to the fewest Mhos and jumped have won, by the number of Mhos; falling."""
    for kind in KINDS:
        times, wins = Counter[int](), Counter[int]()
        game = taflheim.game("hivolts", mhos=kind)
        for seed in range(number):
            won, jumped = played(game.start(f"hope {seed}"), fewest_first, random.Random(seed))
            times.update(jumped)
            wins.update(jumped if won else ())
        table = [1.0]
        for mhos in range(1, MOST_MHOS + 1):
            table.append(min(table[-1], wins[mhos] / max(times[mhos], 1)))
        print(f"{kind}: ({', '.join(f'{share:.3f}' for share in table)})")


WORK = {"verdicts": (verdicts, 1000), "boards": (boards, 10_000), "jumps": (ways, 400), "hope": (hope, 10_000)}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in WORK:
        sys.exit(__doc__)
    work, usual = WORK[sys.argv[1]]
    work(int(sys.argv[2]) if len(sys.argv) > 2 else usual)
