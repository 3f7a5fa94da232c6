"""The tables of the database. A change here needs a migration in migrations/versions."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
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

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")
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
    Column("maker_id", ForeignKey("accounts.id")),  # of a program's account: who has made the program
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

_IN_LOBBY = "public AND state IN ('open', 'playing')"
_PUBLIC_OVER = "public AND state = 'over'"

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("start", Text, nullable=False),
    # JSON of what was chosen at the opening (taflheim.table.terms), but for created_ms. What lists are made by has a
    # column of its own as well.
    Column("terms", Text, nullable=False, server_default=text("'{}'")),
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("opener_id", ForeignKey("accounts.id")),  # null in what older schemas have written
    Column("request", Text),  # under which the opener has asked for it,
    Column("digest", Text),  # and of what was asked for
    Column("state", Text, nullable=False),
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
    CheckConstraint("state IN ('open', 'playing', 'over', 'aborted')", name="state"),
    UniqueConstraint("opener_id", "request"),
    # Not on changed_ms: every move would have to change the index.
    Index("ix_tables_unfinished", "id", sqlite_where=text("reason IS NULL"), postgresql_where=text("reason IS NULL")),
    Index("ix_tables_lobby", "state", sqlite_where=text(_IN_LOBBY), postgresql_where=text(_IN_LOBBY)),
    Index("ix_tables_over", "changed_ms", sqlite_where=text(_PUBLIC_OVER), postgresql_where=text(_PUBLIC_OVER)),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("side", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("account_id", ForeignKey("accounts.id")),  # a person,
    Column("level", Integer),  # or a bot, or (both) a person for whom a bot plays on, or (both null) nobody yet
    Column("outcome", Text),  # null while the game lasts, and of a game that was aborted
    Column("ended_ms", BigInteger),  # null while the game lasts
    Column("hidden", Boolean, nullable=False, server_default=false()),  # removed from this person's own list
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

# ---- when the hall did not run -------------------------------------------------------------------------------------

outages = Table(
    "outages",
    metadata,
    Column("from_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("to_ms", BigInteger, nullable=False),
)

# One row: when the hall has last been seen running.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("id = 1", name="one"),
)

# ---- talk ----------------------------------------------------------------------------------------------------------

chat = Table(
    "chat",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("room", Text, nullable=False),
    Column("account_id", ForeignKey("accounts.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("hidden", Boolean, nullable=False, server_default=false()),  # by a host
    Column("request", Text),
    Column("digest", Text),
    CheckConstraint("room IN ('players', 'spectators')", name="room"),
    UniqueConstraint("table_id", "account_id", "request"),
    Index("ix_chat_account_id", "account_id"),
)

# How somebody wants to have to do with somebody else.
relations = Table(
    "relations",
    metadata,
    Column("account_id", ForeignKey("accounts.id"), primary_key=True),
    Column("other_id", ForeignKey("accounts.id"), primary_key=True),
    Column("muted", Boolean, nullable=False, server_default=false()),
    Column("blocked", Boolean, nullable=False, server_default=false()),
    Column("since_ms", BigInteger, nullable=False),
    Index("ix_relations_other_id", "other_id"),
)

# What people have told the host about others.
reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", ForeignKey("tables.id")),
    Column("number", Integer),  # of a line of the table's chat
    Column("account_id", ForeignKey("accounts.id"), nullable=False),
    Column("about_id", ForeignKey("accounts.id")),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("handled_ms", BigInteger),
)

address_bans = Table(
    "address_bans",
    metadata,
    Column("address", Text, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
)

# ---- ratings -------------------------------------------------------------------------------------------------------

ratings = Table(
    "ratings",
    metadata,
    Column("account_id", ForeignKey("accounts.id"), primary_key=True),
    Column("category", Text, primary_key=True),  # game, options and side, as far as they are told apart
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index("ix_ratings_category_mu", "category", "mu"),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("side", Text, primary_key=True),
    Column("account_id", ForeignKey("accounts.id")),  # null: one of the house's bots
    Column("category", Text, nullable=False),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu_after", Double, nullable=False),
    Column("sigma_after", Double, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Column("bot_rating", Double),  # as it was measured when the game was played
    Index("ix_rating_changes_account_id_category_ended_ms", "account_id", "category", "ended_ms"),
    # Who wins how often at which ratings is counted in the index alone.
    Index("ix_rating_changes_category", "category", "table_id", "rank", "mu_before"),
)

# ---- the rest ------------------------------------------------------------------------------------------------------

feeds = Table(
    "feeds",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("account_id", ForeignKey("accounts.id"), nullable=False, unique=True),
    Column("created_ms", BigInteger, nullable=False),
)

# The one try of the day that counts.
daily = Table(
    "daily",
    metadata,
    Column("game", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("account_id", ForeignKey("accounts.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("state", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("jumps", Integer, nullable=False),
    Column("began_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
    CheckConstraint("state IN ('playing', 'won', 'lost')", name="state"),
    Index("ix_daily_table_id", "table_id"),
    Index("ix_daily_account_id_game_day", "account_id", "game", "day"),
)

# Who waits to be paired, and for a while who was.
seeks = Table(
    "seeks",
    metadata,
    Column("account", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("clock", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rating", Double, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("table_id", Text),  # null while somebody waits
    Column("paired_ms", BigInteger),
    Column("told", Boolean, nullable=False, server_default=false()),  # which table it is
)

# ---- several processes that serve one hall -------------------------------------------------------------------------

# Who does what has to be done once, until when. By the database's clock.
leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    Column("worker", Text, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    # How many others come before what the lease is for.
    Column("before", Integer, nullable=False, server_default="0"),
)

# Who is connected where, by the process they are connected to. Under no table: anywhere. Under no account: those who
# have none.
attendance = Table(
    "attendance",
    metadata,
    Column("worker", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("account", Text, primary_key=True),
    Column("connections", Integer, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("away_ms", BigInteger, nullable=False),
)
