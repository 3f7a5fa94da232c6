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

REVISIONS = ("0001", "0002", "0003", "0004", "0005")
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
    Column("kind", Text, nullable=False),
    Column("password_hash", Text),  # null: there is no log-in by name
    Column("host", Boolean, nullable=False, server_default=false()),
    Column("banned_ms", BigInteger),
    Column("preferences", Text, nullable=False, server_default=text("'{}'")),  # JSON
    Column("created_ms", BigInteger, nullable=False),
    CheckConstraint("kind IN ('owner', 'registered', 'guest', 'bot', 'deleted')", name="kind"),
)

# All names that people have or had: an old name stays blocked. Names with one key are taken for the same.
names = Table(
    "names",
    metadata,
    Column("key", Text, primary_key=True),
    Column("account_id", ForeignKey("accounts.id"), nullable=False),
    Column("given_ms", BigInteger, nullable=False),
    Column("chosen", Boolean, nullable=False),  # by the person, not made up by the hall
    Index("ix_names_account_id", "account_id"),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("code_hash", Text, primary_key=True),
    Column("account_id", ForeignKey("accounts.id"), nullable=False),
    Index("ix_recovery_codes_account_id", "account_id"),
)

access_tokens = Table(
    "access_tokens",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("account_id", ForeignKey("accounts.id"), nullable=False),
    Column("name", Text, nullable=False),  # what it is for
    Column("scopes", Text, nullable=False),  # words with spaces between
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
    Index("ix_access_tokens_account_id", "account_id"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("account_id", ForeignKey("accounts.id"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger, nullable=False),
    Column("label", Text, nullable=False, server_default=text("''")),  # the browser, as it calls itself
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
    # How the table stands, so that lists need not replay it. Null in what older schemas have written, until the hall
    # has filled it in.
    Column("plies", Integer),
    Column("position", Text),
    Column("turn", Text),
    Column("played_ms", BigInteger),
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
    Column("ended_ms", BigInteger),  # null while the game lasts
    Column("hidden", Boolean, nullable=False, server_default=false()),  # removed from this person's own list
    CheckConstraint("account_id IS NULL OR level IS NULL", name="person_or_bot"),
    CheckConstraint("outcome IN ('won', 'lost', 'drawn')", name="outcome"),
    # Changes once in a game, not with every move.
    Index("ix_seats_account_id_ended_ms", "account_id", "ended_ms"),
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

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("version", Text, nullable=False),  # of what has made it
    Column("plies", Integer, nullable=False),  # of the record, when it was made
    Column("data", Text, nullable=False),  # JSON
    Column("changed_ms", BigInteger, nullable=False),
)

lessons = Table(
    "lessons",
    metadata,
    Column("account_id", ForeignKey("accounts.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("lesson", Text, primary_key=True),
    Column("done_ms", BigInteger, nullable=False),
)
