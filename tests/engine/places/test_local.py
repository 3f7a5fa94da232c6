"""Batches of jobs in processes of this machine: some fail, some kill their process, some are late."""

import os
import time
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from batch_jobs import broken, die, die_once, doing, double, refuse, sleep_long
from taflheim.engine.places.local import LocalPlace
from taflheim.engine.places.place import Lost, local_or_ray


def test_a_batch_has_a_process_for_each_core() -> None:
    done = list(LocalPlace(2).batch(partial(doing, double), iter(range(20))))
    assert sorted(number for number, _ in done) == list(range(0, 40, 2))
    processes = {process for _, process in done}
    assert 1 <= len(processes) <= 2 and os.getpid() not in processes


def test_one_core_needs_no_other_process() -> None:
    assert list(LocalPlace(1).batch(partial(doing, double), iter([3]))) == [(6, os.getpid())]


def test_jobs_are_asked_for_when_there_is_a_core_for_them() -> None:
    asked = list[int]()

    def jobs() -> Iterator[int]:
        for number in count():
            asked.append(number)
            yield number

    batch = LocalPlace(2).batch(partial(doing, double), jobs())
    done = [next(batch) for _ in range(5)]
    batch.close()
    assert len(done) == 5 and len(asked) <= 5 + 2


def test_what_a_dead_process_did_is_done_again(tmp_path: Path) -> None:
    done = LocalPlace(2).batch(partial(doing, partial(die_once, tmp_path)), iter(range(6)))
    assert sorted(done) == list(range(6))
    assert len(list(tmp_path.iterdir())) == 3


def test_a_job_that_kills_whoever_does_it_is_given_up() -> None:
    with pytest.raises(Lost, match="has died 3 times at one job: 7"):
        list(LocalPlace(2).batch(partial(doing, die), iter([7])))


def test_who_fails_says_so() -> None:
    with pytest.raises(LookupError, match="no job 5") as told:
        list(LocalPlace(2).batch(partial(doing, refuse), iter([5])))
    assert "in refuse" in told.value.__notes__[0]
    with pytest.raises(LookupError, match="nothing can be done here"):
        list(LocalPlace(2).batch(broken, iter([5])))


def test_what_is_not_done_in_time_is_dropped() -> None:
    assert list(LocalPlace(2).batch(partial(doing, sleep_long), iter([1, 2, 3]), time.monotonic() + 0.5)) == []


def test_without_an_address_it_is_this_machine() -> None:
    place = local_or_ray("")
    assert isinstance(place, LocalPlace)
    assert (place.cores, place.machines) == (os.cpu_count(), 1)
