"""Iterative deepening: search one move deeper again and again until a limit is reached."""

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from taflheim.engine.search.found import Found
from taflheim.engine.search.limits import DEEPEST, MOST
from taflheim.engine.search.memory import EXPECTED, MAX_NODES, NODES, STOPPED, UNKNOWN
from taflheim.engine.search.root import Root, texts
from taflheim.engine.search.score import SURE
from taflheim.games.kernel import I64, words

SearchRoot = Callable[..., tuple[int, int]]
"""`search_root` of alpha-beta or of Monte Carlo tree search: (state, steps, depth, memory) -> (score, index)."""


def deepen(root: Root, search_root: SearchRoot) -> tuple[Found, ...]:
    """Search deeper and deeper: at each depth for the best move, then for the best of the others (MultiPV)."""
    position, steps, memory, limits = root.position, root.steps, root.memory, root.limits
    began = time.perf_counter()
    state = words(position.state)
    number = min(root.number, len(steps))
    found: list[Found] = []
    by_step: dict[int, Found] = {}
    for depth in range(1, (limits.depth or DEEPEST) + 1):
        deeper: dict[int, Found] = {}
        for rank in range(number):
            limited = memory
            if found:
                # Limits hold from the second depth on, so that there is always a move.
                memory.counts[MAX_NODES] = limits.nodes or MOST
                limited = memory._replace(stop=root.stop.flag)
            before = by_step.get(steps[rank])
            memory.counts[EXPECTED] = before.score if before else UNKNOWN
            score, index = search_root(state, np.array(steps[rank:], np.int32), I64(depth), limited)
            if index >= 0:
                # The next depth begins with the best step of this one.
                steps.insert(rank, steps.pop(rank + int(index)))
                line = texts(position, memory.pv[0, 1 : 1 + memory.pv[0, 0]].tolist())
                reached = depth - 1 if memory.counts[STOPPED] else depth
                seconds = time.perf_counter() - began
                deeper[steps[rank]] = Found(line[0], int(score), reached, int(memory.counts[NODES]), seconds, line)
            if memory.counts[STOPPED]:
                break
        # If the search was stopped, the other moves keep the results of the depth before.
        others = {step: each for step, each in by_step.items() if step not in deeper}
        by_step = dict([*deeper.items(), *others.items()][:number])
        found = sorted(by_step.values(), key=lambda each: -each.score)
        if memory.counts[STOPPED]:
            break
        if root.on_info:
            root.on_info(tuple(found))
        proven = all(abs(each.score) >= SURE for each in found)
        if proven or (len(steps) == 1 and limits.movetime_ms):
            break
    chance_moves = position.game.rulebook.chance
    if chance_moves and found[0].ends_in == -1:
        # Every other move loses at once, so a move of chance is better.
        found[0] = replace(found[0], move=chance_moves[0], line=(chance_moves[0],))
    return tuple(found)
