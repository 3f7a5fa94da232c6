"""How fast the rules are: the same measurements for every game, beside what they should reach."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from timeit import Timer
from typing import NamedTuple

from taflheim.engine.search.perft import count_at_once
from taflheim.engine.search.playouts import playouts
from taflheim.games.position import Position
from taflheim.games.registry import game

_ROUNDS = 5
_GAMES = 100

_FIRST_MOVE = """
import re, sys, taflheim
position = taflheim.game(sys.argv[1]).start()
position.play(position.moves()[0])
try:
    peak_kb = re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]
except OSError:
    import resource
    peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(int(peak_kb) / 1024)
"""


class Measure(NamedTuple):
    """One figure. A target is what it should reach, or, where less is better, not exceed."""

    game: str
    what: str
    value: float
    unit: str
    target: float | None
    less_is_better: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the target is met, if there is one."""
        if self.target is None:
            return None
        return self.value <= self.target if self.less_is_better else self.value >= self.target


def bench(names: list[str]) -> Iterator[Measure]:
    """Measure these games, one figure after the other."""
    for name in names:
        chosen = game(name)
        start = chosen.start(seed=1) if chosen.rulebook.seeded else chosen.start()
        targets = chosen.rulebook.targets
        for what, figure, unit in (
            ("perft in bulk", nodes_per_second(start, bulk=True), "nodes/s"),
            ("perft one by one", nodes_per_second(start, bulk=False), "nodes/s"),
            ("random games", _games_per_second(start), "games/s"),
        ):
            yield Measure(name, what, figure, unit, targets.get(what))
        seconds, megabytes = _first_move(name)
        yield Measure(name, "first move of a fresh process", seconds, "s", 1.5, less_is_better=True)
        yield Measure(name, "memory of that process", megabytes, "MB", 300, less_is_better=True)


def seconds_per_run(work: Callable[[], object]) -> float:
    """The time of one run: the best of some rounds, the one that was disturbed least."""
    timer = Timer(work)
    runs, _ = timer.autorange()
    return min(timer.repeat(_ROUNDS, runs)) / runs


def nodes_per_second(position: Position, *, bulk: bool) -> float:
    """The speed of perft, at the first depth that takes a millisecond (or the last with any nodes)."""
    count_at_once(position, 1, bulk=bulk)  # the first time, code is loaded
    deepest = nodes = 1
    for depth in range(1, 20):
        began = time.perf_counter()
        found = count_at_once(position, depth, bulk=bulk)
        seconds = time.perf_counter() - began
        if found == 0:
            break
        deepest, nodes = depth, found
        if seconds > 0.001:
            break
    return nodes / seconds_per_run(partial(count_at_once, position, deepest, bulk=bulk))


def _games_per_second(position: Position) -> float:
    return _GAMES / seconds_per_run(partial(playouts, position, _GAMES))


def _first_move(name: str) -> tuple[float, float]:
    begin = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", _FIRST_MOVE, name], capture_output=True, text=True, check=True)
    return time.perf_counter() - begin, float(done.stdout)


def table(measures: list[Measure]) -> str:
    """The figures for people."""
    rows = [("game", "", "result", "target", "")]
    for measure in measures:
        target = "" if measure.target is None else f"{'≤' if measure.less_is_better else '≥'} {_short(measure.target)}"
        verdict = {True: "met", False: "missed", None: ""}[measure.met]
        rows.append((measure.game, measure.what, f"{_short(measure.value)} {measure.unit}", target, verdict))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return "\n".join("  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)


def _short(number: float) -> str:
    for size, suffix in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{suffix}"
    return f"{number:.3g}"


def to_json(measures: list[Measure]) -> str:
    """The figures for programs."""
    return json.dumps([{**measure._asdict(), "met": measure.met} for measure in measures], indent=2)
