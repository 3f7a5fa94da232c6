"""Both databases, for tests that are run on each: SQLite and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server that all tests of this process share."""
    with cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A place for a database, where there is none yet."""
    if request.param == "sqlite":
        return tmp_path / "taflheim.sqlite"
    running: Cluster = request.getfixturevalue("postgres")
    return running.address()
