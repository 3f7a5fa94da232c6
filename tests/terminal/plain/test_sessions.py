"""Recorded sessions of line mode: the same lines are answered with the same words, to the letter."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from plain_sessions import kept, names, replayed
from serving_process import serve, wait_until_ready

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a hall that is open: sessions need not start one each."""
    folder = tmp_path_factory.mktemp("hall") / "home"
    with serve(folder, "--port", "0") as server:
        wait_until_ready(server.address)
        yield folder


@pytest.mark.parametrize("name", names())
def test_a_session_goes_as_it_was_recorded(home: Path, tmp_path: Path, name: str) -> None:
    done = replayed(home, name, tmp_path)
    assert (done.status, done.errors) == (0, "")
    assert done.said == kept(name)
