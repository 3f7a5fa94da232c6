"""One transaction, and what a caller is told when it fails."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from stores import NOW
from taflheim.store import accounts, sqlite
from taflheim.store.backend import Backend
from taflheim.store.errors import Conflict, OutcomeUnknown, StoreUnavailable
from taflheim.store.transaction import NotBegun, NotCommitted, Work, Writer, connection_was_lost, meaning


@pytest.fixture
def backend(tmp_path: Path) -> Iterator[Backend]:
    opened = sqlite.open_file(tmp_path / "db")
    yield opened
    opened.writer.dispose()
    opened.reader.dispose()


def transact(backend: Backend, works: Sequence[Work]) -> list[Any]:
    with closing(Writer(backend)) as writer:
        return writer.transact(works)


def count(connection: Connection) -> int:
    return int(connection.exec_driver_sql("SELECT count(*) FROM accounts").scalar_one())


def add(connection: Connection) -> str:
    return accounts.owner(connection, "Anna", "anna", NOW).name


def full(code: int | None) -> OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    if code is not None:
        error.sqlite_errorcode = code
    return OperationalError("COMMIT", {}, error)


def caused_by(kind: type[Exception], cause: Exception) -> Exception:
    error = kind()
    error.__cause__ = cause
    return error


def test_all_work_is_done_in_one_transaction(backend: Backend) -> None:
    assert transact(backend, [count, add, count]) == [0, "Anna", 1]
    assert transact(backend, [count]) == [1]


def test_a_connection_is_kept_until_something_fails_on_it(backend: Backend) -> None:
    taken: list[object] = []
    event.listen(backend.writer, "checkout", lambda connection, *_: taken.append(connection))
    with closing(Writer(backend)) as writer:
        assert writer.transact([count]) == writer.transact([count]) == [0]
        assert len(taken) == 1
        with pytest.raises(ZeroDivisionError):
            writer.transact([add, lambda _: 1 // 0])
        assert writer.transact([count]) == [0]
        assert len(taken) == 2
    # It is free for somebody else then.
    assert transact(backend, [count]) == [0]


def test_nothing_is_kept_of_work_that_raises(backend: Backend) -> None:
    with pytest.raises(ZeroDivisionError):
        transact(backend, [add, lambda _: 1 // 0])
    assert transact(backend, [count]) == [0]


def test_nothing_is_kept_if_the_check_fails(backend: Backend) -> None:
    def check(_: Connection) -> None:
        raise StoreUnavailable("gone")

    with pytest.raises(NotCommitted) as failed:
        transact(backend._replace(check=check), [add])
    assert isinstance(failed.value.__cause__, StoreUnavailable)
    assert transact(backend, [count]) == [0]


def test_a_connection_that_cannot_be_rolled_back_is_given_up(
    backend: Backend, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    given_up: list[object] = []
    event.listen(backend.writer, "invalidate", lambda connection, *_: given_up.append(connection))

    def check(connection: Connection) -> None:
        proxied = connection.connection
        monkeypatch.setattr(type(proxied), "rollback", broken, raising=False)
        raise StoreUnavailable("gone")

    def broken(_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(NotCommitted):
        transact(backend._replace(check=check), [add])
    monkeypatch.undo()
    assert len(given_up) == 1
    assert "could not be rolled back" in caplog.text
    assert transact(backend, [count]) == [0]


def test_without_a_connection_there_is_no_transaction(backend: Backend, tmp_path: Path) -> None:
    backend.writer.dispose()
    (tmp_path / "db").unlink()
    with pytest.raises(NotBegun) as failed:
        transact(backend, [count])
    assert isinstance(meaning(backend, failed.value), StoreUnavailable)


def test_a_lock_that_is_not_got_begins_nothing(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 50)
    with closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotBegun):
            transact(backend, [count])
    assert transact(backend, [count]) == [0]


@pytest.mark.parametrize(
    ("error", "told", "logged"),
    [
        (full(sqlite3.SQLITE_FULL), StoreUnavailable, ["WARNING"]),
        (caused_by(NotBegun, full(sqlite3.SQLITE_BUSY)), StoreUnavailable, ["WARNING"]),
        (caused_by(NotCommitted, full(sqlite3.SQLITE_FULL)), StoreUnavailable, ["WARNING"]),
        (caused_by(NotCommitted, StoreUnavailable("gone")), StoreUnavailable, ["WARNING"]),
        (caused_by(NotCommitted, full(None)), OutcomeUnknown, ["WARNING"]),
        (full(sqlite3.SQLITE_CONSTRAINT_UNIQUE), Conflict, []),
        (full(sqlite3.SQLITE_CONSTRAINT_CHECK), OperationalError, ["ERROR"]),
        (Conflict("mine"), Conflict, []),
        (ZeroDivisionError(), ZeroDivisionError, ["ERROR"]),
        (caused_by(ZeroDivisionError, KeyError()), ZeroDivisionError, ["ERROR"]),
        # A future takes none of these.
        (StopIteration(), RuntimeError, ["ERROR"]),
        (KeyboardInterrupt(), RuntimeError, ["ERROR"]),
    ],
)
def test_what_a_caller_is_told_and_what_is_logged(
    error: BaseException,
    told: type[Exception],
    logged: list[str],
    backend: Backend,
    caplog: pytest.LogCaptureFixture,
) -> None:
    cause = error.__cause__ if isinstance(error, NotBegun | NotCommitted) else error
    before = cause and cause.__cause__
    found = meaning(backend, error)
    assert type(found) is told
    assert found.__cause__ is (before if found is cause else cause)
    assert [record.levelname for record in caplog.records] == logged


def test_a_lost_connection() -> None:
    assert not connection_was_lost(ZeroDivisionError())
    assert not connection_was_lost(full(None))
    assert connection_was_lost(OperationalError("", {}, sqlite3.OperationalError(), connection_invalidated=True))
