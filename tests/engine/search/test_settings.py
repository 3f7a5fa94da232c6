"""Settings of a search, and that its time is kept whatever they are."""

import threading

import pytest

import taflheim
from taflheim.engine.search import search as searching
from taflheim.engine.search.found import Found, Stop
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.memory import Memory, allocate
from taflheim.engine.search.settings import Settings, cores, usable_threads

PATIENCE_S = 60
TOY = taflheim.game("toy")


def test_no_more_threads_than_cores() -> None:
    assert usable_threads(1) == 1
    assert usable_threads(64) == min(64, cores())


def test_threads_that_would_only_wait_are_not_started() -> None:
    """64 threads on two cores left the main one a thirtieth of its time: a search of one second took three."""
    before, most = threading.active_count(), 0

    def count(_: Found) -> None:
        nonlocal most
        most = max(most, threading.active_count() - before)

    searching.search(TOY.start(), Limits(depth=3), Settings(threads=64), count)
    assert most < cores()


@pytest.mark.parametrize("game", [TOY, taflheim.game("quoridor")], ids=repr)
def test_the_clock_runs_while_memory_is_allocated(game: taflheim.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Stop()

    def slow(*arguments: object, **more: object) -> Memory:
        (part,) = stop._parts
        assert part.wait(PATIENCE_S)  # only the deadline sets it
        return allocate(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(searching, "allocate", slow)
    found = searching.search(game.start(), Limits(movetime_ms=1), stop=stop)
    assert found.move in game.start().moves()
    assert found.depth == 1  # which is always finished
