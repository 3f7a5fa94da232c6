"""Lazy SMP: threads that search the same position beside the main one and share its transposition table."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any

import numpy as np

from taflheim.engine.search import alphabeta
from taflheim.engine.search.found import Stop
from taflheim.engine.search.limits import DEEPEST
from taflheim.engine.search.memory import STOPPED, Memory, for_thread
from taflheim.games.kernel import I64


@contextmanager
def helping(state: Any, steps: list[int], memory: Memory, number: int) -> Iterator[None]:
    """So many threads search beside the block; they end with it."""
    stop = Stop()

    def help_out(which: int) -> None:
        own = for_thread(memory)._replace(stop=stop.flag)
        mine = random.Random(which).sample(steps, len(steps))
        # Every other thread begins a move deeper, so that they do not all do the same.
        for depth in range(1 + which % 2, DEEPEST + 1):
            _, index = alphabeta.search_root(state, np.array(mine, np.int32), I64(depth), own)
            if own.counts[STOPPED]:
                break
            mine.insert(0, mine.pop(int(index)))

    threads = []
    for which in range(1, number + 1):
        # The thread needs this one's context: how NumPy treats overflows is part of it.
        run = copy_context().run
        threads.append(threading.Thread(target=run, args=(help_out, which), daemon=True))
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()
