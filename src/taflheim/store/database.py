"""One database, one thread that speaks to it. What comes while a commit is under way is committed together."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import OperationalError

from taflheim.store.schema import REVISION

Answer = TypeVar("Answer")
Work = Callable[[Connection], Any]

_MOST_AT_ONCE = 500


def connect(file: Path) -> Engine:
    """The SQLite database in a file, made durable and strict."""
    engine = create_engine(f"sqlite:///{file}")

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _: object) -> None:
        # The driver must not begin transactions by itself: with its deferred ones, read-then-write loses updates.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def bring_up_to_date(engine: Engine) -> None:
    """Make or migrate the schema, if it is not the one this version knows."""
    if _revision(engine) == REVISION:
        return
    # Alembic takes its time to load: only when there is something to do.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["engine"] = engine
    command.upgrade(config, "head")


def _revision(engine: Engine) -> str | None:
    try:
        with engine.begin() as connection:
            return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    except OperationalError:
        return None


class Writer:
    """The thread that speaks to the database.

    Work is done in the order in which it comes. All that waits is done in one transaction, so that many small writes
    share one flush to the disk; work that fails is undone alone. An answer is given after the commit.
    """

    def __init__(self, engine: Engine):
        self._engine = engine
        self._queue: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], Answer]) -> Future[Answer]:
        """Have work done; the future has its answer once it is on the disk."""
        future: Future[Answer] = Future()
        self._queue.put((work, future))
        return future

    def close(self) -> None:
        """Finish what waits, then stop."""
        self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

    def _run(self) -> None:
        while True:
            batch = [self._queue.get()]
            while not self._queue.empty() and len(batch) < _MOST_AT_ONCE:
                batch.append(self._queue.get())
            jobs = [job for job in batch if job is not None]
            if jobs:
                self._commit(jobs)
            if len(jobs) < len(batch):
                return

    def _commit(self, jobs: list[tuple[Work, Future[Any]]]) -> None:
        answers: list[tuple[Future[Any], Any]] = []
        try:
            with self._engine.begin() as connection:
                for work, future in jobs:
                    try:
                        with connection.begin_nested():
                            answers.append((future, work(connection)))
                    except Exception as error:
                        future.set_exception(error)
        except Exception as error:
            # The commit itself failed: nothing of this batch is on the disk.
            for future, _ in answers:
                future.set_exception(error)
            return
        for future, answer in answers:
            future.set_result(answer)
