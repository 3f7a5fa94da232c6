"""How tables stand; preferences; games hidden from a list; reviews; lessons that were done. Only adds."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """To this revision."""
    op.add_column("accounts", sa.Column("preferences", sa.Text(), nullable=False, server_default=sa.text("'{}'")))
    op.add_column("tables", sa.Column("plies", sa.Integer()))
    op.add_column("tables", sa.Column("position", sa.Text()))
    op.add_column("tables", sa.Column("turn", sa.Text()))
    op.add_column("tables", sa.Column("played_ms", sa.BigInteger()))
    op.add_column("seats", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reviews_table_id"),
        sa.PrimaryKeyConstraint("table_id", name="pk_reviews"),
    )
    op.create_table(
        "lessons",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("lesson", sa.Text(), nullable=False),
        sa.Column("done_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_lessons_account_id"),
        sa.PrimaryKeyConstraint("account_id", "game", "lesson", name="pk_lessons"),
    )


def downgrade() -> None:
    """Not offered: what the newer schema knows has no place in the older one."""
    raise NotImplementedError
