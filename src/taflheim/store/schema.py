"""The tables of the database. A change here needs a migration in migrations/versions."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

REVISIONS = ("0001", "0002")
"""All migrations, oldest first; this schema is the result of the last."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Times are milliseconds since 1970, UTC.

accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("account_id", ForeignKey("accounts.id"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger, nullable=False),
    Index("ix_sessions_account_id", "account_id"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("start", Text, nullable=False),
    Column("watchable", Boolean, nullable=False, server_default=false()),
    Column("winner", Text),
    Column("reason", Text),  # null while the game lasts
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    # Not on changed_ms: every move would have to change the index.
    Index("ix_tables_unfinished", "id", sqlite_where=text("reason IS NULL"), postgresql_where=text("reason IS NULL")),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("side", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("account_id", ForeignKey("accounts.id")),  # a person,
    Column("level", Integer),  # or a bot, or (both null) nobody yet
    Column("outcome", Text),  # null while the game lasts, and of a game that was aborted
    CheckConstraint("account_id IS NULL OR level IS NULL", name="person_or_bot"),
    CheckConstraint("outcome IN ('won', 'lost', 'drawn')", name="outcome"),
    Index("ix_seats_account_id", "account_id"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("side", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("lag_ms", Integer, nullable=False, server_default=text("0")),
    Column("account_id", ForeignKey("accounts.id")),  # who asked; null: the house
    Column("request", Text),
    Column("digest", Text),  # of the action that was asked for; null in what schema 0001 has written
    UniqueConstraint("table_id", "account_id", "request"),
)
