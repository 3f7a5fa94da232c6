"""Workers are replaced by those of a newer version, which brings a migration that only adds: nobody notices."""

import os
import shutil
import signal
from pathlib import Path

import psycopg

import taflheim
from several_workers import evening, hall, until

MOST_S = 5.0
_MIGRATION = '''
"""A table and a column more."""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9999", "{before}"


def upgrade():
    op.create_table("newer", sa.Column("id", sa.Integer(), primary_key=True))
    op.add_column("events", sa.Column("newer", sa.Text(), nullable=True))
'''


def test_a_newer_version_takes_over(tmp_path: Path) -> None:
    package = Path(taflheim.__file__).parent
    copied = tmp_path / "src" / "taflheim"
    shutil.copytree(package, copied, ignore=shutil.ignore_patterns("__pycache__"))
    # Rules as plain Python: compiled code belongs to the place where its source is.
    path = os.pathsep.join([str(copied.parent), os.environ.get("PYTHONPATH", "")])
    with hall(tmp_path, {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}) as at, evening(at) as people:
        people.wait_for_moves()
        old = set(at.workers())
        schema = copied / "store" / "schema.py"
        text = schema.read_text()
        before = text.partition("REVISIONS = (")[2].partition(")")[0].split('"')[-2]
        schema.write_text(text.replace(f'"{before}")', f'"{before}", "9999")'))
        (copied / "store" / "migrations" / "versions" / "9999_newer.py").write_text(_MIGRATION.format(before=before))
        at.process.send_signal(signal.SIGHUP)
        until("all workers are new", lambda: len(new := set(at.workers())) == 2 and not new & old)
        people.wait_for_moves()
        with psycopg.connect(at.database) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)
            assert connection.execute("SELECT count(newer) FROM events").fetchone() == (0,)
            # This test is of the version before, and would not read what a newer one has written.
            connection.execute("UPDATE alembic_version SET version_num = %s", (before,))
        people.judge()
        away_s = max(spectator.longest_away_s for watching in people.watching for spectator in watching)
        print(f"nobody was away for longer than {away_s:.1f} s")
        if "TAFLHEIM_SOAK_FAULTS" in os.environ:
            assert away_s < MOST_S
