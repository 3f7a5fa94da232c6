"""Times are milliseconds; events say who asked and what; seats may be free; sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# Stated, not reflected: whether CHECK constraints are found depends on the versions of the libraries.
# Schema 0001 has named them twice.
_OLD_SEATS = sa.Table(
    "seats",
    sa.MetaData(),
    sa.Column("table_id", sa.Text(), nullable=False),
    sa.Column("side", sa.Text(), nullable=False),
    sa.Column("name", sa.Text(), nullable=False),
    sa.Column("account_id", sa.Text()),
    sa.Column("level", sa.Integer()),
    sa.Column("outcome", sa.Text()),
    sa.CheckConstraint("(account_id IS NULL) <> (level IS NULL)", name="ck_seats_ck_seats_person_or_bot"),
    sa.CheckConstraint("outcome IN ('won', 'lost', 'drawn')", name="ck_seats_ck_seats_outcome"),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
    sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_seats_account_id"),
    sa.PrimaryKeyConstraint("table_id", "side", name="pk_seats"),
    sa.Index("ix_seats_account_id", "account_id"),
)


def _milliseconds(column: str) -> str:
    """The ISO text of a column as milliseconds since 1970."""
    if op.get_bind().dialect.name == "postgresql":
        return f"CAST(round(extract(epoch FROM CAST({column} AS timestamptz)) * 1000) AS BIGINT)"
    # SQLite counts milliseconds too, as days: a double holds them to a twentieth of one.
    return f"CAST(round((julianday({column}) - 2440587.5) * 86400000) AS INTEGER)"


def upgrade() -> None:
    """To this revision."""
    with op.batch_alter_table("accounts") as batch:
        batch.add_column(sa.Column("created_ms", sa.BigInteger()))
    op.execute(f"UPDATE accounts SET created_ms = {_milliseconds('created_at')}")
    with op.batch_alter_table("accounts") as batch:
        batch.alter_column("created_ms", existing_type=sa.BigInteger(), nullable=False)
        batch.drop_column("created_at")

    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("used_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_sessions_account_id"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_account_id", "sessions", ["account_id"])

    op.drop_index("ix_tables_changed_at", "tables")
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("watchable", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch.add_column(sa.Column("created_ms", sa.BigInteger()))
        batch.add_column(sa.Column("changed_ms", sa.BigInteger()))
    op.execute(
        f"UPDATE tables SET created_ms = {_milliseconds('created_at')}, changed_ms = {_milliseconds('changed_at')}"
    )
    with op.batch_alter_table("tables") as batch:
        batch.alter_column("created_ms", existing_type=sa.BigInteger(), nullable=False)
        batch.alter_column("changed_ms", existing_type=sa.BigInteger(), nullable=False)
        batch.drop_column("created_at")
        batch.drop_column("changed_at")
    lasts = sa.text("reason IS NULL")
    op.create_index("ix_tables_unfinished", "tables", ["id"], sqlite_where=lasts, postgresql_where=lasts)

    with op.batch_alter_table("seats", copy_from=_OLD_SEATS) as batch:
        for name in ("person_or_bot", "outcome"):
            batch.drop_constraint(op.f(f"ck_seats_ck_seats_{name}"), type_="check")
        batch.create_check_constraint(op.f("ck_seats_person_or_bot"), "account_id IS NULL OR level IS NULL")
        batch.create_check_constraint(op.f("ck_seats_outcome"), "outcome IN ('won', 'lost', 'drawn')")

    with op.batch_alter_table("events") as batch:
        batch.add_column(sa.Column("at_ms", sa.BigInteger()))
        batch.add_column(sa.Column("lag_ms", sa.Integer(), nullable=False, server_default=sa.text("0")))
        batch.add_column(sa.Column("account_id", sa.Text()))
        batch.add_column(sa.Column("digest", sa.Text()))
    # Whoever sits on the side has acted. Only of taking back the side is the one to move, perhaps a bot; but all
    # people at such a table are one account.
    op.execute(
        f"""
        UPDATE events SET at_ms = {_milliseconds('"at"')}, account_id = (
            SELECT max(seats.account_id) FROM seats
            WHERE seats.table_id = events.table_id AND (seats.side = events.side OR events.kind = 'undo')
        )
        """
    )
    with op.batch_alter_table("events") as batch:
        batch.alter_column("at_ms", existing_type=sa.BigInteger(), nullable=False)
        batch.drop_constraint("uq_events_table_id_request", type_="unique")
        batch.create_unique_constraint("uq_events_table_id_account_id_request", ["table_id", "account_id", "request"])
        batch.create_foreign_key("fk_events_account_id", "accounts", ["account_id"], ["id"])
        batch.drop_column("at")
        batch.drop_column("ply")


def downgrade() -> None:
    """Not offered: what the newer schema knows has no place in the older one."""
    raise NotImplementedError
