"""The tables of the database. A change here needs a migration in migrations/versions."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0001"
"""The migration that this schema is the result of."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("start", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("changed_at", Text, nullable=False),
    Column("winner", Text),
    Column("reason", Text),  # null while the game lasts
    Index("ix_tables_changed_at", "changed_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("side", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("account_id", ForeignKey("accounts.id")),
    Column("level", Integer),
    Column("outcome", Text),  # null while the game lasts
    CheckConstraint("(account_id IS NULL) <> (level IS NULL)", name="person_or_bot"),
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
    Column("ply", Integer, nullable=False),
    Column("request", Text),
    Column("at", Text, nullable=False),
    UniqueConstraint("table_id", "request"),
)
