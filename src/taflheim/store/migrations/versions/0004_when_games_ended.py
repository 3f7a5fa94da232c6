"""Seats know when their game has ended, so that somebody's games are found in that order."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """To this revision."""
    op.add_column("seats", sa.Column("ended_ms", sa.BigInteger()))
    op.execute(
        """
        UPDATE seats SET ended_ms = (
            SELECT tables.changed_ms FROM tables WHERE tables.id = seats.table_id AND tables.reason IS NOT NULL
        )
        """
    )
    op.drop_index("ix_seats_account_id", "seats")
    op.create_index("ix_seats_account_id_ended_ms", "seats", ["account_id", "ended_ms"])


def downgrade() -> None:
    """Not offered: what the newer schema knows has no place in the older one."""
    raise NotImplementedError
