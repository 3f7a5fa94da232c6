"""More people than the owner: kinds of accounts, passwords, names that stay blocked, recovery codes, access tokens."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """To this revision."""
    with op.batch_alter_table("accounts") as accounts:
        # All accounts that are there already belong to the person whose machine it is.
        accounts.add_column(sa.Column("kind", sa.Text(), nullable=False, server_default="owner"))
        accounts.add_column(sa.Column("password_hash", sa.Text()))
        accounts.add_column(sa.Column("host", sa.Boolean(), nullable=False, server_default=sa.false()))
        accounts.add_column(sa.Column("banned_ms", sa.BigInteger()))
        accounts.create_check_constraint("kind", "kind IN ('owner', 'registered', 'guest', 'bot', 'deleted')")
    with op.batch_alter_table("accounts") as accounts:
        accounts.alter_column("kind", server_default=None)
    op.add_column("sessions", sa.Column("label", sa.Text(), nullable=False, server_default=""))
    names = op.create_table(
        "names",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("given_ms", sa.BigInteger(), nullable=False),
        sa.Column("chosen", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_names_account_id"),
        sa.PrimaryKeyConstraint("key", name="pk_names"),
    )
    op.create_index("ix_names_account_id", "names", ["account_id"])
    op.create_table(
        "recovery_codes",
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_recovery_codes_account_id"),
        sa.PrimaryKeyConstraint("code_hash", name="pk_recovery_codes"),
    )
    op.create_index("ix_recovery_codes_account_id", "recovery_codes", ["account_id"])
    op.create_table(
        "access_tokens",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("used_ms", sa.BigInteger()),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_access_tokens_account_id"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_access_tokens"),
    )
    op.create_index("ix_access_tokens_account_id", "access_tokens", ["account_id"])
    _keep_names(names)


def _keep_names(names: sa.Table) -> None:
    """Enter the names of all accounts. Of names that count as the same the oldest account keeps the key."""
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT id, name, created_ms FROM accounts ORDER BY created_ms DESC, id DESC"))
    by_key = {
        _key(row.name): {"key": _key(row.name), "account_id": row.id, "given_ms": row.created_ms, "chosen": False}
        for row in rows
    }
    if by_key:
        connection.execute(names.insert(), list(by_key.values()))


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def downgrade() -> None:
    """Not offered: what the newer schema knows has no place in the older one."""
    raise NotImplementedError
