"""How many boards a bot has before one, as the process says that thinks for it. Only adds."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """To this revision."""
    op.add_column("leases", sa.Column("before", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    """Not offered: what the newer schema knows has no place in the older one."""
    raise NotImplementedError
