"""Tables between people: their terms and where they are in their life; outages; talk; ratings; feeds; daily boards."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

# Stated, not reflected: what is found of constraints and indexes depends on the versions of the libraries.
_UNFINISHED = sa.text("reason IS NULL")
_OLD_TABLES = sa.Table(
    "tables",
    sa.MetaData(),
    sa.Column("id", sa.Text(), nullable=False),
    sa.Column("game", sa.Text(), nullable=False),
    sa.Column("options", sa.Text(), nullable=False),
    sa.Column("start", sa.Text(), nullable=False),
    sa.Column("watchable", sa.Boolean(), nullable=False, server_default=sa.false()),
    sa.Column("terms", sa.Text(), nullable=False, server_default=sa.text("'{}'")),
    sa.Column("state", sa.Text()),
    sa.Column("winner", sa.Text()),
    sa.Column("reason", sa.Text()),
    sa.Column("plies", sa.Integer()),
    sa.Column("position", sa.Text()),
    sa.Column("turn", sa.Text()),
    sa.Column("played_ms", sa.BigInteger()),
    sa.Column("created_ms", sa.BigInteger(), nullable=False),
    sa.Column("changed_ms", sa.BigInteger(), nullable=False),
    sa.PrimaryKeyConstraint("id", name="pk_tables"),
    sa.Index("ix_tables_unfinished", "id", sqlite_where=_UNFINISHED, postgresql_where=_UNFINISHED),
)
"""With the columns that are filled before the rest is changed."""
_OLD_SEATS = sa.Table(
    "seats",
    sa.MetaData(),
    sa.Column("table_id", sa.Text(), nullable=False),
    sa.Column("side", sa.Text(), nullable=False),
    sa.Column("name", sa.Text(), nullable=False),
    sa.Column("account_id", sa.Text()),
    sa.Column("level", sa.Integer()),
    sa.Column("outcome", sa.Text()),
    sa.Column("ended_ms", sa.BigInteger()),
    sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
    sa.CheckConstraint("account_id IS NULL OR level IS NULL", name="ck_seats_person_or_bot"),
    sa.CheckConstraint("outcome IN ('won', 'lost', 'drawn')", name="ck_seats_outcome"),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
    sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_seats_account_id"),
    sa.PrimaryKeyConstraint("table_id", "side", name="pk_seats"),
    sa.Index("ix_seats_account_id_ended_ms", "account_id", "ended_ms"),
)
_OLD_ACCOUNTS = sa.Table(
    "accounts",
    sa.MetaData(),
    sa.Column("id", sa.Text(), nullable=False),
    sa.Column("name", sa.Text(), nullable=False),
    sa.Column("kind", sa.Text(), nullable=False),
    sa.Column("password_hash", sa.Text()),
    sa.Column("host", sa.Boolean(), nullable=False, server_default=sa.false()),
    sa.Column("banned_ms", sa.BigInteger()),
    sa.Column("preferences", sa.Text(), nullable=False, server_default=sa.text("'{}'")),
    sa.Column("created_ms", sa.BigInteger(), nullable=False),
    sa.CheckConstraint("kind IN ('owner', 'registered', 'guest', 'bot', 'deleted')", name="ck_accounts_kind"),
    sa.PrimaryKeyConstraint("id", name="pk_accounts"),
)


def upgrade() -> None:
    """To this revision."""
    with op.batch_alter_table("accounts", copy_from=_OLD_ACCOUNTS) as accounts:
        accounts.add_column(sa.Column("maker_id", sa.Text()))
        accounts.create_foreign_key("fk_accounts_maker_id", "accounts", ["maker_id"], ["id"])
    _tables()
    with op.batch_alter_table("seats", copy_from=_OLD_SEATS) as seats:
        seats.drop_constraint(op.f("ck_seats_person_or_bot"), type_="check")
    _outages()
    _talk()
    _ratings()
    _feeds_and_daily_boards()


def _tables() -> None:
    """Terms hold what `watchable` was; the state follows from the result and the seats."""
    op.add_column("tables", sa.Column("terms", sa.Text(), nullable=False, server_default=sa.text("'{}'")))
    op.add_column("tables", sa.Column("state", sa.Text()))
    op.execute("""UPDATE tables SET terms = '{"watchable"\\: true}' WHERE watchable""")
    op.execute(
        """
        UPDATE tables SET state = CASE
            WHEN reason = 'aborted' THEN 'aborted'
            WHEN reason IS NOT NULL THEN 'over'
            WHEN EXISTS (
                SELECT 1 FROM seats WHERE table_id = tables.id AND account_id IS NULL AND level IS NULL
            ) THEN 'open'
            ELSE 'playing'
        END
        """
    )
    with op.batch_alter_table("tables", copy_from=_OLD_TABLES) as tables:
        tables.drop_column("watchable")
        tables.alter_column("state", existing_type=sa.Text(), nullable=False)
        tables.add_column(sa.Column("public", sa.Boolean(), nullable=False, server_default=sa.false()))
        tables.add_column(sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
        tables.add_column(sa.Column("opener_id", sa.Text()))
        tables.add_column(sa.Column("request", sa.Text()))
        tables.add_column(sa.Column("digest", sa.Text()))
        tables.create_foreign_key("fk_tables_opener_id", "accounts", ["opener_id"], ["id"])
        tables.create_unique_constraint("uq_tables_opener_id_request", ["opener_id", "request"])
        tables.create_check_constraint(op.f("ck_tables_state"), "state IN ('open', 'playing', 'over', 'aborted')")
    in_lobby = sa.text("public AND state IN ('open', 'playing')")
    op.create_index("ix_tables_lobby", "tables", ["state"], sqlite_where=in_lobby, postgresql_where=in_lobby)
    over = sa.text("public AND state = 'over'")
    op.create_index("ix_tables_over", "tables", ["changed_ms"], sqlite_where=over, postgresql_where=over)


def _outages() -> None:
    op.create_table(
        "outages",
        sa.Column("from_ms", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("to_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("from_ms", name="pk_outages"),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
        sa.CheckConstraint("id = 1", name=op.f("ck_heartbeat_one")),
    )


def _talk() -> None:
    op.create_table(
        "chat",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("request", sa.Text()),
        sa.Column("digest", sa.Text()),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_chat"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chat_table_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_chat_account_id"),
        sa.UniqueConstraint("table_id", "account_id", "request", name="uq_chat_table_id_account_id_request"),
        sa.CheckConstraint("room IN ('players', 'spectators')", name=op.f("ck_chat_room")),
    )
    op.create_index("ix_chat_account_id", "chat", ["account_id"])
    op.create_table(
        "relations",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("other_id", sa.Text(), nullable=False),
        sa.Column("muted", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("blocked", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "other_id", name="pk_relations"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_relations_account_id"),
        sa.ForeignKeyConstraint(["other_id"], ["accounts.id"], name="fk_relations_other_id"),
    )
    op.create_index("ix_relations_other_id", "relations", ["other_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("number", sa.Integer()),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("about_id", sa.Text()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("handled_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reports_table_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_reports_account_id"),
        sa.ForeignKeyConstraint(["about_id"], ["accounts.id"], name="fk_reports_about_id"),
    )
    op.create_table(
        "address_bans",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_address_bans"),
    )


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "category", name="pk_ratings"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_ratings_account_id"),
    )
    op.create_index("ix_ratings_category_mu", "ratings", ["category", "mu"])
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text()),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("sigma_before", sa.Double(), nullable=False),
        sa.Column("mu_after", sa.Double(), nullable=False),
        sa.Column("sigma_after", sa.Double(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=False),
        sa.Column("bot_rating", sa.Double()),
        sa.PrimaryKeyConstraint("table_id", "side", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_rating_changes_table_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_rating_changes_account_id"),
    )
    op.create_index(
        "ix_rating_changes_account_id_category_ended_ms", "rating_changes", ["account_id", "category", "ended_ms"]
    )
    op.create_index("ix_rating_changes_category", "rating_changes", ["category", "table_id", "rank", "mu_before"])


def _feeds_and_daily_boards() -> None:
    op.create_table(
        "feeds",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_feeds"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_feeds_account_id"),
        sa.UniqueConstraint("account_id", name="uq_feeds_account_id"),
    )
    op.create_table(
        "daily",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("jumps", sa.Integer(), nullable=False),
        sa.Column("began_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("game", "day", "account_id", name="pk_daily"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_daily_account_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_daily_table_id"),
        sa.CheckConstraint("state IN ('playing', 'won', 'lost')", name=op.f("ck_daily_state")),
    )
    op.create_index("ix_daily_table_id", "daily", ["table_id"])
    op.create_index("ix_daily_account_id_game_day", "daily", ["account_id", "game", "day"])


def downgrade() -> None:
    """Not offered: what the newer schema knows has no place in the older one."""
    raise NotImplementedError
