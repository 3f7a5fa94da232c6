"""Who waits to be paired, so that several processes pair them. Only adds."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "seeks",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("paired_ms", sa.BigInteger(), nullable=True),
        sa.Column("told", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_seeks"),
    )


def downgrade() -> None:
    """Not offered: what the newer schema knows has no place in the older one."""
    raise NotImplementedError
