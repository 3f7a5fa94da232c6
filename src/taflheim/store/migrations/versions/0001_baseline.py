"""Accounts, tables, seats and events: where it begins."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.Text(), nullable=False),
        sa.Column("winner", sa.Text()),
        sa.Column("reason", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_changed_at", "tables", ["changed_at"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text()),
        sa.Column("level", sa.Integer()),
        sa.Column("outcome", sa.Text()),
        sa.CheckConstraint("(account_id IS NULL) <> (level IS NULL)", name="ck_seats_person_or_bot"),
        sa.CheckConstraint("outcome IN ('won', 'lost', 'drawn')", name="ck_seats_outcome"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_seats_account_id"),
        sa.PrimaryKeyConstraint("table_id", "side", name="pk_seats"),
    )
    op.create_index("ix_seats_account_id", "seats", ["account_id"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("request", sa.Text()),
        sa.Column("at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_events_table_id"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_events"),
        sa.UniqueConstraint("table_id", "request", name="uq_events_table_id_request"),
    )


def downgrade() -> None:
    """Remove everything."""
    for table in ("events", "seats", "tables", "accounts"):
        op.drop_table(table)
